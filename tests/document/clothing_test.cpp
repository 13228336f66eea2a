// Clothing that is painted on the avatar: worn, shaped by sliders, undone, opened from files, shown on faces.
#include "tools/document/clothing.h"

#include "engine/io/layer_sets_file.h"
#include "engine/io/llm.h"
#include "tests/document/document_case.h"
#include "tests/io/small_images.h"
#include "tests/shared_files.h"
#include "tools/document/baked_face.h"

namespace mannequin::document {
namespace {

class ClothingTest : public DocumentTest {
 protected:
  const PaintedClothing& painted() {
    document_->compute();
    return document_->avatar().painted();
  }
  std::uint64_t revision(std::string_view region) {
    const auto& regions = painted().regions();
    const auto found = regions.find(region);
    return found == regions.end() ? 0 : found->second.revision;
  }
  std::array<std::uint8_t, 4> texel(std::string_view region, std::size_t x, std::size_t y) {
    const LayerComposite& picture = *painted().regions().find(region)->second.picture;
    std::array<std::uint8_t, 4> rgba{};
    std::copy_n(picture.rgba.begin() + static_cast<std::ptrdiff_t>(4 * (y * picture.size + x)), 4,
                rgba.begin());
    return rgba;
  }
  std::filesystem::path write(const char* name, std::string_view text) {
    EXPECT_TRUE(io::write_file(folder_ / name, text));
    return folder_ / name;
  }
};

TEST_F(ClothingTest, ASliderPaintsOnlyWhatItTouches) {
  EXPECT_TRUE(painted().regions().empty()) << "nothing is painted until something is worn";
  document_->clothing.wear("shirt");
  const std::uint64_t upper = revision("upper_body"), lower = revision("lower_body"),
                      body = revision(kOwnBodyRegion);
  ASSERT_GT(upper, 0u);
  ASSERT_GT(body, 0u);
  document_->sliders.set(parameter(800), 10.0);
  EXPECT_GT(revision("upper_body"), upper);
  EXPECT_GT(revision(kOwnBodyRegion), body);
  EXPECT_EQ(revision("lower_body"), lower);
  document_->clothing.take_off("shirt");
  EXPECT_TRUE(painted().regions().empty());
}

TEST_F(ClothingTest, TheBuiltInBodyHasASkirtWhileOneIsWorn) {
  ASSERT_TRUE(document_->stand_in.wear_builtin("mannequin"));
  const auto skirts = [&] {
    std::vector<const WornFile*> found;
    for (const auto& file : document_->avatar().worn())
      for (const auto& mesh : file->meshes)
        for (const std::string& region : shown_regions(*file, *mesh))
          if (region == "skirt") found.push_back(file.get());
    return found;
  };
  document_->clothing.wear("shirt");
  EXPECT_TRUE(skirts().empty());
  document_->clothing.wear("skirt");
  ASSERT_EQ(skirts().size(), 1u);
  const std::size_t vertices = skirts()[0]->meshes[0]->mesh.vertex_count();
  document_->clothing.take_off("shirt");
  document_->clothing.wear("pants");
  EXPECT_EQ(skirts().size(), 1u) << "other clothing leaves it";
  // A short one covers less of it.
  document_->sliders.set(parameter(858), 100.0);
  const auto shown = [&] {
    std::size_t texels = 0;
    const LayerComposite& picture = *painted().regions().find("skirt")->second.picture;
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4) texels += picture.rgba[i] > 127 ? 1 : 0;
    return texels;
  };
  const std::size_t long_one = shown();
  document_->sliders.set(parameter(858), 20.0);
  EXPECT_LT(shown(), long_one / 2);
  // Open slits leave the sheets between them.
  for (const int slit : {859, 860, 861, 862}) document_->sliders.set(parameter(slit), 0.0);
  EXPECT_GT(shown(), long_one / 20);
  document_->sliders.set(parameter(80), 100.0);
  painted();
  ASSERT_EQ(skirts().size(), 1u);
  EXPECT_EQ(skirts()[0]->meshes[0]->mesh.vertex_count(), vertices) << "the other sex' has the same map";
  document_->clothing.take_off("skirt");
  EXPECT_TRUE(skirts().empty());
  document_->undo();
  EXPECT_EQ(skirts().size(), 1u);
}

TEST_F(ClothingTest, EachChangeIsAStepOfUndo) {
  document_->clothing.wear("pants");
  document_->clothing.take_off("pants");
  document_->undo();
  EXPECT_TRUE(document_->clothing.wears("pants"));
  document_->undo();
  EXPECT_FALSE(document_->clothing.wears("pants"));
  document_->redo();
  EXPECT_TRUE(document_->clothing.wears("pants"));
}

TEST_F(ClothingTest, TheBuiltInBodyShowsEachRegionWhereItIs) {
  document_->clothing.wear("shirt");
  document_->clothing.wear("pants");
  document_->sliders.set(parameter(803), 0.0);  // a shirt without red
  painted();
  const TexelPicture where = io::read_builtin_body_regions().value();
  const std::size_t side = PaintedClothing::kSide, ratio = side / where.width;
  std::size_t compared = 0;
  for (std::size_t y = 0; y < where.height; y += 7)
    for (std::size_t x = 0; x < where.width; x += 7) {
      const char* const names[] = {"head", "upper_body", "lower_body"};
      const std::uint8_t part = where.plane(0)[y * where.width + x];
      if (part < 1 || part > 3) continue;
      ASSERT_EQ(texel(kOwnBodyRegion, x * ratio, y * ratio), texel(names[part - 1], x * ratio, y * ratio));
      ++compared;
    }
  EXPECT_GT(compared, 1000u);
}

TEST_F(ClothingTest, OpensItemsAndOutfits) {
  ASSERT_TRUE(document_->files.open(write("outfit.json", R"({"schema": 1, "sex": "male", "items": [
        {"type": "shirt", "sliders": {"800": 0.25}}, {"type": "shirt", "sliders": {"800": 0.5}},
        {"type": "pants"}]})"),
                                    false));
  wait_for_files();
  ASSERT_EQ(document_->clothing.worn().size(), 3u);
  EXPECT_EQ(document_->avatar().sex(), Sex::male);
  EXPECT_EQ(document_->avatar().weight(parameter(800)), 0.5) << "the uppermost one's";
  // The lower shirt keeps its own sleeve.
  const LayerOutfit outfit = chosen_outfit(character_.appearance, document_->avatar().choice(), Sex::male);
  EXPECT_EQ(outfit.items[0].sliders.at(800), 0.25);
  EXPECT_EQ(outfit.items[1].sliders.at(800), 0.5);
  // One item takes the place of those of its type.
  ASSERT_TRUE(document_->files.open(write("shirt.txt",
                                          "LLWearable version 22\nNew Shirt\n\n"
                                          "\tpermissions 0\n\t{\n\t}\n\tsale_info 0\n\t{\n\t}\n"
                                          "type 4\nparameters 1\n800 .75\ntextures 0\n"),
                                    false));
  wait_for_files();
  EXPECT_EQ(document_->clothing.worn().size(), 2u);
  EXPECT_EQ(document_->avatar().weight(parameter(800)), 0.75);
}

