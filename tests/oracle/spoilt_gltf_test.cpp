// Small glTF files with one thing odd or wrong each: the reader handles them as their `advice` says.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/io/gltf_files.h"
#include "tests/shared_files.h"

namespace mannequin::io {
namespace {

using Json = nlohmann::json;

const BoundMeshDesc& base() {
  static const BoundMeshDesc kBase = [] {
    auto file = test::read_gltf_file(test::shared_path("fixtures/spoilt/gltf/ok_base.glb"));
    if (!file || file->meshes.size() != 1) throw std::runtime_error("ok_base.glb is not as expected");
    return file->meshes[0];
  }();
  return kBase;
}

std::map<std::uint32_t, float> influences(const BoundMeshDesc& mesh, std::size_t vertex) {
  std::map<std::uint32_t, float> found;
  for (std::size_t i = mesh.skin.influence_begin[vertex]; i < mesh.skin.influence_begin[vertex + 1]; ++i)
    found[mesh.skin.influences[i].joint] += mesh.skin.influences[i].weight;
  return found;
}

void expect_same_vertices(const BoundMeshDesc& mesh) {
  EXPECT_EQ(mesh.mesh.positions, base().mesh.positions);
  EXPECT_EQ(mesh.mesh.indices, base().mesh.indices);
  ASSERT_EQ(mesh.mesh.normals.size(), base().mesh.normals.size());
  for (std::size_t v = 0; v < mesh.mesh.normals.size(); ++v)
    EXPECT_LT(glm::length(mesh.mesh.normals[v] - base().mesh.normals[v]), 1e-6f);
}

void expect_same_weights(const BoundMeshDesc& mesh, float tolerance = 0.0f) {
  ASSERT_EQ(mesh.mesh.positions.size(), base().mesh.positions.size());
  for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v) {
    const auto got = influences(mesh, v), wanted = influences(base(), v);
    ASSERT_EQ(got.size(), wanted.size()) << "vertex " << v;
    for (const auto& [joint, weight] : wanted)
      EXPECT_NEAR(got.at(joint), weight, tolerance) << "vertex " << v;
  }
}

// With joints at the file's positions, every vertex stays where it is: its binds fit its nodes.
void expect_rest(const BoundMeshDesc& mesh) {
  std::vector<Mat4> palette;
  for (std::size_t j = 0; j < mesh.skin.joint_names.size(); ++j)
    palette.push_back(test::rest_of(mesh.skin, mesh.skin.joint_names[j]) * mesh.skin.inverse_binds[j]);
  double worst = 0.0;
  for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v)
    for (const auto& [joint, weight] : influences(mesh, v)) {
      const Vec3 p(mesh.mesh.positions[v]);
      worst = std::max(worst, glm::length(Vec3(palette[joint] * Vec4(p, 1.0)) - p));
    }
  EXPECT_LT(worst, 2e-6);
}

void expect_all_as_base(const BoundMeshDesc& mesh) {
  expect_same_vertices(mesh);
  expect_same_weights(mesh);
  EXPECT_EQ(mesh.skin.joint_names, base().skin.joint_names);
  for (std::size_t j = 0; j < mesh.skin.joint_names.size(); ++j)
    EXPECT_EQ(mesh.skin.inverse_binds[j], base().skin.inverse_binds[j]);
}

const BoundMeshDesc& only(const BoundMeshFile& file) {
  if (file.meshes.size() != 1) throw std::runtime_error("not one mesh");
  return file.meshes[0];
}

using Loaded = std::function<void(const BoundMeshFile&)>;

// What becomes of a file: a refusal (code, and what its place has to name), or meshes, a note, and a closer
// look.
struct GltfOutcome {
  bool refused = false;
  ErrorCode code = ErrorCode::bad_data;
  std::string where;  // a part of the error's place
  std::size_t meshes = 1;
  std::string note;  // its code, empty for none in particular
  Loaded look = [](const BoundMeshFile&) {};
};

