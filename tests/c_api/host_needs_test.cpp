// Viewers' advanced uses of the C interface: mixed crowds, animated objects, whole poses, faces, all
// parameters, and a host's own threads and memory.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

#include "tests/c_api/c_api_case.h"
#include "tests/c_api/triangle_mesh.h"

namespace mannequin::test {
namespace {

class CApiHost : public CApiTest {
 protected:
  uint32_t joint(const char* name) const {
    uint32_t found = 0;
    EXPECT_EQ(mannequin_joint_find(character_, name, &found), MANNEQUIN_OK) << name;
    return found;
  }
  uint32_t joint_count() const {
    uint32_t count = 0;
    EXPECT_EQ(mannequin_joint_count(character_, &count), MANNEQUIN_OK);
    return count;
  }
  std::vector<float> palette() {
    std::vector<float> made(info_.palette_size * std::size_t{12});
    EXPECT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    EXPECT_EQ(mannequin_avatar_copy_palette(avatar_, body_, 0, 0, made.data(), made.size()), MANNEQUIN_OK);
    return made;
  }
  // A triangle bound to one joint, which it moves up.
  mannequin_meshes* moving_mesh(float height) {
    const TriangleMesh triangle("mElbowLeft", height);
    mannequin_meshes* made = nullptr;
    EXPECT_EQ(mannequin_meshes_from_arrays(character_, &triangle.data, &made), MANNEQUIN_OK)
        << mannequin_last_error();
    return made;
  }
};

TEST_F(CApiHost, AvatarsOfAMixedCrowdWearWhatTheyLike) {
  mannequin_meshes* const low = moving_mesh(0.2f);
  mannequin_meshes* const high = moving_mesh(0.4f);
  mannequin_crowd* crowd = nullptr;
  ASSERT_EQ(mannequin_crowd_create_mixed(character_, nullptr, &crowd), MANNEQUIN_OK);
  for (uint32_t i = 0; i < 3; ++i) {
    uint32_t number = 9;
    ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_crowd_set_slider(crowd, number, 33, 0.5 * i), MANNEQUIN_OK);
  }
  std::vector<float> found(info_.palette_size * std::size_t{12});
  const auto worn_palette = [&](uint32_t number, const mannequin_meshes* meshes) {
    return mannequin_crowd_copy_worn_palette(crowd, number, meshes, 0, 0, found.data(), found.size());
  };
  ASSERT_EQ(mannequin_crowd_wear(crowd, 1, body_, nullptr), MANNEQUIN_OK) << mannequin_last_error();
  ASSERT_EQ(mannequin_crowd_wear(crowd, 1, low, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_wear(crowd, 1, high, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_wear(crowd, 2, body_, nullptr), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, worn_palette(1, body_));
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);

  // As one avatar that wears the same.
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 0.5), MANNEQUIN_OK);
  for (mannequin_meshes* const set : {body_, low, high})
    ASSERT_EQ(mannequin_avatar_wear(avatar_, set, nullptr), MANNEQUIN_OK);
  const auto expect_same = [&](uint32_t number) {
    const std::vector<float> exact = palette();
    ASSERT_EQ(worn_palette(number, body_), MANNEQUIN_OK) << mannequin_last_error();
    for (std::size_t k = 0; k < exact.size(); ++k) ASSERT_NEAR(found[k], exact[k], 3e-6) << k;
  };
  expect_same(1);
  // The other way round the other one wins.
  ASSERT_EQ(mannequin_crowd_wear(crowd, 1, low, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_wear(avatar_, low, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  expect_same(1);
  for (mannequin_meshes* const set : {low, high}) {
    ASSERT_EQ(mannequin_crowd_take_off(crowd, 1, set), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_take_off(avatar_, set), MANNEQUIN_OK);
  }
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  expect_same(1);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, worn_palette(1, low));
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, worn_palette(0, body_));

  // The last one takes the place of the one removed, with its clothes.
  ASSERT_EQ(mannequin_crowd_remove(crowd, 0), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, 1.0), MANNEQUIN_OK);
  expect_same(0);

