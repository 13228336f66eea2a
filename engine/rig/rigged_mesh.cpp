#include "engine/rig/rigged_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

#include "engine/rig/polygon_triangles.h"

namespace mannequin {
namespace {

Vec3 in_avatar(const Vec3& v) { return {-v.y, v.x, v.z}; }

// Rotations and translations only; the bone's own axes remain.
Mat4 in_avatar(const Mat4& world_from_bone) {
  Mat4 out(0.0);
  for (int column = 0; column < 4; ++column)
    out[column] = Vec4(in_avatar(Vec3(world_from_bone[column])), column == 3 ? 1.0 : 0.0);
  return out;
}

Mat4 inverse_of_rigid(const Mat4& m) {
  const Mat3 back = glm::transpose(Mat3(m));
  Mat4 out(back);
  out[3] = Vec4(-(back * Vec3(m[3])), 1.0);
  return out;
}

// The polygons of a part, and for each vertex of the base mesh whether a polygon uses it.
struct Selection {
  std::vector<std::size_t> polygons;
  std::vector<bool> used;
};

Selection select(const BaseMesh& mesh, BaseMeshPart part) {
  Selection selection;
  const auto body = mesh.groups.find("body");
  const bool only_body = part == BaseMeshPart::body && body != mesh.groups.end();
  std::vector<bool> wanted(mesh.positions.size(), !only_body);
  if (only_body)
    for (const std::uint32_t v : body->second) wanted[v] = true;
  selection.used.assign(mesh.positions.size(), !only_body);
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto begin = mesh.corners.begin() + mesh.polygon_begin[p],
               end = mesh.corners.begin() + mesh.polygon_begin[p + 1];
    if (!std::all_of(begin, end, [&](const BaseMeshCorner& c) { return wanted[c.position]; })) continue;
    selection.polygons.push_back(p);
    std::for_each(begin, end, [&](const BaseMeshCorner& c) { selection.used[c.position] = true; });
  }
  return selection;
}

// Per vertex, the normalised sum of the area normals around it; upwards if there are none.
std::vector<Vec3> smooth_normals(const BaseMesh& mesh, const Selection& selection) {
  std::vector<Vec3> normals(mesh.positions.size(), Vec3(0.0));
  for (const std::size_t p : selection.polygons) {
    const std::uint32_t begin = mesh.polygon_begin[p], end = mesh.polygon_begin[p + 1];
    const Vec3& first = mesh.positions[mesh.corners[begin].position];
    Vec3 area(0.0);
    for (std::uint32_t c = begin + 1; c + 1 < end; ++c)
      area += glm::cross(mesh.positions[mesh.corners[c].position] - first,
                         mesh.positions[mesh.corners[c + 1].position] - first);
    for (std::uint32_t c = begin; c < end; ++c) normals[mesh.corners[c].position] += area;
  }
  for (Vec3& normal : normals) {
    const double length = glm::length(normal);
    normal = length > 1e-30 ? normal / length : Vec3(0, 0, 1);
  }
  return normals;
}

// Turns corners into vertices: one per base mesh vertex in order, and a copy for every further
// pair of texture coordinate and normal.
class VertexMaker {
 public:
  VertexMaker(const BaseMesh& mesh, const Selection& selection, MeshDesc& out)
      : mesh_(mesh),
        smooth_(smooth_normals(mesh, selection)),
        out_(out),
        first_(mesh.positions.size()),
        place_(mesh.positions.size()) {
    std::vector<bool> seen(mesh.positions.size());
    for (const std::size_t p : selection.polygons)
      for (std::uint32_t c = mesh.polygon_begin[p]; c < mesh.polygon_begin[p + 1]; ++c) {
        const BaseMeshCorner& corner = mesh.corners[c];
        if (!seen[corner.position]) first_[corner.position] = corner;
        seen[corner.position] = true;
      }
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
      if (!selection.used[v]) continue;
      if (!seen[v]) first_[v] = BaseMeshCorner{v, -1, -1};
      place_[v] = append(first_[v]);
    }
  }

  std::uint32_t operator()(const BaseMeshCorner& corner) {
    if (corner == first_[corner.position]) return place_[corner.position];
    const auto [at, is_new] = copies_.try_emplace(std::tuple(corner.position, corner.uv, corner.normal), 0u);
    if (is_new) at->second = append(corner);
    return at->second;
  }

 private:
  std::uint32_t append(const BaseMeshCorner& corner) {
    const Vec3& position = mesh_.positions[corner.position];
    const Vec3 normal = corner.normal >= 0 ? Vec3(mesh_.normals[static_cast<std::size_t>(corner.normal)])
                                           : smooth_[corner.position];
    out_.positions.emplace_back(in_avatar(position));
    out_.normals.emplace_back(in_avatar(normal));
    out_.uvs.push_back(corner.uv >= 0 ? mesh_.uvs[static_cast<std::size_t>(corner.uv)] : Vec2f(0.0f));
    out_.source_indices.push_back(corner.position);
    return static_cast<std::uint32_t>(out_.positions.size() - 1);
  }

