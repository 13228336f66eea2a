// A tour of the window: what a creator does in the first hour, by pointer and keys, with stored pictures.
//
// The pictures are next to this file. After intentional changes to the window, MANNEQUIN_KEEP_TOUR=1 rewrites
// them; look at them before committing.
#include "tests/preview/tour.h"

#include <imgui_internal.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "engine/io/file.h"
#include "tests/document/figure.h"
#include "tests/own_folder.h"
#include "tools/preview/png.h"

namespace mannequin::test {
namespace {

using preview::Workspace;

const std::filesystem::path kKept = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "tests/preview/tour";

class TourTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = own_folder();
    PreviewOptions options;
    options.settings_folder = folder_ / "settings";
    options.outfit = {"top", "trousers", "boots"};
    auto tour = Tour::begin(character_, options);
    if (!tour) GTEST_SKIP() << "no window without a display: " << tour.error().message();
    tour_ = std::move(*tour);
  }

  Workspace& workspace() { return tour_->workspace(); }
  double weight(int id) { return workspace().document.avatar().weight(parameter(id)); }
  const ParameterDesc& parameter(int id) {
    const Appearance& appearance = workspace().document.character().appearance;
    return appearance[appearance.find(id)];
  }

  std::filesystem::path write_own_figure(const std::string& name) {
    return write_box_figure(character_.skeleton, folder_ / name);
  }

  // Holds what the window shows against the kept picture of this name.
  void expect_as_kept(const std::string& name) {
    const Image now = halved(tour_->look());
    const auto write = [&](const std::filesystem::path& path) {
      std::vector<std::uint8_t> rgb;
      for (std::size_t i = 0; i < now.rgba.size(); i += 4)
        rgb.insert(rgb.end(), {now.rgba[i], now.rgba[i + 1], now.rgba[i + 2]});
      EXPECT_TRUE(preview::write_png(path, now.width, now.height, rgb));
    };
    const std::filesystem::path kept = kKept / (name + ".png");
    if (std::getenv("MANNEQUIN_KEEP_TOUR") != nullptr) write(kept);
    const Difference found = difference(read_png(kept), now);
    if (found.looks_equal()) return;
    const std::filesystem::path shown = std::filesystem::path(testing::TempDir()) / ("tour_" + name + ".png");
    write(shown);
    ADD_FAILURE() << name << ": mean delta E " << found.mean << ", " << 100.0 * found.share_visible
                  << " % of the picture differs visibly. Kept: " << kept << ", now: " << shown;
  }

  Character character_ = make_builtin_character();
  std::filesystem::path folder_;
  std::unique_ptr<Tour> tour_;
};

// Where things are in a window of 1280 x 800.
constexpr Point kSecondLifeButton{730, 650}, kSearch{1016, 185}, kFoundSlider{939, 266},
    kEmptyCorner{300, 100}, kMoreTabs{1249, 86}, kCompareTick{945, 123}, kSecondStep{400, 142};
constexpr int kBodyFat = 637;

TEST_F(TourTest, AFirstHour) {
  expect_as_kept("1_first_start");
  tour_->click(kSecondLifeButton);
  EXPECT_TRUE(workspace().view.settings.controls_chosen);

  // Drops a mesh, which replaces the stand-in figure.
  const auto mesh = write_own_figure("tour_figure.glb");
  tour_->drop({mesh});
  ASSERT_EQ(workspace().document.avatar().worn().size(), 1u);
  EXPECT_EQ(workspace().document.avatar().worn()[0]->name, "tour_figure.glb");
  expect_as_kept("2_mesh_dropped");

  // A slider is found by name, dragged, taken back and done again.
  tour_->click(kSearch);
  tour_->type("body fat");
  const double before = weight(kBodyFat);
  tour_->drag(kFoundSlider, {kFoundSlider.x + 160, kFoundSlider.y});
  EXPECT_GT(weight(kBodyFat), before + 0.2);
  const double dragged = weight(kBodyFat);
  expect_as_kept("3_slider_dragged");
  tour_->key(SDLK_z, KMOD_LCTRL);
  EXPECT_EQ(weight(kBodyFat), before);
  tour_->key(SDLK_z, static_cast<SDL_Keymod>(KMOD_LCTRL | KMOD_LSHIFT));
  EXPECT_EQ(weight(kBodyFat), dragged);

  // Picks a joint in the view, and looks at its weights.
  tour_->click(kEmptyCorner);
  tour_->key(SDLK_j);
  const JointIndex head = character_.skeleton.find("mHead");
  tour_->click(tour_->place_of(workspace().document.avatar().joint_in_world(head)));
  EXPECT_EQ(workspace().view.selection.joint, head);
  expect_as_kept("4_joint_picked");
  tour_->key(SDLK_w);
  EXPECT_EQ(workspace().view.colors.mode(), preview::ViewMode::weights);
  expect_as_kept("5_weights");
  tour_->key(SDLK_w);
  EXPECT_EQ(workspace().view.colors.mode(), preview::ViewMode::solid);

  // What was made of the shape beside the default one.
  tour_->click(kMoreTabs);
  const ImGuiWindow* const list = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  tour_->click({static_cast<int>(list->Pos.x) + 30, static_cast<int>(list->Pos.y) + 20});
  tour_->click(kCompareTick);
  EXPECT_TRUE(workspace().view.compare.shown());
  expect_as_kept("6_compared");
  tour_->click(kCompareTick);
  EXPECT_FALSE(workspace().view.compare.shown());

  // A picture is saved.
  const std::filesystem::path picture = folder_ / "saved.png";
  tour_->click(kEmptyCorner);
  tour_->key(SDLK_F12);
  const ImGuiWindow* const dialog = ImGui::GetTopMostPopupModal();
  ASSERT_NE(dialog, nullptr);
  tour_->key(SDLK_a, KMOD_LCTRL);
  tour_->type(picture.string());
  tour_->click({static_cast<int>(dialog->Pos.x) + 40,
                static_cast<int>(dialog->DC.CursorMaxPos.y - 0.5f * ImGui::GetFrameHeight())});
  const Image saved = read_png(picture);
  EXPECT_EQ(saved.width, 1280);
  EXPECT_EQ(saved.height, 800);
}

