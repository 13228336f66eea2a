// Which vertices of a surface are next to each other.
#pragma once

#include <span>
#include <vector>

#include "engine/bind/surface.h"

namespace mannequin {

// The neighbours of each vertex by edge, one list after the other.
class Neighbours {
 public:
  // `edges`: between vertices below `count`, each once.
  Neighbours(std::size_t count, std::span<const Surface::Edge> edges);

  std::span<const std::uint32_t> of(std::size_t v) const {
    return std::span(vertices_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> vertices_;
};

}  // namespace mannequin
