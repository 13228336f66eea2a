#include "tools/document/made_here.h"

#include <algorithm>
#include <utility>

#include "tools/document/reason.h"
#include "tools/document/time_of_day.h"
#include "tools/document/translation.h"

namespace mannequin::document {

std::shared_ptr<WornFile> wear_made_here(Workbench& bench, Wardrobe& wardrobe, MadeHere made) {
  const WornFile& from = *made.from;
  const auto place = std::ranges::find(bench.choice().worn, made.replaces, &WornItem::file);
  if (place == bench.choice().worn.end()) {
    bench.report(Message::Kind::warning, tr("{} was taken off meanwhile, so nothing was changed", from.name));
    return nullptr;
  }
  auto built = make_worn_file(std::make_shared<const io::BoundMeshFile>(std::move(made.file)), from.path,
                              bench.character().skeleton, from.importer);
  if (!built) {
    bench.report(Message::Kind::error, named_reason(built.error(), from.path));
    return nullptr;
  }
  const std::shared_ptr<WornFile> result = std::move(*built);
  result->unsaved = true;
  result->made_by = made.how;
  result->follows_file = from.is_watched();
  result->saved_at = from.saved_at;
  result->parts = from.parts;
  result->reading = from.reading;
  result->keeps_colors = from.keeps_colors;
  result->loaded_at = time_of_day();
  result->kept_copy = std::move(made.copy);
  AvatarChoice choice = bench.choice();
  if (made.redone)
    bench.history.rename(std::move(made.step));
  else
    bench.history.record(std::move(made.step), choice);
  const auto row = static_cast<std::size_t>(place - bench.choice().worn.begin());
  WornItem& item = choice.worn[row];
  const bool first = item.file->refused();
  item.file = result;
  item.how.stands_in = false;
  bench.avatar.choose(std::move(choice));
  wardrobe.problems_changed();
  if (first) {
    wardrobe.color(row);
    wardrobe.begin_wearing(*result);
  }
  return result;
}

}  // namespace mannequin::document
