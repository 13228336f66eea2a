#include "engine/bind/neighbours.h"

namespace mannequin {

Neighbours::Neighbours(std::size_t count, std::span<const Surface::Edge> edges) : begin_(count + 1) {
  for (const auto& [a, b] : edges) {
    ++begin_[a + 1];
    ++begin_[b + 1];
  }
  for (std::size_t v = 0; v < count; ++v) begin_[v + 1] += begin_[v];
  vertices_.resize(begin_[count]);
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (const auto& [a, b] : edges) {
    vertices_[next[a]++] = b;
    vertices_[next[b]++] = a;
  }
}

}  // namespace mannequin