GltfOutcome refuses(ErrorCode code, std::string where) { return {true, code, std::move(where), 0, "", {}}; }
GltfOutcome loads(std::string note, Loaded look) {
  return {false, {}, "", 1, std::move(note), std::move(look)};
}
GltfOutcome loads_nothing(std::string note) {
  return {false, {}, "", 0, std::move(note), [](const BoundMeshFile& file) {
            EXPECT_TRUE(test::has_note(file, "no_meshes"));
          }};
}

void as_base(const BoundMeshFile& file) { expect_all_as_base(only(file)); }

void rest_holds(const BoundMeshFile& file) {
  expect_same_vertices(only(file));
  expect_rest(only(file));
}

void without_skin(const BoundMeshFile& file) {
  EXPECT_FALSE(only(file).rigged());
  EXPECT_EQ(only(file).mesh.indices.size(), base().mesh.indices.size());
}

void joints_left(const BoundMeshFile& file, std::size_t count) {
  EXPECT_EQ(only(file).skin.joint_names.size(), count);
  expect_rest(only(file));
}

void expect_strip(const BoundMeshFile& file) {
  const MeshDesc& mesh = only(file).mesh;
  ASSERT_EQ(mesh.indices.size(), 3u * 16u);
  // The strip is a part of the base mesh's surface, facing as there.
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return Vec3(mesh.positions[mesh.indices[i + k]]); };
    const Vec3 facing = glm::cross(corner(1) - corner(0), corner(2) - corner(0));
    EXPECT_GT(glm::dot(facing, Vec3(mesh.normals[mesh.indices[i]])), 0.0) << "triangle " << i / 3;
  }
}

void expect_flat(const BoundMeshFile& file) {
  const MeshDesc& mesh = only(file).mesh;
  ASSERT_EQ(mesh.positions.size(), 144u);
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const auto corner = [&](std::size_t k) { return Vec3(mesh.positions[mesh.indices[i + k]]); };
    const Vec3 facing = glm::normalize(glm::cross(corner(1) - corner(0), corner(2) - corner(0)));
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_LT(glm::length(facing - Vec3(mesh.normals[mesh.indices[i + k]])), 1e-6);
  }
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    EXPECT_EQ(mesh.positions[v], base().mesh.positions[mesh.source_indices[v]]);
}

void expect_mirrored(const BoundMeshFile& file) {
  const MeshDesc& mesh = only(file).mesh;
  EXPECT_FALSE(only(file).rigged());
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Vec3f p = base().mesh.positions[v], n = base().mesh.normals[v];
    EXPECT_EQ(mesh.positions[v], Vec3f(-p.x, p.y, p.z));
    EXPECT_LT(glm::length(mesh.normals[v] - Vec3f(-n.x, n.y, n.z)), 1e-6f);
  }
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    EXPECT_EQ(mesh.indices[i], base().mesh.indices[i]);
    EXPECT_EQ(mesh.indices[i + 1], base().mesh.indices[i + 2]);
  }
}

std::vector<std::string> names(const BoundMeshFile& file) {
  std::vector<std::string> list;
  for (const BoundMeshDesc& mesh : file.meshes) list.push_back(mesh.mesh.name);
  return list;
}