TEST_F(ClothingTest, SaysWhichTextureCannotBeUsed) {
  document_->clothing.wear("shirt");
  const std::size_t told = document_->messages().list().size();
  EXPECT_FALSE(document_->clothing.set_texture("upper_shirt", folder_ / "gone.png"));
  EXPECT_FALSE(document_->clothing.set_texture("upper_shirt", write("bad.png", "no picture")));
  EXPECT_EQ(document_->messages().list().size(), told + 2);
  EXPECT_TRUE(document_->clothing.wears("shirt"));
}

TEST_F(ClothingTest, EachSlotHasATextureOfItsOwn) {
  ASSERT_TRUE(io::write_file(folder_ / "cloth.png",
                             test::small_png(1, 1, std::vector<std::uint8_t>{0, 0, 255, 255})));
  document_->clothing.wear("jacket");
  ASSERT_TRUE(document_->clothing.set_texture("lower_jacket", folder_ / "cloth.png"));
  const auto textures = [&] { return document_->clothing.worn().back().textures; };
  EXPECT_EQ(textures().at("lower_jacket").file, folder_ / "cloth.png");
  EXPECT_TRUE(textures().at("upper_jacket").file.empty());
  ASSERT_TRUE(document_->clothing.set_texture("lower_jacket", {}));
  EXPECT_EQ(textures().at("lower_jacket").picture, textures().at("upper_jacket").picture)
      << "plain white again";
  // A skin shows none until it has one, and then again.
  document_->clothing.wear("skin");
  EXPECT_TRUE(textures().empty());
  ASSERT_TRUE(document_->clothing.set_texture("head_bodypaint", folder_ / "cloth.png"));
  EXPECT_EQ(textures().size(), 1u);
  ASSERT_TRUE(document_->clothing.set_texture("head_bodypaint", {}));
  EXPECT_TRUE(textures().empty());
  EXPECT_FALSE(document_->clothing.set_texture("lower_socks", folder_ / "cloth.png")) << "none are worn";
}

