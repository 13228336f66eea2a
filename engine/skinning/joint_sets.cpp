#include "engine/skinning/joint_sets.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/skinning/joint_blocks.h"

namespace mannequin {
namespace {

using Slots = std::vector<std::uint16_t>;

// Vertices of one joint set that do not fill a block.
struct PartialBlock {
  std::vector<std::uint32_t> vertices;
  const Slots* slots;
};

// How many of b's slots are not in a. Both ascending.
std::size_t count_missing(const Slots& a, const Slots& b) {
  std::size_t missing = 0;
  auto at = a.begin();
  for (const std::uint16_t slot : b) {
    at = std::find_if(at, a.end(), [slot](std::uint16_t s) { return s >= slot; });
    missing += at == a.end() || *at != slot;
  }
  return missing;
}

Slots united(const Slots& a, const Slots& b) {
  Slots both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

// Cuts the runs of equal joint sets into full blocks and keeps the remainders.
std::vector<PartialBlock> cut_full_blocks(std::span<const Slots> joint_sets,
                                          std::vector<SharedJoints>& blocks) {
  std::vector<std::uint32_t> order(joint_sets.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return joint_sets[a] < joint_sets[b]; });
  std::vector<PartialBlock> leftovers;
  for (auto begin = order.begin(); begin != order.end();) {
    const Slots& slots = joint_sets[*begin];
    const auto end =
        std::find_if(begin, order.end(), [&](std::uint32_t v) { return joint_sets[v] != slots; });
    for (; end - begin >= std::ptrdiff_t{kBlockSize}; begin += kBlockSize)
      blocks.push_back({{begin, begin + kBlockSize}, slots});
    if (begin != end) leftovers.push_back({{begin, end}, &slots});
    begin = end;
  }
  return leftovers;
}

// Fills blocks from the leftovers: starts with the largest joint set, then always adds the one with fewest
// new joints. Searching all of them would be quadratic; they are sorted, so good candidates are close.
void merge(std::vector<PartialBlock> leftovers, std::vector<SharedJoints>& blocks) {
  constexpr std::size_t kWindow = 1024;
  std::stable_sort(leftovers.begin(), leftovers.end(), [](const PartialBlock& a, const PartialBlock& b) {
    return a.slots->size() > b.slots->size();
  });
  std::size_t first = 0;
  const auto skip_used = [&] {
    while (first < leftovers.size() && leftovers[first].vertices.empty()) ++first;
    return first < leftovers.size();
  };
  while (skip_used()) {
    SharedJoints block;
    block.slots = *leftovers[first].slots;
    PartialBlock* next = &leftovers[first];
    while (next != nullptr) {
      const std::size_t count = std::min(next->vertices.size(), kBlockSize - block.vertices.size());
      block.vertices.insert(block.vertices.end(), next->vertices.begin(),
                            next->vertices.begin() + static_cast<std::ptrdiff_t>(count));
      next->vertices.erase(next->vertices.begin(),
                           next->vertices.begin() + static_cast<std::ptrdiff_t>(count));
      block.slots = united(block.slots, *next->slots);
      next = nullptr;
      if (block.vertices.size() == kBlockSize) break;
      std::size_t fewest = std::numeric_limits<std::size_t>::max();
      std::size_t seen = 0;
      for (std::size_t i = first; i < leftovers.size() && seen < kWindow && fewest > 0; ++i) {
        if (leftovers[i].vertices.empty()) continue;
        ++seen;
        const std::size_t missing = count_missing(block.slots, *leftovers[i].slots);
        if (missing >= fewest) continue;
        fewest = missing;
        next = &leftovers[i];
      }
    }
    blocks.push_back(std::move(block));
  }
}

}  // namespace

std::vector<SharedJoints> share_joints(std::span<const Slots> joint_sets) {
  std::vector<SharedJoints> blocks;
  merge(cut_full_blocks(joint_sets, blocks), blocks);
  for (SharedJoints& block : blocks) std::sort(block.vertices.begin(), block.vertices.end());
  std::stable_sort(blocks.begin(), blocks.end(), [](const SharedJoints& a, const SharedJoints& b) {
    return a.slots.size() != b.slots.size() ? a.slots.size() < b.slots.size()
                                            : a.vertices.front() < b.vertices.front();
  });
  return blocks;
}

}  // namespace mannequin
