#include "tools/preview/opening.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <new>
#include <utility>

#include "engine/platform/path.h"
#include "tools/document/background_task.h"
#include "tools/document/file_content.h"
#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

// Larger meshes opened later are read in the background, without waiting for them.
constexpr std::uintmax_t kReadAtOnce = std::uintmax_t{20} << 20;
// Smaller ones are ready before a wait is
// noticeable, or are read in the background, too.
constexpr std::chrono::milliseconds kPatience{200};

Status no_outfit() {
  return fail(ErrorCode::bad_argument, "--outfit",
              tr("These clothes fit the built-in body only. Leave out the option, or the other body."));
}

// Clothes are shown on a body, and a body without other clothes gets the outfit, as does one that was asked
// to wear it.
Status stand_in(Workspace& workspace, const PreviewOptions& options) {
  if (!options.outfit.empty()) workspace.document.stand_in.offer_outfit(options.outfit);
  std::vector<std::string> builtin;
  // What is painted would be hidden by it.
  if (options.outfit_asked_for || (workspace.document.stand_in.wears_nothing() && options.clothing.empty()))
    builtin = options.outfit;
  if (!workspace.document.stand_in.wears_body())
    if (auto status = workspace.document.stand_in.wear_builtin_figure(); !status) return status;
  if (!builtin.empty() && !workspace.document.stand_in.wears_builtin_body()) return no_outfit();
  for (const std::string& name : builtin)
    if (auto status = workspace.document.stand_in.wear_builtin(name); !status) return status;
  return {};
}

// A document that can only partly be used is also an error.
Status open_whole(Document& document, const std::filesystem::path& path, bool joint_positions) {
  const std::size_t told = document.messages().list().size();
  if (auto status = document.files.open(path, joint_positions); !status) return status;
  if (document.saved.path() != path) return {};
  for (std::size_t i = told; i < document.messages().list().size(); ++i)
    if (const Message& message = document.messages().list()[i]; message.kind == Message::Kind::error)
      return fail(ErrorCode::cannot_read, path.filename().string(), message.text);
  return {};
}

// Other options override the document.
void change_inputs(Document& document, const AvatarInputs& inputs) {
  if (!inputs.sliders.empty()) {
    const Sex before = document.avatar().sex();
    SliderValues sliders = document.avatar().choice().sliders;
    for (const auto& [id, weight] : inputs.sliders) sliders[id] = weight;
    document.sliders.begin_trial();
    document.sliders.try_out(std::move(sliders));
    document.sliders.end_trial(true, "Given sliders");
    if (document.avatar().sex() != before) document.stand_in.change_sex();
  }
  if (!inputs.pose.rotations.empty() || !inputs.pose.positions.empty())
    document.posing.set("given pose", inputs.pose);
}

Status wear_system_avatar(Document& document, const PreviewOptions& options) {
  if (!options.system_avatar) return {};
  auto avatar = options.system_avatar();
  if (!avatar) return error_of(avatar);
  document.stand_in.wear_system_avatar(std::move(*avatar), options.hair, options.skirt);
  return {};
}

Status wear_rigged(Document& document, const PreviewOptions& options) {
  if (!options.rigged) return {};
  return document.wardrobe.put_on(*options.rigged, path_of_utf8(options.rigged->source), false);
}

bool has_document(const Document& document) { return !document.saved.path().empty(); }

void seek_clip(Document& document, const PreviewOptions& options) {
  if (document.timeline().has_clip()) document.timeline().seek(options.clip_seconds);
}

// Except with another avatar than ours, or if a document has defined everything.
Status stand_in_if_needed(Workspace& workspace, const PreviewOptions& options) {
  if (!options.rigged && !has_document(workspace.document)) return stand_in(workspace, options);
  return options.outfit_asked_for && !options.outfit.empty() ? no_outfit() : Status{};
}

