#include "engine/io/collada/primitive.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace mannequin::io::collada {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Corners that combine few positions and normals in many ways can make a vertex, which takes a hundred bytes,
// from some ten bytes of text. Models have fifty or more.
constexpr std::size_t kFreeCornerVertices = 1'000'000;
constexpr std::size_t kTextOfVertex = 24;

// Which number of a corner's tuple indexes which source.
struct CornerInputs {
  std::size_t stride = 1;
  std::size_t vertex = kNone, normal = kNone, uv = kNone;
  const RealSource* positions = nullptr;
  const RealSource* normals = nullptr;
  const RealSource* uvs = nullptr;
};

class InputReader {
 public:
  InputReader(const Document& document, Sources& sources, pugi::xml_node primitive, const std::string& mesh)
      : document_(document), sources_(sources), primitive_(primitive), mesh_(mesh) {}

  Result<CornerInputs> read() {
    // The viewer uses the last of several texture coordinates, for polygons those of set 0.
    const bool first_set_only = std::string_view(primitive_.name()) == "polygons";
    for (const auto input : primitive_.children("input")) {
      const std::string_view semantic = input.attribute("semantic").value();
      const auto offset = attribute_number(input, "offset");
      if (!offset || *offset > kMaxOffset)
        return document_.bad(input,
                             fmt::format("<input> {} has offset '{}', which is not an index into a tuple; "
                                         "export the model again",
                                         semantic, input.attribute("offset").value()));
      inputs_.stride = std::max(inputs_.stride, *offset + 1);
      Status status;
      if (semantic == "VERTEX") {
        status = read_vertices(input, *offset);
      } else if (semantic == "NORMAL") {
        inputs_.normal = *offset;
        status = take(input, 3, inputs_.normals);
      } else if (semantic == "TEXCOORD") {
        if (first_set_only && inputs_.uvs && attribute_number(input, "set").value_or(0) != 0) continue;
        inputs_.uv = *offset;
        status = take(input, 2, inputs_.uvs);
      }
      if (!status) return error_of(status);
    }
    if (!inputs_.positions)
      return document_.bad(primitive_,
                           fmt::format("<{}> has no VERTEX input with positions, so there is nothing to "
                                       "draw; export the model again",
                                       primitive_.name()));
    return inputs_;
  }

 private:
  Status take(pugi::xml_node input, std::size_t width, const RealSource*& target) {
    return sources_.real(input, width, mesh_).map([&](const RealSource* source) { target = source; });
  }

  Status read_vertices(pugi::xml_node input, std::size_t offset) {
    const auto vertices = document_.resolve(input, "source", {"vertices"});
    if (!vertices) return error_of(vertices);
    inputs_.vertex = offset;
    for (const auto part : vertices->children("input")) {
      const std::string_view semantic = part.attribute("semantic").value();
      Status status;
      if (semantic == "POSITION") {
        status = take(part, 3, inputs_.positions);
      } else if (semantic == "NORMAL" && !inputs_.normals) {
        inputs_.normal = offset;
        status = take(part, 3, inputs_.normals);
      } else if (semantic == "TEXCOORD" && !inputs_.uvs) {
        inputs_.uv = offset;
        status = take(part, 2, inputs_.uvs);
      }
      if (!status) return status;
    }
    return {};
  }

  const Document& document_;
  Sources& sources_;
  pugi::xml_node primitive_;
  const std::string& mesh_;
  CornerInputs inputs_;
};

// Turns corners into vertices: equal position, normal and uv share one vertex, in order of first use.
class Welder {
 public:
  Welder(const CornerInputs& inputs, RawFace& face, std::size_t corners) : inputs_(inputs), face_(face) {
    face_.indices.reserve(corners);
    slots_.resize(std::bit_ceil(std::max<std::size_t>(16, corners / 3)), kEmpty);  // six to a vertex
    seen_.resize(std::bit_ceil(std::clamp<std::size_t>(corners / 8, 16, inputs.positions->count + 16)));
  }

  // `tuple`: the corner's checked indices.
  void add(const std::int32_t* tuple) {
    const Seen corner{tuple[inputs_.vertex], inputs_.normals ? tuple[inputs_.normal] : 0,
                      inputs_.uvs ? tuple[inputs_.uv] : 0};
    Seen& before = seen_[index(tuple, inputs_.vertex) & (seen_.size() - 1)];
    if (before.position == corner.position && before.normal == corner.normal && before.uv == corner.uv) {
      face_.indices.push_back(before.vertex);
      return;
    }
    const float* p = inputs_.positions->at(index(tuple, inputs_.vertex));
    const Vec3f position(p[0], p[1], p[2]);
    Vec3f normal(0.0f);
    if (inputs_.normals) {
      const float* n = inputs_.normals->at(index(tuple, inputs_.normal));
      normal = {n[0], n[1], n[2]};
    }
    Vec2f uv(0.0f);
    if (inputs_.uvs) {
      if (const std::size_t i = index(tuple, inputs_.uv); i < inputs_.uvs->count) {
        const float* t = inputs_.uvs->at(i);
        uv = {t[0], t[1]};
      } else {
        ++face_.missing_uvs;
      }
    }
    const std::uint32_t vertex = vertex_of(position, normal, uv, tuple);
    face_.indices.push_back(vertex);
    // A missing uv is counted at each corner.
    if (!inputs_.uvs || index(tuple, inputs_.uv) < inputs_.uvs->count) {
      before = corner;
      before.vertex = vertex;
    }
  }

