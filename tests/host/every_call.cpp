#include "tests/host/every_call.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "engine/io/anim_file.h"
#include "engine/io/gltf_writer.h"
#include "engine/io/mesh_asset_writer.h"
#include "tests/c_api/c_api_case.h"
#include "tests/c_api/triangle_mesh.h"
#include "tests/io/asset_files.h"
#include "tests/io/small_clips.h"
#include "tests/io/small_dae.h"
#include "tests/io/small_meshes.h"

namespace mannequin::test {
namespace {

const io::Bytes& strip_glb() {
  static const io::Bytes bytes = [] {
    const std::vector<BoundMeshDesc> meshes{two_joint_strip()};
    return io::write_glb(meshes, nullptr).value();
  }();
  return bytes;
}

const std::string& shape_json() {
  static const std::string text =
      R"({"schema": 1, "name": "s", "params": {"33": 1.5, "Body Fat": {"percent": 40}}})";
  return text;
}

const std::string& shape_xml() {
  static const std::string text = R"(<linden_genepool version="1.0"><archetype name="???">
<param id="33" name="height" value="0.7"/></archetype></linden_genepool>)";
  return text;
}

mannequin_status load(CallScene& s, const void* bytes, size_t count, const char* name) {
  return mannequin_meshes_load(s.character, bytes, count, name, nullptr, &s.made_meshes);
}

mannequin_status check(CallScene& s, const char* name, const void* bytes, size_t count) {
  return mannequin_check(s.character, bytes, count, name, nullptr, &s.made_findings);
}

mannequin_status from_arrays(CallScene& s) {
  static const TriangleMesh triangle("mChest");
  return mannequin_meshes_from_arrays(s.character, &triangle.data, &s.made_meshes);
}

mannequin_status skin_jobs(CallScene& s) {
  mannequin_skin_job job = MANNEQUIN_INIT(mannequin_skin_job);
  job.meshes = s.meshes;
  job.avatar = s.avatar;
  return mannequin_skinner_skin_jobs(s.skinner, &job, 1);
}

// Of calls in this order, all of which are made: a later one may not fail worse because of an earlier.
mannequin_status first_failure(std::initializer_list<mannequin_status> statuses) {
  for (const mannequin_status status : statuses)
    if (status != MANNEQUIN_OK) return status;
  return MANNEQUIN_OK;
}

// Frames take no memory once there was one: of new objects every first call does.
mannequin_status new_avatar(CallScene& s) {
  const double turn[4] = {0, 0, 0.6, 0.8}, place[3] = {0.1, 0, 0};
  mannequin_status status = mannequin_avatar_create(s.character, &s.made_avatar);
  const auto then = [&](auto&& call) {
    if (status == MANNEQUIN_OK) status = call();
  };
  then([&] { return mannequin_avatar_wear(s.made_avatar, s.meshes, nullptr); });
  then([&] { return mannequin_avatar_set_slider(s.made_avatar, 33, 1.0); });
  then([&] { return mannequin_avatar_start_clip(s.made_avatar, s.clip); });
  then([&] { return mannequin_avatar_update_clips(s.made_avatar, 0.5); });
  then([&] { return mannequin_avatar_set_rotation(s.made_avatar, 5, turn); });
  then([&] { return mannequin_avatar_set_position(s.made_avatar, 5, place); });
  then([&] { return mannequin_avatar_evaluate(s.made_avatar); });
  then([&] {
    return mannequin_avatar_copy_palette(s.made_avatar, s.meshes, 0, MANNEQUIN_ROWS_3X4, s.matrices.data(),
                                         s.matrices.size());
  });
  return status;
}

mannequin_status new_skinner(CallScene& s) {
  mannequin_skinner_options options = MANNEQUIN_INIT(mannequin_skinner_options);
  options.threads = 1;
  mannequin_status status = mannequin_skinner_create(&options, &s.made_skinner);
  const auto then = [&](auto&& call) {
    if (status == MANNEQUIN_OK) status = call();
  };
  then([&] { return mannequin_skinner_skin(s.made_skinner, s.avatar, s.meshes, 0, &s.buffers); });
  then([&] { return mannequin_skinner_skin_crowd(s.made_skinner, s.crowd, s.meshes, 0); });
  then([&] { return mannequin_skinner_read_back(s.made_skinner, s.meshes, 0, 0, &s.buffers); });
  return status;
}

mannequin_status new_crowd(CallScene& s) {
  const mannequin_meshes* sets[] = {s.meshes};
  uint32_t number = 0;
  mannequin_status status = mannequin_crowd_create(sets, 1, nullptr, &s.made_crowd);
  const auto then = [&](auto&& call) {
    if (status == MANNEQUIN_OK) status = call();
  };
  for (int i = 0; i < 3; ++i) then([&] { return mannequin_crowd_add(s.made_crowd, &number); });
  then([&] { return mannequin_crowd_set_avatar(s.made_crowd, 1, s.avatar); });
  then([&] { return mannequin_crowd_set_slider(s.made_crowd, 2, 33, 1.0); });
  then([&] { return mannequin_crowd_evaluate(s.made_crowd); });
  return status;
}

mannequin_status new_mixed_crowd(CallScene& s) {
  uint32_t number = 0;
  mannequin_status status = mannequin_crowd_create_mixed(s.character, nullptr, &s.made_crowd);
  const auto then = [&](auto&& call) {
    if (status == MANNEQUIN_OK) status = call();
  };
  for (int i = 0; i < 3; ++i) then([&] { return mannequin_crowd_add(s.made_crowd, &number); });
  then([&] { return mannequin_crowd_wear(s.made_crowd, 1, s.meshes, nullptr); });
  then([&] { return mannequin_crowd_evaluate(s.made_crowd); });
  then([&] {
    return mannequin_crowd_copy_worn_palette(s.made_crowd, 1, s.meshes, 0, MANNEQUIN_ROWS_3X4,
                                             s.matrices.data(), s.matrices.size());
  });
  then([&] {
    return mannequin_crowd_copy_joint_matrices(s.made_crowd, 1, MANNEQUIN_ROWS_3X4, s.matrices.data(),
                                               s.matrices.size());
  });
  then([&] { return mannequin_crowd_take_off(s.made_crowd, 1, s.meshes); });
  return status;
}

mannequin_status animated_object(CallScene& s) {
  mannequin_animated_object object = MANNEQUIN_INIT(mannequin_animated_object);
  object.rotation[3] = 1.0;
  mannequin_status status = mannequin_avatar_create(s.character, &s.made_avatar);
  const auto then = [&](auto&& call) {
    if (status == MANNEQUIN_OK) status = call();
  };
  then([&] { return mannequin_avatar_set_object(s.made_avatar, &object); });
  then([&] { return mannequin_avatar_wear(s.made_avatar, s.meshes, nullptr); });
  then([&] { return mannequin_avatar_evaluate(s.made_avatar); });
  return status;
}

const double kTurn[4] = {0, 0, 0.6, 0.8};
const double kPlace[3] = {0.1, 0, 0};

}  // namespace