std::map<std::string, GltfOutcome> loading_cases() {
  std::map<std::string, GltfOutcome> cases;
  for (const char* name : {"ok_base", "ok_gltf_bin", "ok_interleaved", "mesh_node_moved",
                           "second_primitive_lines", "weights_sum_three", "names_and_lods"})
    cases[name] = loads("", as_base);
  for (const char* name : {"scaled_bones", "xy_rotation_false_alarm", "volume_and_bone",
                           "attachment_point_joint", "pelvis_higher", "xy_rotation_second_skin"})
    cases[name] = loads("", rest_holds);
  for (const auto& [name, note] : {std::pair{"child_out_of_range", "child_does_not_exist"},
                                   {"scene_out_of_range", "scene_does_not_exist"},
                                   {"unknown_extension_used", "extension_ignored"},
                                   {"image_missing", "image_missing"},
                                   {"material_out_of_range", "material_does_not_exist"},
                                   {"mesh_index_as_real", "number_written_as_real"},
                                   {"rotation_not_unit", "rotation_not_unit"}})
    cases[name] = loads(note, as_base);

  // All ancestors contribute to a joint's position in the file, even those that the viewer ignores.
  cases["two_nodes_above"] = loads("", [](const BoundMeshFile& file) {
    expect_all_as_base(only(file));
    for (std::size_t j = 0; j < only(file).skin.joint_rests.size(); ++j) {
      const Mat4 moved =
          only(file).skin.joint_rests[j].world_from_joint - base().skin.joint_rests[j].world_from_joint;
      EXPECT_LT(glm::length(Vec3(moved[3]) - Vec3(0.1, -0.3, 0.2)), 1e-7);
    }
  });
  // A child before its parent. The file leaves the inverse binds in the old order, so it is not at rest.
  cases["mixed_order"] = loads("", [](const BoundMeshFile& file) {
    expect_same_vertices(only(file));
    EXPECT_EQ(only(file).skin.joint_names,
              (std::vector<std::string>{"mWristLeft", "mShoulderLeft", "mElbowLeft"}));
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_EQ(only(file).skin.joint_rests[j].world_from_joint,
                base().skin.joint_rests[(j + 2) % 3].world_from_joint);
  });
  cases["second_primitive_lines"].note = "no_triangles";
  // "divide by the sum": the reader leaves sums alone, Skin::build divides.
  cases["weights_sum_three"] = loads("", [](const BoundMeshFile& file) {
    for (std::size_t v = 0; v < only(file).mesh.positions.size(); ++v) {
      float sum = 0.0f;
      for (const auto& [joint, weight] : influences(only(file), v)) sum += weight;
      EXPECT_NEAR(sum, 3.0f, 1e-5f);
    }
  });
  // Which suffix means a level of detail is the uploader's business; nothing of a name is lost here.
  cases["names_and_lods"] = loads("", [](const BoundMeshFile& file) {
    EXPECT_EQ(names(file), (std::vector<std::string>{"arm_LOD1", "arm_PHYS", "arm", "node_7", "a_LODge_b"}));
    for (const BoundMeshDesc& mesh : file.meshes) expect_all_as_base(mesh);
  });
  cases["names_and_lods"].meshes = 5;
  cases["ok_joints_u16_weights_u16"] = loads("", [](const BoundMeshFile& file) {
    expect_same_vertices(only(file));
    expect_same_weights(only(file), 1e-5f);
  });
  cases["strip_no_tangents"] = loads("", expect_strip);
  cases["strip_with_tangents"] = loads("", expect_strip);
  cases["no_normals"] = loads("no_normals", expect_flat);
  cases["no_uv"] = loads("", [](const BoundMeshFile& file) {
    expect_all_as_base(only(file));
    for (const Vec2f& uv : only(file).mesh.uvs) EXPECT_EQ(uv, Vec2f(0.0f));
  });
  cases["unskinned_mirrored"] = loads("", expect_mirrored);
  cases["xy_rotation_one_shoulder"] =
      loads("", [](const BoundMeshFile& file) { expect_same_vertices(only(file)); });
  // Sorting faces by name and spilling them into parts of eight is done at upload; here the order is the
  // file's.
  cases["ten_materials"] = loads("", [](const BoundMeshFile& file) {
    EXPECT_EQ(only(file).mesh.faces.size(), 10u);
    EXPECT_EQ(only(file).mesh.materials.size(), 10u);
  });
  cases["material_names"] = loads("", [](const BoundMeshFile& file) {
    std::vector<std::string> list;
    for (const MaterialDesc& material : only(file).mesh.materials) list.push_back(material.name);
    std::sort(list.begin(), list.end());
    EXPECT_EQ(list, (std::vector<std::string>{"B", "a", "mat2", "mat_default"}));
  });
  cases["joints_110"] = loads("", [](const BoundMeshFile& file) { joints_left(file, 110); });
  cases["joints_159_one_per_group"] =
      loads("unused_joints_dropped", [](const BoundMeshFile& file) { joints_left(file, 17); });
  // Shown, but with a finding of the gravest kind.
  cases["joints_159_used_115"] = loads("too_many_joints", [](const BoundMeshFile& file) {
    joints_left(file, 115);
    EXPECT_TRUE(std::any_of(file.notes.begin(), file.notes.end(),
                            [](const Note& note) { return note.severity == Severity::error; }));
  });
  return cases;
}

