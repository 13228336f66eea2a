#include "engine/skinning/device_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "shaders/skin_layout.h"

namespace mannequin {
namespace {

static_assert(layout::kSkinBlockSize == kBlockSize);

using Words = std::vector<std::uint32_t>;

// The lower index in the lower half.
template <typename Half>
void append_halves(Words& words, const Half* from, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 2)
    words.push_back(static_cast<std::uint16_t>(from[i]) |
                    static_cast<std::uint32_t>(static_cast<std::uint16_t>(from[i + 1])) << 16);
}

void append_floats(Words& words, const float* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) words.push_back(std::bit_cast<std::uint32_t>(from[i]));
}

// A run aligned to a cache line, so that a work group reads whole lines.
void align(Words& words) { words.resize((words.size() + 15) / 16 * 16); }

class DevicePartMaker {
 public:
  DevicePartMaker(const JointBlocks& blocks, VertexFormat format)
      : blocks_(blocks), packed_(format == VertexFormat::packed) {}

  // Words of one block's share, and a few for alignment.
  std::uint64_t words_of(std::size_t b) const {
    const JointBlock& block = blocks_.blocks[b];
    return layout::kSkinBlockWords + kBlockSize * block.slot_count + 3 * 3 * kBlockSize + block.slot_count +
           1 + block.morph_count * (2 + 6 * kBlockSize);
  }

  DevicePart make(std::size_t first, std::size_t count) const {
    DevicePart part;
    part.first_block = static_cast<std::uint32_t>(first);
    part.block_count = static_cast<std::uint32_t>(count);
    Words& words = part.words;
    words.resize(count * layout::kSkinBlockWords);
    align(words);
    for (std::size_t i = 0; i < count; ++i) {
      header(words, i, 0) = static_cast<std::uint32_t>(words.size());
      append_record(words, first + i);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const JointBlock& block = blocks_.blocks[first + i];
      header(words, i, 1) = static_cast<std::uint32_t>(words.size());
      header(words, i, 2) =
          block.slot_count |
          (blocks_.has_tangents() ? static_cast<std::uint32_t>(blocks_.mirrored[first + i]) << 16 : 0u);
      for (std::size_t k = 0; k < block.slot_count; ++k)
        words.push_back(blocks_.slots[block.first_slot + k] * layout::kPaletteRows);
    }
    for (std::size_t i = 0; i < count; ++i) append_morphs(words, first + i, i);
    return part;
  }

 private:
  static std::uint32_t& header(Words& words, std::size_t i, std::size_t field) {
    return words[i * layout::kSkinBlockWords + field];
  }

  void append_record(Words& words, std::size_t b) const {
    const JointBlock& block = blocks_.blocks[b];
    const std::size_t first_weight = block.first_slot * kBlockSize, weights = block.slot_count * kBlockSize;
    const std::size_t first = b * 3 * kBlockSize;
    constexpr std::size_t kPerBlock = 3 * kBlockSize;
    if (packed_) {
      if (block.slot_count > 1) append_halves(words, blocks_.packed_weights.data() + first_weight, weights);
      append_floats(words, blocks_.positions.data() + first, kPerBlock);
      append_halves(words, blocks_.packed_normals.data() + first, kPerBlock);
      if (blocks_.has_tangents()) append_halves(words, blocks_.packed_tangents.data() + first, kPerBlock);
    } else {
      if (block.slot_count > 1) append_floats(words, blocks_.weights.data() + first_weight, weights);
      append_floats(words, blocks_.positions.data() + first, kPerBlock);
      append_floats(words, blocks_.normals.data() + first, kPerBlock);
      if (blocks_.has_tangents()) append_floats(words, blocks_.tangents.data() + first, kPerBlock);
    }
  }

  void append_morphs(Words& words, std::size_t b, std::size_t i) const {
    const JointBlock& block = blocks_.blocks[b];
    if (block.morph_count == 0) return;
    header(words, i, 3) = static_cast<std::uint32_t>(words.size());
    const std::size_t list = words.size();
    words.resize(list + 1 + 2 * block.morph_count);
    words[list] = block.morph_count;
    for (std::size_t m = 0; m < block.morph_count; ++m) {
      const BlockMorph& morph = blocks_.morphs[block.first_morph + m];
      words[list + 1 + 2 * m] = morph.morph;
      words[list + 2 + 2 * m] = static_cast<std::uint32_t>(words.size());
      append_floats(words, blocks_.morph_deltas.data() + morph.first_delta, 6 * kBlockSize);
    }
  }

  const JointBlocks& blocks_;
  bool packed_;
};

}  // namespace

Result<std::vector<DevicePart>> make_device_parts(const JointBlocks& blocks, VertexFormat format,
                                                  const DeviceLimits& limits) {
  const DevicePartMaker maker(blocks, format);
  // Space for the alignment of the headers.
  const std::uint64_t most_words = limits.page_bytes / sizeof(std::uint32_t) -
                                   std::min<std::uint64_t>(16, limits.page_bytes / sizeof(std::uint32_t));
  const std::uint64_t result_bytes =
      ResultLayout{static_cast<std::uint32_t>(kBlockSize), blocks.has_tangents(), format}.instance_bytes();
  // Ranges are allocated in multiples of the alignment.
  const std::uint64_t usable = limits.page_bytes / kDeviceAlignment * kDeviceAlignment;
  const std::uint64_t most_blocks = std::min<std::uint64_t>(
      usable / result_bytes, std::uint64_t{limits.groups_x} * layout::kSkinGroupBlocks);
  std::vector<DevicePart> parts;
  for (std::size_t first = 0; first < blocks.blocks.size();) {
    std::uint64_t words = 0;
    std::size_t end = first;
    while (end < blocks.blocks.size() && end - first < most_blocks &&
           words + maker.words_of(end) <= most_words)
      words += maker.words_of(end++);
    if (end == first)
      return fail(
          ErrorCode::device, fmt::format("block {}", first),
          fmt::format("needs more than the {} bytes that a shader can address on this device. Use the cpu "
                      "backend.",
                      limits.page_bytes));
    parts.push_back(maker.make(first, end - first));
    first = end;
  }
  return parts;
}

}  // namespace mannequin
