// Imports of real .dae files against the viewer's: ../shared/oracle/mesh/import_*.json.gz.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"
#include "engine/mesh/viewer_import.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

// Limits of the oracle's README.
constexpr double kUnitPositionLimit = 3e-6;
constexpr double kBoxLimit = 1e-6;
constexpr double kInfluenceLimit = 5e-7;
constexpr double kNormalLimit = 1e-6;
constexpr double kUvLimit = 1e-6;

struct Limits {
  Worst positions{kUnitPositionLimit}, boxes{kBoxLimit}, weights{kInfluenceLimit}, normals{kNormalLimit},
      uvs{kUvLimit};
};

std::vector<std::uint32_t> sampled(const nlohmann::json& face) {
  if (face.contains("sample_vertices")) return face["sample_vertices"];
  std::vector<std::uint32_t> all(face["num_vertices"].get<std::size_t>());
  for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = v;
  return all;
}

std::int64_t triangle_hash(const Mesh& mesh, const FaceDesc& face) {
  std::int64_t hash = 0;
  for (std::size_t i = 0; i < face.index_count; ++i)
    hash = (hash * 31 + mesh.indices()[face.first_index + i] - face.first_vertex) % 1000000007;
  return hash;
}

void compare_vertices(const Mesh& mesh, const ViewerImport& ours, const FaceDesc& face,
                      const nlohmann::json& theirs, const std::string& where, Limits& limits) {
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
    for (int axis = 0; axis < 2; ++axis)
      limits.uvs.compare(mesh.uvs()[v][axis],
                         theirs["uv"][2 * i + static_cast<std::size_t>(axis)].get<double>(), here);
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
                        const nlohmann::json& theirs, const std::string& where, Limits& limits) {
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
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
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
    if (axis < 2) {
      EXPECT_NEAR(uvs[a], theirs["uv_stats"][axis].get<double>(), count * kUvLimit) << where;
    }
  }
  ASSERT_EQ(weights.size(), theirs["weight_sum_per_joint_index"].size()) << where;
  for (const auto& [joint, sum] : theirs["weight_sum_per_joint_index"].items())
    EXPECT_NEAR(weights[joint], sum.get<double>(), count * kInfluenceLimit) << where << ", joint " << joint;
}

void compare_face(const Mesh& mesh, const ViewerImport& ours, std::size_t number,
                  const nlohmann::json& theirs, const std::string& material, Limits& limits) {
  const FaceDesc& face = mesh.faces()[number];
  const std::string where = mesh.name() + ", face " + std::to_string(number);
  EXPECT_EQ(mesh.materials()[face.material].name, material) << where;
  ASSERT_EQ(face.vertex_count, theirs["num_vertices"].get<std::size_t>()) << where;
  ASSERT_EQ(face.index_count, theirs["num_indices"].get<std::size_t>()) << where;
  EXPECT_EQ(triangle_hash(mesh, face), theirs["triangle_hash_31_mod_1000000007"].get<std::int64_t>())
      << where;
  compare_statistics(mesh, ours, face, theirs, where, limits);
  std::vector<std::size_t> histogram(kMaxInfluences + 1, 0);
  for (std::size_t v = face.first_vertex; v < face.first_vertex + face.vertex_count; ++v) {
    const auto& weight = ours.influences[v].weight;
    ++histogram[static_cast<std::size_t>(
        std::count_if(weight.begin(), weight.end(), [](float w) { return w > 0; }))];
  }
  EXPECT_EQ(histogram, theirs["influence_count_histogram"].get<std::vector<std::size_t>>()) << where;
  compare_vertices(mesh, ours, face, theirs, where, limits);
}

void compare_matrix(const Mat4& ours, const nlohmann::json& theirs, const std::string& where, Worst& worst) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      worst.compare(ours[column][row], theirs[static_cast<std::size_t>(4 * column + row)].get<double>(),
                    where);
}