std::map<std::string, GltfOutcome> mended_cases() {
  std::map<std::string, GltfOutcome> cases;
  // Which names are known is not the reader's to say: Skin::build names the unknown ones, and merges aliases.
  cases["all_joints_unknown"] = loads("", [](const BoundMeshFile& file) { expect_same_weights(only(file)); });
  cases["alias_twice"] = loads("", [](const BoundMeshFile& file) { expect_same_weights(only(file)); });
  cases["no_joints_attribute"] = loads("no_joints_in_mesh", without_skin);
  cases["skin_without_joints"] = loads("skin_without_joints", without_skin);
  cases["vertex_without_weights"] = loads("unweighted_vertices", [](const BoundMeshFile& file) {
    EXPECT_TRUE(influences(only(file), 5).empty());
    EXPECT_FALSE(influences(only(file), 6).empty());
  });
  cases["nan_weight"] = loads(
      "bad_weights", [](const BoundMeshFile& file) { EXPECT_EQ(influences(only(file), 5).size(), 1u); });
  cases["joint_four_times"] = loads("", [](const BoundMeshFile& file) {
    const BoundMeshDesc& mesh = only(file);
    ASSERT_EQ(mesh.skin.influence_begin[6] - mesh.skin.influence_begin[5], 1u);
    EXPECT_EQ(influences(mesh, 5), (std::map<std::uint32_t, float>{{1, 1.0f}}));
  });
  cases["coincident_vertices_other_weights"] = loads("", [](const BoundMeshFile& file) {
    EXPECT_EQ(only(file).mesh.positions[4], only(file).mesh.positions[5]);
    EXPECT_NE(influences(only(file), 4), influences(only(file), 5));
  });
  cases["inverse_bind_mirrored"] = loads("", [](const BoundMeshFile& file) {
    expect_same_vertices(only(file));
    for (const Mat4& bind : only(file).skin.inverse_binds) EXPECT_LT(glm::determinant(Mat3(bind)), 0.0);
  });
  cases["indices_not_3n"] = loads(
      "indices_not_3n", [](const BoundMeshFile& file) { EXPECT_EQ(only(file).mesh.indices.size(), 3u); });
  cases["normal_zero"] = loads("zero_normals", [](const BoundMeshFile& file) {
    const Vec3f mended = only(file).mesh.normals[5], wanted = base().mesh.normals[5];
    EXPECT_NEAR(glm::length(mended), 1.0f, 1e-6f);
    EXPECT_GT(glm::dot(mended, wanted), 0.7f);
  });
  cases["no_inverse_binds_no_shoulder"] = loads("no_inverse_binds", [](const BoundMeshFile& file) {
    for (const Mat4& bind : only(file).skin.inverse_binds) EXPECT_EQ(bind, test::gltf_from_ours());
  });
  cases["points_no_normals"] = loads_nothing("no_triangles");
  cases["gltf_nothing"] = loads_nothing("");
  cases["mesh_out_of_range"] = loads_nothing("mesh_does_not_exist");
  cases["mesh_without_primitives"] = loads_nothing("empty_mesh");
  return cases;
}

