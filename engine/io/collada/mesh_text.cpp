#include "engine/io/collada/mesh_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "engine/io/collada/dae_text.h"
#include "engine/io/posed_mesh.h"
#include "engine/io/xml_text.h"
#include "engine/math/finite.h"

namespace mannequin::io::collada {
namespace {

std::span<const InfluenceDesc> influences_of(const SkinDesc& skin, std::size_t vertex) {
  if (skin.joint_names.empty()) return {};
  return std::span(skin.influences)
      .subspan(skin.influence_begin[vertex], skin.influence_begin[vertex + 1] - skin.influence_begin[vertex]);
}

bool same_place(const BoundMeshDesc& bound, std::uint32_t a, std::uint32_t b) {
  return bound.mesh.positions[a] == bound.mesh.positions[b] &&
         std::ranges::equal(influences_of(bound.skin, a), influences_of(bound.skin, b),
                            [](const InfluenceDesc& x, const InfluenceDesc& y) {
                              return x.joint == y.joint && x.weight == y.weight;
                            });
}

void append_source(std::string& text, const std::string& id, std::string_view values, std::size_t count,
                   std::span<const std::string_view> parameters) {
  text += fmt::format("<source id=\"{0}\"><float_array id=\"{0}-array\" count=\"{1}\">", id,
                      count * parameters.size());
  text += values.substr(values.empty() ? 0 : 1);
  text += fmt::format(
      "</float_array><technique_common><accessor source=\"#{}-array\" count=\"{}\" stride=\"{}\">", id, count,
      parameters.size());
  for (const std::string_view name : parameters)
    text += fmt::format("<param name=\"{}\" type=\"float\"/>", name);
  text += "</accessor></technique_common></source>\n";
}

constexpr std::string_view kXyz[] = {"X", "Y", "Z"};
constexpr std::string_view kSt[] = {"S", "T"};
constexpr std::string_view kWeight[] = {"WEIGHT"};

}  // namespace

PositionArray make_position_array(const BoundMeshDesc& bound) {
  const std::size_t count = bound.mesh.positions.size();
  PositionArray out;
  out.entry.resize(count);
  const std::vector<std::uint32_t>& source = bound.mesh.source_indices;
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  bool shared = false, consistent = source.size() == count;
  if (consistent) {
    std::ranges::stable_sort(order, {}, [&](std::uint32_t v) { return source[v]; });
    for (std::size_t i = 1; i < count && consistent; ++i) {
      if (source[order[i]] != source[order[i - 1]]) continue;
      shared = true;
      consistent = same_place(bound, order[i], order[i - 1]);
    }
  }
  if (consistent && shared) {
    for (std::size_t i = 0; i < count; ++i) {
      if (i == 0 || source[order[i]] != source[order[i - 1]]) out.first.push_back(order[i]);
      out.entry[order[i]] = static_cast<std::uint32_t>(out.first.size() - 1);
    }
    return out;
  }
  const auto place = [&](std::uint32_t v) {
    const Vec3f p = bound.mesh.positions[v] + 0.0f;  // so that -0 equals 0
    return std::array{std::bit_cast<std::uint32_t>(p.x), std::bit_cast<std::uint32_t>(p.y),
                      std::bit_cast<std::uint32_t>(p.z)};
  };
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const auto at = place(a), other = place(b);
    return at != other ? at < other : a < b;
  });
  // Entries are identified by their first vertex until they are numbered.
  std::vector<std::uint32_t> here;  // in one place, with different weights
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t v = order[i];
    if (i > 0 && place(order[i - 1]) != place(v)) here.clear();
    const auto same =
        std::ranges::find_if(here, [&](std::uint32_t first) { return same_place(bound, first, v); });
    out.entry[v] = same != here.end() ? *same : v;
    if (same == here.end()) here.push_back(v);
  }
  for (std::uint32_t v = 0; v < count; ++v) {
    const std::uint32_t first = out.entry[v];
    out.entry[v] = first == v ? static_cast<std::uint32_t>(out.first.size()) : out.entry[first];
    if (first == v) out.first.push_back(v);
  }
  return out;
}

Status check_bound_mesh(const BoundMeshDesc& bound) {
  const MeshDesc& mesh = bound.mesh;
  PosedMesh view;
  view.name = mesh.name;
  view.positions = mesh.positions;
  view.normals = mesh.normals;
  view.uvs = mesh.uvs;
  view.indices = mesh.indices;
  view.faces = mesh.faces;
  view.materials = mesh.materials;
  if (auto status = check_posed_mesh(view); !status) return status;
  const std::string where = fmt::format("mesh '{}'", mesh.name);
  if (std::ranges::none_of(mesh.faces, [](const FaceDesc& face) { return face.index_count > 0; }))
    return fail(ErrorCode::bad_data, where, "has no triangles; omit it");
  if (!bound.rigged()) return {};
  const SkinDesc& skin = bound.skin;
  if (skin.inverse_binds.size() != skin.joint_names.size())
    return fail(ErrorCode::bad_data, where, "joints and inverse binds differ in number");
  if (skin.influence_begin.size() != mesh.positions.size() + 1 ||
      skin.influence_begin.back() > skin.influences.size() || !std::ranges::is_sorted(skin.influence_begin))
    return fail(ErrorCode::bad_data, where,
                "the influence lists do not match the vertices; rebuild the skin");
  for (const InfluenceDesc& influence : skin.influences)
    if (influence.joint >= skin.joint_names.size())
      return fail(
          ErrorCode::bad_data, where,
          fmt::format("names joint {} of {}; correct its weights", influence.joint, skin.joint_names.size()));
  bool finite = is_finite(skin.bind_shape);
  for (const Mat4& bind : skin.inverse_binds) finite = finite && is_finite(bind);
  if (!finite) return fail(ErrorCode::bad_data, where, "a bind matrix is not finite; bind the mesh again");
  return {};
}

