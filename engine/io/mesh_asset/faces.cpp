#include "engine/io/mesh_asset/faces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/io/mesh_asset/weights.h"
#include "engine/math/finite.h"

namespace mannequin::io::mesh_asset {
namespace {

tl::unexpected<Error> bad(const std::string& where, std::string what) {
  return fail(ErrorCode::bad_data, where, std::move(what) + "; export the mesh again");
}

double unpacked(std::uint16_t packed, double low, double high) {
  return low + packed / 65535.0 * (high - low);
}

// Two or three numbers of an array, including integers.
Result<std::array<double, 3>> read_numbers(const Llsd* list, std::size_t width, const char* key,
                                           const std::string& where) {
  const auto* items = list == nullptr ? nullptr : list->as<Llsd::Array>();
  if (items == nullptr || items->size() != width)
    return bad(where, fmt::format("{} should be {} numbers, but is {}", key, width,
                                  list == nullptr    ? "missing"
                                  : items == nullptr ? list->kind()
                                                     : fmt::format("{} of them", items->size())));
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < width; ++i) {
    const auto number = (*items)[i].number();
    if (!number || !std::isfinite(static_cast<float>(*number)))
      return bad(where, fmt::format("{} has {} that is not a finite number", key, (*items)[i].kind()));
    numbers[i] = *number;
  }
  return numbers;
}

class FaceReader {
 public:
  FaceReader(const Llsd& map, std::optional<std::size_t> joints, std::string where, Notes& notes)
      : map_(map), joints_(joints), where_(std::move(where)), notes_(notes) {}

  Result<AssetFace> read() {
    if (map_.as<Llsd::Map>() == nullptr) return bad(where_, fmt::format("is {}, not a map", map_.kind()));
    if (map_.find("NoGeometry") != nullptr) {
      face_.no_geometry = true;
      return std::move(face_);
    }
    const Status status = read_positions()
                              .and_then([&] { return read_scale(); })
                              .and_then([&] { return read_normals(); })
                              .and_then([&] { return read_uvs(); })
                              .and_then([&] { return read_triangles(); })
                              .and_then([&] { return read_influences(); });
    if (!status) return error_of(status);
    return std::move(face_);
  }

 private:
  Status read_positions() {
    const auto data = binary_at(map_, "Position", where_);
    if (!data) return error_of(data);
    if (*data == nullptr || (*data)->empty())
      return bad(where_, "has no Position; an intentionally empty face is marked NoGeometry");
    if ((*data)->size() % 6 != 0)
      return bad(where_, fmt::format("Position has {} bytes, but a vertex takes 6", (*data)->size()));
    if ((*data)->size() / 6 > kMaxFaceVertices)
      return bad(where_, fmt::format("has {} vertices, more than the {} that indices can address",
                                     (*data)->size() / 6, kMaxFaceVertices));
    const auto domain = domain_at("PositionDomain", 3);
    if (!domain) return error_of(domain);
    face_.positions = unpack_points(**data, *domain);
    return {};
  }

  Status read_scale() {
    const Llsd* scale = map_.find("NormalizedScale");
    if (scale == nullptr) return {};
    const auto numbers = read_numbers(scale, 3, "NormalizedScale", where_);
    if (!numbers) return error_of(numbers);
    face_.normalized_scale = Vec3f((*numbers)[0], (*numbers)[1], (*numbers)[2]);
    return {};
  }

  Status read_normals() {
    const auto data = binary_at(map_, "Normal", where_);
    if (!data) return error_of(data);
    if (*data == nullptr) {
      note("no_normals", "has no normals; smooth ones are computed, upload with normals to keep hard edges");
      return {};
    }
    if (auto status = expect_bytes("Normal", **data, 6); !status) return status;
    face_.normals = unpack_points(**data, {{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}});
    return {};
  }

  Status read_uvs() {
    const auto data = binary_at(map_, "TexCoord0", where_);
    if (!data) return error_of(data);
    if (*data == nullptr) {
      note("no_uv",
           "has no texture coordinates, so textures show a single colour; unwrap the mesh and upload it "
           "again");
      return {};
    }
    if (auto status = expect_bytes("TexCoord0", **data, 4); !status) return status;
    const auto domain = domain_at("TexCoord0Domain", 2);
    if (!domain) return error_of(domain);
    face_.uvs.resize(face_.positions.size());
    for (std::size_t v = 0; v < face_.uvs.size(); ++v)
      face_.uvs[v] = Vec2f(unpacked(packed_at(**data, 2 * v), domain->low[0], domain->high[0]),
                           unpacked(packed_at(**data, 2 * v + 1), domain->low[1], domain->high[1]));
    return {};
  }

  Status read_triangles() {
    const auto data = binary_at(map_, "TriangleList", where_);
    if (!data) return error_of(data);
    const std::size_t bytes = *data == nullptr ? 0 : (*data)->size(), count = bytes / 6 * 3;
    if (count == 0)
      return bad(where_, "has vertices but no triangles; an intentionally empty face is marked NoGeometry");
    if (bytes % 6 != 0)
      note("surplus_indices",
           fmt::format("TriangleList has {} bytes after its last complete triangle; viewers ignore them",
                       bytes % 6));
    face_.indices.resize(count);
    std::uint16_t greatest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      face_.indices[i] = packed_at(**data, i);
      greatest = std::max(greatest, face_.indices[i]);
    }
    if (greatest < face_.positions.size()) return {};
    const std::size_t vertices = face_.positions.size();
    const auto first = std::ranges::find_if(face_.indices, [&](std::uint16_t i) { return i >= vertices; });
    return bad(fmt::format("{}, triangle {}", where_, (first - face_.indices.begin()) / 3),
               fmt::format("refers to vertex {}, but there are only {} (numbered from 0)", *first, vertices));
  }