 private:
  // A tuple of indices that has occurred, and the vertex it has become.
  struct Seen {
    std::int32_t position = -1, normal = -1, uv = -1;
    std::uint32_t vertex = 0;
  };

  std::uint32_t vertex_of(const Vec3f& position, const Vec3f& normal, const Vec2f& uv,
                          const std::int32_t* tuple) {
    if ((face_.positions.size() + 1) * 2 > slots_.size()) grow();
    std::size_t slot = hash(position, normal, uv) & (slots_.size() - 1);
    for (; slots_[slot] != kEmpty; slot = (slot + 1) & (slots_.size() - 1)) {
      const std::uint32_t known = slots_[slot];
      if (face_.positions[known] == position && face_.normals[known] == normal && face_.uvs[known] == uv)
        return known;
    }
    slots_[slot] = static_cast<std::uint32_t>(face_.positions.size());
    face_.positions.push_back(position);
    face_.normals.push_back(normal);
    face_.uvs.push_back(uv);
    face_.source_indices.push_back(static_cast<std::uint32_t>(index(tuple, inputs_.vertex)));
    return slots_[slot];
  }

  static constexpr std::uint32_t kEmpty = 0xFFFFFFFFu;

  static std::size_t index(const std::int32_t* tuple, std::size_t offset) {
    return static_cast<std::size_t>(tuple[offset]);
  }

  static std::size_t hash(const Vec3f& p, const Vec3f& n, const Vec2f& t) {
    // Two numbers at a time; adding 0 turns -0 into 0, since they compare equal.
    const auto two = [](float a, float b) {
      return std::uint64_t{std::bit_cast<std::uint32_t>(a + 0.0f)} << 32 |
             std::bit_cast<std::uint32_t>(b + 0.0f);
    };
    std::uint64_t h = 0x9E3779B97F4A7C15ull;
    for (const std::uint64_t values : {two(p.x, p.y), two(p.z, n.x), two(n.y, n.z), two(t.x, t.y)}) {
      h = (h ^ values) * 0xD6E8FEB86659FD93ull;
      h ^= h >> 32;
    }
    return static_cast<std::size_t>(h);
  }

  void grow() {
    ScratchVector<std::uint32_t> larger(slots_.size() * 2, kEmpty);
    for (std::uint32_t v = 0; v < face_.positions.size(); ++v) {
      std::size_t slot = hash(face_.positions[v], face_.normals[v], face_.uvs[v]) & (larger.size() - 1);
      while (larger[slot] != kEmpty) slot = (slot + 1) & (larger.size() - 1);
      larger[slot] = v;
    }
    slots_ = std::move(larger);
  }

  const CornerInputs& inputs_;
  RawFace& face_;
  ScratchVector<std::uint32_t> slots_;
  ScratchVector<Seen> seen_;  // by the position's index, of those that share an entry the latest
};

// The corners of a primitive element: tuples of indices, and the number of corners per polygon.
struct Corners {
  ScratchVector<std::int32_t> tuples;
  ScratchVector<std::int32_t> polygons;  // empty: triangles
};

Result<Corners> read_corners(const Document& document, pugi::xml_node primitive, std::size_t stride) {
  Corners corners;
  const std::string_view kind = primitive.name();
  if (kind == "polygons") {
    const auto append = [&](pugi::xml_node p) -> Status {
      auto polygon = read_integers(document, p);
      if (!polygon) return error_of(polygon);
      if (polygon->size() % stride != 0)
        return document.bad(p, fmt::format("the polygon has {} indices, not a multiple of the {} per corner; "
                                           "export the model again",
                                           polygon->size(), stride));
      corners.polygons.push_back(static_cast<std::int32_t>(polygon->size() / stride));
      corners.tuples.insert(corners.tuples.end(), polygon->begin(), polygon->end());
      return {};
    };
    for (const auto child : primitive.children()) {
      const std::string_view name = child.name();
      // <ph> is a polygon with holes; only its outline is used.
      const Status status = name == "p" ? append(child) : name == "ph" ? append(child.child("p")) : Status();
      if (!status) return error_of(status);
    }
    return corners;
  }
  if (kind == "polylist") {
    auto counts = read_integers(document, primitive.child("vcount"));
    if (!counts) return error_of(counts);
    corners.polygons = std::move(*counts);
  }
  auto tuples = read_integers(document, primitive.child("p"));
  if (!tuples) return error_of(tuples);
  corners.tuples = std::move(*tuples);
  return corners;
}

