#include "engine/skinning/device_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

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

std::size_t rounded_up(std::size_t count, std::size_t step) { return (count + step - 1) / step * step; }

std::uint32_t quads(const Words& words) {
  return static_cast<std::uint32_t>(words.size() / layout::kSkinQuadWords);
}
// To a cache line, so that a work group reads whole lines.
void align_to_lines(Words& words) { words.resize(rounded_up(words.size(), 16)); }

std::size_t morph_list_words(const JointBlock& block) {
  return rounded_up(1 + 2 * block.morph_count, layout::kSkinQuadWords);
}

constexpr std::size_t kJointsInHeader = 4;

class DevicePartMaker {
 public:
  DevicePartMaker(const JointBlocks& blocks, VertexFormat format)
      : blocks_(blocks), packed_(format == VertexFormat::packed) {}

  // Words of one block's share, and a few for alignment.
  std::uint64_t words_of(std::size_t b) const {
    const JointBlock& block = blocks_.blocks[b];
    std::uint64_t words = sizeof(layout::SkinBlock) / sizeof(std::uint32_t);
    words += rounded_up(std::max<std::size_t>(block.slot_count, kJointsInHeader) - kJointsInHeader, 8) / 2;
    words += kBlockSize * block.slot_count + 3 * 3 * kBlockSize;
    if (block.morph_count != 0)
      words += layout::kSkinQuadWords + morph_list_words(block) + block.morph_count * 6 * kBlockSize;
    return words;
  }

  DevicePart make(std::size_t first, std::size_t count) const {
    DevicePart part;
    part.first_block = static_cast<std::uint32_t>(first);
    part.block_count = static_cast<std::uint32_t>(count);
    Words& words = part.words;
    words.resize(count * sizeof(layout::SkinBlock) / sizeof(std::uint32_t));
    align_to_lines(words);
    for (std::size_t i = 0; i < count; ++i) {
      const layout::SkinBlock header = header_of(first + i, quads(words));
      std::memcpy(words.data() + i * sizeof header / sizeof(std::uint32_t), &header, sizeof header);
      append_record(words, first + i);
    }
    // Apart from what is always read.
    for (std::size_t i = 0; i < count; ++i) append_morphs(words, first + i, i);
    return part;
  }

 private:
  layout::SkinBlock header_of(std::size_t b, std::uint32_t record) const {
    const JointBlock& block = blocks_.blocks[b];
    const auto joint = [&](std::uint32_t k) -> std::uint32_t {
      return blocks_.slots[block.first_slot + std::min(k, block.slot_count - 1)];
    };
    layout::SkinBlock header{};
    header.record = record;
    header.counts = block.slot_count | (block.morph_count != 0 ? layout::kSkinBlockMorphs : 0u) |
                    (blocks_.has_tangents() ? static_cast<std::uint32_t>(blocks_.mirrored[b]) << 16 : 0u);
    header.joints01 = joint(0) | joint(1) << 16;
    header.joints23 = joint(2) | joint(3) << 16;
    return header;
  }

  void append_record(Words& words, std::size_t b) const {
    const JointBlock& block = blocks_.blocks[b];
    const std::size_t first_weight = block.first_slot * kBlockSize, weights = block.slot_count * kBlockSize;
    const std::size_t first = b * 3 * kBlockSize;
    constexpr std::size_t kPerBlock = 3 * kBlockSize;
    // Where the list of morphs begins is written once that is known.
    if (block.morph_count != 0) words.resize(words.size() + layout::kSkinQuadWords);
    if (block.slot_count > kJointsInHeader) {
      std::vector<std::uint16_t> more(blocks_.slots.begin() + block.first_slot + kJointsInHeader,
                                      blocks_.slots.begin() + block.first_slot + block.slot_count);
      more.resize(rounded_up(more.size(), 8));
      append_halves(words, more.data(), more.size());
    }
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
    const std::uint32_t record = words[i * sizeof(layout::SkinBlock) / sizeof(std::uint32_t)];
    words[record * layout::kSkinQuadWords] = quads(words);
    const std::size_t list = words.size();
    words.resize(list + morph_list_words(block));
    words[list] = block.morph_count;
    for (std::size_t m = 0; m < block.morph_count; ++m) {
      const BlockMorph& morph = blocks_.morphs[block.first_morph + m];
      words[list + 1 + 2 * m] = morph.morph;
      words[list + 2 + 2 * m] = quads(words);
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
