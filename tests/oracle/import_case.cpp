#include "tests/oracle/import_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/mesh/viewer_import.h"

namespace mannequin::test {
namespace {

std::vector<std::uint32_t> sampled(const nlohmann::json& face) {
  if (face.contains("sample_vertices")) return face["sample_vertices"];
  std::vector<std::uint32_t> all(face["num_vertices"].get<std::size_t>());
  for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = v;
  return all;
}

void compare_vertices(const Mesh& mesh, const ViewerImport& ours, const FaceDesc& face,
                      const nlohmann::json& theirs, const std::string& where, const ImportExceptions& except,
                      ImportLimits& limits) {
  const auto vertices = sampled(theirs);
  ASSERT_EQ(theirs["positions"].size(), 3 * vertices.size()) << where;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::size_t v = face.first_vertex + vertices[i];
    const std::string here = where + ", vertex " + std::to_string(vertices[i]);
    limits.positions.compare(Vec3(ours.positions[v]), theirs["positions"], 3 * i, here);
    const nlohmann::json& n = theirs["normals"];
    const Vec3 normal =
        glm::normalize(Vec3(n[3 * i].get<double>(), n[3 * i + 1].get<double>(), n[3 * i + 2].get<double>()));
    for (int axis = 0; axis < 3; ++axis) limits.normals.compare(ours.normals[v][axis], normal[axis], here);
    for (int axis = 0; axis < 2 && !except.uvs; ++axis)
      limits.uvs.compare(mesh.uvs()[v][axis],
                         theirs["uv"][2 * i + static_cast<std::size_t>(axis)].get<double>(), here);
    if (except.influences || ours.influences.empty()) continue;
    const nlohmann::json& weights = theirs["weights"][i];
    for (std::size_t k = 0; k < kMaxInfluences; ++k) {
      const bool used = 2 * k < weights.size();
      if (used) {
        EXPECT_EQ(ours.influences[v].joint[k], weights[2 * k].get<int>()) << here << ", influence " << k;
      }
      limits.weights.compare(ours.influences[v].weight[k], used ? weights[2 * k + 1].get<double>() : 0.0,
                             here);
    }
  }
}

// Over all vertices of a face, also where the file has samples only: sums, least and greatest values.
void compare_statistics(const Mesh& mesh, const ViewerImport& ours, const FaceDesc& face,
                        const nlohmann::json& theirs, const std::string& where,
                        const ImportExceptions& except, ImportLimits& limits) {
  Vec3 positions(0.0), squares(0.0), low(1.0), high(-1.0);
  Vec2 uvs(0.0);
  std::map<std::string, double> weights;
  for (std::size_t v = face.first_vertex; v < face.first_vertex + face.vertex_count; ++v) {
    const Vec3 position(ours.positions[v]);
    positions += position;
    squares += position * position;
    low = glm::min(low, position);
    high = glm::max(high, position);
    uvs += Vec2(mesh.uvs()[v]);
    for (std::size_t k = 0; k < kMaxInfluences && !ours.influences.empty(); ++k)
      if (ours.influences[v].weight[k] > 0)
        weights[std::to_string(ours.influences[v].joint[k])] += ours.influences[v].weight[k];
  }
  limits.positions.compare(low, theirs["position_stats"], 6, where + ", least position");
  limits.positions.compare(high, theirs["position_stats"], 9, where + ", greatest position");
  // Of a sum the limit holds per vertex; the viewer adds in float32.
  const double count = face.vertex_count;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int a = static_cast<int>(axis);
    EXPECT_NEAR(positions[a], theirs["position_stats"][axis].get<double>(), count * kUnitPositionLimit)
        << where;
    EXPECT_NEAR(squares[a], theirs["position_stats"][axis + 3].get<double>(), count * kUnitPositionLimit)
        << where;
    if (axis < 2 && !except.uvs) {
      EXPECT_NEAR(uvs[a], theirs["uv_stats"][axis].get<double>(), count * kUvLimit) << where;
    }
  }
  if (except.influences || ours.influences.empty()) return;
  ASSERT_EQ(weights.size(), theirs["weight_sum_per_joint_index"].size()) << where;
  for (const auto& [joint, sum] : theirs["weight_sum_per_joint_index"].items())
    EXPECT_NEAR(weights[joint], sum.get<double>(), count * kInfluenceLimit) << where << ", joint " << joint;
}

void compare_histogram(const ViewerImport& ours, const FaceDesc& face, const nlohmann::json& theirs,
                       const std::string& where) {
  std::vector<std::size_t> histogram(kMaxInfluences + 1, 0);
  for (std::size_t v = face.first_vertex; v < face.first_vertex + face.vertex_count; ++v) {
    const auto& weight = ours.influences[v].weight;
    ++histogram[static_cast<std::size_t>(
        std::count_if(weight.begin(), weight.end(), [](float w) { return w > 0; }))];
  }
  EXPECT_EQ(histogram, theirs["influence_count_histogram"].get<std::vector<std::size_t>>()) << where;
}

