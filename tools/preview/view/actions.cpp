#include "tools/preview/view/actions.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/fit/standard_poses.h"
#include "tools/document/reason.h"
#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

constexpr double kNearest = 0.6;      // metres from the eye to a joint in focus
constexpr double kAroundTear = 0.25;  // metres; what is shown around a torn place

}  // namespace

Actions::Actions(Document& document, View& view) : document_(document), view_(view) {
  static_cast<Preferences&>(view.settings) = read_preferences(document.settings().preferences());
  if (!document.settings().keeps()) view.settings.controls_chosen = true;
  kept_preferences_ = view.settings;
  document.files.watch(view.settings.watch_files);
}

void Actions::select_joint(JointIndex joint) {
  view_.selection = {};
  view_.selection.joint = joint;
  view_.settings.joints = true;
}

void Actions::select_all_joints() {
  view_.settings.joints = true;
  view_.selection.all_bones(document_.character().skeleton);
}

void Actions::show_weights_of(JointIndex joint) {
  // Does not change the joint marks, which would cover the colours.
  view_.selection = {};
  view_.selection.joint = joint;
  view_.colors.choose_joint(joint);
  view_.colors.show(ViewMode::weights);
}

std::optional<document::Sight> Actions::select_place(const WorstPlace& place) {
  view_.selection = {.joint = kNoJoint, .added = {}, .mesh = place.mesh, .vertex = place.vertex};
  const WornMesh* const mesh = view_.selected_mesh();
  if (mesh == nullptr) return std::nullopt;
  document::Sight sight = view_.best_sight(*mesh, place.vertex, view_.camera_control.close_up());
  view_.selection.vertex = sight.vertex;
  view_.see_through(sight.through);
  if (sight.cover != nullptr || !sight.through.empty()) {
    report_covered(sight, place.vertex);
    told_of_ = {view_.selection, document_.messages().list().size()};
  }
  return sight;
}

void Actions::go_to(const WorstPlace& place) {
  if (const auto sight = select_place(place))
    view_.camera_control.approach(sight->at, sight->from, sight->distance,
                                  view_.place_beside(place.mesh, sight->vertex));
}

// Both ends of what is torn at a vertex, with all that lies around them: the ribbon between them alone would
// not say what it is of.
std::vector<Vec3> Actions::torn_place(const WornMesh& mesh, std::uint32_t vertex) const {
  const Vec3 lift(0.0, 0.0, document_.avatar().lift());
  const auto indices = mesh.mesh.indices();
  const auto positions = mesh.mesh.positions();
  std::set<std::uint32_t> ends;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const auto corners = indices.subspan(i, 3);
    // A seam has several vertices in one place.
    if (std::ranges::any_of(corners, [&](std::uint32_t v) { return positions[v] == positions[vertex]; }))
      ends.insert(corners.begin(), corners.end());
  }
  ends.insert(vertex);
  std::vector<Vec3> torn, points;
  for (const std::uint32_t v : ends) torn.push_back(skinned_vertex(mesh, v) + lift);
  for (const WornMesh* each : document_.avatar().visible_meshes())
    for (std::size_t v = 0; v < each->mesh.vertex_count(); ++v) {
      const Vec3 at = skinned_vertex(*each, v) + lift;
      if (std::ranges::any_of(torn, [&](const Vec3& end) { return glm::distance(end, at) < kAroundTear; }))
        points.push_back(at);
    }
  return points;
}

// What covers a place is said while that place is selected.
void Actions::outdate_covered() {
  if (!told_of_ || told_of_->first == view_.selection) return;
  if (told_of_->second == document_.messages().list().size()) document_.messages().outdate_last();
  told_of_.reset();
}

void Actions::report_covered(const document::Sight& sight, std::size_t asked) {
  const auto& meshes = sight.through.empty() ? std::vector{sight.cover} : sight.through;
  std::string names;
  for (const auto& file : document_.avatar().worn())
    if (std::ranges::any_of(file->meshes, [&](const auto& mesh) {
          return std::ranges::find(meshes, mesh.get()) != meshes.end();
        }))
      names += (names.empty() ? "" : ", ") + file->name;
  if (!sight.through.empty()) {
    document_.messages().report(
        Message::Kind::warning,
        tr("See-through until Esc: {}, which covers this place from every side.", names));
    return;
  }
  document_.messages().report(
      Message::Kind::warning,
      sight.vertex == asked
          ? tr("{} covers this place from every side. It is seen from between the folds only.", names)
          : tr("{} covers the place from every side. Marked is what is seen of it next to that.", names));
}

void Actions::fly_to_joint(JointIndex joint) {
  const DressedAvatar* const other = view_.beside();
  view_.camera_control.approach(
      document_.avatar().joint_in_world(joint),
      other == nullptr ? std::nullopt : std::optional(other->joint_in_world(joint)));
}

void Actions::fit_selected() {
  std::vector<Vec3> points;
  const DressedAvatar* const other = view_.beside();
  if (const auto vertex = view_.selected_vertex_in_world()) {
    points.push_back(*vertex);
    if (const auto its = view_.place_beside(view_.selection.mesh, *view_.selection.vertex))
      points.push_back(*its);
  } else {
    for (const JointIndex joint : view_.selection.joints()) {
      points.push_back(document_.avatar().joint_in_world(joint));
      if (other != nullptr) points.push_back(other->joint_in_world(joint));
    }
  }
  if (points.empty()) return view_.camera_control.fit();
  view_.camera_control.fit_points(points, kNearest);
}

bool Actions::can_show(const FileFinding& found) const {
  return !found.finding.joint.empty() ? document_.character().skeleton.find(found.finding.joint) != kNoJoint
                                      : mesh_of(found) != nullptr;
}

