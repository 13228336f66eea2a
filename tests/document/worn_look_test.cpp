// Distinguishing worn files: automatic colours, and showing one alone.
#include <set>

#include "tests/document/document_case.h"
#include "tools/document/worn_color.h"

namespace mannequin::document {
namespace {

class WornLookTest : public DocumentTest {
 protected:
  void wear(const char* name, const char* joint, const Vec4f& color) {
    BoundMeshDesc box = test::box_on(character_.skeleton, joint, {});
    box.mesh.materials.front().base_color = color;
    ASSERT_TRUE(document_->files.open(write_mesh(box, name), false));
  }
  const WornFile& row(std::size_t index) { return *document_->avatar().worn()[index]; }
  std::vector<bool> visible() {
    std::vector<bool> list;
    for (const auto& worn : document_->avatar().worn()) list.push_back(worn->visible);
    return list;
  }
  static constexpr float kGrey = 0.8f;
};

TEST_F(WornLookTest, EachFileWithoutColoursGetsOneOfItsOwn) {
  std::set<std::array<float, 3>> tints;
  for (const char* joint : {"mHead", "mChest", "mTorso", "mPelvis", "mHipLeft", "mKneeLeft", "mElbowLeft"})
    wear((std::string(joint) + ".glb").c_str(), joint, Vec4f(kGrey, kGrey, kGrey, 1.0f));
  for (const auto& worn : document_->avatar().worn())
    tints.insert({worn->tint.r, worn->tint.g, worn->tint.b});
  EXPECT_EQ(tints.size(), 7u);
  EXPECT_FALSE(tints.contains({1.0f, 1.0f, 1.0f}));
}

TEST_F(WornLookTest, ColoursOfTheFileStayAsTheyAre) {
  wear("red.glb", "mHead", Vec4f(0.8f, 0.1f, 0.1f, 1.0f));
  EXPECT_EQ(row(0).tint, Vec3f(1.0f));
  EXPECT_TRUE(row(0).keeps_colors) << "in plaster it would look like the body";
}

TEST_F(WornLookTest, TheSampleJacketKeepsItsColoursInADocument) {
  ASSERT_TRUE(document_->files.try_sample_jacket());
  ASSERT_EQ(document_->avatar().worn().size(), 1u);
  EXPECT_TRUE(row(0).keeps_colors);
  const std::filesystem::path jacket = folder_ / "sample_jacket.glb";
  std::filesystem::copy_file(row(0).path, jacket, std::filesystem::copy_options::overwrite_existing);
  document_->wardrobe.take_off(0);
  ASSERT_TRUE(document_->files.open(jacket, true));
  ASSERT_TRUE(document_->saved.save(folder_ / "outfit.json"));
  document_->wardrobe.take_off(0);
  ASSERT_TRUE(document_->files.open(folder_ / "outfit.json", false));
  ASSERT_EQ(document_->avatar().worn().size(), 1u);
  EXPECT_TRUE(row(0).keeps_colors);
}

TEST_F(WornLookTest, ABodyStaysPlain) {
  BoundMeshDesc figure = test::box_figure(character_.skeleton);
  figure.mesh.materials.front().base_color = Vec4f(kGrey, kGrey, kGrey, 1.0f);
  ASSERT_TRUE(document_->files.open(write_mesh(figure, "body.glb"), false));
  EXPECT_EQ(row(0).tint, Vec3f(1.0f));
  figure.mesh.materials.front().base_color = Vec4f(0.8f, 0.1f, 0.1f, 1.0f);
  ASSERT_TRUE(document_->files.open(write_mesh(figure, "red.glb"), false));
  EXPECT_EQ(row(1).name, "red.glb");
  EXPECT_FALSE(row(1).keeps_colors);
}

TEST_F(WornLookTest, TakenColoursComeLast) {
  const auto colors = worn_colors();
  EXPECT_EQ(next_worn_color({}), colors[0]);
  EXPECT_EQ(next_worn_color(std::vector{colors[0], colors[1], Vec3f(1.0f)}), colors[2]);
  EXPECT_EQ(next_worn_color(std::vector(colors.begin(), colors.end())), colors[0]);
}

TEST_F(WornLookTest, OneIsShownAloneOrOnTheBodyAndAllAgain) {
  ASSERT_TRUE(document_->files.open(write_mesh(test::box_figure(character_.skeleton), "body.glb"), false));
  wear("hat.glb", "mHead", Vec4f(1.0f));
  wear("belt.glb", "mPelvis", Vec4f(1.0f));
  document_->forget_history();
  document_->wardrobe.show_only(1, false);
  EXPECT_EQ(visible(), (std::vector{false, true, false}));
  document_->wardrobe.show_only(1, true);
  EXPECT_EQ(visible(), (std::vector{true, true, false}));
  EXPECT_EQ(document_->history().undo_name(), "Show only hat.glb on the body");
  document_->wardrobe.show_all();
  EXPECT_EQ(visible(), (std::vector{true, true, true}));
  document_->wardrobe.show_all();  // nothing to do is no step
  EXPECT_EQ(document_->history().size(), 3u);
  document_->undo();
  document_->undo();
  EXPECT_EQ(visible(), (std::vector{false, true, false}));
}

}  // namespace
}  // namespace mannequin::document
