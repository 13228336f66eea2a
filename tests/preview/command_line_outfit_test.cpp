// What the window wears of the files on the command line.
#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/own_folder.h"
#include "tools/preview/stage.h"

namespace mannequin::preview {
namespace {

using OutfitRows = std::vector<std::string>;

class CommandLineOutfitTest : public test::GlTest {};

TEST_F(CommandLineOutfitTest, OnTheCommandLineAGarmentIsPutOnTheBody) {
  if (!context_) return;
  const Character character = test::make_builtin_character();
  const auto folder = test::own_folder();
  const auto write = [&](const BoundMeshDesc& desc, const char* name) {
    const auto bytes = io::write_glb(std::span(&desc, 1), &character.skeleton);
    EXPECT_TRUE(bytes && io::write_file(folder / name, *bytes));
    return folder / name;
  };
  const auto wears = [&](const std::filesystem::path& file) {
    PreviewOptions options;
    options.files = {file};
    options.outfit = {"top", "boots"};
    const auto stage = Stage::create(character, options, 1.0f, true);
    EXPECT_TRUE(stage) << stage.error().message();
    OutfitRows rows;
    if (stage)
      for (const auto& worn : (*stage)->document().avatar().worn()) rows.push_back(worn->name);
    return rows;
  };
  EXPECT_EQ(wears(write(test::box_on(character.skeleton, "mPelvis", {}), "belt.glb")),
            (OutfitRows{"mannequin.glb", "belt.glb"}));
  EXPECT_EQ(wears(write(test::box_figure(character.skeleton), "body.glb")), OutfitRows{"body.glb"});
  const auto shape = folder / "tall.json";
  ASSERT_TRUE(io::write_file(shape, std::string_view(R"({"params": {"33": 2.0}})")));
  EXPECT_EQ(wears(shape), (OutfitRows{"mannequin.glb", "top.glb", "boots.glb"}));
}

}  // namespace
}  // namespace mannequin::preview
