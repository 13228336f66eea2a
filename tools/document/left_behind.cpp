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

// The sliders as they were in this state of the history, in which their shape was taken; the default ones if
// what was taken was in no file either.
SliderValues as_taken(const History& history, std::size_t state, const AvatarChoice& now,
                      const Appearance& appearance) {
  if (state > 0 && history.brings_unsaved(state - 1)) return with_defaults(appearance, {});
  return with_defaults(appearance, (state < history.done() ? history.before(state) : now).sliders);
}

}  // namespace

bool shape_is_unsaved(const History& history, const AvatarChoice& now, const Appearance& appearance,
                      const ShapeFile& shapes) {
  if (!now.shape.empty()) return shapes.edited();
  std::size_t taken = history.done();
  while (taken > 0 && !history.leaves_shape(taken - 1)) --taken;
  SliderValues was = as_taken(history, taken, now, appearance), is = with_defaults(appearance, now.sliders);
  for (SliderValues* sliders : {&was, &is}) sliders->erase(kMaleParameter);
  return is != was && !shapes.has_in_a_file(now.sliders);
}

std::vector<LeftBehind> left_behind(const History& history, const AvatarChoice& now,
                                    const Appearance& appearance, const ShapeFile& shapes) {
  std::vector<LeftBehind> left;
  const SliderValues defaults = with_defaults(appearance, {}),
                     present = with_defaults(appearance, now.sliders);
  std::size_t taken = 0;  // the state in which the shape of the step was taken
  for (std::size_t step = 0; step < history.done(); ++step) {
    if (!history.leaves_shape(step)) continue;
    const AvatarChoice& before = history.before(step);
    const SliderValues was = as_taken(history, taken, now, appearance);
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