void compare_face(const Mesh& mesh, const ViewerImport& ours, std::size_t number,
                  const nlohmann::json& theirs, const std::string& material, const ImportExceptions& except,
                  ImportLimits& limits) {
  const FaceDesc& face = mesh.faces()[number];
  const std::string where = mesh.name() + ", face " + std::to_string(number);
  EXPECT_EQ(mesh.materials()[face.material].name, material) << where;
  ASSERT_EQ(face.vertex_count, theirs["num_vertices"].get<std::size_t>()) << where;
  ASSERT_EQ(face.index_count, theirs["num_indices"].get<std::size_t>()) << where;
  EXPECT_EQ(triangle_hash(mesh, face), theirs["triangle_hash_31_mod_1000000007"].get<std::int64_t>())
      << where;
  compare_statistics(mesh, ours, face, theirs, where, except, limits);
  if (!except.influences && !ours.influences.empty()) compare_histogram(ours, face, theirs, where);
  compare_vertices(mesh, ours, face, theirs, where, except, limits);
}

void compare_matrix(const Mat4& ours, const nlohmann::json& theirs, const std::string& where, Worst& worst) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      worst.compare(ours[column][row], theirs[static_cast<std::size_t>(4 * column + row)].get<double>(),
                    where);
}

void compare_skin(const Skin& skin, const ViewerImport& ours, const nlohmann::json& theirs,
                  const std::string& where, const ImportExceptions& except, ImportLimits& limits) {
  const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
  ASSERT_EQ(skin.joint_count(), theirs["joint_names"].size()) << where;
  if (!except.joint_positions) {
    ASSERT_EQ(skin.desc().joint_positions.size(), theirs["alt_count"].get<std::size_t>()) << where;
  }
  compare_matrix(ours.bind_shape, theirs["bind_shape_matrix"], where + ", bind shape", limits.boxes);
  EXPECT_EQ(ours.orientation.warning, theirs["bind_shape_orientation_warning"].get<bool>()) << where;
  const Quat& q = ours.orientation.rotation;
  for (std::size_t i = 0; const double part : {q.x, q.y, q.z, q.w})
    limits.boxes.compare(part, theirs["bind_shape_rotation_xyzw"][i++].get<double>(),
                         where + ", orientation");
  for (std::size_t j = 0; j < skin.joint_count(); ++j) {
    const std::string name = theirs["joint_names"][j];
    EXPECT_EQ(skeleton[skin.joints()[j]].name, name) << where;
    const Mat4& inverse_bind = skin.inverse_binds()[j];
    for (int i = 0; i < 16; ++i)
      EXPECT_EQ(static_cast<float>(inverse_bind[i / 4][i % 4]),
                theirs["inverse_bind_matrices"][j][static_cast<std::size_t>(i)].get<float>())
          << where << ", inverse bind of " << name;
    if (except.joint_positions) continue;
    const Vec3 position = skin.desc().joint_positions[j].value_or(Vec3(0.0));
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_EQ(static_cast<float>(position[axis]),
                theirs["alt_translations"][j][static_cast<std::size_t>(axis)].get<float>())
          << where << ", position of " << name;
  }
  if (except.joint_positions) return;
  std::map<std::string, double> offsets;
  for (const OffsetJoint& offset : offset_joints(skin, skeleton))
    offsets[skeleton[offset.joint].name] = offset.distance;
  ASSERT_EQ(offsets.size(), theirs["offset_joints"].size()) << where;
  for (const auto& [name, distance] : theirs["offset_joints"].items()) {
    ASSERT_TRUE(offsets.contains(name)) << where << ", " << name;
    EXPECT_NEAR(offsets[name], distance.get<double>(), 1e-7) << where << ", " << name;
  }
}

}  // namespace

std::int64_t triangle_hash(const Mesh& mesh, const FaceDesc& face) {
  std::int64_t hash = 0;
  for (std::size_t i = 0; i < face.index_count; ++i)
    hash = (hash * 31 + mesh.indices()[face.first_index + i] - face.first_vertex) % 1000000007;
  return hash;
}

void compare_import(BoundMeshDesc desc, const nlohmann::json& model, const ImportExceptions& except,
                    ImportLimits& limits) {
  const std::string label = model["label"];
  EXPECT_EQ(desc.mesh.name, label);
  const auto mesh = Mesh::build(std::move(desc.mesh));
  ASSERT_TRUE(mesh) << mesh.error().message();
  ViewerImport import;
  if (!desc.skin.joint_names.empty()) {
    const auto skin = Skin::build(std::move(desc.skin), *mesh, character(CharacterSource::builtin).skeleton);
    ASSERT_TRUE(skin) << skin.error().message();
    import = make_viewer_import(*mesh, *skin);
    compare_skin(*skin, import, model["skin"], label, except, limits);
  } else {
    EXPECT_FALSE(model.contains("skin") && model["skin"].contains("joint_names")) << label;
    import = make_viewer_import(*mesh);
  }
  limits.boxes.compare(Vec3(import.scale), model["normalized_scale"], 0, label + ", scale");
  limits.boxes.compare(Vec3(import.translation), model["normalized_translation"], 0, label + ", translation");
  ASSERT_EQ(mesh->faces().size(), model["faces"].size()) << label;
  for (std::size_t f = 0; f < mesh->faces().size(); ++f)
    compare_face(*mesh, import, f, model["faces"][f], model["materials"][f], except, limits);
}

void expect_within(const ImportLimits& limits, const ImportExceptions& except, bool rigged) {
  EXPECT_WITHIN_LIMIT(limits.positions);
  EXPECT_WITHIN_LIMIT(limits.boxes);
  EXPECT_WITHIN_LIMIT(limits.normals);
  if (!except.uvs) {
    EXPECT_WITHIN_LIMIT(limits.uvs);
  }
  if (rigged && !except.influences) {
    EXPECT_WITHIN_LIMIT(limits.weights);
  }
}

}  // namespace mannequin::test
