// Linden Binary Mesh 1.0, little-endian. Source: ALGORITHM 7.
#include "engine/io/llm.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "engine/io/companion.h"
#include "engine/io/file.h"
#include "engine/io/text_file.h"
#include "engine/math/finite.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

constexpr std::string_view kMagic = "Linden Binary Mesh 1.0";
constexpr std::size_t kMagicBytes = 24, kNameBytes = 64;
constexpr std::size_t kHeaderBytes = kMagicBytes + 2 + 12 + 12 + 1 + 12;
constexpr std::size_t kVertexBytes = 3 * 12 + 8;
constexpr std::size_t kDeltaBytes = 4 + 3 * 12 + 8;
constexpr std::size_t kMaxSkinJoints = 255;
constexpr std::string_view kEndOfMorphs = "End Morphs";
// Beyond any vertex or delta of an avatar, metres.
constexpr float kMaxCoordinate = 1e4f;

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand");

// Reads the bytes in order; keeps the first fault, after which everything reads as empty.
class LlmReader {
 public:
  LlmReader(std::span<const std::byte> bytes, const std::string& source) : bytes_(bytes) {
    mesh_.source = source;
  }

  Result<BaseMeshDesc> read(LlmKind kind) {
    header();
    const bool full = kind == LlmKind::full;
    if (full) vertices();
    faces(full);
    if (full && has_weights_) skin_joints();
    if (full) {
      while (morph()) {
      }
      remaps();
    }
    if (fault_) return tl::make_unexpected(*fault_);
    return std::move(mesh_);
  }

 private:
  void blame(std::size_t offset, std::string what, ErrorCode code = ErrorCode::bad_data) {
    if (!fault_) fault_ = Error{code, fmt::format("{}, byte {}", mesh_.source, offset), std::move(what)};
  }

  // Whether that many bytes are left; checked before any allocation.
  bool holds(std::uint64_t bytes, const char* what) {
    if (fault_) return false;
    if (bytes <= bytes_.size() - at_) return true;
    blame(at_,
          fmt::format("ends within its {}: {} bytes are needed, {} are left; fetch the file again", what,
                      bytes, bytes_.size() - at_),
          ErrorCode::cannot_read);
    return false;
  }

  template <typename T>
  T take() {
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }

  template <typename T>
  T number(const char* what) {
    return holds(sizeof(T), what) ? take<T>() : T{};
  }