const WornMesh* Actions::mesh_of(const FileFinding& found) const {
  for (const auto& file : document_.avatar().worn())
    if (file->path == found.path)
      for (const auto& mesh : file->meshes)
        if (found.finding.mesh.empty() || mesh->mesh.name() == found.finding.mesh) return mesh.get();
  return nullptr;
}

void Actions::take_pose_of(const Finding& finding) {
  for (SweepPose& pose : check_poses(document_.character().skeleton))
    if (pose.name == finding.pose) document_.posing.set(pose.name, std::move(pose.pose));
}

void Actions::show(const FileFinding& found) {
  document_.messages().outdate_last();          // it is about something else
  document_.wardrobe.make_visible(found.path);  // hidden files cannot be focused
  if (found.finding.pose.empty()) return go_to_place_of(found);
  take_pose_of(found.finding);
  posed_for_ = found;
  posed_at_ = view_.camera_control.sent();
}

void Actions::go_to_place_of(const FileFinding& found) {
  const WornMesh* mesh = mesh_of(found);
  if (mesh != nullptr && found.finding.vertex && *found.finding.vertex < mesh->mesh.vertex_count()) {
    const WorstPlace place{mesh->id, mesh->mesh.name(), *found.finding.vertex, 0.0};
    if (found.finding.code != "torn_weights") return go_to(place);
    if (const auto sight = select_place(place))
      view_.camera_control.approach(torn_place(*mesh, *found.finding.vertex), sight->from);
    return;
  }
  if (const JointIndex joint = document_.character().skeleton.find(found.finding.joint); joint != kNoJoint) {
    select_joint(joint);
    fly_to_joint(joint);
    return;
  }
  if (mesh == nullptr) return;
  std::vector<Vec3> points = skinned_sample(*mesh, 2000);
  for (Vec3& p : points) p.z += document_.avatar().lift();
  view_.camera_control.fit_points(points);
}

void Actions::compare(bool on) {
  view_.compare.show(on);
  if (!on && view_.colors.measures_distances()) view_.colors.show(ViewMode::solid);
}

void Actions::watch_files(bool on) {
  view_.settings.watch_files = on;
  document_.files.watch(on);
  document_.messages().report(Message::Kind::done, on ? tr("Watching the files: what is saved is shown.")
                                                      : tr("No longer watching the files. F5 reloads."));
}

void Actions::keep_preferences() {
  if (kept_preferences_ == view_.settings) return;
  kept_preferences_ = view_.settings;
  document_.settings().keep_preferences(preferences_text(kept_preferences_));
}

// Reports what the graphics card could not take. True if there was anything.
bool Actions::report_refused() {
  for (const Error& error : view_.scene().take_texture_errors())
    document_.messages().report(Message::Kind::warning,
                                error.message() + tr(" The mesh is shown without it."));
  const auto refused = view_.scene().take_refused();
  for (const Scene::Refused& each : refused) {
    const WornFile& worn = *document_.avatar().worn()[each.worn];
    document_.messages().report(Message::Kind::error, named_reason(each.error, worn.path));
    document_.wardrobe.refuse(each.worn, reason_of(each.error, worn.path));
  }
  return !refused.empty();
}

// Frames files that become visible for the first time; other changes of what is worn leave the camera alone.
void Actions::frame_what_is_new() {
  const DressedAvatar& avatar = document_.avatar();
  if (framed_revision_ == avatar.worn_revision()) return;
  const bool first = framed_revision_ == 0;
  framed_revision_ = avatar.worn_revision();
  bool is_new = false;
  std::vector<std::weak_ptr<const WornFile>> visible;
  for (const auto& file : avatar.worn()) {
    if (!file->visible || file->refused()) continue;
    is_new = is_new || std::ranges::none_of(framed_, [&](const auto& each) {
               const auto seen = each.lock();
               return seen == file || (seen != nullptr && document::have_same_vertices(*seen, *file));
             });
    visible.push_back(file);
  }
  framed_ = std::move(visible);
  if (is_new && !first) view_.camera_control.refit();
}

// A clip would make the camera go back and forth, and a recording has its own camera.
void Actions::follow_size() {
  if (view_.recording || (document_.timeline().has_clip() && document_.timeline().playing())) return;
  const DressedAvatar* const other = view_.beside();
  const std::pair now(document_.avatar().revision(), other == nullptr ? 0 : other->revision());
  if (std::exchange(followed_, now) != now) view_.camera_control.follow_size();
}

Result<bool> Actions::show_now() {
  document_.comparison.need(view_.looks_at_both());
  bool changed = document_.compute();
  frame_what_is_new();
  follow_size();
  do {
    const auto skinned = view_.follow();
    if (!skinned) return skinned;
    changed = changed || *skinned;
  } while (report_refused() && document_.compute());
  return changed;
}

Result<bool> Actions::update(double seconds) {
  view_.camera_control.step(seconds);
  if (const auto camera = document_.saved.take_camera()) view_.camera_control.place(*camera);
  document_.saved.seen_from(view_.camera());
  if (const auto row = document_.files.take_opened_again()) view_.focus_on(*row);
  view_.skinning.report_refusal(view_.timings);
  document_.comparison.need(view_.looks_at_both());
  const bool more = document_.update(seconds);
  const auto shown = show_now();
  if (!shown) return shown;
  outdate_covered();
  if (const auto found = std::exchange(posed_for_, std::nullopt);
      found && posed_at_ == view_.camera_control.sent())
    go_to_place_of(*found);
  return more || *shown || view_.camera_control.flying();
}

}  // namespace mannequin::preview