Status check_counts(const Document& document, pugi::xml_node primitive, const Corners& corners,
                    std::size_t stride) {
  const std::size_t size = corners.tuples.size();
  const pugi::xml_node p = primitive.child("p") ? primitive.child("p") : primitive;
  if (std::string_view(primitive.name()) == "triangles") {
    if (size % (3 * stride) != 0)
      return document.bad(
          p, fmt::format("<p> has {} indices, not a multiple of the {} per triangle; the list is "
                         "truncated or an input is missing: export the model again",
                         size, 3 * stride));
    return {};
  }
  std::size_t sum = 0;
  for (const std::int32_t count : corners.polygons) {
    if (count < 0)
      return document.bad(primitive,
                          fmt::format("<vcount> has the negative number {}; export the model again", count));
    sum += static_cast<std::size_t>(count);
  }
  if (sum * stride != size)
    return document.bad(
        p, fmt::format("<p> has {} indices, but the polygons of <vcount> need {} ({} corners of {} "
                       "indices); export the model again",
                       size, sum * stride, sum, stride));
  return {};
}

Status check_ranges(const Document& document, pugi::xml_node primitive, const Corners& corners,
                    const CornerInputs& inputs) {
  const auto bad = [&](std::size_t corner, std::int32_t index, const char* what, std::size_t count) {
    return document.bad(primitive,
                        fmt::format("corner {} of <{}> refers to {} {}, but there are only {} (numbered from "
                                    "0); export the model again",
                                    corner, primitive.name(), what, index, count));
  };
  for (std::size_t i = 0; i + inputs.stride <= corners.tuples.size(); i += inputs.stride) {
    const std::int32_t* tuple = corners.tuples.data() + i;
    const auto out = [&](std::size_t offset, std::size_t count) {
      return tuple[offset] < 0 || static_cast<std::size_t>(tuple[offset]) >= count;
    };
    if (out(inputs.vertex, inputs.positions->count))
      return bad(i / inputs.stride, tuple[inputs.vertex], "position", inputs.positions->count);
    if (inputs.normals && out(inputs.normal, inputs.normals->count))
      return bad(i / inputs.stride, tuple[inputs.normal], "normal", inputs.normals->count);
    if (inputs.uvs && tuple[inputs.uv] < 0)
      return bad(i / inputs.stride, tuple[inputs.uv], "texture coordinate", inputs.uvs->count);
  }
  return {};
}

// False if it makes more than `most` vertices.
bool fan(const Corners& corners, std::size_t stride, std::size_t most, Welder& welder, RawFace& face) {
  const std::int32_t* at = corners.tuples.data();
  const auto polygon = [&](std::size_t count) {
    for (std::size_t i = 2; i < count; ++i) {
      welder.add(at);
      welder.add(at + (i - 1) * stride);
      welder.add(at + i * stride);
      const std::uint32_t* t = face.indices.data() + face.indices.size() - 3;
      if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) ++face.degenerate;
    }
    if (count < 3) ++face.small_polygons;
    at += count * stride;
  };
  if (corners.polygons.empty()) {
    for (std::size_t i = corners.tuples.size() / (3 * stride); i > 0; --i) {
      polygon(3);
      if (face.positions.size() > most) return false;
    }
  } else {
    for (const std::int32_t count : corners.polygons) {
      polygon(static_cast<std::size_t>(count));
      if (face.positions.size() > most) return false;
    }
  }
  return true;
}

}  // namespace

bool is_triangle_primitive(std::string_view element) {
  return element == "triangles" || element == "polylist" || element == "polygons";
}

Result<RawFace> read_primitive(const Document& document, Sources& sources, pugi::xml_node primitive,
                               const std::string& mesh) {
  RawFace face;
  face.node = primitive;
  face.material = shortened(clean_name(primitive.attribute("material").value()), kMaxNameBytes);
  // An element without corners is valid and needs no inputs.
  if (!primitive.child("p") && !primitive.child("ph")) return face;
  const auto inputs = InputReader(document, sources, primitive, mesh).read();
  if (!inputs) return error_of(inputs);
  const auto corners = read_corners(document, primitive, inputs->stride);
  if (!corners) return error_of(corners);
  const Status checked = check_counts(document, primitive, *corners, inputs->stride).and_then([&] {
    return check_ranges(document, primitive, *corners, *inputs);
  });
  if (!checked) return error_of(checked);

  face.position_count = inputs->positions->count;
  face.has_normals = inputs->normals != nullptr;
  face.has_uvs = inputs->uvs != nullptr;
  Welder welder(*inputs, face, corners->tuples.size() / inputs->stride);
  if (!fan(*corners, inputs->stride, kFreeCornerVertices + document.size() / kTextOfVertex, welder, face))
    return document.bad(primitive, fmt::format("<{}> makes more vertices than plausible for the file's size; "
                                               "split the model",
                                               primitive.name()));
  // Lists that grew may have twice the capacity they need.
  face.positions.shrink_to_fit();
  face.normals.shrink_to_fit();
  face.uvs.shrink_to_fit();
  face.source_indices.shrink_to_fit();
  return face;
}

}  // namespace mannequin::io::collada
