// The shape as a file: saved, reverted, and kept until it is.
#include <fmt/format.h>

#include <algorithm>

#include "engine/io/file.h"
#include "engine/io/shape_writer.h"
#include "tools/document/file_kind.h"
#include "tools/document/reason.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {
namespace {

// Long enough that a drag does not write all the time.
constexpr double kKeepAfter = 2.0;  // seconds

Result<io::ShapeFormat> format_of(const std::filesystem::path& path) {
  const std::string ending = lower_ending(path);
  if (ending == ".json") return io::ShapeFormat::json;
  if (ending == ".xml") return io::ShapeFormat::archetype;
  if (ending == ".txt") return io::ShapeFormat::wearable;
  return fail(ErrorCode::bad_argument, path.filename().string(),
              "The ending does not say what to write. Use .json (keeps everything), .xml (as a viewer's "
              "Appearance To XML) or .txt (a shape as the grid keeps it).");
}

}  // namespace

std::optional<double> Session::saved_weight(const ParameterDesc& parameter) const {
  const auto saved = saved_shapes_.find(scene_->choice().shape);
  if (saved == saved_shapes_.end()) return std::nullopt;
  const auto value = saved->second.find(parameter.id);
  return value == saved->second.end() ? parameter.default_weight
                                      : std::clamp(value->second, parameter.min, parameter.max);
}

void Session::try_sliders(SliderValues sliders) {
  AvatarChoice choice = scene_->choice();
  choice.sliders = std::move(sliders);
  choice.apply_parameters = true;
  scene_->choose(std::move(choice));
}

void Session::end_trial(bool keep, const std::string& step) {
  if (!trial_) return;
  AvatarChoice before = std::move(*trial_);
  trial_.reset();
  if (!keep)
    try_sliders(before.sliders);
  else if (before.sliders != scene_->choice().sliders)
    history_.record(step, std::move(before));
}

std::string Session::copied_shape() const {
  return io::write_shape(io::ShapeFormat::json, character().appearance,
                         with_defaults(character().appearance, scene_->choice().sliders), shape_name())
      .text;
}

Status Session::paste_shape(std::string_view text) {
  auto shape = io::read_shape(std::as_bytes(std::span(text)), "clipboard", character().appearance);
  if (!shape) {
    tell(Message::Kind::error,
         fmt::format("No shape was pasted: {} Copy one here (Shape > Copy shape), or the text "
                     "of a shape's file.",
                     shape.error().message()));
    return error_of(shape);
  }
  AvatarChoice choice = scene_->choice();
  history_.record("Paste shape", choice);
  const AvatarChoice before = choice;
  choice.sliders = std::move(shape->sliders);
  choice.apply_parameters = true;
  scene_->choose(std::move(choice));
  change_gradually(before);
  tell(Message::Kind::done, fmt::format("Pasted a shape of {} values", scene_->choice().sliders.size()));
  return {};
}

bool Session::shape_edited() const {
  const AvatarChoice& choice = scene_->choice();
  const auto saved = saved_shapes_.find(choice.shape);
  const SliderValues before = saved == saved_shapes_.end() ? SliderValues{} : saved->second;
  const Appearance& appearance = character().appearance;
  return with_defaults(appearance, choice.sliders) != with_defaults(appearance, before);
}

Status Session::save_shape(const std::filesystem::path& path) {
  const auto write = [&]() -> Result<std::size_t> {
    const auto format = format_of(path);
    if (!format) return error_of(format);
    // All of it: other programs' defaults need not be ours.
    const io::WrittenShape written = io::write_shape(
        *format, character().appearance, with_defaults(character().appearance, scene_->choice().sliders),
        path.stem().string());
    if (auto status = io::write_file(path, std::string_view(written.text)); !status) return error_of(status);
    return written.left_out.size();
  };
  const auto left_out = write();
  if (!left_out) {
    tell(Message::Kind::error, fmt::format("The shape was not saved: {} What was there before is untouched.",
                                           reason_of(left_out.error(), path)));
    return error_of(left_out);
  }
  AvatarChoice choice = scene_->choice();
  choice.shape = path;
  saved_shapes_[path] = choice.sliders;
  scene_->choose(std::move(choice));
  watch_.begin(path);  // this save is ours
  settings_.opened(path);
  settings_.drop_shape();
  unkept_seconds_.reset();
  tell(*left_out == 0 ? Message::Kind::done : Message::Kind::warning,
       *left_out == 0 ? fmt::format("Saved {}", shape_name())
                      : fmt::format("Saved {}; {} values have no place in this kind of file. JSON keeps all.",
                                    shape_name(), *left_out));
  return {};
}

void Session::revert_shape() {
  const auto saved = saved_shapes_.find(scene_->choice().shape);
  if (saved == saved_shapes_.end() || !shape_edited()) return;
  AvatarChoice choice = scene_->choice();
  history_.record(fmt::format("Revert {}", shape_name()), choice);
  choice.sliders = saved->second;
  choice.apply_parameters = true;
  scene_->choose(std::move(choice));
}

void Session::use_settings(Settings settings) {
  settings_ = std::move(settings);
  preferences() = read_preferences(settings_.preferences());
  if (!settings_.keeps()) preferences().controls_chosen = true;
  kept_preferences_ = preferences();
  kept_shape_ = settings_.kept_shape();
  // What a session begins with, nobody has worked on.
  kept_sliders_ = scene_->choice().sliders;
}

void Session::keep_preferences() {
  if (kept_preferences_ == preferences()) return;
  kept_preferences_ = preferences();
  settings_.keep_preferences(preferences_text(kept_preferences_));
}

void Session::take_kept_shape() {
  const auto bytes = std::as_bytes(std::span(kept_shape_));
  auto shape = io::read_shape(bytes, "kept shape", character().appearance);
  if (shape) {
    AvatarChoice choice = scene_->choice();
    history_.record("Shape of the last session", choice);
    choice.sliders = std::move(shape->sliders);
    choice.apply_parameters = true;
    scene_->choose(std::move(choice));
  } else {
    tell(Message::Kind::warning, shape.error().message());
  }
  kept_shape_.clear();
}

void Session::drop_kept_shape() {
  kept_shape_.clear();
  settings_.drop_shape();
}

// An offer that was not answered is not written over.
void Session::keep_shape(double seconds) {
  if (!kept_shape_.empty()) return;
  if (scene_->choice().sliders != kept_sliders_) {
    kept_sliders_ = scene_->choice().sliders;
    unkept_seconds_ = 0.0;
  }
  if (!unkept_seconds_) return;
  *unkept_seconds_ += seconds;
  if (*unkept_seconds_ >= kKeepAfter) keep_shape_now();
}

void Session::keep_shape_now() {
  if (!unkept_seconds_ || !kept_shape_.empty()) return;
  unkept_seconds_.reset();
  if (shape_edited())
    settings_.keep_shape(
        io::write_shape(io::ShapeFormat::json, character().appearance, scene_->choice().sliders, shape_name())
            .text);
  else
    settings_.drop_shape();
}

}  // namespace mannequin::preview