void compare_skin(const Skin& skin, const ViewerImport& ours, const nlohmann::json& theirs,
                  const std::string& where, Limits& limits) {
  const Skeleton& skeleton = character(Road::builtin).skeleton;
  ASSERT_EQ(skin.joint_count(), theirs["joint_names"].size()) << where;
  ASSERT_EQ(skin.desc().joint_positions.size(), theirs["alt_count"].get<std::size_t>()) << where;
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
    const Vec3 position = skin.desc().joint_positions[j].value_or(Vec3(0.0));
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_EQ(static_cast<float>(position[axis]),
                theirs["alt_translations"][j][static_cast<std::size_t>(axis)].get<float>())
          << where << ", position of " << name;
  }
  std::map<std::string, double> offsets;
  for (const OffsetJoint& offset : offset_joints(skin, skeleton))
    offsets[skeleton[offset.joint].name] = offset.distance;
  ASSERT_EQ(offsets.size(), theirs["offset_joints"].size()) << where;
  for (const auto& [name, distance] : theirs["offset_joints"].items()) {
    ASSERT_TRUE(offsets.contains(name)) << where << ", " << name;
    EXPECT_NEAR(offsets[name], distance.get<double>(), 1e-7) << where << ", " << name;
  }
}

class MeshImport : public testing::TestWithParam<const char*> {};

TEST_P(MeshImport, AgreesWithTheViewer) {
  const std::string dae = std::string("fixtures/") + GetParam() + ".dae";
  const std::string golden = "oracle/mesh/import_" +
                             dae.substr(dae.rfind('/') + 1, dae.rfind('.') - dae.rfind('/') - 1) + ".json.gz";
  MANNEQUIN_NEEDS_SHARED(dae);
  MANNEQUIN_NEEDS_SHARED(golden);
  const nlohmann::json expected = read_json(shared_path(golden));
  const auto bytes = io::read_file(shared_path(dae));
  ASSERT_TRUE(bytes);
  auto file = io::read_collada(*bytes, dae);
  ASSERT_TRUE(file) << file.error().message();
  ASSERT_EQ(file->meshes.size(), expected["models"].size());

  const Skeleton& skeleton = character(Road::builtin).skeleton;
  Limits limits;
  for (const nlohmann::json& model : expected["models"]) {
    const std::string label = model["label"];
    const auto found = std::find_if(file->meshes.begin(), file->meshes.end(),
                                    [&](const BoundMeshDesc& bound) { return bound.mesh.name == label; });
    ASSERT_NE(found, file->meshes.end()) << label;
    const auto mesh = Mesh::build(std::move(found->mesh));
    ASSERT_TRUE(mesh) << mesh.error().message();
    const auto skin = Skin::build(std::move(found->skin), *mesh, skeleton);
    ASSERT_TRUE(skin) << skin.error().message();
    const ViewerImport import = make_viewer_import(*mesh, *skin);
    limits.boxes.compare(Vec3(import.scale), model["normalized_scale"], 0, label + ", scale");
    limits.boxes.compare(Vec3(import.translation), model["normalized_translation"], 0,
                         label + ", translation");
    compare_skin(*skin, import, model["skin"], label, limits);
    ASSERT_EQ(mesh->faces().size(), model["faces"].size()) << label;
    for (std::size_t f = 0; f < mesh->faces().size(); ++f)
      compare_face(*mesh, import, f, model["faces"][f], model["materials"][f], limits);
  }
  EXPECT_WITHIN_LIMIT(limits.positions);
  EXPECT_WITHIN_LIMIT(limits.boxes);
  EXPECT_WITHIN_LIMIT(limits.weights);
  EXPECT_WITHIN_LIMIT(limits.normals);
  EXPECT_WITHIN_LIMIT(limits.uvs);
  const auto record = [](const char* name, const Worst& worst) {
    RecordProperty(name, fmt::format("{:.2g}", worst.value()));
  };
  record("positions", limits.positions);
  record("boxes", limits.boxes);
  record("weights", limits.weights);
  record("normals", limits.normals);
  record("uvs", limits.uvs);
}

INSTANTIATE_TEST_SUITE_P(Files, MeshImport,
                         testing::Values("bento/angel_2016_08_05", "bento/female_2016_08_05",
                                         "ruth2/Ruth2v4Body", "ruth2/Ruth2v4Eyeballs",
                                         "ruth2/Ruth2v4FeetFlat", "ruth2/Ruth2v4FeetHigh",
                                         "ruth2/Ruth2v4Hands", "ruth2/Ruth2v4Head"),
                         [](const auto& file) {
                           const std::string path = file.param;
                           return path.substr(path.find('/') + 1);
                         });

}  // namespace
}  // namespace mannequin::test
