// bake, --clothing, --skeleton and --attach, as scripts use them.
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "engine/io/image_writer.h"
#include "engine/io/texel_picture_file.h"
#include "tests/oracle/layers_case.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

class ClothingCommand : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("outfit.json", R"({"schema": 1, "sex": "female", "wearables": [
      {"type": "shirt", "sliders": {"Sleeve Length": {"percent": 60}, "803": 0, "804": 0, "805": 1, "828": 1}},
      {"type": "pants", "sliders": {"815": 0.5}}]})");
  }
};

TEST_F(ClothingCommand, BakeWritesAPicturePerRegion) {
  const Outcome outcome = run("bake @outfit.json -o @baked --size 512 --masks --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::set<std::string> files;
  const json out = json::parse(outcome.out);
  for (const json& picture : out.at("pictures")) {
    const std::string name = picture.at("file");
    files.insert(name);
    const std::string bytes = read("baked/" + name);
    const auto image = io::read_image(std::as_bytes(std::span(bytes)), name);
    ASSERT_TRUE(image) << image.error().message();
    EXPECT_EQ(image->width, 512);
  }
  for (const char* name : {"head.png", "upper_body.png", "lower_body.png", "eyes.png", "hair.png",
                           "leftarm.png", "upper_body_mask.png", "lower_body_mask.png", "head_mask.png"})
    EXPECT_TRUE(files.contains(name)) << name;
  EXPECT_FALSE(files.contains("skirt.png")) << "no skirt is worn";
  // The same bytes every time.
  ASSERT_EQ(run("bake @outfit.json -o @again --size 512").exit_code, 0);
  EXPECT_EQ(read("baked/upper_body.png"), read("again/upper_body.png"));
}

// Outfits of the oracle as files: what `bake --json` says about them is what the oracle says.
TEST_F(ClothingCommand, BakeSaysInJsonWhatTheOracleSays) {
  MANNEQUIN_NEEDS_SHARED("oracle/layers/outfits.json.gz");
  const std::string folder = " --character '" + shared_path("viewer-character").string() + "'";
  const json oracle = read_json(shared_path("oracle/layers/outfits.json.gz"));
  std::filesystem::create_directory(folder_ / "textures");
  for (const json& test : oracle.at("cases")) {
    json outfit = {{"schema", 1}, {"sex", test.at("sex")}, {"wearables", test.at("worn")}};
    for (json& worn : outfit["wearables"])
      for (auto& [slot, name] : worn["textures"].items()) {
        const TexelPicturePtr picture = synthetic_texture(name.get<std::string>());
        std::string file = name.get<std::string>() + ".png";
        std::ranges::replace(file, ':', '_');
        const io::Image image = io::image_of(*picture);
        ASSERT_TRUE(io::write_file(folder_ / "textures" / file,
                                   io::write_png(image.width, image.height, image.rgba).value()));
        name = file;
      }
    write("outfit.json", outfit.dump());
    const Outcome outcome = run("bake @outfit.json --json --size 512 --textures @textures" + folder);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json out = json::parse(outcome.out);
    const std::string name = test.at("name");
    EXPECT_EQ(out.at("size"), 512);
    EXPECT_TRUE(out.at("notes").empty()) << name;
    for (const char* kind : {"composites", "layer_masks"}) {
      EXPECT_EQ(out.at(kind).size(), test.at(kind).size()) << name;
      for (const auto& [key, picture] : test.at(kind).items()) {
        ASSERT_TRUE(out.at(kind).contains(key)) << name << ", " << key;
        EXPECT_EQ(out.at(kind).at(key).at("size"), picture.at("size")) << name << ", " << key;
        EXPECT_EQ(out.at(kind).at(key).at("crc32"), picture.at("crc32")) << name << ", " << key;
      }
    }
    for (const auto& [region, sizes] : test.at("morph_masks").items()) {
      const json& ours = out.at("morph_masks").at(region);
      EXPECT_EQ(ours.at("crc32"), sizes.at("512").at("gathered").at("crc32")) << name << ", " << region;
      if (sizes.at("512").contains("vertex_bytes")) {
        EXPECT_EQ(ours.at("vertex_bytes"), sizes.at("512").at("vertex_bytes")) << name << ", " << region;
      }
      EXPECT_FALSE(ours.at("vertex_bytes").empty()) << name << ", " << region;
    }
  }
}

TEST_F(ClothingCommand, BakeInOpenGlWritesTheSamePictures) {
  ASSERT_EQ(run("bake @outfit.json -o @cpu --size 512 --masks --backend cpu").exit_code, 0);
  const Outcome outcome = run("bake @outfit.json -o @gl --size 512 --masks --json --backend gl");
  if (outcome.exit_code == 4) GTEST_SKIP() << outcome.err;
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json out = json::parse(outcome.out);
  EXPECT_EQ(out.at("backend"), "gl");
  const auto image_of = [&](const std::string& name) {
    const std::string bytes = read(name);
    return io::read_image(std::as_bytes(std::span(bytes)), name).value();
  };
  for (const json& picture : out.at("pictures")) {
    const std::string name = picture.at("file");
    const io::Image here = image_of("gl/" + name), there = image_of("cpu/" + name);
    ASSERT_EQ(here.rgba.size(), there.rgba.size()) << name;
    int most = 0;
    for (std::size_t i = 0; i < here.rgba.size(); ++i)
      most = std::max(most, std::abs(int{here.rgba[i]} - int{there.rgba[i]}));
    EXPECT_LE(most, 1) << name;
  }
  EXPECT_EQ(run("bake @outfit.json -o @gl --backend vulkan").exit_code, 2);
}

TEST_F(ClothingCommand, BakeNamesWhatItCannotUse) {
  write("bad.json", R"({"schema": 1, "wearables": [{"type": "hat"}]})");
  const Outcome bad = run("bake @bad.json -o @baked");
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_NE(bad.err.find("unknown type 'hat'"), std::string::npos) << bad.err;
  EXPECT_EQ(run("bake @absent.json -o @baked").exit_code, 3);
  EXPECT_EQ(run("bake @outfit.json").exit_code, 2);
  EXPECT_EQ(run("bake @outfit.json --json --masks").exit_code, 2) << "masks are pictures";
  EXPECT_EQ(run("bake @outfit.json -o @baked --textures @absent").exit_code, 3);
  EXPECT_EQ(run("bake @outfit.json -o @baked --size 300").exit_code, 2);
}

TEST_F(ClothingCommand, ClothingMasksTheSystemAvatar) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  const std::string folder = " --character '" + shared_path("viewer-character").string() + "'";
  const auto upper = [&](const std::string& options) {
    const Outcome outcome = run("skin system-avatar --json" + folder + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const json out = json::parse(outcome.out);
    for (const json& mesh : out.at("meshes"))
      if (mesh.at("name") == "avatar_upper_body.llm") return mesh.at("positions").dump();
    return std::string();
  };
  const std::string loose = upper(" --set 828=1"), dressed = upper(" --clothing @outfit.json"),
                    coarse = upper(" --clothing @outfit.json --mask-size 512");
  EXPECT_EQ(loose, upper("")) << "without a mask the fit of a shirt does nothing";
  EXPECT_NE(dressed, loose);
  EXPECT_FALSE(coarse.empty());
}

TEST_F(ClothingCommand, SlidersSayWhatViewersIgnore) {
  const Outcome outcome = run("sliders --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::set<int> ignored, limiting;
  const json out = json::parse(outcome.out);
  for (const json& section : out.at("sections"))
    for (const json& slider : section.at("sliders")) {
      if (slider.at("ignored").get<bool>()) ignored.insert(slider.at("id").get<int>());
      if (slider.at("limits_morphs").get<bool>()) limiting.insert(slider.at("id").get<int>());
    }
  EXPECT_EQ(ignored, (std::set<int>{868, 869, 877}));
  EXPECT_TRUE(limiting.contains(800));
  EXPECT_FALSE(limiting.contains(606));
}

TEST_F(ClothingCommand, TheLegacySkeletonHasNoFingers) {
  const Outcome legacy = run("joints --json --skeleton legacy"), bento = run("joints --json");
  ASSERT_EQ(legacy.exit_code, 0) << legacy.err;
  EXPECT_EQ(legacy.out.find("mHandThumb1Left"), std::string::npos);
  EXPECT_NE(bento.out.find("mHandThumb1Left"), std::string::npos);
  // A body made for today's skeleton is refused there, with the joints that are missing.
  // Of glTF importers drop unknown joints; COLLADA is refused with them.
  write_body("body.glb");
  ASSERT_EQ(run("convert @body.glb @body.dae").exit_code, 0);
  const Outcome check = run("check @body.dae --skeleton legacy");
  EXPECT_NE(check.exit_code, 0);
  EXPECT_NE((check.out + check.err).find("mHand"), std::string::npos) << check.out << check.err;
}

TEST_F(ClothingCommand, AttachTakesPointsOnly) {
  write_body("body.glb");
  EXPECT_EQ(run("skin @body.glb --json --attach \"Left Sock\" @body.glb").exit_code, 2);
  EXPECT_EQ(run("skin @body.glb --json --attach \"Left Hand\" @body.glb").exit_code, 3) << "it is bound";
  EXPECT_EQ(run("preview --screenshot @out.png --attach \"Left Sock\" @body.glb").exit_code, 2);
}

}  // namespace
}  // namespace mannequin::test
