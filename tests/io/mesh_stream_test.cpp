// A mesh asset read piece by piece equals the whole asset.
#include "engine/io/mesh_stream.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/io/asset_files.h"

namespace mannequin::test {
namespace {

using io::Lod;
using io::MeshAssetHeader;

class MeshStream : public testing::Test {
 protected:
  // One block's bytes and nothing else.
  Bytes block(const char* key) const {
    const io::AssetBlock* found = header_.find(key);
    if (found == nullptr) return {};
    const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(header_.offset_of(*found));
    return {begin, begin + static_cast<std::ptrdiff_t>(found->bytes)};
  }

  Bytes bytes_ = triangle_asset();
  io::MeshAsset whole_ = io::read_mesh_asset(bytes_, "whole").value().meshes.at(0);
  MeshAssetHeader header_ =
      io::read_mesh_header(std::span(bytes_).first(whole_.header_bytes), "piece").value();
};

TEST_F(MeshStream, TheHeaderNeedsOnlyItsOwnBytes) {
  EXPECT_EQ(header_.header_bytes, whole_.header_bytes);
  ASSERT_EQ(header_.blocks.size(), whole_.blocks.size());
  for (std::size_t k = 0; k < header_.blocks.size(); ++k) {
    EXPECT_EQ(header_.blocks[k].key, whole_.blocks[k].key);
    EXPECT_EQ(header_.blocks[k].offset, whole_.blocks[k].offset);
    EXPECT_EQ(header_.blocks[k].bytes, whole_.blocks[k].bytes);
  }
  EXPECT_EQ(header_.find("medium_lod"), nullptr);
  EXPECT_EQ(header_.offset_of(*header_.find("skin")) - header_.find("skin")->offset, whole_.header_bytes);
  // More bytes change nothing, fewer are an error.
  EXPECT_EQ(io::read_mesh_header(bytes_, "more")->blocks.size(), header_.blocks.size());
  const auto fewer = io::read_mesh_header(std::span(bytes_).first(whole_.header_bytes - 1), "fewer");
  ASSERT_FALSE(fewer);
  EXPECT_EQ(fewer.error().code, ErrorCode::cannot_read);
}

TEST_F(MeshStream, AHeaderThatClaimsMoreThanTheFileIsRefusedOnceItsSizeIsKnown) {
  EXPECT_TRUE(io::read_mesh_header(bytes_, "known", bytes_.size()));
  const auto cut = io::read_mesh_header(bytes_, "cut", bytes_.size() - 1);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code, ErrorCode::bad_data);
}

TEST_F(MeshStream, SkinAndLevelComeFromTheirOwnBytes) {
  io::Notes notes;
  const auto skin = io::read_skin_block(block("skin"), header_, &notes);
  ASSERT_TRUE(skin) << skin.error().what;
  EXPECT_EQ(skin->joint_names, whole_.skin->joint_names);
  EXPECT_EQ(skin->inverse_binds, whole_.skin->inverse_binds);
  EXPECT_EQ(skin->joint_positions, whole_.skin->joint_positions);
  EXPECT_EQ(skin->bind_shape, whole_.skin->bind_shape);
  EXPECT_EQ(skin->pelvis_offset, whole_.skin->pelvis_offset);
  EXPECT_EQ(skin->lock_scale, whole_.skin->lock_scale);
  const auto level = io::read_lod_block(block("high_lod"), header_, Lod::high, skin->joint_names.size());
  ASSERT_TRUE(level) << level.error().what;
  const BoundMeshDesc ours = io::bound_level(*level, *skin, "mesh"),
                      theirs = io::bound_mesh(whole_, Lod::high);
  EXPECT_EQ(ours.mesh.name, "mesh");
  EXPECT_EQ(ours.mesh.positions, theirs.mesh.positions);
  EXPECT_EQ(ours.mesh.normals, theirs.mesh.normals);
  EXPECT_EQ(ours.mesh.indices, theirs.mesh.indices);
  EXPECT_EQ(ours.skin.influence_begin, theirs.skin.influence_begin);
  ASSERT_EQ(ours.skin.influences.size(), theirs.skin.influences.size());
  for (std::size_t k = 0; k < ours.skin.influences.size(); ++k) {
    EXPECT_EQ(ours.skin.influences[k].joint, theirs.skin.influences[k].joint);
    EXPECT_EQ(ours.skin.influences[k].weight, theirs.skin.influences[k].weight);
  }
  // Without a skin it has its own size, like the whole asset.
  EXPECT_TRUE(io::bound_level(*level, std::nullopt, "still").skin.joint_names.empty());
}

TEST_F(MeshStream, NamesTheBlockThatIsDamagedOrTruncated) {
  Bytes skin = block("skin"), level = block("high_lod");
  skin.resize(skin.size() / 2);
  const auto cut = io::read_skin_block(skin, header_);
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().where.find("piece, skin"), std::string::npos) << cut.error().where;
  level[level.size() / 2] = ~level[level.size() / 2];
  const auto damaged = io::read_lod_block(level, header_, Lod::high, 2);
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().where.find("high_lod"), std::string::npos) << damaged.error().where;
  // Weights to joints that the skin does not have.
  EXPECT_FALSE(io::read_lod_block(block("high_lod"), header_, Lod::high, 1));
}

TEST_F(MeshStream, TellsFetchedBlocksFromTheHolesOfACacheFile) {
  EXPECT_TRUE(io::is_fetched(block("skin")));
  EXPECT_FALSE(io::is_fetched(Bytes(5000)));
  EXPECT_FALSE(io::is_fetched({}));
}

}  // namespace
}  // namespace mannequin::test
