// What is drawn over the picture: bones hidden by the body, names next to marks, and the axes in the corner.
#include <array>

#include "tests/preview/pointer_fixture.h"
#include "tools/preview/panels/joints/bone_lines.h"
#include "tools/preview/panels/joints/joint_marks.h"
#include "tools/preview/panels/joints/label_place.h"
#include "tools/preview/panels/navigation/view_triad.h"
#include "tools/preview/panels/shared/placing.h"

namespace mannequin::preview {
namespace {

class ViewMarksTest : public PointerTest {
 protected:
  // Of the world's place on the picture.
  bool hidden(const DepthImage& depth, const Vec3& at) {
    const Vec4 clip = workspace().view.camera().clip_from_world(double{kWidth} / kHeight) * Vec4(at, 1.0);
    return depth.hides(0.5 + 0.5 * clip.x / clip.w, 0.5 + 0.5 * clip.y / clip.w, 0.5 + 0.5 * clip.z / clip.w);
  }
  DepthImage depth() {
    auto picture = ScenePicture::create();
    EXPECT_TRUE(picture) << picture.error().message();
    const auto drawn =
        picture->draw(workspace().view.scene(),
                      {.view = workspace().view.settings, .camera = workspace().view.camera(), .shading = {}},
                      kWidth, kHeight);
    EXPECT_TRUE(drawn && *drawn);
    return picture->depth();
  }
};

TEST_F(ViewMarksTest, ThePictureTellsWhatTheBodyHides) {
  workspace().view.settings.joints = true;
  frame();
  const Vec3 chest = workspace().document.avatar().joint_in_world(joint("mChest")) + Vec3(0.0, 0.0, 0.12);
  const DepthImage shown = depth();
  EXPECT_TRUE(hidden(shown, chest)) << "inside";
  EXPECT_TRUE(hidden(shown, chest - Vec3(0.5, 0.0, 0.0))) << "behind";
  EXPECT_FALSE(hidden(shown, chest + Vec3(0.2, 0.0, 0.0))) << "before it";
  EXPECT_FALSE(hidden(shown, chest + Vec3(0.0, 0.6, 0.3))) << "beside it";
  EXPECT_FALSE(hidden(shown, chest + Vec3(0.0, 50.0, 0.0))) << "outside of the picture";
  workspace().view.camera().orthographic = true;
  EXPECT_TRUE(hidden(depth(), chest));
  workspace().view.settings.body = false;
  EXPECT_FALSE(hidden(depth(), chest)) << "nothing is drawn";
  workspace().view.settings.joints = false;
  EXPECT_TRUE(depth().depth.empty()) << "nobody asks";
}

TEST_F(ViewMarksTest, AHiddenBoneIsManyDotsAndASeenOneIsALine) {
  frame();
  const ViewRect rect{{0.0f, 0.0f}, {float{kWidth}, float{kHeight}}};
  const Mat4 clip = workspace().view.camera().clip_from_world(double{kWidth} / kHeight);
  const auto vertices = [&](float deep, bool weighted) {
    DepthImage image{.width = 1, .height = 1, .depth = {deep}};
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
    list.PushClipRectFullScreen();
    list.PushTextureID(nullptr);
    draw_bone_line(list, clip, rect, {0.0, -0.4, 1.0}, {0.0, 0.4, 1.0}, weighted, image, kDarkTheme, 1.0f);
    float low = 1e9f, high = -1e9f;
    for (const ImDrawVert& vertex : list.VtxBuffer) {
      low = std::min(low, vertex.pos.y);
      high = std::max(high, vertex.pos.y);
    }
    return std::pair{list.VtxBuffer.Size, high - low};
  };
  EXPECT_GT(vertices(0.0f, true).first, 10 * vertices(1.0f, true).first);
  EXPECT_GT(vertices(1.0f, true).second, vertices(1.0f, false).second) << "thick where it has weights";
}

TEST_F(ViewMarksTest, ANameStandsBesideItsMarkAndAwayFromThePointer) {
  const ViewRect rect{{0.0f, 0.0f}, {800.0f, 600.0f}};
  const ImVec2 mark{400.0f, 300.0f}, size{150.0f, 40.0f}, away{-1e6f, -1e6f};
  const ImVec2 usual = label_place(mark, size, rect, away, {}, 1.0f).corner;
  EXPECT_GT(usual.x, mark.x);
  // Wherever the pointer is near the mark, it is not covered.
  for (float x = 200.0f; x <= 600.0f; x += 10.0f)
    for (float y = 240.0f; y <= 360.0f; y += 10.0f) {
      const ImVec2 corner = label_place(mark, size, rect, {x, y}, {}, 1.0f).corner;
      EXPECT_TRUE(x < corner.x || x > corner.x + size.x || y < corner.y || y > corner.y + size.y)
          << x << " " << y;
    }
  EXPECT_LT(label_place({780.0f, 300.0f}, size, rect, away, {}, 1.0f).corner.x, 780.0f) << "inside the view";
}

TEST_F(ViewMarksTest, ANameIsNeitherCutAtAnEdgeNorUnderAPlate) {
  const ViewRect rect{{60.0f, 100.0f}, {680.0f, 580.0f}};
  const ImVec2 size{410.0f, 104.0f}, away{-1e6f, -1e6f};
  const ViewRect note{{400.0f, 620.0f}, {320.0f, 40.0f}};
  for (float x = 60.0f; x <= 740.0f; x += 20.0f)
    for (float y = 100.0f; y <= 640.0f; y += 20.0f) {
      const ImVec2 corner = label_place({x, y}, size, rect, away, std::array{note}, 1.5f).corner;
      EXPECT_TRUE(corner.x >= 60.0f && corner.x + size.x <= 740.0f) << x << " " << y;
      EXPECT_TRUE(corner.y >= 100.0f && corner.y + size.y <= 680.0f) << x << " " << y;
      EXPECT_TRUE(corner.x + size.x <= 400.0f || corner.y + size.y <= 620.0f) << x << " " << y;
    }
}

// As at 250 per cent of 1280 x 720: of a picked vertex at the feet, beside a legend and the axes.
TEST_F(ViewMarksTest, ANameIsNotPutOverTheLegendWhereNoUsualPlaceIsFree) {
  const ViewRect rect{{101.0f, 179.0f}, {500.0f, 466.0f}}, legend{{299.0f, 485.0f}, {289.0f, 120.0f}},
      axes{{500.0f, 188.0f}, {92.0f, 92.0f}};
  const ImVec2 size{330.0f, 100.0f}, away{-1e6f, -1e6f};
  const std::array taken{legend, axes};
  for (float x = 101.0f; x <= 601.0f; x += 20.0f)
    for (float y = 179.0f; y <= 645.0f; y += 20.0f) {
      if (legend.contains({x, y})) continue;
      const LabelPlace place = label_place({x, y}, size, rect, away, taken, 1.0f);
      const ImVec2 corner = place.corner, end{corner.x + size.x, corner.y + size.y};
      EXPECT_TRUE(place.free) << x << " " << y;
      for (const ViewRect& each : taken)
        EXPECT_TRUE(end.x <= each.min.x || corner.x >= each.min.x + each.size.x || end.y <= each.min.y ||
                    corner.y >= each.min.y + each.size.y)
            << x << " " << y;
      EXPECT_TRUE(corner.x >= 101.0f && end.x <= 601.0f && corner.y >= 179.0f && end.y <= 645.0f);
      EXPECT_FALSE(x >= corner.x && x <= end.x && y >= corner.y && y <= end.y) << "over its mark";
    }
  // A view full of plates: it says so, and covers as little as it can.
  const LabelPlace full = label_place({350.0f, 400.0f}, size, rect, away, std::array{rect}, 1.0f);
  EXPECT_FALSE(full.free);
}

class ViewTriadTest : public PointerTest {
 protected:
  // With panels, as only then it is there; in a window that leaves the view some room.
  void frame_at(ImVec2 at, bool down) {
    io().DisplaySize = {1280.0f, 800.0f};
    io().DeltaTime = 1.0f / 60.0f;
    io().MousePos = at;
    io().MouseDown[0] = down;
    ASSERT_TRUE(stage_->frame(framebuffer_.id(), 1280, 800, 1.0f, true));
  }
};

TEST_F(ViewTriadTest, AClickOnAnEndLooksAlongThatAxis) {
  frame_at({0.0f, 0.0f}, false);
  frame_at({0.0f, 0.0f}, false);
  const ViewRect view = interface().view();
  const auto corner = [&](float x, float y) {  // from the middle of the triad
    return ImVec2(view.min.x + view.size.x - 57.0f + x, view.min.y + 57.0f + y);
  };
  const auto click_on = [&](ImVec2 at) {
    frame_at(at, false);
    frame_at(at, true);
    frame_at(at, false);
  };
  workspace().view.camera_control.look("front", true);
  click_on(corner(0.0f, -34.0f));  // Z points up
  EXPECT_GT(workspace().view.camera().pitch, 1.4);
  workspace().view.camera_control.look("front", true);
  click_on(corner(34.0f, 0.0f));  // its left is at the right
  EXPECT_NEAR(workspace().view.camera().yaw, 1.5708, 1e-3);
  workspace().view.camera_control.look("front", true);
  click_on(corner(0.0f, 34.0f));
  EXPECT_LT(workspace().view.camera().pitch, -1.4);
  workspace().view.camera_control.look("front", true);
  const Camera before = workspace().view.camera();
  click_on(corner(15.0f, 15.0f));  // between them
  EXPECT_EQ(workspace().view.camera(), before);
  EXPECT_TRUE(workspace().view.selection.empty()) << "the click was not for what is behind it";
}

TEST(Tooltip, LeavesWhatIsReadBesideThePointerFree) {
  const ImVec2 size(200.0f, 60.0f), display(800.0f, 600.0f);
  for (float x = 5.0f; x < display.x; x += 30.0f)
    for (float y = 5.0f; y < display.y; y += 30.0f)
      for (const ImVec2 corner : {ImVec2(300.0f, 200.0f), {380.0f, 300.0f}, {500.0f, 400.0f}}) {
        const ViewRect plate{corner, {220.0f, 60.0f}};
        if (plate.contains({x, y})) continue;  // names are never put under the pointer
        const ImVec2 at = tooltip_corner(size, {x, y}, plate, display, 1.0f);
        EXPECT_TRUE(at.x >= 0.0f && at.y >= 0.0f && at.x + size.x <= display.x && at.y + size.y <= display.y);
        EXPECT_FALSE(at.x < plate.min.x + plate.size.x && at.x + size.x > plate.min.x &&
                     at.y < plate.min.y + plate.size.y && at.y + size.y > plate.min.y)
            << x << ", " << y << ": over the plate at " << corner.x;
        EXPECT_FALSE(x >= at.x && x < at.x + size.x && y >= at.y && y < at.y + size.y) << "under the pointer";
      }
}

}  // namespace
}  // namespace mannequin::preview
