// The choice of the glTF importer, in C.
#include <glm/gtc/type_ptr.hpp>

#include "engine/io/gltf_writer.h"
#include "engine/math/types.h"
#include "tests/c_api/c_api_case.h"
#include "tests/document/figure.h"

namespace mannequin::test {
namespace {

// The belly of the figure is bound to a collision volume that is turned at rest.
class CApiImporter : public CApiTest {
 protected:
  void SetUp() override {
    CApiTest::SetUp();
    const Character& character = builtin_character();
    bytes_ = io::write_glb(std::vector{box_figure(character.skeleton)}, &character.skeleton).value();
  }

  mannequin_status load(const mannequin_mesh_options* options, mannequin_meshes** out) {
    return mannequin_meshes_load(character_, bytes_.data(), bytes_.size(), "figure.glb", options, out);
  }

  std::vector<float> palette(const mannequin_mesh_options* options) {
    mannequin_meshes* meshes = nullptr;
    EXPECT_EQ(load(options, &meshes), MANNEQUIN_OK);
    EXPECT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
    mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
    EXPECT_EQ(mannequin_mesh_get(meshes, 0, &info), MANNEQUIN_OK);
    std::vector<float> numbers(info.palette_size * std::size_t{12});
    EXPECT_EQ(
        mannequin_avatar_copy_palette(avatar_, meshes, 0, MANNEQUIN_ROWS_3X4, numbers.data(), numbers.size()),
        MANNEQUIN_OK);
    mannequin_meshes_release(meshes);
    return numbers;
  }
  std::vector<float> palette(int32_t importer) {
    mannequin_mesh_options options = MANNEQUIN_INIT(mannequin_mesh_options);
    options.importer = importer;
    return palette(&options);
  }

  io::Bytes bytes_;
};

TEST_F(CApiImporter, IsTheViewersByDefault) {
  const auto viewer = palette(MANNEQUIN_IMPORTER_VIEWER);
  EXPECT_EQ(palette(nullptr), viewer);
  EXPECT_EQ(palette(MANNEQUIN_IMPORTER_DEFAULT), viewer);
  EXPECT_NE(palette(MANNEQUIN_IMPORTER_VIEWER_NEXT), viewer);
  EXPECT_NE(palette(MANNEQUIN_IMPORTER_STRICT), viewer);
  // A host whose header had no importer yet.
  mannequin_mesh_options shorter = MANNEQUIN_INIT(mannequin_mesh_options);
  shorter.importer = MANNEQUIN_IMPORTER_STRICT;
  shorter.struct_size = offsetof(mannequin_mesh_options, importer);
  EXPECT_EQ(palette(&shorter), viewer);
}

TEST_F(CApiImporter, HasNoOtherNumbers) {
  mannequin_mesh_options options = MANNEQUIN_INIT(mannequin_mesh_options);
  for (const int32_t wrong : {-1, 4, 1000}) {
    options.importer = wrong;
    mannequin_meshes* meshes = nullptr;
    EXPECT_REFUSED(MANNEQUIN_BAD_ARGUMENT, load(&options, &meshes));
    EXPECT_EQ(meshes, nullptr);
  }
}

}  // namespace
}  // namespace mannequin::test
