#include "tests/host/c_host.h"

namespace mannequin::test {

#define EXPECT_OK(call) EXPECT_EQ((call), MANNEQUIN_OK) << mannequin_last_error()

CHost::CHost(unsigned threads) {
  const std::string text = nodding_bvh();
  mannequin_skinner_options options = MANNEQUIN_INIT(mannequin_skinner_options);
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  options.threads = threads;
  EXPECT_OK(mannequin_character_builtin(&character_));
  EXPECT_OK(mannequin_meshes_builtin_body(character_, &body_));
  EXPECT_OK(mannequin_clip_load(character_, text.data(), text.size(), "nod.bvh", &clip_));
  EXPECT_OK(mannequin_avatar_create(character_, &avatar_));
  EXPECT_OK(mannequin_avatar_wear(avatar_, body_, nullptr));
  EXPECT_OK(mannequin_avatar_start_clip(avatar_, clip_));
  EXPECT_OK(mannequin_skinner_create(&options, &skinner_));
  EXPECT_OK(mannequin_mesh_get(body_, 0, &info));
  positions_.resize(info.vertex_count * std::size_t{3});
  palette_.resize(info.palette_size * std::size_t{16});
  out_.vertex_count = info.vertex_count;
  out_.positions = positions_.data();
}

CHost::~CHost() {
  mannequin_skinner_release(skinner_);
  mannequin_picker_release(picker_);
  mannequin_easing_release(easing_);
  mannequin_clip_release(other_clip_);
  for (mannequin_avatar* const member : members_) mannequin_avatar_release(member);
  mannequin_crowd_release(crowd_);
  mannequin_avatar_release(avatar_);
  mannequin_clip_release(clip_);
  mannequin_meshes_release(body_);
  mannequin_character_release(character_);
}

void CHost::frame(double height, double seconds) {
  EXPECT_OK(mannequin_avatar_set_slider(avatar_, 33, height));
  EXPECT_OK(mannequin_avatar_set_clip(avatar_, clip_, seconds));
  evaluate_and_skin();
}

void CHost::player_frame(double height, double seconds) {
  EXPECT_OK(mannequin_avatar_set_slider(avatar_, 33, height));
  EXPECT_OK(mannequin_avatar_update_clips(avatar_, seconds));
  evaluate_and_skin();
}

void CHost::evaluate_and_skin() {
  const double bent[4] = {0, 0, -0.6, 0.8};
  EXPECT_OK(mannequin_avatar_set_rotation_of(avatar_, "mHandThumb3Left", bent));
  EXPECT_OK(mannequin_avatar_evaluate(avatar_));
  EXPECT_OK(mannequin_avatar_copy_palette(avatar_, body_, 0, MANNEQUIN_COLUMN_MAJOR_4X4, palette_.data(),
                                          palette_.size()));
  EXPECT_OK(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_));
}

void CHost::make_crowd(uint32_t avatars, unsigned threads) {
  const mannequin_meshes* sets[] = {body_};
  mannequin_crowd_options options = MANNEQUIN_INIT(mannequin_crowd_options);
  options.threads = threads;
  options.capacity = avatars;
  EXPECT_OK(mannequin_crowd_create(sets, 1, &options, &crowd_));
  for (uint32_t i = 0; i < avatars; ++i) {
    uint32_t number = 0;
    EXPECT_OK(mannequin_crowd_add(crowd_, &number));
  }
}

void CHost::crowd_frame(double height, double seconds) {
  uint32_t avatars = 0;
  EXPECT_OK(mannequin_crowd_count(crowd_, &avatars));
  EXPECT_OK(mannequin_avatar_set_slider(avatar_, 33, height));
  for (uint32_t i = 0; i < avatars; ++i) {
    EXPECT_OK(mannequin_avatar_set_clip(avatar_, clip_, seconds + 0.1 * i));
    EXPECT_OK(mannequin_crowd_set_avatar(crowd_, i, avatar_));
  }
  EXPECT_OK(mannequin_crowd_evaluate(crowd_));
  EXPECT_OK(mannequin_crowd_copy_palettes(crowd_, body_, 0, 0, 1, MANNEQUIN_COLUMN_MAJOR_4X4, palette_.data(),
                                          palette_.size() * sizeof(float), 0));
  EXPECT_OK(mannequin_skinner_skin_crowd(skinner_, crowd_, body_, 0));
  EXPECT_OK(mannequin_skinner_read_back(skinner_, body_, 0, avatars - 1, &out_));
}

