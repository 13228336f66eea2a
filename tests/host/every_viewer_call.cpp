// The calls of c_viewer.h.
#include <initializer_list>

#include "mannequin/c_viewer.h"
#include "tests/host/every_call.h"
#include "tests/io/asset_files.h"

namespace mannequin::test {
namespace {

// Calls in a row, until one fails.
class Row {
 public:
  template <typename Call>
  Row& then(Call&& call) {
    if (status_ == MANNEQUIN_OK) status_ = call();
    return *this;
  }
  mannequin_status status() const { return status_; }

 private:
  mannequin_status status_ = MANNEQUIN_OK;
};

mannequin_status read_asset(CallScene& s) {
  static const io::Bytes bytes = triangle_asset();
  mannequin_asset* asset = nullptr;
  mannequin_meshes *skin = nullptr, *level = nullptr;
  const auto* file = reinterpret_cast<const unsigned char*>(bytes.data());
  uint64_t at = 0, count = 0;
  int32_t fetched = 0;
  Row row;
  row.then([&] {
    return mannequin_asset_read_header(s.character, file, bytes.size(), bytes.size(), "a.llmesh", &asset);
  });
  row.then([&] { return mannequin_asset_find_block(asset, "skin", &at, &count); });
  row.then([&] { return mannequin_block_is_fetched(file + at, count, &fetched); });
  row.then([&] { return mannequin_asset_read_skin(asset, file + at, count, &skin); });
  row.then([&] { return mannequin_asset_find_block(asset, "high_lod", &at, &count); });
  row.then([&] { return mannequin_asset_read_lod(asset, 0, file + at, count, &level); });
  mannequin_meshes_release(skin);
  mannequin_meshes_release(level);
  mannequin_asset_release(asset);
  return row.status();
}

mannequin_status pick(CallScene& s) {
  mannequin_picker* picker = nullptr;
  const double from[3] = {5, 0, 1}, along[3] = {-1, 0, 0};
  double low[3], high[3];
  mannequin_hit hit = MANNEQUIN_INIT(mannequin_hit);
  const std::size_t floats = s.palette_size * std::size_t{12};
  Row row;
  row.then([&] { return mannequin_picker_create(s.meshes, 0, &picker); });
  row.then([&] {
    return mannequin_avatar_copy_palette(s.avatar, s.meshes, 0, MANNEQUIN_ROWS_3X4, s.matrices.data(),
                                         floats);
  });
  row.then([&] { return mannequin_picker_get_box(picker, s.matrices.data(), floats, low, high); });
  row.then([&] { return mannequin_picker_pick(picker, s.matrices.data(), floats, from, along, 0.0, &hit); });
  mannequin_picker_release(picker);
  return row.status();
}

mannequin_status boxes(CallScene& s) {
  double low[3], high[3];
  uint32_t joints = 0;
  return Row()
      .then([&] { return mannequin_joint_count(s.character, &joints); })
      .then([&] { return mannequin_mesh_copy_extents(s.meshes, 0, s.matrices.data(), s.matrices.size()); })
      .then([&] { return mannequin_avatar_create(s.character, &s.made_avatar); })
      .then([&] { return mannequin_avatar_wear(s.made_avatar, s.meshes, nullptr); })
      .then([&] { return mannequin_avatar_evaluate(s.made_avatar); })
      .then([&] { return mannequin_avatar_get_box(s.made_avatar, nullptr, low, high); })
      .status();
}

mannequin_status motions(CallScene& s) {
  const uint32_t joint = 5;
  const float turn[4] = {0, 0, 0.6f, 0.8f};
  mannequin_layer layer = MANNEQUIN_INIT(mannequin_layer);
  layer.weight = 0.5f;
  layer.joint_count = 1;
  layer.joints = &joint;
  layer.rotations = turn;
  mannequin_motion_frame frame = MANNEQUIN_INIT(mannequin_motion_frame);
  frame.layers = &layer;
  frame.layer_count = 1;
  mannequin_motion_options options = MANNEQUIN_INIT(mannequin_motion_options);
  options.physics = 1;
  return Row()
      .then([&] { return mannequin_avatar_create(s.character, &s.made_avatar); })
      .then([&] { return mannequin_avatar_evaluate(s.made_avatar); })
      .then([&] {
        return mannequin_avatar_set_ground(
            s.made_avatar, [](void*, const double*, double* point, double*) { point[2] = -1.0; }, nullptr);
      })
      .then([&] { return mannequin_avatar_start_clip_at(s.made_avatar, s.clip, 0.2); })
      .then([&] { return mannequin_avatar_start_motions(s.made_avatar, &options); })
      .then([&] { return mannequin_avatar_update_motions(s.made_avatar, 0.1, &frame); })
      .then([&] { return mannequin_avatar_cut_clip(s.made_avatar, s.clip); })
      .then([&] { return mannequin_avatar_stop_motions(s.made_avatar); })
      .status();
}

mannequin_status ease(CallScene& s) {
  mannequin_easing* easing = nullptr;
  int32_t finished = 0;
  uint32_t number = 0;
  Row row;
  row.then([&] { return mannequin_avatar_create(s.character, &s.made_avatar); });
  row.then([&] { return mannequin_easing_create(s.made_avatar, &easing); });
  row.then([&] { return mannequin_avatar_set_slider(s.made_avatar, 33, 1.0); });
  row.then([&] { return mannequin_easing_begin(easing, s.made_avatar); });
  row.then([&] { return mannequin_easing_advance(easing, 0.2, &finished); });
  row.then([&] { return mannequin_avatar_set_eased(s.made_avatar, easing); });
  row.then([&] { return mannequin_avatar_evaluate(s.made_avatar); });
  row.then([&] { return mannequin_crowd_create_mixed(s.character, nullptr, &s.made_crowd); });
  row.then([&] { return mannequin_crowd_add(s.made_crowd, &number); });
  row.then([&] { return mannequin_crowd_set_eased(s.made_crowd, 0, easing); });
  mannequin_easing_release(easing);
  return row.status();
}

mannequin_status bulk(CallScene& s) {
  static const std::vector<double> weights(2000, 0.5);
  const uint32_t joints[2] = {3, 5};
  uint32_t number = 0, count = 0, parameters = 0;
  return Row()
      .then([&] { return mannequin_joint_count(s.character, &count); })
      .then([&] { return mannequin_parameter_count(s.character, &parameters); })
      .then([&] { return mannequin_avatar_create(s.character, &s.made_avatar); })
      .then([&] { return mannequin_avatar_set_weights(s.made_avatar, weights.data(), parameters); })
      .then([&] { return mannequin_avatar_evaluate(s.made_avatar); })
      .then([&] {
        return mannequin_avatar_copy_matrices_of(s.made_avatar, joints, 2, MANNEQUIN_ROWS_3X4,
                                                 s.matrices.data(), s.matrices.size());
      })
      .then([&] {
        return mannequin_avatar_copy_local(s.made_avatar, s.matrices.data(), nullptr, nullptr, count);
      })
      .then([&] { return mannequin_crowd_create_mixed(s.character, nullptr, &s.made_crowd); })
      .then([&] { return mannequin_crowd_add(s.made_crowd, &number); })
      .then([&] { return mannequin_crowd_set_weights(s.made_crowd, 0, weights.data(), parameters); })
      .then([&] { return mannequin_crowd_evaluate(s.made_crowd); })
      .then([&] {
        return mannequin_crowd_copy_matrices_of(s.made_crowd, 0, joints, 2, MANNEQUIN_ROWS_3X4,
                                                s.matrices.data(), s.matrices.size());
      })
      .then([&] { return mannequin_crowd_copy_local(s.made_crowd, 0, s.matrices.data(), nullptr, count); })
      .then([&] {
        return mannequin_crowd_copy_morph_weights(s.made_crowd, 0, s.meshes, 0, s.matrices.data(),
                                                  s.matrices.size());
      })
      .status();
}

mannequin_status shared(CallScene& s) {
  mannequin_shared_mesh* mesh = nullptr;
  const std::size_t floats = s.palette_size * std::size_t{12};
  Row row;
  row.then([&] { return mannequin_shared_mesh_create(s.meshes, 0, &mesh); });
  row.then([&] {
    return mannequin_avatar_copy_palette(s.avatar, s.meshes, 0, MANNEQUIN_ROWS_3X4, s.matrices.data(),
                                         floats);
  });
  row.then(
      [&] { return mannequin_shared_mesh_skin(mesh, s.matrices.data(), floats, nullptr, 0, &s.buffers); });
  mannequin_shared_mesh_release(mesh);
  return row.status();
}

}  // namespace

std::vector<EveryCall> every_viewer_call() {
  using S = CallScene;
  return {
      {"mannequin_asset_read_header mannequin_asset_find_block mannequin_block_is_fetched "
       "mannequin_asset_read_skin mannequin_asset_read_lod",
       read_asset},
      {"mannequin_picker_create mannequin_picker_get_box mannequin_picker_pick", pick},
      {"mannequin_mesh_copy_extents mannequin_avatar_get_box", boxes},
      {"mannequin_avatar_start_motions mannequin_avatar_update_motions mannequin_avatar_stop_motions "
       "mannequin_avatar_set_ground mannequin_avatar_start_clip_at mannequin_avatar_cut_clip",
       motions},
      {"mannequin_easing_create mannequin_easing_begin mannequin_easing_advance mannequin_avatar_set_eased "
       "mannequin_crowd_set_eased",
       ease},
      {"mannequin_avatar_set_weights mannequin_crowd_set_weights mannequin_avatar_copy_matrices_of "
       "mannequin_crowd_copy_matrices_of mannequin_avatar_copy_local mannequin_crowd_copy_local "
       "mannequin_crowd_copy_morph_weights",
       bulk},
      {"mannequin_mesh_get_morph",
       [](S& s) {
         mannequin_morph_info info = MANNEQUIN_INIT(mannequin_morph_info);
         return mannequin_mesh_get_morph(s.meshes, 0, 0, &info);
       },
       MANNEQUIN_BAD_ARGUMENT},
      {"mannequin_mesh_copy_morph",
       [](S& s) { return mannequin_mesh_copy_morph(s.meshes, 0, 0, nullptr, nullptr, nullptr, 0); },
       MANNEQUIN_BAD_ARGUMENT},
      {"mannequin_meshes_set_mask of other meshes",
       [](S& s) { return mannequin_meshes_set_mask(s.meshes, "head", nullptr); }, MANNEQUIN_BAD_DATA},
      {"mannequin_shared_mesh_create mannequin_shared_mesh_skin", shared},
  };
}

}  // namespace mannequin::test