  std::vector<float> joints(joint_count() * std::size_t{12}), exact(joints.size());
  ASSERT_EQ(mannequin_crowd_copy_joint_matrices(crowd, 0, 0, joints.data(), joints.size()), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_copy_joint_matrices(avatar_, 0, exact.data(), exact.size()), MANNEQUIN_OK);
  for (std::size_t k = 0; k < exact.size(); ++k) ASSERT_NEAR(joints[k], exact[k], 3e-6) << k;
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER,
                 mannequin_crowd_copy_joint_matrices(crowd, 0, 0, joints.data(), joints.size() - 1));

  const mannequin_meshes* sets[] = {body_};
  mannequin_crowd* uniform = nullptr;
  uint32_t number = 0;
  ASSERT_EQ(mannequin_crowd_create(sets, 1, nullptr, &uniform), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_add(uniform, &number), MANNEQUIN_OK);
  EXPECT_REFUSED(MANNEQUIN_UNSUPPORTED, mannequin_crowd_wear(uniform, 0, body_, nullptr));
  EXPECT_REFUSED(MANNEQUIN_UNSUPPORTED, mannequin_crowd_take_off(uniform, 0, body_));
  mannequin_crowd_release(uniform);
  mannequin_crowd_release(crowd);
  mannequin_meshes_release(low);
  mannequin_meshes_release(high);
}

TEST_F(CApiHost, TakesWholePosesAsArrays) {
  const uint32_t count = joint_count(), elbow = joint("mElbowLeft"), head = joint("mHead");
  std::vector<float> rotations(count * std::size_t{4}, NAN), positions(count * std::size_t{3}, NAN);
  const double bent[4] = {0, 0, -0.5, 0.75}, place[3] = {0.01, 0, 0.1}, root[3] = {1, 2, 3};
  for (int k = 0; k < 4; ++k)
    rotations[elbow * 4 + static_cast<std::size_t>(k)] = static_cast<float>(bent[k]);
  for (int k = 0; k < 3; ++k)
    positions[head * 3 + static_cast<std::size_t>(k)] = static_cast<float>(place[k]);
  ASSERT_EQ(mannequin_avatar_set_root(avatar_, root, unit_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_rotation(avatar_, elbow, bent), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_position(avatar_, head, place), MANNEQUIN_OK);
  const std::vector<float> exact = palette();
  mannequin_avatar_clear_pose(avatar_);
  EXPECT_NE(palette(), exact);
  ASSERT_EQ(mannequin_avatar_set_root(avatar_, root, unit_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_joints(avatar_, rotations.data(), positions.data(), count), MANNEQUIN_OK);
  const std::vector<float> found = palette();
  for (std::size_t k = 0; k < exact.size(); ++k) ASSERT_NEAR(found[k], exact[k], 1e-6) << k;

  mannequin_crowd* crowd = nullptr;
  uint32_t number = 0;
  ASSERT_EQ(mannequin_crowd_create_mixed(character_, nullptr, &crowd), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_wear(crowd, number, body_, nullptr), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_set_joints(crowd, number, root, unit_, rotations.data(), positions.data(), count),
            MANNEQUIN_OK);
  ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
  std::vector<float> of_crowd(exact.size());
  ASSERT_EQ(mannequin_crowd_copy_worn_palette(crowd, number, body_, 0, 0, of_crowd.data(), of_crowd.size()),
            MANNEQUIN_OK);
  for (std::size_t k = 0; k < exact.size(); ++k) ASSERT_NEAR(of_crowd[k], exact[k], 6e-6) << k;
  mannequin_crowd_release(crowd);

  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_avatar_set_joints(avatar_, rotations.data(), nullptr, count - 1));
  for (int k = 0; k < 4; ++k) rotations[elbow * 4 + static_cast<std::size_t>(k)] = 0.0f;
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT,
                 mannequin_avatar_set_joints(avatar_, rotations.data(), nullptr, count));
  EXPECT_NE(std::string_view(mannequin_last_error()).find("mElbowLeft"), std::string_view::npos);
  EXPECT_EQ(palette(), found);  // nothing was changed
}