CallScene::CallScene() {
  const std::string nod = nodding_bvh();
  mannequin_skinner_options options = MANNEQUIN_INIT(mannequin_skinner_options);
  options.threads = 1;
  EXPECT_EQ(mannequin_character_builtin(&character), MANNEQUIN_OK);
  EXPECT_EQ(
      mannequin_meshes_load(character, strip_glb().data(), strip_glb().size(), "a.glb", nullptr, &meshes),
      MANNEQUIN_OK)
      << mannequin_last_error();
  EXPECT_EQ(mannequin_clip_load(character, nod.data(), nod.size(), "nod.bvh", &clip), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_avatar_create(character, &avatar), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_avatar_wear(avatar, meshes, nullptr), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_avatar_evaluate(avatar), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_skinner_create(&options, &skinner), MANNEQUIN_OK);
  const mannequin_meshes* sets[] = {meshes};
  EXPECT_EQ(mannequin_crowd_create(sets, 1, nullptr, &crowd), MANNEQUIN_OK) << mannequin_last_error();
  uint32_t number = 0;
  EXPECT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  EXPECT_EQ(mannequin_check(character, strip_glb().data(), strip_glb().size(), "a.glb", nullptr, &findings),
            MANNEQUIN_OK);
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  EXPECT_EQ(mannequin_mesh_get(meshes, 0, &info), MANNEQUIN_OK);
  vertices = info.vertex_count;
  palette_size = info.palette_size;
  floats.resize(vertices * std::size_t{3});
  numbers.resize(info.index_count + std::size_t{vertices});
  joints.resize(vertices * std::size_t{4});
  matrices.resize(16 * 512);
  buffers.vertex_count = vertices;
  buffers.positions = floats.data();
}

