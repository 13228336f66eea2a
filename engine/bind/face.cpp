#include "engine/bind/face.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/bind/align_surface.h"

namespace mannequin {
namespace {

constexpr double kHeadWeight = 0.5;   // total of head joints from which a vertex belongs to the head
constexpr double kBodyHeights = 2.0;  // a target taller than this many heads is a body

struct Box {
  Vec3 low{std::numeric_limits<double>::infinity()}, high{-std::numeric_limits<double>::infinity()};
  explicit Box(std::span<const Vec3> points) {
    for (const Vec3& p : points) {
      low = glm::min(low, p);
      high = glm::max(high, p);
    }
  }
  Vec3 size() const { return high - low; }
};

// The triangles of a source that its head joints move.
WeightSource head_of(const WeightSource& source, std::span<const std::string> head_groups) {
  std::vector<bool> of_head;
  for (const std::string& name : source.weights.groups)
    of_head.push_back(std::ranges::find(head_groups, name) != head_groups.end());
  WeightSource head{source.name, {}, {source.weights.groups, {}}};
  std::vector<std::uint32_t> place(source.surface.positions.size(), kNoVertex);
  const auto belongs = [&](std::uint32_t v) {
    double sum = 0.0;
    for (const GroupWeight& w : source.weights.vertices[v])
      if (of_head[w.group]) sum += w.weight;
    return sum >= kHeadWeight;
  };
  for (const Surface::Triangle& t : source.surface.triangles) {
    if (!std::ranges::all_of(t, belongs)) continue;
    Surface::Triangle moved;
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& p = place[t[k]];
      if (p == kNoVertex) {
        p = static_cast<std::uint32_t>(head.surface.positions.size());
        head.surface.positions.push_back(source.surface.positions[t[k]]);
        head.weights.vertices.push_back(source.weights.vertices[t[k]]);
      }
      moved[k] = p;
    }
    head.surface.triangles.push_back(moved);
  }
  return head;
}

}  // namespace

Result<FaceWeights> face_weights(const Surface& surface, const SourceTrees& sources,
                                 std::span<const std::string> head_groups, const TransferOptions& options) {
  if (auto status = check_surface(surface); !status) return error_of(status);
  if (!sources.status()) return error_of(sources.status());
  std::vector<WeightSource> heads;
  std::vector<Vec3> points;
  for (const WeightSource& source : sources.sources()) {
    WeightSource head = head_of(source, head_groups);
    if (head.surface.triangles.empty()) continue;
    points.insert(points.end(), head.surface.positions.begin(), head.surface.positions.end());
    heads.push_back(std::move(head));
  }
  if (heads.empty())
    return fail(ErrorCode::bad_argument, "--from",
                "has no head (nothing that mHead or joints of the face move); give one");
  const Box ours(surface.positions), theirs(points);
  FaceWeights out;
  if (surface.positions.empty() || ours.size().z > kBodyHeights * theirs.size().z) {
    Result<BoundWeights> bound = transfer_weights(surface, sources, options);
    if (!bound) return error_of(bound);
    out.bound = std::move(*bound);
    return out;
  }
  std::vector<const Surface*> onto;
  for (const WeightSource& head : heads) onto.push_back(&head.surface);
  Surface laid = surface;
  if (std::optional<AlignedSurface> found = align_surface(surface, onto)) {
    out.fit = {found->scale, found->mean_distance};
    laid.positions = std::move(found->positions);
  }
  Result<BoundWeights> bound = transfer_weights(laid, SourceTrees(heads), options);
  if (!bound) return error_of(bound);
  out.bound = std::move(*bound);
  return out;
}

}  // namespace mannequin