// What was computed before the pose changed is kept; what else changed is not.
TEST_F(CApiHost, EvaluatesOnlyThePoseWhereNothingElseChanged) {
  mannequin_meshes* const mesh = moving_mesh(0.4f);
  mannequin_avatar* fresh = nullptr;
  ASSERT_EQ(mannequin_avatar_create(character_, &fresh), MANNEQUIN_OK);
  const double bent[4] = {0, 0, -0.5, 0.75};
  const auto step = [&](int n, mannequin_avatar* a) {
    if (n >= 1) mannequin_avatar_set_rotation_of(a, "mElbowLeft", bent);
    if (n >= 2) mannequin_avatar_set_slider(a, 33, 0.7);
    if (n >= 3) mannequin_avatar_wear(a, mesh, nullptr);
    if (n >= 4) mannequin_avatar_unset_slider(a, 33);
    if (n >= 5) mannequin_avatar_take_off(a, mesh);
    if (n >= 6) mannequin_avatar_set_slider(a, 80, 1.0);
    if (n >= 7) mannequin_avatar_reset_sliders(a);
  };
  std::vector<float> all(joint_count() * std::size_t{12}), expected(all.size());
  for (int n = 0; n <= 7; ++n) {
    step(n, avatar_);
    mannequin_avatar_release(fresh);
    ASSERT_EQ(mannequin_avatar_create(character_, &fresh), MANNEQUIN_OK);
    step(n, fresh);
    for (mannequin_avatar* const a : {avatar_, fresh}) ASSERT_EQ(mannequin_avatar_evaluate(a), MANNEQUIN_OK);
    mannequin_avatar_copy_joint_matrices(avatar_, 0, all.data(), all.size());
    mannequin_avatar_copy_joint_matrices(fresh, 0, expected.data(), expected.size());
    EXPECT_EQ(all, expected) << n;
  }
  mannequin_avatar_release(fresh);
  mannequin_meshes_release(mesh);
}

TEST_F(CApiHost, AnAnimatedObjectHasTheRawSkeletonWhereItIs) {
  mannequin_animated_object object = MANNEQUIN_INIT(mannequin_animated_object);
  object.position[0] = 5.0;
  object.rotation[3] = 1.0;
  const uint32_t elbow = joint("mElbowLeft"), pelvis = joint("mPelvis"), skull = joint("Skull");
  std::vector<float> joints(joint_count() * std::size_t{12});
  const auto evaluate = [&] {
    ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_copy_joint_matrices(avatar_, 0, joints.data(), joints.size()), MANNEQUIN_OK);
  };
  const auto length_y = [&](uint32_t j) {
    const float* m = joints.data() + 12 * j;
    return std::sqrt(m[1] * m[1] + m[5] * m[5] + m[9] * m[9]);
  };
  evaluate();
  EXPECT_NEAR(length_y(elbow), 1.18, 1e-5);
  ASSERT_EQ(mannequin_avatar_set_object(avatar_, &object), MANNEQUIN_OK) << mannequin_last_error();
  evaluate();
  EXPECT_NEAR(length_y(elbow), 1.0, 1e-6);
  EXPECT_NEAR(joints[12 * pelvis + 3], 5.0, 1e-6);
  // Too large: four times 64 metres.
  object.has_box = 1;
  object.box_max[0] = object.box_max[1] = object.box_max[2] = 256.0;
  ASSERT_EQ(mannequin_avatar_set_object(avatar_, &object), MANNEQUIN_OK);
  evaluate();
  EXPECT_NEAR(length_y(elbow), 0.25, 1e-6);
  // Worn on somebody's skull.
  mannequin_avatar* wearer = nullptr;
  ASSERT_EQ(mannequin_avatar_create(character_, &wearer), MANNEQUIN_OK);
  object.wearer = wearer;
  object.attachment = skull;
  object.has_box = 0;
  object.position[0] = 0.0;
  EXPECT_REFUSED(MANNEQUIN_NOT_EVALUATED, mannequin_avatar_set_object(avatar_, &object));
  ASSERT_EQ(mannequin_avatar_evaluate(wearer), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_set_object(avatar_, &object), MANNEQUIN_OK) << mannequin_last_error();
  evaluate();
  double at[3] = {};
  ASSERT_EQ(mannequin_avatar_get_joint_position(wearer, skull, at), MANNEQUIN_OK);
  EXPECT_NEAR(joints[12 * pelvis + 11], at[2], 1e-5);
  object.attachment = 100000;
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_avatar_set_object(avatar_, &object));
  mannequin_avatar_release(wearer);
  // And an avatar again.
  ASSERT_EQ(mannequin_avatar_set_object(avatar_, nullptr), MANNEQUIN_OK);
  evaluate();
  EXPECT_NEAR(length_y(elbow), 1.18, 1e-5);
}

