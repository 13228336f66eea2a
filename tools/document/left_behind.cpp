#include "tools/document/left_behind.h"

#include <algorithm>

#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

std::string changes_to(const AvatarChoice& choice) {
  return choice.shape.empty() ? std::string(tr("the changes to the default shape"))
                              : tr("the changes to {}", choice.shape.filename().string());
}

bool is_in(const std::vector<WornItem>& worn, const WornItem& item) {
  return std::ranges::find(worn, item.file, &WornItem::file) != worn.end();
}

// Of several that are called the same, which step left it.
void tell_apart(std::vector<LeftBehind>& left, const History& history) {
  const std::vector<LeftBehind> before = left;
  for (LeftBehind& each : left)
    if (std::ranges::count(before, each.what, &LeftBehind::what) > 1)
      each.what = tr("{}, before step {} ({})", each.what, each.done + 1, history.name(each.done));
}

}  // namespace

std::vector<LeftBehind> left_behind(const History& history, const AvatarChoice& now,
                                    const Appearance& appearance, const ShapeFile& shapes) {
  std::vector<LeftBehind> left;
  const SliderValues defaults = with_defaults(appearance, {}),
                     present = with_defaults(appearance, now.sliders);
  std::size_t taken = 0;  // the state in which the shape of the step was taken
  for (std::size_t step = 0; step < history.done(); ++step) {
    if (!history.leaves_shape(step)) continue;
    const AvatarChoice& before = history.before(step);
    const bool unsaved = taken > 0 && history.brings_unsaved(taken - 1);
    const SliderValues was = unsaved ? defaults : with_defaults(appearance, history.before(taken).sliders);
    const SliderValues is = with_defaults(appearance, before.sliders);
    if (is != was && is != present && !shapes.has_in_a_file(before.sliders))
      left.push_back({changes_to(before), step});
    taken = step + 1;
  }
  // Where the list got no shorter, a new version took the place of the one before it.
  for (std::size_t step = 0; step < history.done(); ++step) {
    const auto &before = history.before(step).worn,
               &after = step + 1 < history.done() ? history.before(step + 1).worn : now.worn;
    if (after.size() >= before.size() && !history.leaves_shape(step)) continue;
    for (const WornItem& each : before)
      if (each.file->unsaved && !is_in(after, each) && !is_in(now.worn, each))
        left.push_back({tr("the weights of {}", each.file->name), step});
  }
  std::ranges::stable_sort(left, {}, &LeftBehind::done);
  tell_apart(left, history);
  return left;
}

}  // namespace mannequin::document
