#include "engine/io/gltf/glb_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "engine/io/gltf/limits.h"

namespace mannequin::io {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little,
              "glTF is little-endian; arrays are copied as they are");

constexpr int kGlUnsignedByte = 5121, kGlUnsignedShort = 5123, kGlUnsignedInt = 5125, kGlFloat = 5126;
constexpr std::size_t kMaxFileLength = std::numeric_limits<std::uint32_t>::max();
constexpr int kArrayBuffer = 34962, kElementArrayBuffer = 34963;

// Fills a preallocated array.
class Cursor {
 public:
  explicit Cursor(Bytes& bytes) : to_(bytes.data()) {}
  void put(std::uint32_t value) { put(std::as_bytes(std::span(&value, 1))); }
  void put(std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(to_, bytes.data(), bytes.size());
    to_ += bytes.size();
  }

 private:
  std::byte* to_;
};

void pad(Bytes& bytes) { bytes.resize((bytes.size() + 3) / 4 * 4); }

// A value and all in it, as the reader counts them: keys, too.
std::size_t count_values(const Json& value) {
  std::size_t count = 1 + (value.is_object() ? value.size() : 0);
  if (value.is_structured())
    for (const Json& inner : value) count += count_values(inner);
  return count;
}

// No file is written that could not be read again.
Status check_limits(const Json& document) {
  for (const auto& [key, list] : document.items())
    if (list.is_array() && list.size() > kMaxList)
      return fail(ErrorCode::bad_data, "",
                  fmt::format("the .glb would have {} {}, more than the {} that are read; write fewer meshes",
                              list.size(), key, kMaxList));
  const std::size_t values = count_values(document);
  if (values > kMaxValues)
    return fail(
        ErrorCode::bad_data, "",
        fmt::format("the .glb would have {} JSON values, more than the {} that are read; write fewer meshes",
                    values, kMaxValues));
  return {};
}

}  // namespace

std::size_t GlbBuilder::add_view(std::span<const std::byte> bytes, Use use) {
  pad(binary_);
  Json view;
  view["buffer"] = 0;
  view["byteOffset"] = binary_.size();
  view["byteLength"] = bytes.size();
  if (use == Use::vertices) view["target"] = kArrayBuffer;
  if (use == Use::indices) view["target"] = kElementArrayBuffer;
  binary_.insert(binary_.end(), bytes.begin(), bytes.end());
  views_.push_back(std::move(view));
  return views_.size() - 1;
}

int GlbBuilder::add(std::span<const std::byte> bytes, std::size_t count, int component_type, const char* type,
                    Use use) {
  Json accessor;
  accessor["bufferView"] = add_view(bytes, use);
  accessor["componentType"] = component_type;
  accessor["count"] = count;
  accessor["type"] = type;
  accessors_.push_back(std::move(accessor));
  return static_cast<int>(accessors_.size()) - 1;
}

int GlbBuilder::add_positions(std::span<const Vec3f> values) {
  const int accessor = add_vectors(values);
  Vec3f low = values.front(), high = values.front();
  for (const Vec3f& v : values) {
    low = glm::min(low, v);
    high = glm::max(high, v);
  }
  accessors_.back()["min"] = {low.x, low.y, low.z};
  accessors_.back()["max"] = {high.x, high.y, high.z};
  return accessor;
}

int GlbBuilder::add_sparse(std::size_t count, std::span<const std::uint32_t> indices,
                           std::span<const Vec3f> values) {
  Vec3f low = values.front(), high = low;
  if (values.size() < count) low = high = Vec3f(0.0f);
  for (const Vec3f& v : values) {
    low = glm::min(low, v);
    high = glm::max(high, v);
  }
  const std::size_t index_view = add_view(std::as_bytes(indices), Use::other);
  const std::size_t value_view = add_view(std::as_bytes(values), Use::other);
  Json accessor;
  accessor["componentType"] = kGlFloat;
  accessor["count"] = count;
  accessor["type"] = "VEC3";
  accessor["min"] = {low.x, low.y, low.z};
  accessor["max"] = {high.x, high.y, high.z};
  accessor["sparse"] = {{"count", indices.size()},
                        {"indices", {{"bufferView", index_view}, {"componentType", kGlUnsignedInt}}},
                        {"values", {{"bufferView", value_view}}}};
  accessors_.push_back(std::move(accessor));
  return static_cast<int>(accessors_.size()) - 1;
}