TEST_F(CApiHost, FacesCoverTheIndicesAndTheIdentityMayBeLeftOut) {
  ASSERT_GE(info_.face_count, 1u);
  uint32_t next = 0;
  for (uint32_t f = 0; f < info_.face_count; ++f) {
    mannequin_face_info face = MANNEQUIN_INIT(mannequin_face_info);
    ASSERT_EQ(mannequin_mesh_get_face(body_, 0, f, &face), MANNEQUIN_OK);
    EXPECT_EQ(face.first_index, next);
    EXPECT_STRNE(face.material, nullptr);
    EXPECT_LE(face.first_vertex + face.vertex_count, info_.vertex_count);
    next += face.index_count;
  }
  EXPECT_EQ(next, info_.index_count);
  mannequin_face_info beyond = MANNEQUIN_INIT(mannequin_face_info);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_mesh_get_face(body_, 0, info_.face_count, &beyond));

  EXPECT_EQ(info_.uses_identity, 0);
  const std::vector<float> whole = palette();
  std::vector<float> shorter(whole.size() - 12);
  ASSERT_EQ(mannequin_avatar_copy_palette(avatar_, body_, 0, 0, shorter.data(), shorter.size()),
            MANNEQUIN_OK);
  EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), whole.begin()));
  EXPECT_REFUSED(MANNEQUIN_SHORT_BUFFER,
                 mannequin_avatar_copy_palette(avatar_, body_, 0, 0, shorter.data(), shorter.size() - 1));
}

TEST_F(CApiHost, NamesParametersThatNoMessageCarries) {
  uint32_t count = 0, sliders = 0, transmitted = 0;
  ASSERT_EQ(mannequin_parameter_count(character_, &count), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_slider_count(character_, &sliders), MANNEQUIN_OK);
  bool blink = false;
  for (uint32_t i = 0; i < count; ++i) {
    mannequin_parameter_info info = MANNEQUIN_INIT(mannequin_parameter_info);
    ASSERT_EQ(mannequin_parameter_get(character_, i, &info), MANNEQUIN_OK);
    transmitted += info.transmitted != 0;
    blink |= info.id == 58 && std::string_view(info.name) == "blink_left" && info.kind == 1 &&
             info.transmitted == 0 && info.max == 1.0;
  }
  EXPECT_TRUE(blink);
  EXPECT_EQ(transmitted, sliders);
  mannequin_parameter_info beyond = MANNEQUIN_INIT(mannequin_parameter_info);
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_parameter_get(character_, count, &beyond));
}

