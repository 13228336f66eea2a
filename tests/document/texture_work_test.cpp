// Textures decoded in the background: the mesh is available before them.
#include "tools/document/texture_work.h"

#include <chrono>
#include <thread>

#include "tests/document/document_case.h"
#include "tests/io/small_images.h"

namespace mannequin::document {
namespace {

class TextureWorkTest : public DocumentTest {
 protected:
  // A figure that names this texture, worn.
  void wear(const std::string& texture) {
    BoundMeshDesc desc = test::box_figure(character_.skeleton);
    desc.mesh.materials[0].texture = texture;
    const Status opened = document_->files.open(write_mesh(desc, "figure.glb"), false);
    ASSERT_TRUE(opened) << opened.error().message();
  }
  void write_picture(const std::string& name) {
    const std::vector<std::uint8_t> pixels(4 * 9 * 7, 200);
    ASSERT_TRUE(io::write_file(folder_ / name, test::small_png(9, 7, pixels)));
  }
  void wait() {
    for (int i = 0; i < 2000 && document_->working(); ++i) {
      document_->update(0.0);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_FALSE(document_->working());
  }
  const WornFile& worn() const { return *document_->avatar().worn()[0]; }
  const std::vector<MaterialTexture>& textures() const { return worn().meshes[0]->geometry->look->textures; }
  bool has_finding(const char* code) const {
    return std::ranges::any_of(document_->findings().list(),
                               [&](const FileFinding& found) { return found.finding.code == code; });
  }
};

TEST_F(TextureWorkTest, AtFirstTheyAreThereAtOnce) {
  write_picture("skin.png");
  wear("skin.png");
  EXPECT_FALSE(document_->avatar().decodes_textures());
  ASSERT_EQ(textures().size(), 1u);
  EXPECT_EQ(textures()[0].image->width, 9);
}

TEST_F(TextureWorkTest, TheMeshIsWornBeforeThem) {
  write_picture("skin.png");
  document_->files.decode_textures_in_background(true);
  wear("skin.png");
  EXPECT_FALSE(worn().refused());
  EXPECT_TRUE(textures().empty()) << "nobody takes them but an update";
  EXPECT_TRUE(document_->avatar().decodes_textures());
  EXPECT_TRUE(document_->working());
  const std::uint64_t before = document_->avatar().worn_revision();
  wait();
  ASSERT_EQ(textures().size(), 1u);
  EXPECT_EQ(textures()[0].image->height, 7);
  EXPECT_GT(document_->avatar().worn_revision(), before);
  EXPECT_TRUE(std::ranges::find(worn().parts, folder_ / "skin.png") != worn().parts.end()) << "to be watched";
}

TEST_F(TextureWorkTest, WhatIsWrongWithThemIsFoundLater) {
  document_->files.decode_textures_in_background(true);
  ASSERT_TRUE(io::write_file(folder_ / "skin.png", std::string_view("\x89PNG\r\n\x1a\nnothing of the kind")));
  wear("skin.png");
  EXPECT_TRUE(worn().texture_notes.empty());
  wait();
  EXPECT_TRUE(textures().empty());
  EXPECT_TRUE(has_finding("image_unusable"));
}

TEST_F(TextureWorkTest, TakenOffMeanwhileTheyAreThereWhenItIsWornAgain) {
  write_picture("skin.png");
  document_->files.decode_textures_in_background(true);
  wear("skin.png");
  document_->wardrobe.take_off(0);
  EXPECT_FALSE(document_->avatar().decodes_textures());
  document_->undo();
  wait();
  EXPECT_EQ(textures().size(), 1u);
}

TEST_F(TextureWorkTest, AFileWithoutTexturesHasNoWork) {
  document_->files.decode_textures_in_background(true);
  wear("");
  EXPECT_FALSE(document_->avatar().decodes_textures());
}

}  // namespace
}  // namespace mannequin::document