// Where layers come from, and with what the avatar is painted from the start.
void paint_by(Document& document, const PreviewOptions& options) {
  if (!options.layer_sets) return;
  document.clothing.paint_by([sets = options.layer_sets, meshes = options.system_meshes,
                              side = options.mask_size]() -> Result<document::LayerSource> {
    Result<LayerSets> read = sets();
    if (!read) return error_of(read);
    document::LayerSource source{std::move(*read)};
    source.mask_side = side;
    if (!meshes) return source;
    auto body = meshes();
    if (!body) return error_of(body);
    source.body = std::move(*body);
    return source;
  });
}

}  // namespace

Status open_strictly(Workspace& workspace, const PreviewOptions& options) {
  Document& document = workspace.document;
  paint_by(document, options);
  document.wardrobe.import_new_as(options.importer);
  if (!options.shape.empty())
    // Its sliders are in use already. What can be read once only, such as a pipe, has no name.
    if (const auto shape = document::read_shape_file(options.shape, document.character()))
      document.shape_file.belong_to(options.shape, shape->sliders);
  if (auto status = wear_system_avatar(document, options); !status) return status;
  if (!options.clothing.empty()) {
    Result<io::LoadedOutfit> outfit = io::load_outfit(options.clothing, document.character().appearance);
    if (!outfit) return error_of(outfit);
    document.clothing.begin_with(std::move(*outfit));
  }
  if (auto status = wear_rigged(document, options); !status) return status;
  for (const auto& path : options.files)
    if (auto status = open_whole(document, path, options.joint_positions); !status) return status;
  for (const auto& [point, path] : options.attached)
    if (auto status = document.files.attach(path, point); !status) return status;
  if (has_document(document)) change_inputs(document, options.inputs);
  if (!options.clip.empty())
    if (auto status = document.files.open(options.clip, false); !status) return status;
  seek_clip(document, options);
  // A picture shows one moment.
  if (document.timeline().has_clip()) document.timeline().play(false);
  if (auto status = stand_in_if_needed(workspace, options); !status) return status;
  document.forget_history();  // the initial state is not a step
  return {};
}

Result<std::unique_ptr<Opening>> Opening::begin(Workspace& workspace, const PreviewOptions& options) {
  std::unique_ptr<Opening> opening(new Opening(workspace, options));
  Document& document = workspace.document;
  document.wardrobe.import_new_as(options.importer);
  paint_by(document, options);
  document.files.decode_textures_in_background(true);
  document.files.wait_for_reading(kPatience);
  document.files.read_in_background_above(opening->files_.empty() ? kReadAtOnce : 0);
  if (auto status = wear_rigged(document, options); !status) return error_of(status);
  opening->begin_early_inputs();
  if (opening->files_.empty() && !opening->given_.valid()) opening->finish();
  return opening;
}

Opening::Opening(Workspace& workspace, const PreviewOptions& options)
    : workspace_(workspace), options_(options) {
  for (const auto& path : options_.files) files_.push_back({path, {}});
  for (const auto& [point, path] : options_.attached) files_.push_back({path, point});
  if (!options_.clip.empty()) files_.push_back({options_.clip, {}});
}

Opening::~Opening() {
  if (given_.valid()) given_.wait();
}

// Besides the avatar, whose folder may be one that was chosen earlier.
bool Opening::names_inputs() const { return options_.read_inputs || !options_.clothing.empty(); }

void Opening::begin_early_inputs() {
  if (!options_.read_inputs && !options_.system_avatar && options_.clothing.empty()) return;
  if (names_inputs())
    workspace_.document.messages().report(Message::Kind::going_on, tr("Reading what the command line names"));
  given_ = document::run_in_background<EarlyInputs>(
      [this]() -> EarlyInputs {
        EarlyInputs given{options_.inputs, std::nullopt, std::nullopt, std::nullopt};
        try {
          if (options_.read_inputs) given.inputs = options_.read_inputs();
          if (!options_.shape.empty())
            given.shape = document::read_shape_file(options_.shape, workspace_.document.character());
          if (options_.system_avatar) given.avatar = options_.system_avatar();
          if (!options_.clothing.empty())
            given.outfit = io::load_outfit(options_.clothing, workspace_.document.character().appearance);
        } catch (const std::bad_alloc&) {
          given.inputs =
              fail(ErrorCode::cannot_read, "command line",
                   tr("there is not enough memory for the files that it names; close other programs"));
        }
        return given;
      },
      true);
}