TEST_F(CApiHost, ASliderThatIsUnsetIsAsThoughNeverSet) {
  const auto joints = [&] {
    std::vector<float> made(joint_count() * std::size_t{12});
    EXPECT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    EXPECT_EQ(mannequin_avatar_copy_joint_matrices(avatar_, 0, made.data(), made.size()), MANNEQUIN_OK);
    return made;
  };
  const std::vector<float> before = joints();
  for (const int id : {33, 80, 1200}) {
    ASSERT_EQ(mannequin_avatar_set_slider(avatar_, id, 0.9), MANNEQUIN_OK);
    EXPECT_NE(joints(), before) << id;
    ASSERT_EQ(mannequin_avatar_unset_slider(avatar_, id), MANNEQUIN_OK);
    EXPECT_EQ(joints(), before) << id;
  }
  EXPECT_REFUSED(MANNEQUIN_NOT_FOUND, mannequin_avatar_unset_slider(avatar_, 123456));
}

struct Pool {
  std::size_t calls = 0, pieces = 0;
  static void run(void* user, size_t count, void (*work)(void*, size_t), void* context) {
    auto& self = *static_cast<Pool*>(user);
    ++self.calls;
    self.pieces += count;
    for (size_t i = count; i-- > 0;) work(context, i);  // backwards, to be another order than ours
  }
};

TEST_F(CApiHost, AHostsPoolDoesTheWork) {
  constexpr uint32_t kPooled = 64;
  const auto palettes = [&] {
    const mannequin_meshes* sets[] = {body_};
    mannequin_crowd_options options = MANNEQUIN_INIT(mannequin_crowd_options);
    options.threads = 4;
    mannequin_crowd* crowd = nullptr;
    EXPECT_EQ(mannequin_crowd_create(sets, 1, &options, &crowd), MANNEQUIN_OK);
    for (uint32_t i = 0; i < kPooled; ++i) {
      uint32_t number = 0;
      EXPECT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
      EXPECT_EQ(mannequin_crowd_set_slider(crowd, number, 33, 0.01 * i), MANNEQUIN_OK);
    }
    EXPECT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
    std::vector<float> made(info_.palette_size * std::size_t{12} * kPooled);
    EXPECT_EQ(mannequin_crowd_copy_palettes(crowd, body_, 0, 0, kPooled, 0, made.data(),
                                            made.size() * sizeof(float), 0),
              MANNEQUIN_OK);
    mannequin_crowd_release(crowd);
    return made;
  };
  const std::vector<float> expected = palettes();
  Pool pool;
  mannequin_job_system jobs = MANNEQUIN_INIT(mannequin_job_system);
  jobs.threads = 4;
  jobs.user = &pool;
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_set_job_system(&jobs));
  jobs.run = Pool::run;
  ASSERT_EQ(mannequin_set_job_system(&jobs), MANNEQUIN_OK);
  EXPECT_EQ(palettes(), expected);
  EXPECT_GT(pool.calls, 0u);
  EXPECT_GT(pool.pieces, pool.calls);
  const std::size_t calls = pool.calls;
  ASSERT_EQ(mannequin_set_job_system(nullptr), MANNEQUIN_OK);
  EXPECT_EQ(palettes(), expected);
  EXPECT_EQ(pool.calls, calls);
}

TEST_F(CApiHost, AnAllocatorIsRefusedWhileMemoryIsInUse) {
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  mannequin_allocator allocator = MANNEQUIN_INIT(mannequin_allocator);
  allocator.allocate = [](void*, size_t bytes, size_t alignment) {
    return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  };
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_set_allocator(&allocator));  // lacks release
  allocator.release = [](void*, void* memory, size_t, size_t) { std::free(memory); };
  EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, mannequin_set_allocator(&allocator));
  EXPECT_NE(std::string_view(mannequin_last_error()).find("in use"), std::string_view::npos);
}

}  // namespace
}  // namespace mannequin::test
