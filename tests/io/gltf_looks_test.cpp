// The appearance of a glTF mesh: images and vertex colours.
// Faults in these do not affect the rest of the mesh.
#include <gtest/gtest.h>

#include "engine/io/gltf_writer.h"
#include "tests/io/glb_parts.h"
#include "tests/io/gltf_files.h"
#include "tests/io/small_meshes.h"
#include "tests/own_folder.h"

namespace mannequin::io {
namespace gltf_looks_test {

using nlohmann::json;
using test::Glb;
using test::has_note;

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

class GltfLooks : public testing::Test {
 protected:
  GltfLooks() {
    const BoundMeshDesc strip = test::two_joint_strip();
    vertices_ = strip.mesh.positions.size();
    glb_ = Glb::read(write_glb(std::span(&strip, 1), nullptr).value());
    const json& accessors = glb_.structure["accessors"];
    colored_ = accessors[primitive()["attributes"]["POSITION"].get<std::size_t>()]["count"];
  }

  json& primitive() { return glb_.structure["meshes"][0]["primitives"][0]; }

  // The mesh's first material has this image for a texture.
  void use_image(const json& image) {
    glb_.structure["images"] = json::array({image});
    glb_.structure["textures"] = json::array({{{"source", 0}}});
    glb_.structure["materials"] =
        json::array({{{"name", "cloth"}, {"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}});
    primitive()["material"] = 0;
  }

  template <typename T>
  void use_colors(const std::vector<T>& numbers, int component, const char* type, std::size_t count) {
    const std::size_t view = glb_.add_view(numbers.data(), numbers.size() * sizeof(T));
    json& accessors = glb_.structure["accessors"];
    accessors.push_back({{"bufferView", view},
                         {"componentType", component},
                         {"type", type},
                         {"count", count},
                         {"normalized", component != kFloat}});
    primitive()["attributes"]["COLOR_0"] = accessors.size() - 1;
  }

  BoundMeshFile read() {
    auto file = read_gltf(glb_.write(), "looks.glb", folder_);
    EXPECT_TRUE(file) << file.error().message();
    if (!file) return {};
    EXPECT_EQ(file->meshes.at(0).mesh.positions.size(), vertices_);
    return std::move(*file);
  }

  // As it is in the file.
  void expect_image(std::string_view bytes) {
    const BoundMeshFile file = read();
    const auto& image = file.looks.at(0).images.at(file.meshes[0].mesh.faces.at(0).material);
    ASSERT_TRUE(image);
    EXPECT_EQ(*image, bytes_of(bytes));
  }

  static constexpr int kU8 = 5121, kU16 = 5123, kFloat = 5126;

  Glb glb_;
  std::size_t vertices_ = 0, colored_ = 0;  // in all, and of the first primitive
  std::filesystem::path folder_ = test::own_folder();
};

TEST_F(GltfLooks, AnImageInAViewIsGivenAsItIs) {
  const std::size_t view = glb_.add_view("not a PNG", 9);
  use_image({{"bufferView", view}, {"mimeType", "image/png"}});
  expect_image("not a PNG");
}

TEST_F(GltfLooks, AnImageInTheTextIsDecoded) {
  use_image({{"uri", "data:image/png;base64,bm90IGEgUE5H"}});
  expect_image("not a PNG");
}

TEST_F(GltfLooks, AnImageBesideTheFileIsNamed) {
  use_image({{"uri", "pictures/my%20cloth.png"}});
  const BoundMeshFile missing = read();
  EXPECT_TRUE(has_note(missing, "image_missing")) << test::codes(missing.notes);
  std::filesystem::create_directories(folder_ / "pictures");
  ASSERT_TRUE(write_file(folder_ / "pictures/my cloth.png", bytes_of("any")));
  const BoundMeshFile file = read();
  EXPECT_FALSE(has_note(file, "image_missing"));
  const BoundMeshDesc& bound = file.meshes[0];
  EXPECT_EQ(bound.mesh.materials.at(bound.mesh.faces.at(0).material).texture, "pictures/my cloth.png");
}

TEST_F(GltfLooks, AnImageElsewhereIsLeftAlone) {
  for (const char* uri : {"../secret.png", "/etc/passwd", "a/../../b.png"}) {
    use_image({{"uri", uri}});
    const BoundMeshFile file = read();
    EXPECT_TRUE(has_note(file, "image_outside_folder")) << uri << ": " << test::codes(file.notes);
    EXPECT_EQ(file.meshes[0].mesh.materials.at(0).texture, "") << uri;
  }
}

TEST_F(GltfLooks, SpoiltImagesAreNotes) {
  const std::size_t view = glb_.add_view("not a PNG", 9);
  const auto unusable = [&](const char* what) {
    const BoundMeshFile file = read();
    EXPECT_TRUE(has_note(file, "image_unusable")) << what << ": " << test::codes(file.notes);
    for (const auto& image : file.looks.at(0).images) EXPECT_FALSE(image) << what;
  };
  use_image({{"bufferView", 99999}});
  unusable("no such view");
  use_image(json::object());
  unusable("neither view nor URI");
  use_image({{"uri", "data:image/png;base64,????"}});
  unusable("no base64");
  // A hundred overlapping images, which exceed the file in total.
  use_image({{"bufferView", view}});
  json& images = glb_.structure["images"];
  const std::size_t large = glb_.add_view(std::string(1000, 'x').data(), 1000);
  for (int i = 0; i < 100; ++i) images.push_back({{"bufferView", large}});
  EXPECT_TRUE(has_note(read(), "image_unusable"));
}

TEST_F(GltfLooks, ColoursOfEveryKindAreFractions) {
  // The other primitive has none, which is white.
  ASSERT_LT(colored_, vertices_);
  const auto expect = [&](const Vec4f& color) {
    std::vector<Vec4f> wanted(vertices_, Vec4f(1.0f));
    std::fill_n(wanted.begin(), colored_, color);
    const BoundMeshFile file = read();
    EXPECT_EQ(file.looks.at(0).vertex_colors, wanted) << test::codes(file.notes);
  };
  use_colors(std::vector<std::uint8_t>(4 * colored_, 51), kU8, "VEC4", colored_);
  expect(Vec4f(0.2f));
  use_colors(std::vector<std::uint16_t>(4 * colored_, 13107), kU16, "VEC4", colored_);
  expect(Vec4f(0.2f));
  use_colors(std::vector<float>(3 * colored_, 7.0f), kFloat, "VEC3", colored_);
  expect(Vec4f(1.0f));
  use_colors(std::vector<float>(3 * colored_, 0.25f), kFloat, "VEC3", colored_);
  expect(Vec4f(Vec3f(0.25f), 1.0f));
}

TEST_F(GltfLooks, SpoiltColoursAreANote) {
  use_colors(std::vector<float>(3 * colored_, 0.5f), kFloat, "VEC3", colored_ - 1);
  const BoundMeshFile few = read();
  EXPECT_TRUE(has_note(few, "vertex_colors_unusable")) << test::codes(few.notes);
  EXPECT_TRUE(few.looks.at(0).vertex_colors.empty());
  use_colors(std::vector<float>(2 * colored_, 0.5f), kFloat, "VEC2", colored_);
  EXPECT_TRUE(has_note(read(), "vertex_colors_unusable"));
}

TEST_F(GltfLooks, AlphaCountsWhereTheMaterialSaysSo) {
  const std::size_t view = glb_.add_view("not a PNG", 9);
  use_image({{"bufferView", view}});
  EXPECT_FALSE(read().looks.at(0).see_through.at(0));
  for (const char* mode : {"BLEND", "MASK"}) {
    glb_.structure["materials"][0]["alphaMode"] = mode;
    EXPECT_TRUE(read().looks.at(0).see_through.at(0)) << mode;
  }
}

}  // namespace gltf_looks_test
}  // namespace mannequin::io
