// Textures and vertex colours of files, as they appear in the picture.
#include "engine/io/gltf_writer.h"
#include "tests/io/glb_parts.h"
#include "tests/preview/stage_case.h"
#include "tools/preview/png.h"
#include "tools/preview/render/document_names.h"

namespace mannequin::preview {
namespace {

using nlohmann::json;
using test::Glb;

// As far up the figure as these are.
constexpr double kChest = 0.78, kThigh = 0.385;

class TexturesTest : public StageTest {
 protected:
  void SetUp() override {
    StageTest::SetUp();
    if (!stage_) return;
    // The upper half red, the lower one blue.
    std::vector<std::uint8_t> pixels;
    for (int row = 0; row < 32; ++row)
      pixels.insert(pixels.end(), {std::uint8_t(row < 16 ? 255 : 0), 0, std::uint8_t(row < 16 ? 0 : 255)});
    ASSERT_TRUE(write_png(folder_ / "halves.png", 1, 32, pixels));
    workspace().view.camera_control.look("front", true);
  }
  int written_ = 0;

  // White, with v from the soles to the crown.
  Glb figure(const std::string& texture) {
    BoundMeshDesc desc = test::box_figure(character_->skeleton);
    desc.mesh.materials[0].base_color = Vec4f(1.0f);
    desc.mesh.materials[0].texture = texture;
    float low = 1e9f, high = -1e9f;
    for (const Vec3f& p : desc.mesh.positions) low = std::min(low, p.z), high = std::max(high, p.z);
    for (std::size_t v = 0; v < desc.mesh.uvs.size(); ++v)
      desc.mesh.uvs[v] = {0.5f, (desc.mesh.positions[v].z - low) / (high - low)};
    return Glb::read(*io::write_glb(std::span(&desc, 1), &character_->skeleton));
  }
  void wear(Glb glb) {
    // Under another name each time: what is worn already would be read again.
    const auto path = folder_ / ("white" + std::to_string(++written_) + ".glb");
    ASSERT_TRUE(io::write_file(path, glb.write()));
    const Status worn = workspace().document.files.open(path, false);
    ASSERT_TRUE(worn) << worn.error().message();
    workspace().document.wardrobe.take_off(0);
    workspace().view.camera_control.look("front", true);
  }
  // Of a place on the worn mesh, as far up as that part of its height.
  glm::ivec3 color_at(const Image& image, double up) {
    const Bounds bounds = workspace().document.avatar().bounds();
    const double z = glm::mix(bounds.low.z, bounds.high.z, up) + workspace().document.avatar().lift();
    ImVec2 at;
    const ViewRect rect{{0.0f, 0.0f}, {float{kWidth}, float{kHeight}}};
    EXPECT_TRUE(project(workspace().view.camera().clip_from_world(double{kWidth} / kHeight), rect,
                        {0.1, 0.13, z}, at));
    return image.at(static_cast<int>(at.x), static_cast<int>(at.y));
  }
  bool has_finding(const std::string& code) {
    picture();
    return std::ranges::any_of(workspace().document.findings().list(),
                               [&](const FileFinding& f) { return f.finding.code == code; });
  }
};

TEST_F(TexturesTest, ATextureIsTheRightWayUpAndCanBeTurnedOff) {
  wear(figure("halves.png"));
  const Image shown = picture();
  const glm::ivec3 above = color_at(shown, kChest), below = color_at(shown, kThigh);
  EXPECT_GT(above.r, 2 * above.b);
  EXPECT_GT(below.b, 2 * below.r);
  workspace().view.settings.textures = false;
  const Image plaster = picture();
  const glm::ivec3 plain = color_at(plaster, kThigh);
  EXPECT_LT(std::abs(plain.r - plain.b), 60) << "plaster";
  EXPECT_FALSE(has_finding("image_missing"));
}

TEST_F(TexturesTest, ATextureThatComesLaterIsShown) {
  workspace().document.files.decode_textures_in_background(true);
  wear(figure("halves.png"));
  const Image shown = picture();
  EXPECT_GT(color_at(shown, kChest).r, 2 * color_at(shown, kChest).b);
  EXPECT_GT(color_at(shown, kThigh).b, 2 * color_at(shown, kThigh).r);
}

TEST_F(TexturesTest, AnImageInsideTheFileIsShown) {
  Glb glb = figure("halves.png");
  const auto png = io::read_file(folder_ / "halves.png");
  ASSERT_TRUE(png);
  const std::size_t view = glb.add_view(png->data(), png->size());
  glb.structure["images"][0] = {{"bufferView", view}, {"mimeType", "image/png"}};
  std::filesystem::remove(folder_ / "halves.png");
  wear(glb);
  const Image shown = picture();
  EXPECT_GT(color_at(shown, kChest).r, 2 * color_at(shown, kChest).b);
  EXPECT_GT(color_at(shown, kThigh).b, 2 * color_at(shown, kThigh).r);
}

TEST_F(TexturesTest, VertexColoursAreShown) {
  Glb glb = figure("");
  json& attributes = glb.structure["meshes"][0]["primitives"][0]["attributes"];
  const auto position = attributes["POSITION"].get<std::size_t>();
  const auto count = glb.structure["accessors"][position]["count"].get<std::size_t>();
  const std::vector<std::uint8_t> green(4 * count, 0);
  std::vector<std::uint8_t> colors = green;
  for (std::size_t v = 0; v < count; ++v) colors[4 * v + 1] = colors[4 * v + 3] = 255;
  const std::size_t view = glb.add_view(colors.data(), colors.size());
  glb.structure["accessors"].push_back({{"bufferView", view},
                                        {"componentType", 5121},
                                        {"normalized", true},
                                        {"count", count},
                                        {"type", "VEC4"}});
  attributes["COLOR_0"] = glb.structure["accessors"].size() - 1;
  wear(glb);
  const glm::ivec3 shown = color_at(picture(), kChest);
  EXPECT_GT(shown.g, shown.r + 40);
  EXPECT_GT(shown.g, shown.b + 40);

  // With too few of them the mesh is worn without.
  glb.structure["accessors"].back()["count"] = count - 1;
  wear(glb);
  EXPECT_TRUE(has_finding("vertex_colors_unusable"));
}

TEST_F(TexturesTest, AMissingOrDamagedImageIsANote) {
  wear(figure("nowhere.png"));
  EXPECT_TRUE(has_finding("image_missing"));

  ASSERT_TRUE(
      io::write_file(folder_ / "damaged.png", std::string_view("\x89PNG\r\n\x1a\nnothing of the kind")));
  wear(figure("damaged.png"));
  EXPECT_TRUE(has_finding("image_unusable"));

  Glb glb = figure("halves.png");
  glb.structure["images"][0] = {{"bufferView", 999}, {"mimeType", "image/png"}};
  wear(glb);
  EXPECT_TRUE(has_finding("image_unusable"));
}

TEST_F(TexturesTest, AnImageSavedAnewIsShown) {
  wear(figure("halves.png"));
  picture();
  ASSERT_TRUE(std::ranges::find(workspace().document.avatar().worn()[0]->parts, folder_ / "halves.png") !=
              workspace().document.avatar().worn()[0]->parts.end());
  const std::vector<std::uint8_t> green = {0, 255, 0};
  ASSERT_TRUE(write_png(folder_ / "halves.png", 1, 1, green));
  workspace().document.files.reload_all();
  const glm::ivec3 shown = color_at(picture(), kChest);
  EXPECT_GT(shown.g, 2 * shown.r);
}

}  // namespace
}  // namespace mannequin::preview
