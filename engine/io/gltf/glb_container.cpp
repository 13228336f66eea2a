#include "engine/io/gltf/glb_container.h"

#include <fmt/format.h>

#include <cstdint>

#include "engine/io/file.h"

namespace mannequin::io {
namespace {

constexpr std::uint32_t kGlbMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;

std::uint32_t u32_at(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[offset + i]);
  return value;
}

}  // namespace

bool looks_like_glb(std::span<const std::byte> bytes) {
  return bytes.size() >= 4 && u32_at(bytes, 0) == kGlbMagic;
}

Result<GlbChunks> split_glb(std::span<const std::byte> bytes, const std::string& source, Notes& notes) {
  const auto stops = [&](const std::string& what) {
    return fail(
        ErrorCode::cannot_read, source,
        what +
            "; the file stops in the middle. If it is still being exported, wait; otherwise export it again");
  };
  if (bytes.size() < 12) return stops("the header of a .glb is 12 bytes long");
  if (const std::uint32_t version = u32_at(bytes, 4); version != 2)
    return fail(
        ErrorCode::unsupported, source,
        fmt::format("is a .glb of version {}; only version 2 can be read. Export it as glTF 2.0", version));
  const std::size_t length = u32_at(bytes, 8);
  if (length > bytes.size())
    return stops(fmt::format("its header declares {} bytes, but there are {}", length, bytes.size()));
  if (length < bytes.size()) {
    notes.push_back(
        {Severity::error, "bytes_after_the_end", source,
         fmt::format(
             "{} bytes after the end that the header declares are ignored; other programs, the viewer "
             "among them, reject such a file. Export it again",
             bytes.size() - length)});
    bytes = bytes.first(length);
  }

  GlbChunks chunks;
  bool has_json = false, has_binary = false;
  for (std::size_t at = 12; at < bytes.size();) {
    if (bytes.size() - at < 8) return stops("a chunk header is truncated");
    const std::size_t size = u32_at(bytes, at);
    const std::uint32_t type = u32_at(bytes, at + 4);
    at += 8;
    if (size > bytes.size() - at)
      return stops(
          fmt::format("a chunk of {} bytes begins {} bytes before the end", size, bytes.size() - at));
    const auto content = bytes.subspan(at, size);
    if (!has_json) {
      if (type != kJsonChunk)
        return fail(ErrorCode::cannot_read, source, "its first chunk is not JSON; export it again");
      chunks.json = as_text(content);
      has_json = true;
    } else if (type == kBinaryChunk && !has_binary) {
      chunks.binary = content;
      has_binary = true;
    }
    at += size;
  }
  if (!has_json) return stops("there is no chunk in it");
  return chunks;
}

}  // namespace mannequin::io
