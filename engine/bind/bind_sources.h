// The meshes that weights are taken from, for all meshes that are bound.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bind/source_trees.h"

namespace mannequin {

// Refers to the sources, which must outlive it and stay unchanged. Each part is made when it is first asked
// for, and kept: making one costs much more than binding a small mesh. For one thread at a time.
class BindSources {
 public:
  // Makes nothing yet.
  explicit BindSources(std::span<const WeightSource> sources) : sources_(sources) {}
  BindSources(const BindSources&) = delete;
  BindSources& operator=(const BindSources&) = delete;

  const SourceTrees& all() const;       // the nearest place of any source
  const SourceTrees& vertices() const;  // the nearest vertex counts, not the nearest place
  // What follows eyes, and everything else: sources with triangles of these only. Null: there are none.
  const SourceTrees* eyeballs() const;
  const SourceTrees* faces() const;

 private:
  // Sources of which some triangles are left.
  struct Part {
    std::vector<WeightSource> sources;
    std::optional<SourceTrees> trees;
  };
  const SourceTrees* part(std::optional<Part>& part, bool eyeballs) const;

  std::span<const WeightSource> sources_;
  mutable std::optional<SourceTrees> all_, vertices_;
  mutable std::optional<Part> eyeballs_, faces_;
};

}  // namespace mannequin
