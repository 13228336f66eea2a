#include "engine/io/mesh_asset/inflate.h"

#include <fmt/format.h>
#include <zlib.h>

#if MANNEQUIN_LIBDEFLATE
#include <libdeflate.h>
#endif

#include <algorithm>
#include <memory>
#include <optional>

#include "engine/io/file.h"

namespace mannequin::io::mesh_asset {
namespace {

struct EndInflate {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

// Most blocks unpack to less than twice their size.
std::size_t likely_bytes(std::span<const std::byte> packed, std::size_t limit) {
  return std::min(limit, 4 * packed.size() + 64);
}

// A faster library where there is one. It only reads whole streams into enough memory, and does not say what
// is wrong with others: nullopt leaves those to zlib.
std::optional<Inflated> inflate_at_once([[maybe_unused]] std::span<const std::byte> packed,
                                        [[maybe_unused]] std::size_t limit) {
#if MANNEQUIN_LIBDEFLATE
  struct Free {
    void operator()(libdeflate_decompressor* it) const { libdeflate_free_decompressor(it); }
  };
  const std::unique_ptr<libdeflate_decompressor, Free> decompressor(libdeflate_alloc_decompressor());
  if (decompressor == nullptr) return std::nullopt;
  Inflated out;
  out.bytes.resize(likely_bytes(packed, limit));
  std::size_t unpacked = 0;
  if (libdeflate_zlib_decompress_ex(decompressor.get(), packed.data(), packed.size(), out.bytes.data(),
                                    out.bytes.size(), &out.used, &unpacked) != LIBDEFLATE_SUCCESS)
    return std::nullopt;
  out.bytes.resize(unpacked);
  return out;
#else
  return std::nullopt;
#endif
}

const char* what_instead(std::span<const std::byte> packed) {
  const std::string_view text = as_text(packed.first(std::min<std::size_t>(packed.size(), 2)));
  if (text.starts_with("\x1f\x8b")) return "is compressed with gzip, not zlib";
  if (text.starts_with('{') || text.starts_with('[')) return "is not compressed";
  return "is not a zlib stream, or a damaged one";
}

// In pieces, so that memory is allocated only for actual contents.
Result<Inflated> inflate_in_pieces(std::span<const std::byte> packed, std::size_t limit,
                                   const std::string& where) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK)
    return fail(ErrorCode::cannot_read, where, "cannot be unpacked: out of memory");
  const std::unique_ptr<z_stream, EndInflate> ended(&stream);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  Inflated out;
  for (int state = Z_OK; state != Z_STREAM_END;) {
    const std::size_t have = out.bytes.size();
    if (have == limit)
      return fail(ErrorCode::cannot_read, where,
                  fmt::format("unpacks to more than {} bytes, far more than any mesh; it is damaged, {}",
                              limit, kFetchAgain));
    out.bytes.resize(std::min(limit, std::max(2 * have, likely_bytes(packed, limit))));
    stream.next_out = reinterpret_cast<Bytef*>(out.bytes.data() + have);
    stream.avail_out = static_cast<uInt>(out.bytes.size() - have);
    state = ::inflate(&stream, Z_NO_FLUSH);
    out.bytes.resize(out.bytes.size() - stream.avail_out);
    if (state == Z_STREAM_END || (state == Z_OK && stream.avail_out == 0)) continue;
    if (state == Z_OK || state == Z_BUF_ERROR)
      return fail(ErrorCode::cannot_read, where,
                  fmt::format("is truncated inside its zlib stream; {}", kFetchAgain));
    return fail(ErrorCode::cannot_read, where, fmt::format("{}; {}", what_instead(packed), kFetchAgain));
  }
  out.used = packed.size() - stream.avail_in;
  return out;
}

}  // namespace

Result<Inflated> inflate(std::span<const std::byte> packed, std::size_t limit, const std::string& where) {
  if (auto inflated = inflate_at_once(packed, limit)) return std::move(*inflated);
  return inflate_in_pieces(packed, limit, where);
}

}  // namespace mannequin::io::mesh_asset
