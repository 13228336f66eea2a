// Legends explain all that colours, hatching and marks mean, at every size and beside every comparison.
#include <optional>

#include "tests/preview/plates_fixture.h"

namespace mannequin::test {
namespace {

constexpr ImU32 kHatched = IM_COL32(128, 128, 128, 255);  // under its lines

class LegendsTest : public PlatesTest {
 protected:
  void expect_all_is_explained() {
    const auto& list = *ImGui::GetBackgroundDrawList();
    const ImU32 text = preview::kDarkTheme.text;
    const ImRect sample = box(list, kHatched);
    ASSERT_GT(sample.GetWidth(), 8.0f * scale()) << "no sample of the hatching";
    const ImRect beside(sample.Max.x, sample.Min.y - 3.0f * scale(), sample.Max.x + 200.0f * scale(),
                        sample.Max.y + 3.0f * scale());
    EXPECT_EQ(letters_in(list, text, beside), letters_of("no weight at all"));
    const ImRect marks = box(list, plate_of(preview::kDarkTheme.panel, 0xd8));
    ASSERT_GT(marks.GetWidth(), 0.0f) << "no legend of the marks";
    EXPECT_EQ(letters_in(list, text, marks), letters_of("moved by a worn mesh has weights neither"));
    EXPECT_FALSE(marks.Overlaps(sample));
    const preview::ViewRect all = view();
    for (const ImRect& plate : {marks, sample}) {
      EXPECT_GE(plate.Min.y, all.min.y);
      EXPECT_LE(plate.Max.y, all.min.y + all.size.y);
      EXPECT_LE(plate.Max.x, all.min.x + all.size.x + 1.0f);
    }
  }
};

TEST_F(LegendsTest, HatchingAndMarksAreExplainedAtEverySize) {
  workspace().view.settings.joints = true;
  workspace().view.colors.show(preview::ViewMode::weights);
  using Layout = preview::CompareLayout::Layout;
  for (const auto& layout :
       {std::optional<Layout>(), std::optional(Layout::split), std::optional(Layout::side_by_side)})
    for (const auto& [width, height] : {std::pair{1280, 720}, {1280, 800}, {1920, 1080}})
      for (const int percent : {100, 150, 200, 250}) {
        SCOPED_TRACE(testing::Message() << width << " x " << height << " at " << percent << ", layout "
                                        << (layout ? static_cast<int>(*layout) : -1));
        resize(width, height);
        enlarge(percent);
        workspace().view.compare.show(layout.has_value());
        if (layout) workspace().view.compare.set_layout(*layout);
        workspace().view.camera_control.fit();
        look_again();
        expect_all_is_explained();
      }
}

TEST_F(LegendsTest, NoNoteOfALegendIsCut) {
  for (const auto& [width, height, percent] :
       {std::tuple{1280, 720, 100}, {1280, 720, 150}, {1280, 720, 250}, {1920, 1080, 250}})
    for (const auto mode :
         {preview::ViewMode::strongest, preview::ViewMode::influences, preview::ViewMode::normals}) {
      SCOPED_TRACE(testing::Message() << width << " at " << percent << ", " << static_cast<int>(mode));
      resize(width, height);
      enlarge(percent);
      workspace().view.colors.show(mode);
      look_again();
      const auto& list = *ImGui::GetBackgroundDrawList();
      EXPECT_EQ(ellipses(list), 0u);
      const ImRect plate = box(list, plate_of(preview::kDarkTheme.panel, 0xe0));
      EXPECT_GE(letters_in(list, preview::kDarkTheme.secondary, plate),
                letters_of(workspace().view.colors.legend().note));
    }
}

}  // namespace
}  // namespace mannequin::test
