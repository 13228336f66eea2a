// Structs of hosts compiled with another version's header: shorter and longer ones.
#include <cstddef>
#include <cstring>

#include "tests/c_api/c_api_case.h"

namespace mannequin::test {
namespace {

class CApiStructSize : public CApiTest {};

// Nothing behind the caller's struct is touched.
TEST_F(CApiStructSize, AnOlderHostGetsWhatItsStructHasRoomFor) {
  mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
  std::memset(static_cast<void*>(&info), 0x5a, sizeof info);
  info.struct_size = offsetof(mannequin_mesh_info, palette_size);
  ASSERT_EQ(mannequin_mesh_get(body_, 0, &info), MANNEQUIN_OK);
  EXPECT_EQ(info.struct_size, offsetof(mannequin_mesh_info, palette_size));
  EXPECT_EQ(info.vertex_count, info_.vertex_count);
  EXPECT_EQ(info.index_count, info_.index_count);
  EXPECT_EQ(info.palette_size, 0x5a5a5a5au);

  mannequin_body_size size = MANNEQUIN_INIT(mannequin_body_size);
  size.root_above_ground = -7.0;
  size.struct_size = offsetof(mannequin_body_size, root_above_ground);
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_avatar_get_body_size(avatar_, &size), MANNEQUIN_OK);
  EXPECT_GT(size.height, 1.0);
  EXPECT_EQ(size.root_above_ground, -7.0);
}

TEST_F(CApiStructSize, WhatAnOlderHostDoesNotSayIsZero) {
  // Its strides are not there yet, and what follows is not its own.
  mannequin_vertex_buffers out = out_;
  out.normals = reinterpret_cast<float*>(std::uintptr_t{1});
  out.position_stride = 13;
  out.struct_size =
      static_cast<std::uint32_t>(offsetof(mannequin_vertex_buffers, positions) + sizeof(float*));
  ASSERT_LT(offsetof(mannequin_vertex_buffers, positions), offsetof(mannequin_vertex_buffers, normals));
  ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out), MANNEQUIN_OK);
  EXPECT_NE(positions_[2], 0.0f);

  mannequin_skinner_options options = MANNEQUIN_INIT(mannequin_skinner_options);
  options.reference = 1;
  options.threads = 1;
  options.struct_size = offsetof(mannequin_skinner_options, reference);
  mannequin_skinner* skinner = nullptr;
  ASSERT_EQ(mannequin_skinner_create(&options, &skinner), MANNEQUIN_OK);
  std::vector<uint32_t> remap(info_.vertex_count);
  EXPECT_EQ(mannequin_skinner_copy_places(skinner, body_, 0, remap.data(), remap.size()), MANNEQUIN_OK)
      << "the reference has no such order";
  mannequin_skinner_release(skinner);
}

TEST_F(CApiStructSize, ANewerHostsStructIsTakenAsFarAsItIsKnown) {
  struct Newer {
    mannequin_mesh_info info;
    std::uint64_t added;
  } newer{MANNEQUIN_INIT(mannequin_mesh_info), 42};
  newer.info.struct_size = sizeof newer;
  ASSERT_EQ(mannequin_mesh_get(body_, 0, &newer.info), MANNEQUIN_OK);
  EXPECT_EQ(newer.info.struct_size, sizeof newer);
  EXPECT_EQ(newer.info.vertex_count, info_.vertex_count);
  EXPECT_EQ(newer.added, 42u);
}

}  // namespace
}  // namespace mannequin::test