TEST_F(ClothingTest, ATextureThatIsSavedIsShownAtOnce) {
  const auto blue = test::small_png(1, 1, std::vector<std::uint8_t>{0, 0, 255, 255}),
             red = test::small_png(1, 1, std::vector<std::uint8_t>{255, 0, 0, 255});
  ASSERT_TRUE(io::write_file(folder_ / "cloth.png", blue));
  document_->clothing.wear("shirt");
  ASSERT_TRUE(document_->clothing.set_texture("upper_shirt", folder_ / "cloth.png"));
  const auto shown = [&] { return document_->clothing.worn()[0].textures.at("upper_shirt").picture->texels; };
  const std::vector<std::uint8_t> was = shown();
  auto now = FileWatch::Clock::now();
  EXPECT_FALSE(document_->files.look(now));
  ASSERT_TRUE(io::write_file(folder_ / "cloth.png", red));
  std::filesystem::last_write_time(folder_ / "cloth.png",
                                   std::filesystem::file_time_type::clock::now() + std::chrono::seconds(2));
  for (int i = 0; i < 8 && shown() == was; ++i)
    (void)document_->files.look(now += std::chrono::milliseconds(300));
  EXPECT_EQ(shown(), (std::vector<std::uint8_t>{255, 0, 0}));
  ASSERT_TRUE(io::write_file(folder_ / "cloth.png", std::string_view("no picture")));
  document_->files.reload_all();
  EXPECT_EQ(shown(), (std::vector<std::uint8_t>{255, 0, 0})) << "what can be shown stays";
  EXPECT_EQ(document_->messages().list().back().kind, Message::Kind::error);
}

TEST_F(ClothingTest, NeitherUndoNorRedoBringsBackWhatATexturesFileNoLongerHas) {
  ASSERT_TRUE(io::write_file(folder_ / "cloth.png",
                             test::small_png(1, 1, std::vector<std::uint8_t>{0, 0, 255, 255})));
  document_->clothing.wear("shirt");
  ASSERT_TRUE(document_->clothing.set_texture("upper_shirt", folder_ / "cloth.png"));
  document_->sliders.set(parameter(800), 30.0);
  document_->sliders.set(parameter(800), 60.0);
  document_->undo();
  ASSERT_TRUE(io::write_file(folder_ / "cloth.png",
                             test::small_png(1, 1, std::vector<std::uint8_t>{255, 0, 0, 255})));
  document_->files.reload_all();
  const std::vector<std::uint8_t> red{255, 0, 0};
  const auto shown = [&] { return document_->clothing.worn()[0].textures.at("upper_shirt").picture->texels; };
  EXPECT_EQ(shown(), red);
  document_->undo();
  EXPECT_EQ(shown(), red);
  document_->redo();
  document_->redo();
  EXPECT_EQ(shown(), red);
}

TEST_F(ClothingTest, SlidersOfWhatIsWornPaintAndTheirReasonsAreGone) {
  const auto know = [&] {
    for (int i = 0; i < 400; ++i) document_->update(0.0);
  };
  know();
  EXPECT_FALSE(document_->effects().paints(800));
  EXPECT_EQ(document_->effects().of(800)->why, DeadReason::texture_only);
  document_->clothing.wear("shirt");
  know();
  EXPECT_TRUE(document_->effects().paints(800));
  EXPECT_EQ(document_->effects().of(800)->why, DeadReason::none);
  EXPECT_FALSE(document_->effects().paints(868)) << "viewers ignore wrinkles";
  EXPECT_FALSE(document_->effects().paints(606)) << "of a jacket, which is not worn";
  document_->clothing.take_off("shirt");
  know();
  EXPECT_FALSE(document_->effects().paints(800));
}