  Status read_influences() {
    const auto data = binary_at(map_, "Weights", where_);
    if (!data) return error_of(data);
    if (*data == nullptr) {
      if (joints_)
        note("no_weights",
             "has no weights although the mesh has a skin; in-world it follows the first joint. Bind the "
             "mesh again");
      return {};
    }
    if (!joints_) {
      note("weights_without_skin",
           "has weights, but the file has no skin with the joint names; they are ignored");
      return {};
    }
    return unpack_weights(**data, face_.positions.size(), *joints_, where_, notes_)
        .map([&](std::vector<VertexInfluences> influences) { face_.influences = std::move(influences); });
  }

  void note(const char* code, std::string what) {
    notes_.push_back({Severity::warning, code, where_, std::move(what)});
  }

  Status expect_bytes(const char* key, const Bytes& data, std::size_t each) const {
    if (data.size() == each * face_.positions.size()) return {};
    return bad(where_, fmt::format("{} has {} bytes, but {} vertices need {}", key, data.size(),
                                   face_.positions.size(), each * face_.positions.size()));
  }

  Result<PackedDomain> domain_at(const char* key, std::size_t width) const {
    const Llsd* domain = map_.find(key);
    if (domain == nullptr)
      return bad(where_, fmt::format("has no {}, without which its values cannot be scaled", key));
    return read_domain(*domain, width, fmt::format("{}, {}", where_, key));
  }

  const Llsd& map_;
  std::optional<std::size_t> joints_;
  std::string where_;
  Notes& notes_;
  AssetFace face_;
};

// Positions or triangles of a face, three numbers each; 0 if there are none.
std::size_t points_of(const Llsd& face, const char* key) {
  const Llsd* data = face.find("NoGeometry") != nullptr ? nullptr : face.find(key);
  const Bytes* bytes = data == nullptr ? nullptr : data->as<Bytes>();
  return bytes == nullptr ? 0 : bytes->size() / 6;
}

}  // namespace

Parallel face_threads(std::size_t vertices) {
  constexpr std::size_t kWorthThreads = 20'000;
  return Parallel(vertices < kWorthThreads ? 1 : 0);
}

Result<std::vector<AssetFace>> read_faces(const Llsd& level, std::optional<std::size_t> joints,
                                          const std::string& where, Budget& budget, Notes& notes) {
  const auto* list = level.as<Llsd::Array>();
  if (list == nullptr) return bad(where, fmt::format("is {}, not an array of faces", level.kind()));
  if (list->empty()) return bad(where, "has no faces");
  if (list->size() > kMaxFaces)
    return bad(where, fmt::format("has {} faces, more than the {} that an object can have", list->size(),
                                  kMaxFaces));
  if (list->size() > kMaxUploadFaces)
    notes.push_back({Severity::warning, "too_many_faces", where,
                     fmt::format("has {} faces; an upload makes at most {}", list->size(), kMaxUploadFaces)});
  std::size_t vertices = 0, count = 0;
  const char* too_many = nullptr;
  for (; count < list->size() && too_many == nullptr; ++count) {
    const std::size_t of_face = points_of((*list)[count], "Position"),
                      triangles = points_of((*list)[count], "TriangleList");
    if (of_face > budget.vertices || triangles > budget.triangles) {
      too_many = of_face > budget.vertices ? "vertices" : "triangles";
      break;
    }
    budget.vertices -= of_face;
    budget.triangles -= triangles;
    vertices += of_face;
  }
  std::vector<Result<AssetFace>> read(count);
  std::vector<Notes> notes_of(count);
  face_threads(vertices).for_each(count, [&](std::size_t f) {
    read[f] = FaceReader((*list)[f], joints, fmt::format("{}, face {}", where, f), notes_of[f]).read();
  });
  std::vector<AssetFace> faces;
  for (std::size_t f = 0; f < count; ++f) {
    notes.insert(notes.end(), notes_of[f].begin(), notes_of[f].end());
    if (!read[f]) return error_of(std::move(read[f]));
    faces.push_back(std::move(*read[f]));
  }
  if (too_many != nullptr)
    return bad(
        where,
        fmt::format("has more {}, including the levels below it, than plausible for a file of this size",
                    too_many));
  if (std::all_of(faces.begin(), faces.end(), [](const AssetFace& face) { return face.no_geometry; }))
    return bad(where, "has no geometry in any face");
  return faces;
}

Result<PackedDomain> read_domain(const Llsd& domain, std::size_t width, const std::string& where) {
  const auto low = read_numbers(domain.find("Min"), width, "Min", where);
  if (!low) return error_of(low);
  const auto high = read_numbers(domain.find("Max"), width, "Max", where);
  if (!high) return error_of(high);
  return PackedDomain{*low, *high};
}

Result<const Bytes*> binary_at(const Llsd& map, const char* key, const std::string& where) {
  const Llsd* value = map.find(key);
  if (value == nullptr) return nullptr;
  const Bytes* data = value->as<Bytes>();
  if (data == nullptr) return bad(where, fmt::format("{} is {}, not binary data", key, value->kind()));
  return data;
}

std::vector<Vec3f> unpack_points(const Bytes& data, const PackedDomain& domain) {
  std::vector<Vec3f> points(data.size() / 6);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<std::size_t>(axis);
      points[i][axis] =
          static_cast<float>(unpacked(packed_at(data, 3 * i + a), domain.low[a], domain.high[a]));
    }
  return points;
}

}  // namespace mannequin::io::mesh_asset