int GlbBuilder::add_vectors(std::span<const Vec3f> values) {
  return add(std::as_bytes(values), values.size(), kGlFloat, "VEC3", Use::vertices);
}

int GlbBuilder::add_vectors(std::span<const Vec4f> values) {
  return add(std::as_bytes(values), values.size(), kGlFloat, "VEC4", Use::vertices);
}

int GlbBuilder::add_uvs(std::span<const Vec2f> values) {
  return add(std::as_bytes(values), values.size(), kGlFloat, "VEC2", Use::vertices);
}

int GlbBuilder::add_colors(std::span<const Vec4f> values) {
  std::vector<std::uint16_t> numbers;
  for (const Vec4f& color : values)
    for (int i = 0; i < 4; ++i)
      numbers.push_back(static_cast<std::uint16_t>(std::lround(std::clamp(color[i], 0.0f, 1.0f) * 65535.0f)));
  const int accessor =
      add(std::as_bytes(std::span(numbers)), values.size(), kGlUnsignedShort, "VEC4", Use::vertices);
  accessors_.back()["normalized"] = true;
  return accessor;
}

int GlbBuilder::add_joints(std::span<const std::uint16_t> four_per_vertex, bool wide) {
  const std::size_t count = four_per_vertex.size() / 4;
  if (wide) return add(std::as_bytes(four_per_vertex), count, kGlUnsignedShort, "VEC4", Use::vertices);
  const std::vector<std::uint8_t> narrow(four_per_vertex.begin(), four_per_vertex.end());
  return add(std::as_bytes(std::span(narrow)), count, kGlUnsignedByte, "VEC4", Use::vertices);
}

int GlbBuilder::add_indices(std::span<const std::uint32_t> values, bool wide) {
  if (wide) return add(std::as_bytes(values), values.size(), kGlUnsignedInt, "SCALAR", Use::indices);
  const std::vector<std::uint16_t> narrow(values.begin(), values.end());
  return add(std::as_bytes(std::span(narrow)), values.size(), kGlUnsignedShort, "SCALAR", Use::indices);
}

int GlbBuilder::add_matrices(std::span<const Mat4f> values) {
  return add(std::as_bytes(values), values.size(), kGlFloat, "MAT4", Use::other);
}

std::size_t GlbBuilder::add_file(std::span<const std::byte> bytes) { return add_view(bytes, Use::other); }

Result<Bytes> GlbBuilder::finish(Json document) const {
  Bytes binary = binary_;
  pad(binary);
  if (!binary.empty()) {
    if (!accessors_.empty()) document["accessors"] = accessors_;
    document["bufferViews"] = views_;
    document["buffers"] = Json::array({Json{{"byteLength", binary.size()}}});
  }
  if (auto status = check_limits(document); !status) return error_of(status);

  // Names come from files and may not be UTF-8: write a replacement character rather than fail.
  std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  const std::size_t total = 12 + 8 + text.size() + (binary.empty() ? 0 : 8 + binary.size());
  if (total > kMaxFileLength)
    return fail(ErrorCode::bad_data, "", "the meshes need more than 4 GiB, the limit of a .glb; write fewer");

  Bytes file(total);
  Cursor cursor(file);
  cursor.put(0x46546C67);  // "glTF"
  cursor.put(2);
  cursor.put(static_cast<std::uint32_t>(total));
  cursor.put(static_cast<std::uint32_t>(text.size()));
  cursor.put(0x4E4F534A);  // "JSON"
  cursor.put(std::as_bytes(std::span(text)));
  if (!binary.empty()) {
    cursor.put(static_cast<std::uint32_t>(binary.size()));
    cursor.put(0x004E4942);  // "BIN"
    cursor.put(binary);
  }
  return file;
}

}  // namespace mannequin::io