std::map<std::string, GltfOutcome> refused_cases() {
  using enum ErrorCode;
  return {
      {"empty_file", refuses(cannot_read, "empty_file.glb")},
      {"truncated_length_mended", refuses(cannot_read, "truncated_length_mended.glb")},
      {"json_broken", refuses(cannot_read, "json_broken.glb")},
      {"version_1", refuses(unsupported, "version_1.glb")},
      {"asset_version_3", refuses(unsupported, "asset.version")},
      {"draco_required", refuses(unsupported, "extensionsRequired")},
      {"external_bin_short", refuses(bad_data, "buffers[0]")},
      {"uri_outside_folder", refuses(bad_data, "buffers[0]")},
      {"accessor_count_too_big", refuses(bad_data, "attributes.POSITION")},
      {"accessor_count_negative", refuses(bad_data, "accessors[0].count")},
      {"weights_count_too_small", refuses(bad_data, "attributes.WEIGHTS_0")},
      {"accessor_offset_beyond", refuses(bad_data, "attributes.POSITION")},
      {"buffer_view_buffer_out_of_range", refuses(bad_data, "attributes.POSITION")},
      {"accessor_index_out_of_range", refuses(bad_data, "attributes.POSITION")},
      {"positions_i16", refuses(bad_data, "attributes.POSITION")},
      {"joints_u32", refuses(bad_data, "attributes.JOINTS_0")},
      {"component_type_unknown", refuses(bad_data, "accessors[0].componentType")},
      {"sparse_over_dense", refuses(bad_data, "sparse.indices")},
      {"nan_position", refuses(bad_data, "element 5")},
      {"nan_first_position", refuses(bad_data, "element 0")},
      {"cyclic_joints", refuses(bad_data, "nodes[")},
      {"node_own_child", refuses(bad_data, "nodes[0] 'Armature'")},
      {"joint_node_out_of_range", refuses(bad_data, "skins[0].joints[2]")},
      {"joint_index_out_of_range", refuses(bad_data, "vertex 5")},
      {"joint_index_65535", refuses(bad_data, "vertex 5")},
      {"inverse_bind_zero", refuses(bad_data, "joint 'mWristLeft'")},
      {"joint_scale_zero", refuses(bad_data, "skins[0], joint '")},
  };
}

TEST(SpoiltGltf, EveryCaseEndsAsAdvised) {
  MANNEQUIN_NEEDS_SHARED("oracle/mesh/gltf/spoilt_gltf.json");
  std::map<std::string, GltfOutcome> outcomes = loading_cases();
  outcomes.merge(mended_cases());
  outcomes.merge(refused_cases());
  const Json cases = test::read_json(test::shared_path("oracle/mesh/gltf/spoilt_gltf.json")).at("cases");
  EXPECT_EQ(outcomes.size(), cases.size());
  for (const Json& entry : cases) {
    const std::string name = entry.at("name");
    SCOPED_TRACE(name + ", advice: " + entry.at("advice").get<std::string>());
    const auto expected = outcomes.find(name);
    if (expected == outcomes.end()) {
      ADD_FAILURE() << "no outcome is stated";
      continue;
    }
    const GltfOutcome& outcome = expected->second;
    const auto file =
        test::read_gltf_file(test::shared_path("fixtures/" + entry.at("file").get<std::string>()));
    ASSERT_EQ(!file, outcome.refused) << (file ? test::codes(file->notes) : file.error().message());
    if (outcome.refused) {
      EXPECT_EQ(file.error().code, outcome.code) << file.error().message();
      EXPECT_NE(file.error().where.find(outcome.where), std::string::npos) << file.error().message();
      EXPECT_GT(file.error().what.size(), 20u);
    } else {
      ASSERT_EQ(file->meshes.size(), outcome.meshes) << test::codes(file->notes);
      if (!outcome.note.empty()) {
        EXPECT_TRUE(test::has_note(*file, outcome.note)) << test::codes(file->notes);
      }
      outcome.look(*file);
    }
  }
}

TEST(SpoiltGltf, MessagesNameTheRemedy) {
  MANNEQUIN_NEEDS_SHARED("fixtures/spoilt/gltf/draco_required.glb");
  const auto message = [](const char* name) {
    return test::read_gltf_file(test::shared_path("fixtures/spoilt/gltf/") / name).error().message();
  };
  EXPECT_NE(message("draco_required.glb").find("KHR_draco_mesh_compression"), std::string::npos);
  EXPECT_NE(message("uri_outside_folder.gltf").find("export as .glb"), std::string::npos);
  EXPECT_NE(message("truncated_length_mended.glb").find("stops in the middle"), std::string::npos);
}

}  // namespace
}  // namespace mannequin::io