  template <typename T>
  std::vector<T> list(std::size_t count, const char* what) {
    if (!holds(std::uint64_t{count} * sizeof(T), what)) return {};
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), bytes_.data() + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return values;
  }

  template <typename T>
  static bool sensible(const T& v) {
    for (glm::length_t i = 0; i < v.length(); ++i)
      if (!(std::abs(v[i]) <= kMaxCoordinate)) return false;
    return true;
  }

  template <typename T>
  void check_vectors(const std::vector<T>& values, std::size_t begin, const char* what) {
    const auto wrong = std::ranges::find_if_not(values, [](const T& v) { return sensible(v); });
    if (wrong == values.end()) return;
    const auto v = static_cast<std::size_t>(wrong - values.begin());
    blame(begin + v * sizeof(T),
          fmt::format("the {} of vertex {} is not finite or exceeds {} m; fetch the file again", what, v,
                      kMaxCoordinate));
  }

  std::string name(const char* what) {
    const std::size_t begin = at_;
    if (!holds(kNameBytes, what)) return {};
    const std::string_view field = as_text(bytes_.subspan(at_, kNameBytes));
    at_ += kNameBytes;
    const std::string_view text = field.substr(0, field.find('\0'));
    const bool printable = std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
    if (text.empty() || text.size() == kNameBytes || !printable)
      blame(begin, fmt::format("{} is not a name: {}; fetch the file again", what,
                               in_quotes(printable ? text : "?")));
    return std::string(text);
  }

  void header() {
    if (!looks_like_llm(bytes_))
      return blame(0,
                   fmt::format("does not begin with \"{}\"; it is not a mesh of the system avatar", kMagic),
                   ErrorCode::cannot_read);
    if (!holds(kHeaderBytes, "header")) return;
    at_ = kMagicBytes;
    has_weights_ = take<std::uint8_t>() != 0;
    const bool has_detail = take<std::uint8_t>() != 0;
    if (has_detail)
      return blame(kMagicBytes + 1,
                   "has detail texture coordinates, which no viewer reads; export it without them",
                   ErrorCode::unsupported);
    const std::size_t begin = at_;
    mesh_.position = take<Vec3f>();
    mesh_.rotation_degrees = take<Vec3f>();
    take<std::uint8_t>();  // the order of rotations, which the viewer ignores
    mesh_.scale = take<Vec3f>();
    if (!sensible(mesh_.position) || !sensible(mesh_.rotation_degrees) || !sensible(mesh_.scale))
      blame(begin, "has a position, rotation or scale that is not finite; fetch the file again");
  }

  void vertices() {
    const std::size_t count = number<std::uint16_t>("number of vertices");
    if (fault_) return;
    if (count == 0)
      return blame(at_ - 2, "has no vertices; a level of detail is read together with its full mesh");
    const std::size_t per_vertex = kVertexBytes + (has_weights_ ? sizeof(float) : 0);
    if (!holds(std::uint64_t{count} * per_vertex, "vertices")) return;
    const auto vectors = [&](std::vector<Vec3f>& to, const char* what) {
      const std::size_t begin = at_;
      to = list<Vec3f>(count, what);
      check_vectors(to, begin, what);
    };
    vectors(mesh_.positions, "position");
    vectors(mesh_.normals, "normal");
    vectors(mesh_.binormals, "binormal");
    const std::size_t uvs = at_;
    mesh_.uvs = list<Vec2f>(count, "texture coordinates");
    check_vectors(mesh_.uvs, uvs, "texture coordinates");
    if (!has_weights_) return;
    const std::size_t weights = at_;
    mesh_.weights = list<float>(count, "weights");
    for (std::size_t v = 0; v < mesh_.weights.size(); ++v)
      if (!(mesh_.weights[v] >= 0.0f && mesh_.weights[v] <= 2.0f * static_cast<float>(kMaxSkinJoints)))
        blame(
            weights + v * sizeof(float),
            fmt::format("the weight of vertex {} is {}, but joints are numbered from 0; fetch the file again",
                        v, mesh_.weights[v]));
  }

  void faces(bool full) {
    const std::size_t count = number<std::uint16_t>("number of faces");
    if (fault_) return;
    if (count == 0) return blame(at_ - 2, "has no faces, so there is nothing to draw; fetch the file again");
    const std::size_t begin = at_;
    const std::vector<std::uint16_t> indices = list<std::uint16_t>(3 * count, "faces");
    for (std::size_t i = 0; i < indices.size(); ++i)
      if (full && indices[i] >= mesh_.positions.size())
        blame(begin + i * sizeof(std::uint16_t),
              fmt::format("face {} uses vertex {}, but there are only {} (numbered from 0)", i / 3,
                          indices[i], mesh_.positions.size()));
    mesh_.indices.assign(indices.begin(), indices.end());
  }

  void skin_joints() {
    const std::size_t count = number<std::uint16_t>("number of joints");
    if (fault_) return;
    if (count == 0 || count > kMaxSkinJoints)
      return blame(at_ - 2,
                   fmt::format("names {} joints; with weights there are 1 to {}", count, kMaxSkinJoints));
    if (!holds(count * kNameBytes, "joint names")) return;
    for (std::size_t j = 0; j < count; ++j) mesh_.skin_joints.push_back(name("a joint"));
  }

  // False after the last one.
  bool morph() {
    BaseMorph morph;
    morph.name = name("a morph");
    if (fault_ || morph.name == kEndOfMorphs) return false;
    const auto count = number<std::int32_t>("number of moved vertices");
    if (fault_) return false;
    if (count < 0 || static_cast<std::size_t>(count) > mesh_.positions.size()) {
      blame(at_ - 4, fmt::format("morph {} moves {} vertices, but there are only {}", in_quotes(morph.name),
                                 count, mesh_.positions.size()));
      return false;
    }
    if (!holds(static_cast<std::uint64_t>(count) * kDeltaBytes, "morphs")) return false;
    for (std::int32_t i = 0; i < count && !fault_; ++i) delta(morph);
    if (!fault_) mesh_.morphs.push_back(std::move(morph));
    return !fault_;
  }

  void delta(BaseMorph& morph) {
    const std::size_t begin = at_;
    const auto vertex = take<std::uint32_t>();
    if (vertex >= mesh_.positions.size())
      return blame(begin, fmt::format("morph {} moves vertex {}, but there are only {} (numbered from 0)",
                                      in_quotes(morph.name), vertex, mesh_.positions.size()));
    const auto position = take<Vec3f>(), normal = take<Vec3f>(), binormal = take<Vec3f>();
    const auto uv = take<Vec2f>();
    if (!sensible(position) || !sensible(normal) || !sensible(uv))
      return blame(
          begin, fmt::format("morph {} moves vertex {} by a number that is not finite; fetch the file again",
                             in_quotes(morph.name), vertex));
    morph.vertices.push_back(vertex);
    morph.positions.push_back(position);
    morph.normals.push_back(normal);
    morph.binormals.push_back(binormal);
    morph.uvs.push_back(uv);
  }

  void remaps() {
    const auto count = number<std::int32_t>("number of remaps");
    if (fault_) return;
    if (count < 0) return blame(at_ - 4, fmt::format("has {} remaps; fetch the file again", count));
    if (!holds(static_cast<std::uint64_t>(count) * 2 * sizeof(std::int32_t), "remaps")) return;
    const auto vertices = static_cast<std::int64_t>(mesh_.positions.size());
    for (std::int32_t i = 0; i < count; ++i) {
      const auto source = take<std::int32_t>(), destination = take<std::int32_t>();
      if (source < 0 || source >= vertices || destination < 0 || destination >= vertices)
        return blame(at_ - 8, fmt::format("remap {} leads from vertex {} to {}, but there are only {}", i,
                                          source, destination, vertices));
      mesh_.remaps.push_back({static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(destination)});
    }
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool has_weights_ = false;
  BaseMeshDesc mesh_;
  std::optional<Error> fault_;
};

}  // namespace