  const BaseMesh& mesh_;
  std::vector<Vec3> smooth_;
  MeshDesc& out_;
  std::vector<BaseMeshCorner> first_;  // per base mesh vertex
  std::vector<std::uint32_t> place_;   // of the vertex created for it
  std::map<std::tuple<std::uint32_t, std::int32_t, std::int32_t>, std::uint32_t> copies_;
};

MeshDesc make_mesh_desc(const BaseMesh& mesh, BaseMeshPart part) {
  const Selection selection = select(mesh, part);
  MeshDesc out;
  out.name = part == BaseMeshPart::body ? "body" : "base mesh";
  VertexMaker vertex(mesh, selection, out);
  std::vector<Vec3> places;
  for (const std::size_t p : selection.polygons) {
    const std::uint32_t begin = mesh.polygon_begin[p], end = mesh.polygon_begin[p + 1];
    places.clear();
    for (std::uint32_t c = begin; c < end; ++c) places.push_back(mesh.positions[mesh.corners[c].position]);
    for (const PolygonTriangle& triangle : cut_polygon(places))
      for (const std::uint32_t corner : triangle) out.indices.push_back(vertex(mesh.corners[begin + corner]));
  }
  out.materials.push_back({"base mesh", Vec4f(0.8f, 0.62f, 0.53f, 1.0f), ""});
  out.faces.push_back({0, 0, static_cast<std::uint32_t>(out.positions.size()), 0,
                       static_cast<std::uint32_t>(out.indices.size())});
  return out;
}

}  // namespace

SkeletonDesc make_skeleton_desc(const Rig& rig, const RigFit& fit) {
  SkeletonDesc desc;
  desc.source = rig.desc().source;
  desc.is_avatar = false;
  for (std::size_t i = 0; i < rig.bones().size(); ++i) {
    const BoneIndex parent = rig.parent(static_cast<BoneIndex>(i));
    const Mat4 world_from_bone = in_avatar(fit.bones[i].world_from_bone);
    const Mat4 parent_from_world =
        parent == kNoBone
            ? Mat4(1.0)
            : inverse_of_rigid(in_avatar(fit.bones[static_cast<std::size_t>(parent)].world_from_bone));
    const Mat4 parent_from_bone = parent_from_world * world_from_bone;
    JointDesc joint;
    joint.name = rig.bones()[i].name;
    joint.parent = rig.bones()[i].parent;
    joint.position = Vec3(parent_from_bone[3]);
    joint.rotation = glm::normalize(glm::quat_cast(Mat3(parent_from_bone)));
    joint.tail = Vec3(0.0, glm::length(fit.bones[i].tail - fit.bones[i].head), 0.0);
    desc.joints.push_back(std::move(joint));
  }
  return desc;
}

MeshDesc plain_mesh(const BaseMesh& mesh) {
  MeshDesc out = make_mesh_desc(mesh, BaseMeshPart::all);
  const auto in_own_frame = [](const Vec3f& v) { return Vec3f(v.y, -v.x, v.z); };
  for (Vec3f& p : out.positions) p = in_own_frame(p);
  for (Vec3f& n : out.normals) n = in_own_frame(n);
  out.materials = {MaterialDesc{.name = "material"}};  // not skin: it may be anything
  return out;
}

Result<RiggedMesh> make_rigged_mesh(const Rig& rig, const RigFit& fit, const BaseMesh& mesh,
                                    const RigWeights& weights, BaseMeshPart part) {
  const auto by_vertex = weights_by_vertex(weights, match_groups(rig, weights), mesh.positions.size());
  if (!by_vertex) return error_of(by_vertex);
  RiggedMesh out;
  out.bound.mesh = make_mesh_desc(mesh, part);
  if (out.bound.mesh.indices.empty())
    return fail(ErrorCode::bad_data, mesh.source,
                "contains no faces (lines that begin with f); there is nothing to skin");
  SkinDesc& skin = out.bound.skin;
  for (std::size_t i = 0; i < rig.bones().size(); ++i) {
    skin.joint_names.push_back(rig.bones()[i].name);
    skin.inverse_binds.push_back(inverse_of_rigid(in_avatar(fit.bones[i].world_from_bone)));
  }
  std::vector<bool> counted(mesh.positions.size());
  std::vector<double> of_vertex;
  skin.influence_begin.push_back(0);
  for (const std::uint32_t source : out.bound.mesh.source_indices) {
    of_vertex.clear();
    for (const BoneWeight& influence : (*by_vertex)[source]) {
      skin.influences.push_back(
          {static_cast<std::uint32_t>(influence.bone), static_cast<float>(influence.weight)});
      of_vertex.push_back(influence.weight);
    }
    skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
    if (counted[source]) continue;
    counted[source] = true;
    if (of_vertex.empty()) ++out.unweighted;
    add_loss(of_vertex, out.loss);
  }
  return out;
}

}  // namespace mannequin