void append_geometry(std::string& text, const MeshDesc& mesh, const PositionArray& positions,
                     const std::string& id, std::span<const std::string> symbols) {
  text += fmt::format("<geometry id=\"{}\" name=\"{}\"><mesh>\n", id,
                      xml_text(mesh.name.empty() ? "mesh" : mesh.name));
  std::string values;
  for (const std::uint32_t v : positions.first)
    for (int i = 0; i < 3; ++i) append_number(values, mesh.positions[v][i]);
  append_source(text, id + "-positions", values, positions.first.size(), kXyz);
  values.clear();
  for (const Vec3f& n : mesh.normals)
    for (int i = 0; i < 3; ++i) append_number(values, n[i]);
  append_source(text, id + "-normals", values, mesh.normals.size(), kXyz);
  values.clear();
  for (const Vec2f& uv : mesh.uvs)
    for (int i = 0; i < 2; ++i) append_number(values, uv[i]);
  if (!mesh.uvs.empty()) append_source(text, id + "-map", values, mesh.uvs.size(), kSt);
  text += fmt::format(
      "<vertices id=\"{0}-vertices\"><input semantic=\"POSITION\" source=\"#{0}-positions\"/></vertices>\n",
      id);
  for (const FaceDesc& face : mesh.faces) {
    if (face.index_count == 0) continue;
    text += fmt::format("<triangles count=\"{}\"", face.index_count / 3);
    if (face.material < symbols.size())
      text += fmt::format(" material=\"{}\"", xml_text(symbols[face.material]));
    text += fmt::format(
        "><input semantic=\"VERTEX\" source=\"#{0}-vertices\" offset=\"0\"/><input semantic=\"NORMAL\" "
        "source=\"#{0}-normals\" offset=\"1\"/>",
        id);
    if (!mesh.uvs.empty())
      text += fmt::format("<input semantic=\"TEXCOORD\" source=\"#{}-map\" offset=\"2\" set=\"0\"/>", id);
    text += "<p>";
    for (std::uint32_t i = 0; i < face.index_count; ++i) {
      const std::size_t v = mesh.indices[face.first_index + i];
      append_number(text, std::size_t{positions.entry[v]});
      append_number(text, v);
      if (!mesh.uvs.empty()) append_number(text, v);
    }
    text += "</p></triangles>\n";
  }
  text += "</mesh></geometry>\n";
}

void append_controller(std::string& text, const BoundMeshDesc& bound, const PositionArray& positions,
                       const std::string& id, const std::string& geometry,
                       std::span<const std::string> joints) {
  const SkinDesc& skin = bound.skin;
  text += fmt::format("<controller id=\"{}\"><skin source=\"#{}\">\n<bind_shape_matrix>", id, geometry);
  append_rows(text, skin.bind_shape);
  text += fmt::format(
      "</bind_shape_matrix>\n<source id=\"{0}-joints\"><Name_array id=\"{0}-joints-array\" count=\"{1}\">",
      id, joints.size());
  for (const std::string& name : joints) text += ' ' + xml_text(name);
  text += fmt::format(
      "</Name_array><technique_common><accessor source=\"#{0}-joints-array\" count=\"{1}\" "
      "stride=\"1\"><param "
      "name=\"JOINT\" type=\"name\"/></accessor></technique_common></source>\n"
      "<source id=\"{0}-binds\"><float_array id=\"{0}-binds-array\" count=\"{2}\">",
      id, joints.size(), 16 * joints.size());
  for (const Mat4& bind : skin.inverse_binds) append_rows(text, bind);
  text += fmt::format(
      "</float_array><technique_common><accessor source=\"#{0}-binds-array\" count=\"{1}\" "
      "stride=\"16\"><param "
      "name=\"TRANSFORM\" type=\"float4x4\"/></accessor></technique_common></source>\n",
      id, joints.size());

  std::unordered_map<float, std::size_t> numbers;
  std::string weights, counts, tuples;
  for (const std::uint32_t v : positions.first) {
    std::size_t count = 0;
    for (const InfluenceDesc& influence : influences_of(skin, v)) {
      if (!(influence.weight > 0.0f) || !std::isfinite(influence.weight)) continue;
      const auto [known, is_new] = numbers.emplace(influence.weight, numbers.size());
      if (is_new) append_number(weights, influence.weight);
      append_number(tuples, std::size_t{influence.joint});
      append_number(tuples, known->second);
      ++count;
    }
    append_number(counts, count);
  }
  append_source(text, id + "-weights", weights, numbers.size(), kWeight);
  text += fmt::format(
      "<joints><input semantic=\"JOINT\" source=\"#{0}-joints\"/><input semantic=\"INV_BIND_MATRIX\" "
      "source=\"#{0}-binds\"/></joints>\n<vertex_weights count=\"{1}\"><input semantic=\"JOINT\" "
      "source=\"#{0}-joints\" offset=\"0\"/><input semantic=\"WEIGHT\" source=\"#{0}-weights\" offset=\"1\"/>"
      "<vcount>",
      id, positions.first.size());
  text += counts;
  text += "</vcount><v>";
  text += tuples;
  text += "</v></vertex_weights>\n</skin></controller>\n";
}

}  // namespace mannequin::io::collada
