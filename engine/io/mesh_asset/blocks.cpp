#include "engine/io/mesh_asset/blocks.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/io/mesh_asset/inflate.h"

namespace mannequin::io::mesh_asset {
namespace {

constexpr std::array kBlockKeys = {"skin",    "physics_convex", "physics_havok", "lowest_lod",
                                   "low_lod", "medium_lod",     "high_lod",      "physics_mesh"};

constexpr int kGreatestVersion = 999;  // above, viewers treat the asset as missing

// Bytes of the old header, including the newline.
std::size_t text_header_bytes(std::string_view text) {
  for (const std::string_view start : {"<? LLSD/Binary ?>", "<?llsd/binary?>"}) {
    if (!text.starts_with(start)) continue;
    std::size_t size = start.size();
    if (text.substr(size).starts_with("\r\n")) return size + 2;
    return size + (text.substr(size).starts_with('\n') ? 1 : 0);
  }
  return 0;
}

// An offset or size in the header; missing ones count as 0, as in the viewer.
Result<double> header_number(const Llsd& entry, const char* key, const std::string& where) {
  const Llsd* value = entry.find(key);
  if (value == nullptr || value->as<std::monostate>() != nullptr) return 0.0;
  const auto number = value->number();
  if (number && std::isfinite(*number)) return std::trunc(*number);
  return fail(ErrorCode::bad_data, where,
              fmt::format("its {} is {}, not a number; {}", key, value->kind(), kFetchAgain));
}

}  // namespace

Budget::Budget(std::size_t file_bytes)
    : bytes(kMaxUnpackedBytes + 2 * file_bytes),
      vertices(kMaxAssetVertices + file_bytes / 24),
      triangles(kMaxAssetTriangles + file_bytes / 24) {}

Result<LlsdRead> read_header(std::span<const std::byte> bytes, const std::string& source) {
  const std::size_t skipped =
      text_header_bytes(as_text(bytes.first(std::min<std::size_t>(bytes.size(), 32))));
  return read_llsd(bytes.subspan(skipped), source + ", header").map([&](LlsdRead read) {
    read.size += skipped;
    return read;
  });
}

Result<std::vector<AssetBlock>> list_blocks(const Llsd& header, std::size_t body_bytes,
                                            const std::string& source) {
  std::vector<AssetBlock> blocks;
  for (const char* key : kBlockKeys) {
    const Llsd* entry = header.find(key);
    if (entry == nullptr) continue;
    const std::string where = fmt::format("{}, header, {}", source, key);
    if (entry->as<Llsd::Map>() == nullptr)
      return fail(ErrorCode::bad_data, where,
                  fmt::format("is {}, not a map of offset and size; {}", entry->kind(), kFetchAgain));
    const auto offset = header_number(*entry, "offset", where), bytes = header_number(*entry, "size", where);
    if (!offset) return error_of(offset);
    if (!bytes) return error_of(bytes);
    if (*bytes <= 0.0) continue;
    const auto size = static_cast<double>(body_bytes);
    if (*offset < 0.0 || *offset > size || *bytes > size - *offset)
      return fail(
          ErrorCode::bad_data, where,
          fmt::format(
              "claims {} bytes from byte {} on, but {} bytes follow the header; the file is truncated or "
              "damaged, {}",
              *bytes, *offset, body_bytes, kFetchAgain));
    blocks.push_back({key, static_cast<std::size_t>(*offset), static_cast<std::size_t>(*bytes), 0});
  }
  std::stable_sort(blocks.begin(), blocks.end(),
                   [](const AssetBlock& a, const AssetBlock& b) { return a.offset < b.offset; });
  return blocks;
}

Result<MeshAssetHeader> header_of(const LlsdRead& read, std::optional<std::size_t> file_bytes,
                                  const std::string& source) {
  const Llsd& header = read.value;
  const std::string where = source + ", header";
  if (header.as<Llsd::Map>() == nullptr)
    return fail(ErrorCode::bad_data, where,
                fmt::format("is {}, not a map; the file is not a mesh asset", header.kind()));
  MeshAssetHeader made;
  made.source = source;
  made.header_bytes = read.size;
  if (const Llsd* version = header.find("version")) {
    const double number = std::trunc(version->number().value_or(0.0));
    if (!(number <= kGreatestVersion))
      return fail(ErrorCode::unsupported, where,
                  fmt::format("has version {}; viewers and this program support versions up to {}", number,
                              kGreatestVersion));
    made.version = static_cast<int>(std::max(number, -1.0));
  }
  if (const Llsd* part = header.find("submodel_id"))
    made.submodel_id = static_cast<int>(std::clamp(part->number().value_or(0.0), 0.0, 1e6));
  const std::size_t after = file_bytes ? *file_bytes - std::min(*file_bytes, read.size)
                                       : std::numeric_limits<std::size_t>::max() / 2;
  auto blocks = list_blocks(header, after, source);
  if (!blocks) return error_of(blocks);
  made.blocks = std::move(*blocks);
  const auto is_level = [](const AssetBlock& block) {
    return std::any_of(kLods.begin(), kLods.end(), [&](Lod lod) { return block.key == lod_key(lod); });
  };
  if (std::none_of(made.blocks.begin(), made.blocks.end(), is_level))
    return fail(ErrorCode::bad_data, where,
                "has no level of detail, so there is nothing to draw; fetch or export it again");
  return made;
}

Result<Llsd> unpack(std::span<const std::byte> body, AssetBlock& block, Budget& budget,
                    const std::string& source, Notes& notes) {
  const std::string where = fmt::format("{}, {}", source, block.key);
  auto unpacked =
      inflate(body.subspan(block.offset, block.bytes), std::min(kMaxUnpackedBytes, budget.bytes), where);
  if (!unpacked) return error_of(std::move(unpacked));
  budget.bytes -= unpacked->bytes.size();
  block.unpacked_bytes = unpacked->bytes.size();
  auto value = read_llsd(unpacked->bytes, where);
  if (!value) return error_of(std::move(value));
  const std::size_t behind = unpacked->bytes.size() - value->size + block.bytes - unpacked->used;
  if (behind > 0)
    notes.push_back({Severity::warning, "bytes_behind_value", where,
                     fmt::format("{} bytes follow that have no meaning; viewers ignore them", behind)});
  return std::move(value->value);
}

Bytes pack(const Llsd& value) {
  const Bytes plain = write_llsd(value);
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  Bytes packed(size);
  // The viewer's compression level.
  compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(plain.data()),
            static_cast<uLong>(plain.size()), Z_BEST_COMPRESSION);
  packed.resize(size);
  return packed;
}

}  // namespace mannequin::io::mesh_asset
