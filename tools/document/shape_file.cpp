#include "tools/document/shape_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/fit/slider_reach.h"
#include "engine/io/file.h"
#include "engine/io/shape_file.h"
#include "engine/io/shape_writer.h"
#include "tools/document/figures.h"
#include "tools/document/file_kind.h"
#include "tools/document/reason.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

std::string value_count(std::size_t count) { return counted(count, "value", "values"); }

// The reader's notes; gives values beyond a slider's end in per cent, as the sliders show them.
std::vector<std::string> remarks_on(const io::ShapeFile& shape, const Appearance& appearance) {
  std::vector<std::string> remarks;
  for (const io::Note& note : shape.notes)
    if (note.code != "out_of_range") remarks.push_back(note.what);
  constexpr double kRounding = 0.5;
  for (const auto& [id, weight] : shape.sliders) {
    const ParameterIndex found = appearance.find(id);
    if (found == kNoParameter) continue;
    const ParameterDesc& p = appearance[found];
    const double percent = percent_from_weight(p, weight);
    if (percent >= -kRounding && percent <= 100.0 + kRounding) continue;
    remarks.push_back(tr("{} is at {:.0f} %, beyond its slider's end, and counts as {} %",
                         tr(slider_label(p)), percent, percent < 0.0 ? 0 : 100));
  }
  return remarks;
}

Result<io::ShapeFormat> format_of(const std::filesystem::path& path) {
  const std::string ending = lower_ending(path);
  if (ending == ".json") return io::ShapeFormat::json;
  if (ending == ".xml") return io::ShapeFormat::archetype;
  if (ending == ".txt") return io::ShapeFormat::wearable;
  return fail(ErrorCode::bad_argument, path.filename().string(),
              tr("Unknown file extension. Use .json (keeps everything), .xml (as a viewer's "
                 "Appearance To XML) or .txt (a shape as the grid keeps it)."));
}

}  // namespace

void ShapeFile::open(const std::filesystem::path& path, io::ShapeFile shape) {
  const std::string name = path.filename().string();
  const std::vector<std::string> remarks = remarks_on(shape, bench_.character().appearance);
  const std::size_t notes = remarks.size();
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Shape {}", name), choice, /*leaves_shape=*/true);
  const AvatarChoice before = choice;
  choice.sliders = std::move(shape.sliders);
  choice.apply_parameters = true;
  choice.shape = path;
  saved_[path] = choice.sliders;
  changed_elsewhere_.erase(path);
  bench_.avatar.choose(std::move(choice));
  gradual_.begin(before);
  for (const std::string& remark : remarks)
    bench_.report(Message::Kind::warning, fmt::format("{}: {}", name, remark));
  bench_.report(notes == 0 ? Message::Kind::done : Message::Kind::warning,
                tr("Shape {}: {}{}", name, value_count(bench_.choice().sliders.size()),
                   notes == 0 ? "" : tr(", {}: see Messages", counted(notes, "remark", "remarks"))));
}

void ShapeFile::follow(const std::filesystem::path& path, const SliderValues& values) {
  bench_.watch.begin(path);
  saved_[path] = values;
  changed_elsewhere_.erase(path);
}

void ShapeFile::belong_to(const std::filesystem::path& path, const SliderValues& values) {
  follow(path, values);  // watches it, and takes what a save wrote for known
  AvatarChoice choice = bench_.choice();
  choice.shape = path;
  bench_.avatar.choose(std::move(choice));
}

std::optional<double> ShapeFile::saved_weight(const ParameterDesc& parameter) const {
  const auto saved = saved_.find(bench_.choice().shape);
  if (saved == saved_.end()) return std::nullopt;
  const auto value = saved->second.find(parameter.id);
  return value == saved->second.end() ? parameter.default_weight
                                      : std::clamp(value->second, parameter.min, parameter.max);
}

bool ShapeFile::has_in_a_file(const SliderValues& sliders) const {
  const Appearance& appearance = bench_.character().appearance;
  const SliderValues all = with_defaults(appearance, sliders);
  return std::ranges::any_of(saved_,
                             [&](const auto& file) { return with_defaults(appearance, file.second) == all; });
}

