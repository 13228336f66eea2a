#include "tools/document/document.h"

#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// Sliders evaluated per update: takes a few milliseconds.
constexpr int kEffectsPerUpdate = 6;

}  // namespace

Document::Document(const Character& character, AvatarInputs inputs, Settings settings)
    : bench_{.avatar = DressedAvatar(character, std::move(inputs.worn)),
             .history = {},
             .timeline = {},
             .messages = {},
             .settings = std::move(settings),
             .watch = {}},
      gradual_(bench_),
      stand_in(bench_),
      sliders(bench_, stand_in),
      posing(bench_),
      wardrobe(bench_, stand_in),
      clothing(bench_, stand_in),
      binding(bench_, wardrobe),
      painting(bench_, wardrobe),
      fit(bench_, stand_in),
      people(bench_, stand_in),
      shape_file(bench_, gradual_),
      pose_file(bench_, posing),
      mending(bench_, wardrobe, fit, comparison),
      files(bench_, wardrobe, clothing, shape_file, pose_file, comparison),
      saved(bench_, stand_in, clothing, shape_file, pose_file, files),
      kept(bench_, saved, shape_file, files) {
  files.open_documents_by(saved);
  inputs.worn.clear();  // moved from above
  begin_with(std::move(inputs));
  kept.look();
}

void Document::begin_with(AvatarInputs inputs) {
  const bool posed = !inputs.pose.rotations.empty() || !inputs.pose.positions.empty();
  if (!inputs.worn.empty()) bench_.avatar.wear_without_mesh(std::move(inputs.worn));
  AvatarChoice choice = bench_.choice();
  choice.sliders = std::move(inputs.sliders);
  choice.apply_parameters = inputs.apply_parameters;
  choice.pose = std::move(inputs.pose);
  choice.pose_name = posed ? "given pose" : "T";
  bench_.avatar.choose(std::move(choice));
}

void Document::step_back() {
  const std::uint64_t step = bench_.history.latest();
  bench_.avatar.choose(bench_.history.undo(bench_.choice()));
  comparison.undone(step);
}

void Document::step_forward() {
  bench_.avatar.choose(bench_.history.redo(bench_.choice()));
  comparison.redone(bench_.history.latest());
}

void Document::undo() {
  if (!bench_.history.can_undo()) return;
  bench_.report_state(Message::Kind::done, tr("Undone: {}", bench_.history.undo_name()));
  step_back();
  follow_history();
}

void Document::redo() {
  if (!bench_.history.can_redo()) return;
  bench_.report_state(Message::Kind::done, tr("Redone: {}", bench_.history.redo_name()));
  step_forward();
  follow_history();
}

void Document::jump_in_history(std::size_t done) {
  if (done == bench_.history.done() || done > bench_.history.size()) return;
  while (bench_.history.done() > done) step_back();
  while (bench_.history.done() < done) step_forward();
  bench_.report_state(Message::Kind::done, done == 0 ? std::string(tr("Back at the beginning"))
                                                     : tr("Back at: {}", bench_.history.name(done - 1)));
  follow_history();
}

// Undoing past the opening of the clip closes it; other steps keep its time. Files that are worn again may
// have been saved meanwhile.
void Document::follow_history() {
  files.reload_saved();
  if (!bench_.timeline.has_clip()) return;
  if (bench_.choice().pose_name != bench_.timeline.name())
    bench_.timeline.close();
  else
    bench_.timeline.refresh();
}

void Document::follow_timeline(double seconds) {
  if (posing.turning()) return;  // a clip pauses while the user turns a joint
  bench_.timeline.advance(seconds);
  if (auto pose = bench_.timeline.take_pose(bench_.character().skeleton)) {
    AvatarChoice choice = bench_.choice();
    choice.pose = std::move(*pose);
    bench_.avatar.choose(std::move(choice));
  }
}

void Document::show_clip_at(double seconds) {
  bench_.timeline.scrub(seconds);
  follow_timeline(0.0);
}

void Document::set_a_to_current() {
  const std::string shape = shape_file.name();
  comparison.keep(bench_.avatar, shape.empty() ? tr("the earlier shape") : tr("the earlier {}", shape));
  bench_.report(Message::Kind::done, tr("Set A to the current shape, pose and outfit"));
}

void Document::swap_a_and_b() {
  if (const char* const why = comparison.why_no_swap()) return bench_.report(Message::Kind::warning, why);
  const bool swaps_shapes = comparison.differs() == Comparison::Differs::shape;
  bench_.record(tr("Swap A and B"), /*leaves_shape=*/swaps_shapes, /*unsaved=*/swaps_shapes);
  // A clip would restore its own pose.
  if (comparison.differs() == Comparison::Differs::pose) bench_.timeline.close();
  bench_.avatar.choose(comparison.exchange(bench_.avatar, bench_.history.latest()));
  files.reload_saved();  // of the outfit that is worn again
  bench_.report(Message::Kind::done, tr("Swapped A and B"));
}

bool Document::working() const {
  return files.reading() || binding.running() || mending.running() || fit.running() || fit.measuring() ||
         bench_.avatar.decodes_textures() || !findings_.finished();
}

bool Document::compute() {
  const bool changed = bench_.avatar.update();
  comparison.follow(bench_.avatar);
  measures.follow(bench_.avatar);
  return changed;
}

bool Document::update(double seconds) {
  const bool worked = working();  // the results must be shown, too
  gradual_.step(seconds);
  follow_timeline(seconds);
  files.step();
  binding.step();
  mending.step();
  painting.step();
  const bool changed = compute();
  fit.step();
  kept.step(seconds);
  // What is being painted is judged once it is done.
  const bool plays = bench_.timeline.has_clip() && bench_.timeline.playing();
  bool begun = painting.painting();
  if (!painting.painting()) {
    findings_.follow(bench_.avatar, wardrobe.problems_revision(), bench_.timeline);
    // That nothing is worn is no reason while it is still being read.
    begun = (files.reading() && bench_.avatar.worn().empty()) || effects_.follow(bench_.avatar, plays);
  }
  // Computes slider effects between changes, so that dragging stays responsive.
  if (!begun) effects_.step(bench_.avatar, kEffectsPerUpdate);
  return changed || plays || !effects_.finished() || worked || working();
}

}  // namespace mannequin::document