void CHost::make_moving_crowd(uint32_t avatars) {
  const std::string text = nodding_bvh();
  mannequin_crowd_options options = MANNEQUIN_INIT(mannequin_crowd_options);
  mannequin_motion_options motions = MANNEQUIN_INIT(mannequin_motion_options);
  motions.physics = 1;
  EXPECT_OK(mannequin_crowd_create_mixed(character_, &options, &crowd_));
  EXPECT_OK(mannequin_clip_load(character_, text.data(), text.size(), "other.bvh", &other_clip_));
  EXPECT_OK(mannequin_picker_create(body_, 0, &picker_));
  uint32_t parameters = 0;
  EXPECT_OK(mannequin_parameter_count(character_, &parameters));
  const auto ground = [](void*, const double* at, double* point, double*) { point[2] = 0.1 * at[0] - 1.0; };
  for (uint32_t i = 0; i < avatars; ++i) {
    mannequin_avatar*& member = members_.emplace_back();
    EXPECT_OK(mannequin_avatar_create(character_, &member));
    EXPECT_OK(mannequin_crowd_add(crowd_, &motions.seed));
    EXPECT_OK(mannequin_crowd_wear(crowd_, i, body_, nullptr));
    for (uint32_t p = 0; p < parameters; ++p) {
      mannequin_parameter_info info = MANNEQUIN_INIT(mannequin_parameter_info);
      EXPECT_OK(mannequin_parameter_get(character_, p, &info));
      if (std::string(info.name).find("max_effect") != std::string::npos) {
        EXPECT_OK(mannequin_avatar_set_slider(member, info.id, info.max));
      }
    }
    EXPECT_OK(mannequin_avatar_evaluate(member));
    EXPECT_OK(mannequin_avatar_set_ground(member, ground, nullptr));
    EXPECT_OK(mannequin_avatar_start_clip(member, clip_));
    EXPECT_OK(mannequin_avatar_start_clip(member, other_clip_));
    EXPECT_OK(mannequin_avatar_start_motions(member, &motions));
  }
  EXPECT_OK(mannequin_easing_create(avatar_, &easing_));
  EXPECT_OK(mannequin_avatar_set_slider(avatar_, 33, 2.0));
  EXPECT_OK(mannequin_easing_begin(easing_, avatar_));
}

void CHost::moving_crowd_frame(double seconds) {
  mannequin_motion_frame frame = MANNEQUIN_INIT(mannequin_motion_frame);
  frame.has_target = 1;
  frame.target[1] = 3.0;
  EXPECT_OK(mannequin_easing_advance(easing_, seconds, nullptr));
  const double root[3] = {0.0, 0.0, 0.3 * seconds}, upright[4] = {0, 0, 0, 1};
  for (uint32_t i = 0; i < members_.size(); ++i) {
    EXPECT_OK(mannequin_avatar_set_root(members_[i], root, upright));
    EXPECT_OK(mannequin_avatar_update_motions(members_[i], seconds, &frame));
    EXPECT_OK(mannequin_avatar_evaluate(members_[i]));
    EXPECT_OK((i == 0 ? mannequin_crowd_set_pose : mannequin_crowd_set_avatar)(crowd_, i, members_[i]));
  }
  EXPECT_OK(mannequin_crowd_set_eased(crowd_, 0, easing_));
  EXPECT_OK(mannequin_crowd_evaluate(crowd_));
  const std::size_t floats = palette_.size() / 16 * 12;
  EXPECT_OK(
      mannequin_crowd_copy_worn_palette(crowd_, 1, body_, 0, MANNEQUIN_ROWS_3X4, palette_.data(), floats));
  double low[3], high[3];
  const double from[3] = {5.0, 0.0, root[2]}, along[3] = {-1.0, 0.0, 0.0};
  mannequin_hit hit = MANNEQUIN_INIT(mannequin_hit);
  EXPECT_OK(mannequin_picker_get_box(picker_, palette_.data(), floats, low, high));
  EXPECT_OK(mannequin_picker_pick(picker_, palette_.data(), floats, from, along, 0.0, &hit));
}

}  // namespace mannequin::test