bool ShapeFile::edited() const {
  const AvatarChoice& choice = bench_.choice();
  const auto saved = saved_.find(choice.shape);
  const SliderValues before = saved == saved_.end() ? SliderValues{} : saved->second;
  const Appearance& appearance = bench_.character().appearance;
  return with_defaults(appearance, choice.sliders) != with_defaults(appearance, before);
}

Status ShapeFile::save(const std::filesystem::path& path) {
  const auto write = [&]() -> Result<std::size_t> {
    const auto format = format_of(path);
    if (!format) return error_of(format);
    // Writes everything: other programs' defaults may differ from ours.
    const io::WrittenShape written = io::write_shape(
        *format, bench_.character().appearance,
        with_defaults(bench_.character().appearance, bench_.choice().sliders), path.stem().string());
    if (auto status = io::write_file(path, std::string_view(written.text)); !status) return error_of(status);
    return written.left_out.size();
  };
  const auto left_out = write();
  if (!left_out) {
    bench_.report(Message::Kind::error, tr("The shape was not saved: {}{}", reason_of(left_out.error(), path),
                                           left_unchanged(left_out.error(), path)));
    return error_of(left_out);
  }
  belong_to(path, bench_.choice().sliders);
  bench_.settings.opened(path);
  bench_.report(*left_out == 0 ? Message::Kind::done : Message::Kind::warning,
                *left_out == 0 ? tr("Saved {}", name())
                               : tr("Saved {}; {} no place in this kind of file. JSON keeps all.", name(),
                                    counted(*left_out, "value has", "values have")));
  return {};
}

void ShapeFile::revert() {
  const auto saved = saved_.find(bench_.choice().shape);
  if (saved == saved_.end() || !edited()) return;
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Revert {}", name()), choice);
  choice.sliders = saved->second;
  choice.apply_parameters = true;
  changed_elsewhere_.erase(choice.shape);
  bench_.avatar.choose(std::move(choice));
}

// Not undoable: the file changed, not the user.
void ShapeFile::reload(const std::filesystem::path& path, Result<io::ShapeFile> shape) {
  const std::string file = path.filename().string();
  if (!shape)
    return bench_.report(Message::Kind::error, tr("The new {} cannot be used: {} The sliders stay.", file,
                                                  reason_of(shape.error(), path)));
  if (edited()) {
    saved_[path] = std::move(shape->sliders);
    changed_elsewhere_.insert(path);
    return bench_.report(
        Message::Kind::warning,
        tr("{} was saved by another program. Your sliders stay; Revert takes the file's.", file));
  }
  AvatarChoice choice = bench_.choice();
  const AvatarChoice before = choice;
  choice.sliders = std::move(shape->sliders);
  saved_[path] = choice.sliders;
  bench_.avatar.choose(std::move(choice));
  gradual_.begin(before);
  bench_.report(Message::Kind::done, tr("Reloaded {}, {}", file, value_count(saved_[path].size())));
}

std::string ShapeFile::copied() const {
  return io::write_shape(io::ShapeFormat::json, bench_.character().appearance,
                         with_defaults(bench_.character().appearance, bench_.choice().sliders), name())
      .text;
}

Status ShapeFile::paste(std::string_view text) {
  auto shape = io::read_shape(std::as_bytes(std::span(text)), "clipboard", bench_.character().appearance);
  if (!shape) {
    bench_.report(Message::Kind::error,
                  tr("No shape was pasted: {} Copy one here (Shape > Copy shape), or the text "
                     "of a shape's file.",
                     shape.error().message()));
    return error_of(shape);
  }
  AvatarChoice choice = bench_.choice();
  bench_.history.record(tr("Paste shape"), choice, /*leaves_shape=*/true, /*unsaved=*/true);
  const AvatarChoice before = choice;
  choice.sliders = std::move(shape->sliders);
  choice.shape.clear();  // another shape: saved, it must not replace the file of the one before
  choice.apply_parameters = true;
  bench_.avatar.choose(std::move(choice));
  gradual_.begin(before);
  bench_.report(Message::Kind::done, tr("Pasted a shape of {}", value_count(bench_.choice().sliders.size())));
  return {};
}

}  // namespace mannequin::document
