#include "tests/oracle/asset_case.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <map>

namespace mannequin::test {
namespace {

using nlohmann::json;

void compare_header(const io::MeshAsset& asset, const json& decoded) {
  EXPECT_EQ(asset.file_bytes, decoded.at("file_bytes").get<std::size_t>());
  EXPECT_EQ(asset.header_bytes, decoded.at("header_bytes").get<std::size_t>());
  std::size_t blocks = 0;
  for (const auto& [key, value] : decoded.at("header").items()) {
    if (!value.is_object()) continue;
    ++blocks;
    const auto block = std::find_if(asset.blocks.begin(), asset.blocks.end(),
                                    [&, k = key](const io::AssetBlock& ours) { return ours.key == k; });
    ASSERT_NE(block, asset.blocks.end()) << key;
    EXPECT_EQ(block->offset, value.at("offset").get<std::size_t>()) << key;
    EXPECT_EQ(block->bytes, value.at("size").get<std::size_t>()) << key;
    EXPECT_GT(block->unpacked_bytes, 0u) << key;
  }
  EXPECT_EQ(asset.blocks.size(), blocks);
  if (decoded.at("header").contains("material_list")) {
    EXPECT_EQ(asset.material_list, decoded.at("header").at("material_list").get<std::vector<std::string>>());
  }
}

void expect_matrix(const Mat4& ours, const json& theirs, const std::string& where) {
  ASSERT_EQ(theirs.size(), 16u);
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_EQ(static_cast<float>(glm::value_ptr(ours)[i]), theirs[i].get<float>())
        << where << ", number " << i;
}

void compare_offset_joints(const SkinDesc& skin, const json& theirs) {
  const Skeleton& skeleton = character(CharacterSource::builtin).skeleton;
  std::map<std::string, double> offsets;
  for (std::size_t j = 0; j < skin.joint_positions.size(); ++j) {
    const JointIndex joint = skeleton.find(skin.joint_names[j]);
    if (joint == kNoJoint || !is_joint_offset(skeleton[joint], *skin.joint_positions[j])) continue;
    offsets[skeleton[joint].name] = glm::length(*skin.joint_positions[j] - skeleton[joint].default_position);
  }
  ASSERT_EQ(offsets.size(), theirs.size());
  for (const auto& [name, distance] : theirs.items()) {
    ASSERT_TRUE(offsets.contains(name)) << name;
    EXPECT_NEAR(offsets[name], distance.get<double>(), 1e-7) << name;
  }
}

void compare_skin(const io::MeshAsset& asset, const json& theirs) {
  const SkinDesc& skin = *asset.skin;
  EXPECT_EQ(skin.joint_names, theirs.at("joint_names").get<std::vector<std::string>>());
  expect_matrix(skin.bind_shape, theirs.at("bind_shape_matrix"), "bind shape");
  ASSERT_EQ(skin.inverse_binds.size(), theirs.at("inverse_bind_matrices").size());
  for (std::size_t j = 0; j < skin.inverse_binds.size(); ++j)
    expect_matrix(skin.inverse_binds[j], theirs.at("inverse_bind_matrices")[j], skin.joint_names[j]);
  ASSERT_EQ(skin.joint_positions.size(), theirs.value("alt_count", std::size_t{0}));
  for (std::size_t j = 0; j < skin.joint_positions.size(); ++j)
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_EQ(static_cast<float>((*skin.joint_positions[j])[axis]),
                theirs.at("alt_translations")[j][static_cast<std::size_t>(axis)].get<float>())
          << skin.joint_names[j];
  EXPECT_EQ(skin.pelvis_offset, theirs.at("pelvis_offset").get<double>());
  EXPECT_EQ(skin.lock_scale, theirs.at("lock_scale_if_joint_position").get<bool>());
  if (theirs.contains("offset_joints")) compare_offset_joints(skin, theirs.at("offset_joints"));
}

std::int64_t hash_of(const io::AssetFace& face) {
  std::int64_t hash = 0;
  for (const std::uint16_t index : face.indices) hash = (hash * 31 + index) % 1000000007;
  return hash;
}

void compare_vertices(const io::AssetFace& ours, const json& theirs, const std::string& where,
                      AssetLimits& limits) {
  std::vector<std::size_t> vertices(ours.positions.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) vertices[v] = v;
  if (theirs.contains("sample_vertices"))
    vertices = theirs.at("sample_vertices").get<std::vector<std::size_t>>();
  ASSERT_EQ(theirs.at("positions").size(), 3 * vertices.size()) << where;
  const json& weights = theirs.contains("weights_packed") ? theirs.at("weights_packed") : json::array();
  ASSERT_EQ(ours.influences.empty(), weights.empty()) << where;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::size_t v = vertices[i];
    const std::string here = where + ", vertex " + std::to_string(v);
    limits.positions.compare(Vec3(ours.positions[v]), theirs.at("positions"), 3 * i, here);
    limits.normals.compare(Vec3(ours.normals[v]), theirs.at("normals"), 3 * i, here);
    for (int axis = 0; axis < 2; ++axis)
      limits.uvs.compare(ours.uvs[v][axis],
                         theirs.at("uv")[2 * i + static_cast<std::size_t>(axis)].get<double>(), here);
    for (std::size_t k = 0; k < kMaxInfluences && !weights.empty(); ++k)
      limits.weights.compare(ours.influences[v].joint[k] + static_cast<double>(ours.influences[v].weight[k]),
                             weights[4 * i + k].get<double>(), here);
  }
}

// Over all vertices, also where the file has samples only. The viewer adds up in float32, or at least rounds
// to it.
void compare_statistics(const io::AssetFace& ours, const json& theirs, const std::string& where,
                        AssetLimits& limits) {
  Vec3 sum(0.0), low(1e9), high(-1e9);
  double weights = 0.0;
  for (std::size_t v = 0; v < ours.positions.size(); ++v) {
    const Vec3 position(ours.positions[v]);
    sum += position;
    low = glm::min(low, position);
    high = glm::max(high, position);
    for (std::size_t k = 0; k < kMaxInfluences && !ours.influences.empty(); ++k)
      weights += static_cast<double>(ours.influences[v].weight[k]);
  }
  const double count = static_cast<double>(ours.positions.size());
  limits.positions.compare(low, theirs.at("extent_min"), 0, where + ", least position");
  limits.positions.compare(high, theirs.at("extent_max"), 0, where + ", greatest position");
  for (std::size_t axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(sum[static_cast<int>(axis)], theirs.at("position_stats")[axis].get<double>(),
                count * kDecodedLimit)
        << where;
  if (theirs.contains("weight_fraction_sum")) {
    EXPECT_NEAR(weights, theirs.at("weight_fraction_sum").get<double>(), count * kPackedWeightLimit) << where;
  }
}

void compare_face(const io::AssetFace& ours, const json& theirs, const std::string& where,
                  AssetLimits& limits) {
  ASSERT_EQ(ours.no_geometry, theirs.at("no_geometry").get<bool>()) << where;
  // The viewer puts one vertex and one triangle of it where a face is empty.
  if (ours.no_geometry) {
    EXPECT_TRUE(ours.positions.empty() && ours.indices.empty()) << where;
    return;
  }
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_EQ(ours.normalized_scale[axis],
              theirs.at("normalized_scale")[static_cast<std::size_t>(axis)].get<float>())
        << where;
  ASSERT_EQ(ours.positions.size(), theirs.at("num_vertices").get<std::size_t>()) << where;
  ASSERT_EQ(ours.indices.size(), theirs.at("num_indices").get<std::size_t>()) << where;
  EXPECT_EQ(hash_of(ours), theirs.at("triangle_hash_31_mod_1000000007").get<std::int64_t>()) << where;
  if (theirs.contains("triangles")) {
    EXPECT_EQ(ours.indices, theirs.at("triangles").get<std::vector<std::uint16_t>>()) << where;
  }
  compare_statistics(ours, theirs, where, limits);
  compare_vertices(ours, theirs, where, limits);
}

void compare_faces(const std::vector<io::AssetFace>& ours, const json& theirs, const std::string& where,
                   AssetLimits& limits) {
  ASSERT_EQ(ours.size(), theirs.size()) << where;
  for (std::size_t f = 0; f < ours.size(); ++f)
    compare_face(ours[f], theirs[f], where + ", face " + std::to_string(f), limits);
}

void compare_points(const std::vector<Vec3f>& ours, const json& theirs, const std::string& where,
                    Worst& worst) {
  ASSERT_EQ(3 * ours.size(), theirs.size()) << where;
  for (std::size_t i = 0; i < ours.size(); ++i) worst.compare(Vec3(ours[i]), theirs, 3 * i, where);
}

void compare_hulls(const io::AssetHulls& ours, const json& theirs, Worst& worst) {
  ASSERT_EQ(ours.hulls.size(), theirs.at("hulls").size());
  for (std::size_t h = 0; h < ours.hulls.size(); ++h)
    compare_points(ours.hulls[h], theirs.at("hulls")[h], "hull " + std::to_string(h), worst);
  compare_points(ours.base_hull, theirs.at("base_hull"), "base hull", worst);
}

}  // namespace

void compare_asset(const io::MeshAsset& asset, const json& decoded, AssetLimits& limits) {
  compare_header(asset, decoded);
  ASSERT_EQ(asset.skin.has_value(), decoded.contains("skin_block"));
  if (asset.skin) compare_skin(asset, decoded.at("skin_block").at("skin"));
  std::size_t levels = 0;
  for (const io::Lod lod : io::kLods) {
    const auto& ours = asset.levels[static_cast<std::size_t>(lod)];
    const std::string key = io::lod_key(lod);
    levels += !ours.empty();
    ASSERT_EQ(!ours.empty(), decoded.at("lods").contains(key)) << key;
    if (!ours.empty()) compare_faces(ours, decoded.at("lods").at(key).at("faces"), key, limits);
  }
  EXPECT_GE(levels, 1u);
  ASSERT_EQ(!asset.physics_mesh.empty(), decoded.at("lods").contains("physics_mesh"));
  if (!asset.physics_mesh.empty())
    compare_faces(asset.physics_mesh, decoded.at("lods").at("physics_mesh").at("faces"), "physics_mesh",
                  limits);
  ASSERT_EQ(asset.hulls.has_value(), decoded.contains("physics_convex_block"));
  if (asset.hulls) compare_hulls(*asset.hulls, decoded.at("physics_convex_block"), limits.positions);
}

void expect_within(const AssetLimits& limits, bool rigged) {
  EXPECT_WITHIN_LIMIT(limits.positions);
  EXPECT_WITHIN_LIMIT(limits.normals);
  EXPECT_WITHIN_LIMIT(limits.uvs);
  if (rigged) {
    EXPECT_WITHIN_LIMIT(limits.weights);
  }
}

}  // namespace mannequin::test
