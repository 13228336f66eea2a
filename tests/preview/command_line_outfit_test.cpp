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
  std::string told;
  const auto wears = [&](const std::filesystem::path& file, bool asked_for = false) {
    PreviewOptions options;
    options.files = {file};
    options.outfit = {"top", "boots"};
    options.outfit_asked_for = asked_for;
    const auto stage = Stage::create(character, options, 1.0f, true);
    told = stage ? "" : stage.error().message();
    OutfitRows rows;
    if (stage)
      for (const auto& worn : (*stage)->document().avatar().worn()) rows.push_back(worn->name);
    return rows;
  };
  EXPECT_EQ(wears(write(test::box_on(character.skeleton, "mPelvis", {}), "belt.glb")),
            (OutfitRows{"mannequin.glb", "hair.glb", "belt.glb"}));
  EXPECT_EQ(wears(folder / "belt.glb", true),
            (OutfitRows{"mannequin.glb", "hair.glb", "belt.glb", "top.glb", "boots.glb"}));
  EXPECT_EQ(wears(write(test::box_figure(character.skeleton), "body.glb")), OutfitRows{"body.glb"});
  EXPECT_EQ(wears(folder / "body.glb", true), OutfitRows{});
  EXPECT_NE(told.find("--outfit"), std::string::npos) << told;
  const auto shape = folder / "tall.json";
  ASSERT_TRUE(io::write_file(shape, std::string_view(R"({"params": {"33": 2.0}})")));
  EXPECT_EQ(wears(shape), (OutfitRows{"mannequin.glb", "hair.glb", "top.glb", "boots.glb"}));
}

// A sword is no clothing: the body that holds it is dressed.
TEST_F(CommandLineOutfitTest, OnTheCommandLineAnObjectIsAttached) {
  if (!context_) return;
  const Character character = test::make_builtin_character();
  const auto folder = test::own_folder();
  const BoundMeshDesc box = test::rigid_box();
  const auto bytes = io::write_glb(std::span(&box, 1), &character.skeleton);
  ASSERT_TRUE(bytes && io::write_file(folder / "sword.glb", *bytes));
  PreviewOptions options;
  options.attached = {{"Left Hand", folder / "sword.glb"}};
  options.outfit = {"top"};
  const auto stage = Stage::create(character, options, 1.0f, true);
  ASSERT_TRUE(stage) << stage.error().message();
  const auto& worn = (*stage)->document().avatar().worn();
  ASSERT_EQ(worn.size(), 4u);
  EXPECT_EQ(worn[0]->name, "mannequin.glb");
  EXPECT_EQ(worn[1]->name, "hair.glb");
  EXPECT_EQ(worn[2]->name, "sword.glb");
  EXPECT_EQ(worn[2]->point, "Left Hand");
  EXPECT_EQ(worn[3]->name, "top.glb");
  options.attached = {{"Left Sock", folder / "sword.glb"}};
  EXPECT_FALSE(Stage::create(character, options, 1.0f, true));
}

}  // namespace
}  // namespace mannequin::preview
