// The stand-in body, and when it leaves and returns.
#include "engine/io/builtin_mesh.h"
#include "tests/document/document_case.h"
#include "tests/shared_files.h"
#include "tools/document/body_like.h"

namespace mannequin::document {
namespace {

using Rows = std::vector<std::string>;

Rows rows_of(const Document& document) {
  Rows rows;
  for (const auto& file : document.avatar().worn()) rows.push_back(file->name);
  return rows;
}

class StandInTest : public DocumentTest {
 protected:
  void wear_dressed_body() {
    for (const char* name : {"mannequin", "top", "boots"})
      ASSERT_TRUE(document_->stand_in.wear_builtin(name));
    document_->forget_history();
  }
  std::filesystem::path belt() {
    return write_mesh(test::box_on(character_.skeleton, "mPelvis", {}), "belt.glb");
  }
  std::filesystem::path body() { return write_mesh(test::box_figure(character_.skeleton), "body.glb"); }
  const std::string& told() const { return document_->messages().list().back().text; }
};

TEST_F(StandInTest, AGarmentTakesOffTheClothesAndABodyTheBody) {
  wear_dressed_body();
  ASSERT_TRUE(document_->files.open(belt(), false));
  EXPECT_EQ(rows_of(*document_), (Rows{"mannequin.glb", "belt.glb"}));
  EXPECT_EQ(told(), "Wearing belt.glb over the body, in place of top.glb, boots.glb: 24 vertices in 1 mesh");
  document_->undo();
  EXPECT_EQ(rows_of(*document_), (Rows{"mannequin.glb", "top.glb", "boots.glb"}));
  document_->redo();
  ASSERT_TRUE(document_->files.open(body(), false));
  EXPECT_EQ(rows_of(*document_), (Rows{"belt.glb", "body.glb"}));
  EXPECT_TRUE(told().starts_with("Wearing body.glb in place of mannequin.glb: ")) << told();
}

TEST_F(StandInTest, ASecondBodyIsToldOf) {
  wear_dressed_body();
  ASSERT_TRUE(document_->files.open(body(), false));
  EXPECT_TRUE(told().starts_with("Wearing body.glb")) << "the one before was only a stand-in: " << told();
  ASSERT_TRUE(document_->files.open(write_mesh(test::box_figure(character_.skeleton), "other.glb"), false));
  EXPECT_EQ(told(),
            "body.glb and other.glb are both bodies, one inside the other: take off or hide one of them");
  ASSERT_TRUE(document_->files.open(belt(), false));
  EXPECT_TRUE(told().starts_with("Wearing belt.glb")) << told();
}

TEST_F(StandInTest, TheBodyAndItsClothesComeBackAsSteps) {
  ASSERT_TRUE(document_->files.open(body(), false));
  document_->forget_history();
  EXPECT_FALSE(document_->stand_in.wears_builtin_body());
  EXPECT_TRUE(document_->stand_in.wears_body());
  document_->stand_in.wear_builtin_body();
  EXPECT_TRUE(document_->stand_in.wears_builtin_body());
  EXPECT_EQ(rows_of(*document_), (Rows{"mannequin.glb", "hair.glb", "body.glb"}));
  EXPECT_EQ(document_->history().undo_name(), "Wear the built-in body");
  document_->stand_in.offer_outfit({"dress"});
  document_->stand_in.wear_builtin_clothes();
  EXPECT_EQ(rows_of(*document_), (Rows{"mannequin.glb", "hair.glb", "body.glb", "dress.glb"}));
  // They are changed with the sex, as those of the start.
  document_->sliders.set_sex(Sex::male);
  EXPECT_EQ(rows_of(*document_), (Rows{"mannequin.glb", "hair.glb", "body.glb", "dress.glb"}));
  for (int i = 0; i < 3; ++i) document_->undo();
  EXPECT_EQ(rows_of(*document_), Rows{"body.glb"});
}

TEST_F(StandInTest, HairGoesWithTheBodyAndStaysUnderClothes) {
  ASSERT_TRUE(document_->stand_in.wear_builtin_figure());
  ASSERT_TRUE(document_->stand_in.wear_builtin("top"));
  ASSERT_TRUE(document_->files.open(belt(), false));
  EXPECT_EQ(rows_of(*document_), (Rows{"mannequin.glb", "hair.glb", "belt.glb"}));
  EXPECT_EQ(document_->fit.bodies(), (std::vector<std::size_t>{0}));
  EXPECT_EQ(document_->fit.garments(), (std::vector<std::size_t>{2})) << "hair is no clothing";
  ASSERT_TRUE(document_->files.open(body(), false));
  EXPECT_EQ(rows_of(*document_), (Rows{"belt.glb", "body.glb"}));
}

TEST_F(StandInTest, ColoursAreOneStepEachAndStayWithTheOtherSex) {
  const auto color = [&](FigurePart part) { return document_->stand_in.color(part); };
  EXPECT_FALSE(color(FigurePart::skin));
  ASSERT_TRUE(document_->stand_in.wear_builtin_figure());
  document_->forget_history();
  const Vec3f before = *color(FigurePart::hair), red(0.34f, 0.09f, 0.02f), blue(0.1f, 0.3f, 0.5f);
  document_->stand_in.begin_color();
  document_->stand_in.set_color(FigurePart::hair, blue);
  document_->stand_in.set_color(FigurePart::hair, red);
  document_->stand_in.begin_color();
  document_->stand_in.set_color(FigurePart::eyes, blue);
  EXPECT_EQ(document_->history().done(), 2u);
  EXPECT_EQ(document_->history().undo_name(), "Colour of eyes");
  document_->sliders.set_sex(Sex::male);
  EXPECT_EQ(color(FigurePart::hair), red);
  EXPECT_EQ(color(FigurePart::eyes), blue);
  // Brows, which are part of the body, have the colour of the hair.
  EXPECT_EQ(document_->avatar().worn()[0]->colors.at("brow"), red);
  EXPECT_EQ(document_->avatar().worn()[1]->colors.at("hair"), red);
  for (int i = 0; i < 3; ++i) document_->undo();
  EXPECT_EQ(color(FigurePart::hair), before);
}

TEST_F(StandInTest, EveryFigurePartHasColoursToChoose) {
  ASSERT_TRUE(document_->stand_in.wear_builtin_figure());
  for (const FigurePart part : kFigureParts) {
    ASSERT_FALSE(figure_colors(part).empty());
    // The first is what the body is made with.
    EXPECT_EQ(document_->stand_in.color(part), figure_colors(part).front().color) << figure_part_name(part);
  }
}

class BodyLikeTest : public DocumentTest {
 protected:
  bool is_body(io::BoundMeshFile file) {
    const std::string name = file.source;
    const Status worn = document_->wardrobe.put_on(std::move(file), name, false);
    EXPECT_TRUE(worn) << name << ": " << worn.error().message();
    return worn && looks_like_body(*document_->avatar().worn().back(), character_.skeleton);
  }
};

TEST_F(BodyLikeTest, TheBuiltInBodyIsOneAndNoGarmentIs) {
  for (const Sex sex : {Sex::female, Sex::male}) {
    EXPECT_TRUE(is_body(*io::read_builtin_mesh("mannequin", sex)));
    for (const std::string_view name : io::builtin_garments())
      EXPECT_FALSE(is_body(*io::read_builtin_mesh(name, sex))) << name;
  }
}

TEST_F(BodyLikeTest, RealFilesAreWhatTheyAre) {
  MANNEQUIN_NEEDS_SHARED("fixtures/ruth2/Ruth2v4Body.dae");
  const auto read = [](const std::string& file) {
    auto bound = io::read_bound_mesh(test::shared_path("fixtures/" + file));
    EXPECT_TRUE(bound) << file;
    return *bound;
  };
  for (const char* file : {"ruth2/Ruth2v4Body.dae", "gltf/Ruth2v4Body.glb", "gltf/Ruth2v4Body.gltf",
                           "gltf/female_2016_08_05.glb", "bento/angel_2016_08_05.dae",
                           "bento/female_2016_08_05.dae", "mesh-asset/Ruth2v4Body.skin_joints_lock.llmesh",
                           "mesh-asset/angel_bentoUpperBody.skin_joints.llmesh"})
    EXPECT_TRUE(is_body(read(file))) << file;
  for (const char* file :
       {"ruth2/Ruth2v4Head.dae", "ruth2/Ruth2v4FeetFlat.dae", "ruth2/Ruth2v4FeetHigh.dae",
        "ruth2/Ruth2v4Hands.dae", "ruth2/Ruth2v4Eyeballs.dae", "gltf/Ruth2v4Head.glb",
        "gltf/Ruth2v4FeetFlat.glb", "gltf/tiny/two_skins.glb", "gltf/tiny/influences8.gltf",
        "mesh-asset/Ruth2v4Hands.skin.llmesh", "mesh-asset/female_headMesh.skin_joints.llmesh"})
    EXPECT_FALSE(is_body(read(file))) << file;
}

}  // namespace
}  // namespace mannequin::document
