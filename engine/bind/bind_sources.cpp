#include "engine/bind/bind_sources.h"

#include <algorithm>

#include "engine/bind/bones.h"

namespace mannequin {
namespace {

// The triangles of the sources that follow eyes, or all others.
std::vector<WeightSource> part_of_sources(std::span<const WeightSource> sources, bool eyeballs) {
  std::vector<WeightSource> out(sources.begin(), sources.end());
  for (WeightSource& source : out) {
    std::vector<bool> follows_eye(source.weights.vertices.size());
    for (std::size_t v = 0; v < follows_eye.size(); ++v)
      follows_eye[v] = std::ranges::any_of(source.weights.vertices[v], [&](const GroupWeight& w) {
        return w.weight > 0.5 && is_eye(source.weights.groups[w.group]);
      });
    std::erase_if(source.surface.triangles, [&](const Surface::Triangle& t) {
      return std::ranges::all_of(t, [&](std::uint32_t v) { return follows_eye[v]; }) != eyeballs;
    });
  }
  std::erase_if(out, [](const WeightSource& source) { return source.surface.triangles.empty(); });
  return out;
}

}  // namespace

const SourceTrees& BindSources::all() const {
  if (!all_) all_.emplace(sources_);
  return *all_;
}

const SourceTrees& BindSources::vertices() const {
  if (!vertices_) vertices_.emplace(sources_, Nearest::vertex);
  return *vertices_;
}

const SourceTrees* BindSources::eyeballs() const { return part(eyeballs_, true); }

const SourceTrees* BindSources::faces() const { return part(faces_, false); }

const SourceTrees* BindSources::part(std::optional<Part>& part, bool eyeballs) const {
  if (!part) part.emplace().sources = part_of_sources(sources_, eyeballs);
  if (part->sources.empty()) return nullptr;
  if (!part->trees) part->trees.emplace(part->sources);
  return &*part->trees;
}

}  // namespace mannequin