void Opening::take_early_inputs() {
  EarlyInputs given = given_.get();
  if (names_inputs())
    workspace_.document.messages().report(Message::Kind::done, tr("Read what the command line names"));
  if (given.inputs) {
    options_.inputs = std::move(*given.inputs);
    workspace_.document.begin_with(options_.inputs);
  } else {
    report(error_of(given.inputs));
  }
  if (given.shape && *given.shape)
    workspace_.document.shape_file.belong_to(options_.shape, (*given.shape)->sliders);
  if (given.avatar && *given.avatar)
    workspace_.document.stand_in.wear_system_avatar(std::move(**given.avatar), options_.hair, options_.skirt);
  else if (given.avatar)
    report(error_of(*given.avatar));
  if (given.outfit && *given.outfit)
    workspace_.document.clothing.begin_with(std::move(**given.outfit));
  else if (given.outfit)
    report(error_of(*given.outfit));
}

void Opening::report(const Status& status) const {
  if (!status) workspace_.document.messages().report(Message::Kind::error, status.error().message());
}

std::size_t Opening::errors() const {
  return static_cast<std::size_t>(
      std::ranges::count(workspace_.document.messages().list(), Message::Kind::error, &Message::kind));
}

Status Opening::step() {
  if (finished_) return {};
  if (!camera_) camera_ = workspace_.view.camera();
  if (given_.valid()) {
    if (given_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return {};
    take_early_inputs();
    return {};
  }
  if (workspace_.document.files.reading()) return {};
  count_last();
  if (next_ < files_.size()) {
    next_file();
    return {};
  }
  finish();
  // Frames the figure, unless a document has placed the camera.
  if (auto computed = workspace_.actions.update(0.0); !computed) return error_of(computed);
  if (has_document(workspace_.document) || workspace_.view.camera() == *camera_)
    workspace_.view.camera_control.begin(options_.view);
  return {};
}

void Opening::next_file() {
  if (next_ == 0) messages_before_ = workspace_.document.messages().list().size();
  const auto& [path, point] = files_[next_++];
  errors_before_ = errors();
  if (files_.size() > 1)
    workspace_.document.messages().report(
        Message::Kind::going_on, tr("Opening {} ({} of {})", path.filename().string(), next_, files_.size()));
  // The document itself reports what cannot be used.
  if (point.empty())
    (void)workspace_.document.files.open(path, options_.joint_positions);
  else
    (void)workspace_.document.files.attach(path, point);
}

void Opening::count_last() {
  if (next_ == 0) return;
  if (errors() == errors_before_)
    ++taken_;
  else
    refused_ += (refused_.empty() ? "" : ", ") + files_[next_ - 1].path.filename().string();
}

void Opening::finish() {
  finished_ = true;
  Document& document = workspace_.document;
  document.files.read_in_background_above(kReadAtOnce);
  if (has_document(document)) change_inputs(document, options_.inputs);
  seek_clip(document, options_);
  report(stand_in_if_needed(workspace_, options_));
  if (files_.size() > 1)
    document.files.report_opened(
        {files_.size(), taken_, document.files.opened_again(), refused_, messages_before_});
  // The initial state is not a step, but the user's changes since are.
  constexpr std::size_t kOfDocument = 2, kOfClip = 1;
  if (document.history().size() <= files_.size() + kOfDocument + kOfClip) document.forget_history();
}

}  // namespace mannequin::preview