TEST_F(ClothingTest, FacesAskForRegionsByNameOrByHand) {
  const auto named = [](const char* name, const char* texture = "") {
    return baked_region({name, Vec4f(1.0f), texture});
  };
  EXPECT_EQ(named("BAKED_HEAD"), "head");
  EXPECT_EQ(named("baked.upper_body"), "upper_body");
  EXPECT_EQ(named("IMG_USE_BAKED_LOWER"), "lower_body");
  EXPECT_EQ(named("bom aux1"), "aux1");
  EXPECT_EQ(named("plain", "24daea5f-0539-cfcf-047f-fbc40b2786ba"), "lower_body");
  EXPECT_EQ(named("head"), "") << "many materials are called so";
  EXPECT_EQ(named("BAKED_HEADBAND"), "");
  BoundMeshDesc box = test::box_on(character_.skeleton, "mPelvis", {});
  box.mesh.materials[0].name = "BAKED_LOWER";
  ASSERT_TRUE(document_->files.open(write_mesh(box, "box.glb"), false));
  wait_for_files();
  const auto shown = [&] {
    const WornFile& file = *document_->avatar().worn().back();
    return shown_regions(file, *file.meshes[0]);
  };
  EXPECT_EQ(shown(), (std::vector<std::string>{"lower_body"}));
  document_->wardrobe.show_region(document_->avatar().worn().size() - 1, "BAKED_LOWER", "upper_body");
  EXPECT_EQ(shown(), (std::vector<std::string>{"upper_body"}));
  document_->undo();
  EXPECT_EQ(shown(), (std::vector<std::string>{"lower_body"}));
}

TEST_F(ClothingTest, SaysThatNoFaceShowsIt) {
  const BoundMeshDesc box = test::box_on(character_.skeleton, "mPelvis", {});
  ASSERT_TRUE(document_->files.open(write_mesh(box, "box.glb"), false));
  const auto told = [&] { return document_->messages().list().back(); };
  document_->clothing.wear("shirt");
  EXPECT_EQ(told().kind, Message::Kind::warning) << told().text;
  document_->wardrobe.show_region(0, document_->avatar().worn()[0]->meshes[0]->mesh.materials()[0].name,
                                  "upper_body");
  document_->clothing.wear("pants");
  EXPECT_EQ(told().text, "Wearing pants");
}

TEST_F(ClothingTest, ASkirtIsThereWhileOneIsWorn) {
  document_->clothing.wear("shirt");
  EXPECT_EQ(revision("skirt"), 0u);
  document_->clothing.wear("skirt");
  EXPECT_GT(revision("skirt"), 0u);
}

TEST(SystemClothing, MasksTheBodysMorphsWhileASliderIsMoved) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  const auto folder = test::shared_path("viewer-character");
  const Character character = Character::build(io::read_character_folder(folder).value()).value();
  const auto meshes = io::read_base_meshes(folder, character.appearance.body_meshes()).value();
  Document document(character, {});
  document.clothing.paint_by([&]() -> Result<LayerSource> {
    Result<LayerSets> sets = io::read_layer_folder(folder, character.appearance);
    if (!sets) return error_of(sets);
    return LayerSource{std::move(*sets), meshes, std::nullopt, 512};
  });
  document.stand_in.wear_system_avatar(SystemAvatar::build(character, meshes).value(), false, false);
  const auto upper = [&] {
    document.compute();
    for (const auto& mesh : document.avatar().worn()[0]->meshes)
      if (mesh->geometry->bound.part == "upperBodyMesh") return mesh->morphed;
    return std::vector<Vec3f>();
  };
  const auto loose = [&](int id) -> const ParameterDesc& {
    return character.appearance[character.appearance.find(id)];
  };
  const std::vector<Vec3f> bare = upper();
  document.sliders.set(loose(828), 100.0);
  EXPECT_EQ(upper(), bare) << "without a shirt its fit does nothing";
  document.clothing.wear("shirt");
  const std::vector<Vec3f> dressed = upper();
  EXPECT_NE(dressed, bare);
  document.sliders.set(loose(800), 10.0);
  EXPECT_NE(upper(), dressed) << "the sleeve is shorter";
  document.clothing.take_off("shirt");
  EXPECT_EQ(upper(), bare);
}

}  // namespace
}  // namespace mannequin::document
