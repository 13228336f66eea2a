// Worn items from our JSON and from LLWearable assets, with their textures from a folder.
#include "engine/io/outfit_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/io/definitions.h"
#include "tests/io/small_images.h"
#include "tests/io/small_tga.h"
#include "tests/own_folder.h"

namespace mannequin {
namespace {

const Appearance& outfit_appearance() {
  static const Character character = Character::build(io::read_builtin_character().value()).value();
  return character.appearance;
}

Result<io::OutfitDesc> read_outfit_text(const std::string& text) {
  return io::read_outfit(std::as_bytes(std::span(text)), "outfit.json", outfit_appearance());
}

constexpr const char* kPantsAsset =
    "LLWearable version 22\nOld jeans\n\n\tpermissions "
    "0\n\t{\n\t\tbase_mask\t7fffffff\n\t}\n\tsale_info\t0\n\t{\n"
    "\t\tsale_type\tnot\n\t\tsale_price\t10\n\t}\ntype 5\nparameters 3\n614 .7\n814 .7\n815 .6\ntextures 2\n"
    "2 11111111-2222-3333-4444-555555555555\n1 c228d1cf-4b5d-4ba8-84f4-899a0796aa97\n";

TEST(OutfitFile, JsonIsReadByIdAndByLabel) {
  const auto outfit = read_outfit_text(R"({"schema": 1, "sex": "male", "wearables": [
    {"type": "shirt", "name": "Tee", "sliders": {"Sleeve Length": {"percent": 40}, "801": 0.9},
     "textures": {"upper_shirt": "blue.png"}},
    {"type": "jacket", "sliders": {"Sleeve Length": 0.25}},
    {"file": "jeans.txt"}]})");
  ASSERT_TRUE(outfit) << outfit.error().message();
  EXPECT_EQ(outfit->sex, Sex::male);
  ASSERT_EQ(outfit->entries.size(), 3u);
  const io::WearableDesc& shirt = outfit->entries[0].item;
  EXPECT_EQ(shirt.name, "Tee");
  EXPECT_EQ(shirt.sliders, (SliderValues{{800, 0.4}, {801, 0.9}}));
  EXPECT_EQ(shirt.textures.at("upper_shirt"), "blue.png");
  EXPECT_FALSE(shirt.plain);
  EXPECT_EQ(outfit->entries[1].item.sliders, (SliderValues{{606, 0.25}})) << "the jacket's own sleeve";
  EXPECT_TRUE(outfit->entries[1].item.plain);
  EXPECT_EQ(outfit->entries[2].file, "jeans.txt");
}

TEST(OutfitFile, TheSexIsThatOfTheFileOrOfItsShape) {
  const auto sex = [](const char* text) { return read_outfit_text(text).value().sex; };
  EXPECT_EQ(sex(R"({"schema": 1, "wearables": []})"), std::nullopt);
  EXPECT_EQ(sex(R"({"schema": 1, "wearables": [{"type": "shape", "sliders": {"80": 1}}]})"), Sex::male);
  EXPECT_EQ(sex(R"({"schema": 1, "sex": "female", "wearables": [{"type": "shape", "sliders": {"80": 1}}]})"),
            Sex::female);
  // A byte order mark is no fault, and "items" is the older name of the list.
  EXPECT_EQ(sex("\xef\xbb\xbf{\"schema\": 1, \"sex\": \"male\", \"items\": []}"), Sex::male);
}

TEST(OutfitFile, AssetsAreReadWithTheirTextures) {
  const auto outfit = read_outfit_text(kPantsAsset);
  ASSERT_TRUE(outfit) << outfit.error().message();
  ASSERT_EQ(outfit->entries.size(), 1u);
  const io::WearableDesc& pants = outfit->entries[0].item;
  EXPECT_EQ(pants.type, "pants");
  EXPECT_EQ(pants.name, "Old jeans");
  EXPECT_EQ(pants.sliders, (SliderValues{{614, 0.7}, {814, 0.7}, {815, 0.6}}));
  EXPECT_EQ(pants.textures,
            (std::map<std::string, std::string>{{"lower_pants", "11111111-2222-3333-4444-555555555555"}}))
      << "the slot of another type is left out";
}

TEST(OutfitFile, FaultsAreNamed) {
  const auto fault = [](const std::string& text) {
    const auto outfit = read_outfit_text(text);
    return outfit ? std::string("none") : outfit.error().message();
  };
  EXPECT_NE(fault(R"({"schema": 1, "items": [{"type": "hat"}]})").find("unknown type 'hat'"),
            std::string::npos);
  EXPECT_NE(fault(R"({"schema": 1, "items": [{"type": "shirt", "sliders": {"Length": 1}}]})")
                .find("items[0].sliders"),
            std::string::npos);
  EXPECT_NE(fault(R"({"schema": 1, "type": "shirt", "sliders": {"800": "long"}})").find("must be a weight"),
            std::string::npos);
  EXPECT_NE(
      fault(R"({"schema": 1, "type": "shirt", "textures": {"lower_pants": "a.png"}})").find("lower_pants"),
      std::string::npos);
  EXPECT_NE(fault(R"({"schema": 1, "type": "shirt", "colour": 3})").find("colour"), std::string::npos);
  EXPECT_NE(fault(R"({"schema": 1})").find("wearables"), std::string::npos);
  EXPECT_NE(fault("a shirt"), "none");
  EXPECT_NE(fault(""), "none");
}

