// Views of vectors.
#pragma once

#include <span>
#include <vector>

namespace mannequin {

// Compiles in a fraction of the time that std::span's own conversion takes, which has to find out first that
// a vector is a contiguous range.
template <typename T>
std::span<const T> span_of(const std::vector<T>& items) {
  return {items.data(), items.size()};
}

}  // namespace mannequin
