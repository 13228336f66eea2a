#include "tools/preview/people_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tools/document/translation.h"
#include "tools/preview/panels/shared/cut_text.h"
#include "tools/preview/png.h"
#include "tools/preview/view/people_outline.h"

namespace mannequin::preview {
namespace {

constexpr int kColumns = 6;            // the built-in women and men each fill a row
constexpr float kDesigned = 480.0f;    // height of a picture with letters as in the window
constexpr float kLeastLetters = 0.7f;  // of those
constexpr float kCaption = 44.0f;      // height of name and figures, in the same measure
constexpr std::int64_t kMostPixels = std::int64_t{1} << 28;

float letters_of(int height) { return std::max(static_cast<float>(height) / kDesigned, kLeastLetters); }

}  // namespace

Result<PeopleSheet> PeopleSheet::begin(const Workspace& workspace, int width, int height) {
  const auto count = static_cast<int>(workspace.document.people.list().size());
  const document::SheetGrid grid{count, kColumns, width, height,
                                 static_cast<int>(std::lround(kCaption * letters_of(height)))};
  const std::int64_t pixels = std::int64_t{grid.sheet_width()} * grid.sheet_height();
  if (pixels > kMostPixels)
    return fail(ErrorCode::bad_argument, "",
                tr("A sheet of {} pictures of this size would have {} million pixels. Choose smaller "
                   "ones.",
                   count, pixels / 1000000));
  const auto points = outline_of_people(workspace);
  if (!points) return error_of(points);
  if (points->empty())
    return fail(ErrorCode::bad_argument, "",
                tr("Nothing that is worn can be seen, so there is nobody to show."));
  return PeopleSheet(grid, framed(towards_people(), *points, static_cast<double>(width) / height));
}

Status PeopleSheet::add(const Workspace& workspace, PeopleScenes& scenes, Overprint& captions) {
  const document::TestPerson& person = workspace.document.people.list()[static_cast<std::size_t>(added_)];
  const auto scene = scenes.of(workspace, person.sex);
  if (!scene) return error_of(scene);
  const AvatarInputs inputs = inputs_of(workspace, (*scene)->avatar(), person);
  const Theme& theme = workspace.view.settings.light_theme ? kLightTheme : kDarkTheme;
  const int width = grid_.width, height = grid_.height + grid_.caption;
  const Canvas canvas(width, height);
  double tall = 0.0;
  auto status =
      picture_.draw(**scene, workspace.view.settings, inputs,
                    [&](const AvatarState& state) {
                      tall = state.size.height;
                      return camera_;
                    },
                    canvas.framebuffer(), {.y = grid_.caption, .width = width, .height = grid_.height});
  if (!status) return status;
  RareLetters rare;
  rare.want(person.name);
  const float letters = letters_of(grid_.height);
  status = captions.draw(
      canvas.framebuffer(), width, height, letters, rare, [&](ImDrawList& list, const Fonts& fonts) {
        const auto right = static_cast<float>(width), bottom = static_cast<float>(height);
        const float top = bottom - static_cast<float>(grid_.caption), inset = 8.0f * letters;
        list.AddRectFilled({0.0f, top}, {right, bottom}, theme.panel);
        list.AddRect({-1.0f, -1.0f}, {right, bottom}, theme.frame);
        const auto line = [&](float y, const std::string& text, ImFont& font, ImU32 color) {
          list.AddText(&font, font.FontSize, {inset, y}, color,
                       cut_in_the_middle(text, right - 2.0f * inset, font, font.FontSize).c_str());
        };
        line(top + 4.0f * letters, person.name, *fonts.text, theme.text);
        line(top + 23.0f * letters,
             fmt::format("{} \u00b7 {:.2f} m", person.sex == Sex::male ? tr("male") : tr("female"), tall),
             *fonts.small, theme.secondary);
      });
  if (!status) return status;
  const std::vector<std::uint8_t> pixels = canvas.read(false);
  const auto row = static_cast<std::ptrdiff_t>(width) * 3;
  const auto sheet_row = static_cast<std::ptrdiff_t>(grid_.sheet_width()) * 3;
  for (int y = 0; y < height; ++y)
    std::copy_n(pixels.begin() + y * row, row,
                pixels_.begin() + (grid_.y(added_) + y) * sheet_row + std::ptrdiff_t{grid_.x(added_)} * 3);
  ++added_;
  return {};
}

Status PeopleSheet::write(const std::filesystem::path& path) const {
  return write_png(path, grid_.sheet_width(), grid_.sheet_height(), pixels_);
}

}  // namespace mannequin::preview