// What was typed before the search had its field is in it all the same, and letters are no commands then.
TEST_F(TourTest, LettersTypedRightAfterF3AreLookedFor) {
  tour_->click(kSecondLifeButton);
  tour_->click(kEmptyCorner);
  tour_->key_and_type_at_once(SDLK_F3, "high con");
  tour_->key(SDLK_RETURN);
  EXPECT_TRUE(workspace().view.settings.high_contrast);
  EXPECT_FALSE(workspace().view.settings.joints);
}

// However slow the pictures are: the system has counted the clicks.
TEST_F(TourTest, ADoubleClickWithinOnePictureTypesANumber) {
  tour_->click(kSecondLifeButton);
  tour_->click(kSearch);
  tour_->type("body fat");
  tour_->double_click_at_once(kFoundSlider);
  tour_->type("37");  // once the field is there
  tour_->key(SDLK_RETURN);
  EXPECT_NEAR(percent_from_weight(parameter(kBodyFat), weight(kBodyFat)), 37.0, 1e-6);
}

TEST_F(TourTest, ANumberThatIsLeftAsItIsChangesNothing) {
  tour_->click(kSecondLifeButton);
  tour_->click(kSearch);
  tour_->type("height");
  const double before = weight(33);
  tour_->click(kFoundSlider, SDL_BUTTON_LEFT, 2);
  tour_->key(SDLK_TAB);
  EXPECT_EQ(weight(33), before) << "53.5 stands for more digits";
  EXPECT_EQ(workspace().document.history().done(), 0u);
}

// A press, its release and the way on within one picture are no drag.
TEST_F(TourTest, AClickOnTheWayDoesNotTurnTheCamera) {
  tour_->click(kSecondLifeButton);
  tour_->move(kEmptyCorner);
  tour_->settle();
  const preview::Camera camera = workspace().view.camera();
  tour_->click_and_move_at_once(kEmptyCorner, {kEmptyCorner.x + 300, kEmptyCorner.y + 300});
  EXPECT_EQ(workspace().view.camera().yaw, camera.yaw);
  EXPECT_EQ(workspace().view.camera().distance, camera.distance);
}

TEST_F(TourTest, EscStopsADragAndPutsThingsBack) {
  tour_->click(kSecondLifeButton);
  tour_->drop({write_own_figure("tour_figure.glb")});
  const std::size_t steps = workspace().document.history().done();
  tour_->click(kSearch);
  tour_->type("body fat");
  const double before = weight(kBodyFat);
  tour_->move(kFoundSlider);
  tour_->press(kFoundSlider);
  tour_->move({kFoundSlider.x + 60, kFoundSlider.y});
  tour_->move({kFoundSlider.x + 120, kFoundSlider.y});
  EXPECT_GT(weight(kBodyFat), before + 0.2);
  tour_->key(SDLK_ESCAPE);
  EXPECT_EQ(weight(kBodyFat), before);
  tour_->move({kFoundSlider.x + 160, kFoundSlider.y});
  tour_->release({kFoundSlider.x + 160, kFoundSlider.y});
  EXPECT_EQ(weight(kBodyFat), before);
  EXPECT_EQ(workspace().document.history().done(), steps);

  const float view = tour_->window().stage().interface().view().size.x;
  const Point edge{static_cast<int>(tour_->window().stage().interface().view().min.x), 400};
  tour_->move(edge);
  tour_->press(edge);
  tour_->move({edge.x + 30, edge.y});
  tour_->move({edge.x + 60, edge.y});
  tour_->settle();
  EXPECT_LT(tour_->window().stage().interface().view().size.x, view - 30.0f);
  tour_->key(SDLK_ESCAPE);
  tour_->release({edge.x + 60, edge.y});
  tour_->settle();
  EXPECT_EQ(tour_->window().stage().interface().view().size.x, view);

  const preview::Camera camera = workspace().view.camera();
  tour_->move({500, 300});
  tour_->press({500, 300});
  tour_->move({540, 320});
  tour_->move({580, 340});
  EXPECT_NE(workspace().view.camera().yaw, camera.yaw);
  tour_->key(SDLK_ESCAPE);
  tour_->release({580, 340});
  EXPECT_EQ(workspace().view.camera().yaw, camera.yaw);
  EXPECT_EQ(workspace().view.camera().distance, camera.distance);
}