bool looks_like_llm(std::span<const std::byte> bytes) { return as_text(bytes).starts_with(kMagic); }

Result<BaseMeshDesc> read_llm(std::span<const std::byte> bytes, const std::string& source, LlmKind kind) {
  Result<BaseMeshDesc> mesh = LlmReader(bytes, source).read(kind);
  if (mesh && kind == LlmKind::full) add_physics_morphs(*mesh);
  return mesh;
}

LlmKind guess_llm_kind(std::span<const std::byte> bytes) {
  const Result<BaseMeshDesc> detail = LlmReader(bytes, "").read(LlmKind::level_of_detail);
  if (!detail) return LlmKind::full;
  // A level of detail uses every vertex up to its highest; other data of fitting length consists of floats.
  const std::uint32_t highest = *std::ranges::max_element(detail->indices);
  return highest < detail->indices.size() ? LlmKind::level_of_detail : LlmKind::full;
}

Result<std::map<std::string, BaseMeshDesc>> read_base_meshes(const std::filesystem::path& folder,
                                                             std::span<const BodyMeshDesc> meshes) {
  std::map<std::string, BaseMeshDesc> read;
  for (const BodyMeshDesc& mesh : meshes) {
    if (read.contains(mesh.file)) continue;
    if (path_of_utf8(mesh.file).filename() != path_of_utf8(mesh.file) || mesh.file == "..")
      return fail(
          ErrorCode::bad_data, fmt::format("mesh '{}'", mesh.part),
          fmt::format(
              "has the file name {}, which is outside the folder; name a file of the character folder",
              in_quotes(mesh.file)));
    const Result<Bytes> bytes = read_companion(folder, path_of_utf8(mesh.file));
    if (!bytes) return error_of(bytes);
    Result<BaseMeshDesc> one =
        read_llm(*bytes, mesh.file, mesh.reference.empty() ? LlmKind::full : LlmKind::level_of_detail);
    if (!one) return error_of(one);
    read.emplace(mesh.file, std::move(*one));
  }
  return read;
}

}  // namespace mannequin::io
