#include "tools/preview/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "engine/gpu/gl_context.h"
#include "tools/preview/session/section_view.h"

namespace mannequin::preview {
namespace {

// Sliders evaluated per update: a few milliseconds' worth.
constexpr int kEffectsPerUpdate = 6;

// By the avatar's name, or by those of other rigs; the first joint where there is none.
JointIndex head_of(const Skeleton& skeleton) {
  for (const char* name : {"mHead", "head", "mixamorig:Head"})
    if (const JointIndex joint = skeleton.find(name); joint != kNoJoint) return joint;
  return 0;
}

std::string label_of(const ParameterDesc& p) { return p.label.empty() ? p.name : p.label; }

// But for rounding, and whole turns.
bool same_place(const Camera& a, const Camera& b) {
  constexpr double kClose = 1e-9;
  return glm::distance(a.target, b.target) < kClose && std::abs(a.distance - b.distance) < kClose &&
         std::abs(a.pitch - b.pitch) < kClose &&
         std::abs(std::remainder(a.yaw - b.yaw, glm::two_pi<double>())) < kClose;
}

}  // namespace

std::string Message::signed_text() const {
  const char* sign = kind == Kind::done ? "\u2713" : kind == Kind::error ? "\u2715" : "\u25b2";
  return fmt::format("{} {}", sign, text);
}

Result<std::unique_ptr<Session>> Session::create(const Character& character, AvatarInputs inputs) {
  std::unique_ptr<Session> session(new Session());
  auto scene = Scene::create(character, std::move(inputs.worn));
  if (!scene) return error_of(scene);
  session->scene_ = std::move(*scene);
  session->opengl_is_the_processor_ = gl_is_software();
  const bool posed = !inputs.pose.rotations.empty() || !inputs.pose.positions.empty();
  session->scene_->choose({.sliders = std::move(inputs.sliders),
                           .apply_parameters = inputs.apply_parameters,
                           .pose = std::move(inputs.pose),
                           .pose_name = posed ? "given pose" : "T"});
  return session;
}

// As in-world, when somebody changes shape. Only for who looks on: what is opened before the first picture
// stands at once.
void Session::change_gradually(const AvatarChoice& from) {
  if (scene_->revision() == 0 || !from.apply_parameters) return;
  const Appearance& appearance = character().appearance;
  transition_.emplace(appearance, with_defaults(appearance, from.sliders));
  transition_->begin(with_defaults(appearance, scene_->choice().sliders));
  transition_seconds_ = 0.0;
  scene_->show_weights(transition_->weights());
}

void Session::step_transition(double seconds) {
  if (!transition_) return;
  transition_seconds_ += seconds;
  if (scene_->shows_weights()) {
    transition_->advance_to(static_cast<float>(transition_seconds_));
    scene_->show_weights(transition_->finished() ? std::nullopt : std::optional(transition_->weights()));
  }
  // Over, or something else was chosen meanwhile.
  if (!scene_->shows_weights()) transition_.reset();
}

void Session::begin_slider(const ParameterDesc& parameter) {
  drag_recorded_ = false;
  drag_began_ = percent_from_weight(parameter, scene_->weight(parameter));
}

void Session::move_slider(const ParameterDesc& parameter, double percent) {
  percent = std::clamp(percent, 0.0, 100.0);
  const double weight = weight_from_percent(parameter, percent);
  if (weight == scene_->weight(parameter)) return;
  const std::string name = fmt::format("{} {:.0f} \u2192 {:.0f}", label_of(parameter), drag_began_, percent);
  // The step is made when something changes, not when the button goes down.
  if (drag_recorded_)
    history_.rename(name);
  else
    history_.record(name, scene_->choice());
  drag_recorded_ = true;
  scene_->set_weight(parameter, weight);
}

void Session::cancel_slider(const ParameterDesc& parameter) {
  if (!drag_recorded_) return;
  drag_recorded_ = false;
  restore(history_.cancel());
  tell(Message::Kind::done, fmt::format("{} is as it was before the drag", label_of(parameter)));
}

void Session::set_slider(const ParameterDesc& parameter, double percent) {
  begin_slider(parameter);
  move_slider(parameter, percent);
  drag_recorded_ = false;
}

void Session::reset_slider(const ParameterDesc& parameter) {
  if (!scene_->choice().sliders.contains(parameter.id)) return;
  history_.record(fmt::format("Reset {}", label_of(parameter)), scene_->choice());
  scene_->set_weight(parameter, parameter.default_weight);
}

void Session::reset_section(const SectionDesc& section) {
  AvatarChoice choice = scene_->choice();
  history_.record(fmt::format("Reset {}", section.name), choice);
  for (const int id : section.parameters)
    if (id != kMaleParameter) choice.sliders.erase(id);
  scene_->choose(std::move(choice));
}

void Session::reset_all() {
  AvatarChoice choice = scene_->choice();
  history_.record("Default shape", choice);
  const Sex sex = scene_->sex();
  choice.sliders.clear();
  choice.apply_parameters = true;
  if (sex == Sex::male) choice.sliders[kMaleParameter] = 1.0;
  scene_->choose(std::move(choice));
}

void Session::rest() {
  AvatarChoice choice = scene_->choice();
  history_.record("Rest", choice);
  choice.apply_parameters = false;
  scene_->choose(std::move(choice));
}

void Session::set_sex(Sex sex) {
  AvatarChoice choice = scene_->choice();
  history_.record(sex == Sex::male ? "Male" : "Female", choice);
  choice.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  choice.apply_parameters = true;
  scene_->choose(std::move(choice));
  change_builtin_sex();
}

void Session::set_pose(const std::string& name, Pose pose) {
  AvatarChoice choice = scene_->choice();
  history_.record(fmt::format("Pose {}", name), choice);
  choice.pose = std::move(pose);
  choice.pose_name = name;
  if (timeline_.has_clip()) tell(Message::Kind::done, fmt::format("Took {} away", timeline_.name()));
  timeline_.close();
  scene_->choose(std::move(choice));
}

void Session::undo() {
  if (!history_.can_undo()) return;
  tell(Message::Kind::done, fmt::format("Undone: {}", history_.undo_name()));
  restore(history_.undo(scene_->choice()));
  follow_history();
}

void Session::redo() {
  if (!history_.can_redo()) return;
  tell(Message::Kind::done, fmt::format("Redone: {}", history_.redo_name()));
  restore(history_.redo(scene_->choice()));
  follow_history();
}

// A step back past the clip takes it away; any other keeps it at its moment. What is put on again may have
// been saved meanwhile.
void Session::follow_history() {
  for (std::size_t i = 0; i < scene_->worn().size(); ++i) {
    const WornFile& file = *scene_->worn()[i];
    std::error_code error;
    const auto saved = std::filesystem::last_write_time(file.path, error);
    if (file.on_disk && !error && saved != file.saved_at && view_.watch_files) reload_worn(i);
  }
  if (!timeline_.has_clip()) return;
  if (scene_->choice().pose_name != timeline_.name())
    timeline_.close();
  else
    timeline_.refresh();
}

void Session::follow_timeline(double seconds) {
  if (turn_) return;  // a clip holds still while somebody turns a joint of it
  timeline_.advance(seconds);
  if (auto pose = timeline_.take_pose(character().skeleton)) {
    AvatarChoice choice = scene_->choice();
    choice.pose = std::move(*pose);
    scene_->choose(std::move(choice));
  }
}

std::vector<Vec3> Session::outline_in_world() const {
  std::vector<Vec3> points(scene_->outline().begin(), scene_->outline().end());
  for (Vec3& p : points) p.z += scene_->lift();
  return points;
}

void Session::fly(const Camera& to, bool at_once) {
  framing_.reset();
  if (at_once || view_.reduce_motion) {
    flight_.stop();
    camera_ = to;
  } else {
    flight_.start(camera_, to);
  }
}

void Session::look(std::string_view view, bool at_once) {
  const Vec3 head = scene_->joint_in_world(head_of(character().skeleton));
  if (auto to = named_view(view, outline_in_world(), head, aspect_)) {
    to->orthographic = camera_.orthographic;
    fly(*to, at_once);
    if (view != "face") framing_ = *to;
  }
}

void Session::fit() {
  const Camera to = framed(camera_, outline_in_world(), aspect_);
  fly(to);
  framing_ = to;
}

// What filled the view goes on filling it, unless somebody has moved the camera since.
void Session::set_aspect(double aspect) {
  if (aspect == aspect_) return;
  aspect_ = aspect;
  if (!framing_ || (!flight_.active() && !same_place(camera_, *framing_))) return;
  Camera to = framed(*framing_, outline_in_world(), aspect_);
  to.orthographic = camera_.orthographic;
  fly(to, !flight_.active());
  framing_ = to;
}

void Session::fit_all_round() {
  constexpr int kSides = 16;
  const std::vector<Vec3> points = outline_in_world();
  std::vector<Vec3> around;
  around.reserve(points.size() * kSides);
  for (int side = 0; side < kSides; ++side) {
    const double angle = glm::two_pi<double>() * side / kSides, c = std::cos(angle), s = std::sin(angle);
    for (const Vec3& p : points) around.emplace_back(c * p.x - s * p.y, s * p.x + c * p.y, p.z);
  }
  fly(framed(camera_, around, aspect_), true);
}

void Session::focus(const Vec3& point) {
  Camera to = camera_;
  to.target = point;
  fly(to);
}

void Session::look_at_section(const std::string& section) {
  const auto place = section_place(section, character().skeleton, scene_->state());
  if (!place) return fit();
  Camera to = camera_;
  to.target = place->target;
  to.distance = place->distance;
  fly(to);
}

Result<bool> Session::show_scene() {
  const auto changed = scene_->update();
  if (!changed) return error_of(changed);
  if (auto status = comparison_.follow(*scene_, comparison_.shown() || views_.measures_distances()); !status)
    return error_of(status);
  if (auto status = views_.follow(*scene_, comparison_, selection_.joint); !status) return error_of(status);
  return *changed;
}

Result<bool> Session::update(double seconds) {
  if (flight_.active()) camera_ = flight_.step(seconds);
  step_transition(seconds);
  follow_timeline(seconds);
  keep_shape(seconds);
  look_at_readings();
  tell_gl_refusal();
  const auto changed = show_scene();
  if (!changed) return changed;
  findings_.follow(*scene_, files_revision_);
  effects_.follow(*scene_);
  // What a slider would do is worked out between changes, so that dragging stays quick.
  if (!*changed) effects_.step(*scene_, kEffectsPerUpdate);
  return *changed || (timeline_.has_clip() && timeline_.playing()) || flight_.active() ||
         !effects_.finished() || !findings_.finished() || !readings_.empty();
}

}  // namespace mannequin::preview