CallScene::~CallScene() {
  release_made();
  mannequin_findings_release(findings);
  mannequin_skinner_release(skinner);
  mannequin_crowd_release(crowd);
  mannequin_avatar_release(avatar);
  mannequin_clip_release(clip);
  mannequin_meshes_release(meshes);
  mannequin_character_release(character);
}

void CallScene::release_made() {
  mannequin_findings_release(std::exchange(made_findings, nullptr));
  mannequin_skinner_release(std::exchange(made_skinner, nullptr));
  mannequin_crowd_release(std::exchange(made_crowd, nullptr));
  mannequin_avatar_release(std::exchange(made_avatar, nullptr));
  mannequin_clip_release(std::exchange(made_clip, nullptr));
  mannequin_meshes_release(std::exchange(made_meshes, nullptr));
  mannequin_character_release(std::exchange(made_character, nullptr));
}

std::vector<EveryCall> every_call() {
  using S = CallScene;
  static const io::Bytes asset = triangle_asset(), anim = io::write_anim(small_anim());
  static const std::string dae = SmallDae().text(), bvh = nodding_bvh();
  return {
      {"mannequin_character_builtin", [](S& s) { return mannequin_character_builtin(&s.made_character); }},
      {"mannequin_character_set_log",
       [](S& s) {
         const mannequin_log log{[](void*, int32_t, const char*) {}, nullptr};
         return mannequin_character_set_log(s.character, &log);
       }},
      {"mannequin_joint_count", [](S& s) { return mannequin_joint_count(s.character, s.numbers.data()); }},
      {"mannequin_joint_find",
       [](S& s) { return mannequin_joint_find(s.character, "mHandThumb3Left", s.numbers.data()); }},
      {"mannequin_joint_get",
       [](S& s) {
         mannequin_joint_info info = MANNEQUIN_INIT(mannequin_joint_info);
         return mannequin_joint_get(s.character, 3, &info);
       }},
      {"mannequin_slider_count", [](S& s) { return mannequin_slider_count(s.character, s.numbers.data()); }},
      {"mannequin_slider_get",
       [](S& s) {
         mannequin_slider_info info = MANNEQUIN_INIT(mannequin_slider_info);
         return mannequin_slider_get(s.character, 3, &info);
       }},
      {"mannequin_slider_find",
       [](S& s) {
         int32_t id = 0;
         return mannequin_slider_find(s.character, "Body Fat", &id);
       }},
      {"mannequin_parameter_count",
       [](S& s) { return mannequin_parameter_count(s.character, s.numbers.data()); }},
      {"mannequin_parameter_get",
       [](S& s) {
         mannequin_parameter_info info = MANNEQUIN_INIT(mannequin_parameter_info);
         return mannequin_parameter_get(s.character, 3, &info);
       }},
      {"mannequin_meshes_load .glb",
       [](S& s) { return load(s, strip_glb().data(), strip_glb().size(), "a.glb"); }},
      {"mannequin_meshes_load .dae", [](S& s) { return load(s, dae.data(), dae.size(), "a.dae"); }},
      {"mannequin_meshes_load .llmesh", [](S& s) { return load(s, asset.data(), asset.size(), "a.llmesh"); }},
      {"mannequin_meshes_builtin_body",
       [](S& s) { return mannequin_meshes_builtin_body(s.character, &s.made_meshes); }},
      {"mannequin_meshes_from_arrays", from_arrays},
      {"mannequin_mesh_count", [](S& s) { return mannequin_mesh_count(s.meshes, s.numbers.data()); }},
      {"mannequin_mesh_get",
       [](S& s) {
         mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
         return mannequin_mesh_get(s.meshes, 0, &info);
       }},
      {"mannequin_mesh_get_face",
       [](S& s) {
         mannequin_face_info info = MANNEQUIN_INIT(mannequin_face_info);
         return mannequin_mesh_get_face(s.meshes, 0, 0, &info);
       }},
      {"mannequin_mesh_copy_indices",
       [](S& s) { return mannequin_mesh_copy_indices(s.meshes, 0, s.numbers.data(), s.numbers.size()); }},
      {"mannequin_mesh_copy_uvs",
       [](S& s) { return mannequin_mesh_copy_uvs(s.meshes, 0, s.floats.data(), s.floats.size()); }},
      {"mannequin_mesh_copy_bound",
       [](S& s) {
         return mannequin_mesh_copy_bound(s.meshes, 0, &s.buffers, s.joints.data(), s.matrices.data());
       }},
      {"mannequin_mesh_copy_joints",
       [](S& s) { return mannequin_mesh_copy_joints(s.meshes, 0, s.numbers.data(), s.numbers.size()); }},
      {"mannequin_check .glb",
       [](S& s) { return check(s, "a.glb", strip_glb().data(), strip_glb().size()); }},
      {"mannequin_check .dae", [](S& s) { return check(s, "a.dae", dae.data(), dae.size()); }},
      {"mannequin_check .llmesh", [](S& s) { return check(s, "a.llmesh", asset.data(), asset.size()); }},
      {"mannequin_findings_count",
       [](S& s) { return mannequin_findings_count(s.findings, s.numbers.data(), nullptr); }},
      {"mannequin_findings_get",
       [](S& s) {
         mannequin_finding_info info = MANNEQUIN_INIT(mannequin_finding_info);
         return mannequin_findings_get(s.findings, 0, &info);
       }},
      {"mannequin_clip_load .bvh",
       [](S& s) {
         return mannequin_clip_load(s.character, bvh.data(), bvh.size(), "nod.bvh", &s.made_clip);
       }},
      {"mannequin_clip_load .anim",
       [](S& s) {
         return mannequin_clip_load(s.character, anim.data(), anim.size(), "a.anim", &s.made_clip);
       }},
      {"mannequin_clip_get",
       [](S& s) {
         mannequin_clip_info info = MANNEQUIN_INIT(mannequin_clip_info);
         return mannequin_clip_get(s.clip, &info);
       }},
      {"mannequin_avatar_create", [](S& s) { return mannequin_avatar_create(s.character, &s.made_avatar); }},
      {"mannequin_avatar_set_slider", [](S& s) { return mannequin_avatar_set_slider(s.avatar, 33, 1.0); }},
      {"mannequin_avatar_unset_slider", [](S& s) { return mannequin_avatar_unset_slider(s.avatar, 33); }},
      {"mannequin_avatar_set_joints",
       [](S& s) {
         uint32_t count = 0;
         const mannequin_status counted = mannequin_joint_count(s.character, &count);
         std::fill(s.matrices.begin(), s.matrices.end(), 0.5f);
         return counted != MANNEQUIN_OK
                    ? counted
                    : mannequin_avatar_set_joints(s.avatar, s.matrices.data(), s.matrices.data(), count);
       }},
      {"mannequin_avatar_set_object and what follows", animated_object},
      {"mannequin_avatar_reset_sliders", [](S& s) { return mannequin_avatar_reset_sliders(s.avatar); }},
      {"mannequin_avatar_set_shape JSON",
       [](S& s) {
         return mannequin_avatar_set_shape(s.avatar, shape_json().data(), shape_json().size(), "a.json");
       }},
      {"mannequin_avatar_set_shape XML",
       [](S& s) {
         return mannequin_avatar_set_shape(s.avatar, shape_xml().data(), shape_xml().size(), "a.xml");
       }},
      {"mannequin_avatar_set_rotation",
       [](S& s) { return mannequin_avatar_set_rotation(s.avatar, 5, kTurn); }},
      {"mannequin_avatar_set_position",
       [](S& s) { return mannequin_avatar_set_position(s.avatar, 5, kPlace); }},
      {"mannequin_avatar_set_rotation_of",
       [](S& s) { return mannequin_avatar_set_rotation_of(s.avatar, "mChest", kTurn); }},
      {"mannequin_avatar_set_root", [](S& s) { return mannequin_avatar_set_root(s.avatar, kPlace, kTurn); }},
      {"mannequin_avatar_set_clip", [](S& s) { return mannequin_avatar_set_clip(s.avatar, s.clip, 0.2); }},
      {"mannequin_avatar_clear_pose", [](S& s) { return mannequin_avatar_clear_pose(s.avatar); }},
      {"mannequin_avatar_start_clip", [](S& s) { return mannequin_avatar_start_clip(s.avatar, s.clip); }},
      {"mannequin_avatar_update_clips",
       [](S& s) {
         return first_failure(
             {mannequin_avatar_start_clip(s.avatar, s.clip), mannequin_avatar_update_clips(s.avatar, 0.1)});
       }},
      {"mannequin_avatar_stop_clip", [](S& s) { return mannequin_avatar_stop_clip(s.avatar, s.clip); }},
      {"mannequin_avatar_take_off", [](S& s) { return mannequin_avatar_take_off(s.avatar, s.meshes); }},
      {"mannequin_avatar_wear", [](S& s) { return mannequin_avatar_wear(s.avatar, s.meshes, nullptr); }},
      {"mannequin_avatar_evaluate", [](S& s) { return mannequin_avatar_evaluate(s.avatar); }},
      {"mannequin_avatar_get_body_size",
       [](S& s) {
         mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
         return mannequin_avatar_get_body_size(s.avatar, &size);
       }},
      {"mannequin_avatar_get_joint_position",
       [](S& s) {
         double xyz[3];
         return mannequin_avatar_get_joint_position(s.avatar, 5, xyz);
       }},
      {"mannequin_avatar_copy_joint_matrices",
       [](S& s) {
         return mannequin_avatar_copy_joint_matrices(s.avatar, MANNEQUIN_ROWS_3X4, s.matrices.data(),
                                                     s.matrices.size());
       }},
      {"mannequin_avatar_copy_palette",
       [](S& s) {
         return mannequin_avatar_copy_palette(s.avatar, s.meshes, 0, MANNEQUIN_ROWS_3X4, s.matrices.data(),
                                              s.matrices.size());
       }},
      {"mannequin_avatar_copy_morph_weights",
       [](S& s) {
         return mannequin_avatar_copy_morph_weights(s.avatar, s.meshes, 0, s.matrices.data(),
                                                    s.matrices.size());
       }},
      {"mannequin_crowd_create",
       [](S& s) {
         const mannequin_meshes* sets[] = {s.meshes};
         return mannequin_crowd_create(sets, 1, nullptr, &s.made_crowd);
       }},
      {"mannequin_crowd_create_mixed mannequin_crowd_wear mannequin_crowd_copy_worn_palette "
       "mannequin_crowd_copy_joint_matrices mannequin_crowd_take_off",
       new_mixed_crowd},
      {"mannequin_crowd_set_joints",
       [](S& s) {
         uint32_t count = 0;
         const mannequin_status counted = mannequin_joint_count(s.character, &count);
         std::fill(s.matrices.begin(), s.matrices.end(), 0.5f);
         return counted != MANNEQUIN_OK
                    ? counted
                    : mannequin_crowd_set_joints(s.crowd, 0, kPlace, kTurn, s.matrices.data(),
                                                 s.matrices.data(), count);
       }},
      {"mannequin_crowd_count", [](S& s) { return mannequin_crowd_count(s.crowd, s.numbers.data()); }},
      {"mannequin_crowd_add and remove",
       [](S& s) {
         uint32_t number = 0;
         const mannequin_status added = mannequin_crowd_add(s.crowd, &number);
         return added != MANNEQUIN_OK ? added : mannequin_crowd_remove(s.crowd, number);
       }},
      {"mannequin_crowd_set_avatar", [](S& s) { return mannequin_crowd_set_avatar(s.crowd, 0, s.avatar); }},
      {"mannequin_crowd_set_pose", [](S& s) { return mannequin_crowd_set_pose(s.crowd, 0, s.avatar); }},
      {"mannequin_crowd_set_slider", [](S& s) { return mannequin_crowd_set_slider(s.crowd, 0, 33, 1.0); }},
      {"mannequin_crowd_evaluate", [](S& s) { return mannequin_crowd_evaluate(s.crowd); }},
      {"mannequin_crowd_copy_palettes",
       [](S& s) {
         return mannequin_crowd_copy_palettes(s.crowd, s.meshes, 0, 0, 1, MANNEQUIN_ROWS_3X4,
                                              s.matrices.data(), s.matrices.size() * sizeof(float), 0);
       }},
      {"mannequin_crowd_get_height",
       [](S& s) {
         double height = 0.0;
         return mannequin_crowd_get_height(s.crowd, 0, &height, nullptr);
       }},
      {"mannequin_skinner_create", [](S& s) { return mannequin_skinner_create(nullptr, &s.made_skinner); }},
      {"mannequin_skinner_skin",
       [](S& s) { return mannequin_skinner_skin(s.skinner, s.avatar, s.meshes, 0, &s.buffers); }},
      {"mannequin_skinner_read_back",
       [](S& s) {
         return first_failure({mannequin_skinner_skin(s.skinner, s.avatar, s.meshes, 0, &s.buffers),
                               mannequin_skinner_read_back(s.skinner, s.meshes, 0, 0, &s.buffers)});
       }},
      {"mannequin_skinner_copy_places",
       [](S& s) {
         return mannequin_skinner_copy_places(s.skinner, s.meshes, 0, s.numbers.data(), s.numbers.size());
       }},
      {"mannequin_skinner_forget", [](S& s) { return mannequin_skinner_forget(s.skinner, s.meshes); }},
      {"mannequin_skinner_skin_palette",
       [](S& s) {
         return mannequin_skinner_skin_palette(s.skinner, s.meshes, 0, s.matrices.data(),
                                               std::size_t{12} * s.palette_size, &s.buffers);
       }},
      {"mannequin_skinner_skin_palettes",
       [](S& s) {
         return mannequin_skinner_skin_palettes(s.skinner, s.meshes, 0, s.matrices.data(),
                                                std::size_t{24} * s.palette_size, nullptr, 0, 2);
       }},
      {"mannequin_skinner_skin_crowd",
       [](S& s) { return mannequin_skinner_skin_crowd(s.skinner, s.crowd, s.meshes, 0); }},
      {"mannequin_skinner_skin_jobs", skin_jobs},
      {"a new avatar, up to its palette", new_avatar},
      {"a new skinner, up to its vertices", new_skinner},
      {"a new crowd, up to its joints", new_crowd},
      {"mannequin_copy_error",
       [](S& s) {
         char text[300];
         return mannequin_copy_error(s.avatar, text, sizeof text);
       }},
  };
}

}  // namespace mannequin::test