TEST_F(TourTest, FiveFilesDroppedAtOnceAreOneSummaryAndOneStep) {
  std::vector<std::filesystem::path> paths;
  for (const char* name : {"tour_a.glb", "tour_b.glb", "tour_c.glb"}) paths.push_back(write_own_figure(name));
  paths.push_back(folder_ / "tall.json");
  paths.push_back(folder_ / "notes.txt");
  ASSERT_TRUE(io::write_file(paths[3], std::string_view(R"({"params": {"33": 2.0}})")));
  ASSERT_TRUE(io::write_file(paths[4], std::string_view("hello")));
  tour_->drop(paths);
  EXPECT_EQ(workspace().document.avatar().worn().size(), 3u);
  EXPECT_EQ(workspace().document.shape_file.name(), "tall.json");
  EXPECT_EQ(workspace().document.messages().list().back().text,
            "Opened 4 files, but not notes.txt; remarks: see Messages")
      << "three figures are worn, one inside the other";
  EXPECT_EQ(workspace().document.history().done(), 1u);
}

// By name, and a click on one goes there.
TEST_F(TourTest, TheListOfStepsIsJumpedIn) {
  tour_->click(kSecondLifeButton);
  workspace().document.sliders.set(parameter(kBodyFat), 40.0);
  workspace().document.sliders.set(parameter(kBodyFat), 70.0);
  workspace().document.sliders.set_sex(Sex::male);
  tour_->click(kEmptyCorner);
  tour_->key(SDLK_h, KMOD_LCTRL);
  tour_->click(kSecondStep);
  EXPECT_EQ(workspace().document.history().done(), 1u);
  EXPECT_EQ(workspace().document.history().name(0), "Body Fat 0 \u2192 40");
  EXPECT_NEAR(percent_from_weight(parameter(kBodyFat), weight(kBodyFat)), 40.0, 1e-9);
  EXPECT_EQ(workspace().document.avatar().sex(), Sex::female);
}

TEST_F(TourTest, ASecondClickPicksWhatIsBehind) {
  tour_->click(kSecondLifeButton);
  tour_->drop({write_own_figure("tour_figure.glb")});
  tour_->click(kEmptyCorner);
  // From the side one leg is behind the other.
  tour_->key(SDLK_2);
  const JointIndex left = character_.skeleton.find("mHipLeft"), right = character_.skeleton.find("mHipRight");
  const Point thigh =
      tour_->place_of(workspace().document.avatar().joint_in_world(left) - Vec3(0.0, 0.0, 0.2));
  tour_->click(thigh);
  const JointIndex first = workspace().view.selection.joint;
  ASSERT_TRUE(first == left || first == right);
  // Sooner it would be a double click, which goes there.
  const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(500)); };
  wait();
  tour_->click(thigh);
  EXPECT_EQ(workspace().view.selection.joint, first == left ? right : left);
  wait();
  tour_->click(thigh);
  EXPECT_EQ(workspace().view.selection.joint, first) << "and round again";
}

// The measure itself: what looks different is found, what does not is not.
TEST_F(TourTest, KeptPicturesDifferFromOneAnother) {
  const Image start = read_png(kKept / "1_first_start.png"), dropped = read_png(kKept / "2_mesh_dropped.png"),
              dragged = read_png(kKept / "3_slider_dragged.png"),
              picked = read_png(kKept / "4_joint_picked.png");
  EXPECT_TRUE(difference(start, start).looks_equal());
  EXPECT_FALSE(difference(start, dropped).looks_equal());
  EXPECT_FALSE(difference(dropped, dragged).looks_equal());
  EXPECT_FALSE(difference(dragged, picked).looks_equal());
}

}  // namespace
}  // namespace mannequin::test