TEST(OutfitFile, TexturesComeFromTheFolderByNameAndById) {
  const std::filesystem::path folder = test::own_folder();
  const auto put = [&](const char* name, const io::Bytes& bytes) {
    ASSERT_TRUE(io::write_file(folder / name, bytes));
  };
  put("blue.png", test::small_png(1, 1, std::vector<std::uint8_t>{0, 0, 255, 255}));
  put("11111111-2222-3333-4444-555555555555.tga", test::small_tga(2, 1, 1, 3, {1, 2, 3}));
  ASSERT_TRUE(io::write_file(folder / "jeans.txt", std::string_view(kPantsAsset)));
  ASSERT_TRUE(io::write_file(folder / "all.json", std::string_view(R"({"schema": 1, "items": [
    {"file": "jeans.txt"},
    {"type": "shirt", "textures": {"upper_shirt": "blue.png"}},
    {"type": "alpha", "textures": {"upper_alpha": "invisible", "head_alpha": "gone.png"}},
    {"type": "socks"}, {"type": "tattoo"}, {"type": "universal"}]})")));
  const std::filesystem::path file = folder / "all.json";
  const auto loaded = io::load_outfit({&file, 1}, outfit_appearance());
  ASSERT_TRUE(loaded) << loaded.error().message();
  const auto& items = loaded->outfit.items;
  ASSERT_EQ(items.size(), 6u);
  EXPECT_EQ(items[0].textures.at("lower_pants").picture->texels, (std::vector<std::uint8_t>{3, 2, 1}));
  EXPECT_EQ(items[1].textures.at("upper_shirt").picture->texels, (std::vector<std::uint8_t>{0, 0, 255}));
  EXPECT_EQ(items[2].textures.at("upper_alpha").kind, WornTexture::Kind::invisible);
  EXPECT_FALSE(items[2].textures.contains("head_alpha"));
  ASSERT_EQ(loaded->notes.size(), 1u);
  EXPECT_EQ(loaded->notes[0].code, "texture_missing");
  EXPECT_EQ(items[3].textures.at("lower_socks").picture->texels, (std::vector<std::uint8_t>{255, 255, 255}))
      << "without textures cloth is plain white";

  EXPECT_TRUE(items[4].textures.empty()) << "a new tattoo shows the skin";
  EXPECT_TRUE(items[5].textures.empty());

  // An item is worn, and masks morphs, without a texture that is not there.
  ASSERT_TRUE(io::write_file(folder / "gone.json", std::string_view(R"({"schema": 1, "items": [
    {"type": "shirt", "textures": {"upper_shirt": "gone.png"}}]})")));
  const std::filesystem::path gone = folder / "gone.json";
  const auto without = io::load_outfit({&gone, 1}, outfit_appearance());
  ASSERT_TRUE(without);
  EXPECT_EQ(without->notes.size(), 1u);
  EXPECT_EQ(without->outfit.items[0].textures.at("upper_shirt").kind, WornTexture::Kind::placeholder);

  // What does not lie beside the file comes from the folder of textures, and only from below it.
  const std::filesystem::path textures = folder / "textures";
  std::filesystem::create_directory(textures);
  put("textures/gone.png", test::small_png(1, 1, std::vector<std::uint8_t>{9, 0, 255, 255}));
  const auto found = io::load_outfit({&gone, 1}, outfit_appearance(), textures);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->notes.empty());
  EXPECT_EQ(found->outfit.items[0].textures.at("upper_shirt").picture->texels,
            (std::vector<std::uint8_t>{9, 0, 255}));
  ASSERT_TRUE(io::write_file(folder / "above.json", std::string_view(R"({"schema": 1, "wearables": [
    {"type": "shirt", "textures": {"upper_shirt": "../blue.png"}}]})")));
  const std::filesystem::path above = folder / "above.json";
  EXPECT_FALSE(io::load_outfit({&above, 1}, outfit_appearance(), textures));

  // Damaged pictures and files outside the folder are errors.
  put("blue.png", io::Bytes(30, std::byte{7}));
  EXPECT_FALSE(io::load_outfit({&file, 1}, outfit_appearance()));
  ASSERT_TRUE(io::write_file(folder / "out.json",
                             std::string_view(R"({"schema": 1, "items": [{"file": "../jeans.txt"}]})")));
  const std::filesystem::path out = folder / "out.json";
  EXPECT_FALSE(io::load_outfit({&out, 1}, outfit_appearance()));
}

}  // namespace
}  // namespace mannequin
