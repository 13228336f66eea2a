#include "tools/preview/view/camera_control.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "tools/preview/view/section_view.h"

namespace mannequin::preview {
namespace {

constexpr double kNear = 0.6;  // metres from the eye to what is seen close up

// By the avatar's name, or by those of other rigs; the first joint if there is none.
JointIndex head_of(const Skeleton& skeleton) {
  for (const char* name : {"mHead", "head", "mixamorig:Head"})
    if (const JointIndex joint = skeleton.find(name); joint != kNoJoint) return joint;
  return 0;
}

// Up to rounding, and whole turns.
bool same_place(const Camera& a, const Camera& b) {
  constexpr double kClose = 1e-9;
  return glm::distance(a.target, b.target) < kClose && std::abs(a.distance - b.distance) < kClose &&
         std::abs(a.pitch - b.pitch) < kClose &&
         std::abs(std::remainder(a.yaw - b.yaw, glm::two_pi<double>())) < kClose;
}

// Turned so that the eye is on this side (unit) of what it looks at.
Camera seen_from(Camera camera, const Vec3& from) {
  if (std::hypot(from.x, from.y) > 1e-6) camera.yaw = std::atan2(from.y, from.x);
  camera.pitch = std::asin(std::clamp(from.z, -1.0, 1.0));
  return camera;
}

// Between its target and another place, and so far away that both are well within the picture.
Camera with_both(Camera camera, const std::optional<Vec3>& other) {
  constexpr double kShare = 0.7;  // of half the picture
  if (!other) return camera;
  const double half = 0.5 * glm::distance(camera.target, *other);
  camera.target = 0.5 * (camera.target + *other);
  camera.distance = std::max(camera.distance, half + half / (kShare * std::tan(0.5 * Camera::kFieldOfView)));
  return camera;
}

}  // namespace

void CameraControl::fly(const Camera& to, bool at_once) {
  framing_.reset();
  further_.reset();
  if (at_once || settings_.reduce_motion) {
    flight_.stop();
    camera_ = to;
  } else {
    flight_.start(camera_, to);
  }
}

// From the middle of the free part to that of the whole picture, half of what is covered is below.
Camera CameraControl::with_covered(Camera free) const {
  free.distance /= 1.0 - below_;
  free.pan(0.0, -below_ * free.distance * std::tan(0.5 * Camera::kFieldOfView));
  return free.within_limits();
}

Camera CameraControl::without_covered(Camera whole) const {
  whole.pan(0.0, below_ * whole.distance * std::tan(0.5 * Camera::kFieldOfView));
  whole.distance *= 1.0 - below_;
  return whole;
}

Camera CameraControl::framed(const Camera& from, std::span<const Vec3> points) const {
  return with_covered(document::framed(from, points, free_aspect()));
}

std::vector<Vec3> CameraControl::outline() const {
  std::vector<Vec3> points = avatar_.outline_in_world();
  if (const DressedAvatar* const other = beside_()) {
    const std::vector<Vec3> its = other->outline_in_world();
    points.insert(points.end(), its.begin(), its.end());
  }
  return points;
}

void CameraControl::look(std::string_view view, bool at_once) {
  const Vec3 head = avatar_.joint_in_world(head_of(avatar_.character().skeleton));
  if (auto to = named_view(view, outline(), head, free_aspect())) {
    *to = with_covered(*to);
    to->orthographic = camera_.orthographic;
    send(*to, at_once);
    if (view != "face") framing_ = *to;
  }
}

void CameraControl::place(const Camera& camera) {
  send(camera, true);
  placed_ = true;
}

void CameraControl::begin(std::string_view view) {
  if (!view.empty() || !placed_) look(view.empty() ? "three-quarter" : view, true);
}

void CameraControl::fit() {
  const Camera to = framed(camera_, outline());
  send(to);
  framing_ = to;
}

void CameraControl::set_picture(double aspect, double below) {
  if (aspect == aspect_ && below == below_) return;
  aspect_ = aspect;
  below_ = below;
  refit();
}

std::vector<glm::dvec2> CameraControl::uncovered_outline() const {
  if (!frames()) return {};
  constexpr std::size_t kEnough = 4000;  // points, for any part that a plate could hide
  std::vector<Vec3> some;
  const std::vector<Vec3> all = outline();
  const std::size_t step = all.size() / kEnough + 1;
  for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
  const Mat4 clip = document::framed(*framing_, some, aspect_).clip_from_world(aspect_);
  std::vector<glm::dvec2> seen;
  seen.reserve(some.size());
  for (const Vec3& point : some)
    if (const Vec4 at = clip * Vec4(point, 1.0); at.w > 1e-6)
      seen.emplace_back(0.5 + 0.5 * at.x / at.w, 0.5 - 0.5 * at.y / at.w);
  return seen;
}

bool CameraControl::frames() const {
  return framing_ && (flight_.active() || same_place(camera_, sent_to()));
}

void CameraControl::make_room_for(std::span<const Vec3> points) {
  if (!frames() || points.empty()) return;
  flight_.stop();
  const bool orthographic = camera_.orthographic;
  camera_ = framed(*framing_, points);
  camera_.orthographic = orthographic;
}

void CameraControl::refit() {
  if (!frames()) return;
  Camera to = framed(*framing_, outline());
  to.orthographic = camera_.orthographic;
  fly(to, !flight_.active());
  framing_ = to;
}

void CameraControl::follow_size() {
  if (!frames()) return;
  const Camera framing = *framing_;
  const auto shows = [&](const DressedAvatar& avatar) {
    Camera in_avatars_frame = framing;
    in_avatars_frame.target.z -= avatar.lift();
    return shows_all(without_covered(in_avatars_frame), avatar.outline(), free_aspect());
  };
  const DressedAvatar* const other = beside_();
  const bool fits = shows(avatar_) && (other == nullptr || shows(*other));
  if (fits && !further_) return;
  Camera to = fits ? framing : framed(framing, outline());
  to.orthographic = camera_.orthographic;
  fly(to);
  framing_ = framing;
  if (!fits) further_ = to;
}

void CameraControl::fit_all_round() {
  constexpr int kSides = 16;
  const std::vector<Vec3> points = outline();
  std::vector<Vec3> around;
  around.reserve(points.size() * kSides);
  for (int side = 0; side < kSides; ++side) {
    const double angle = glm::two_pi<double>() * side / kSides, c = std::cos(angle), s = std::sin(angle);
    for (const Vec3& p : points) around.emplace_back(c * p.x - s * p.y, s * p.x + c * p.y, p.z);
  }
  send(framed(camera_, around), true);
}

void CameraControl::focus(const Vec3& point) {
  Camera to = camera_;
  to.target = point;
  send(to);
}

void CameraControl::look_at_section(const std::string& section) {
  const auto place = section_place(section, avatar_.character().skeleton, avatar_.state());
  if (!place) return fit();
  Camera to = camera_;
  to.target = place->target;
  to.distance = place->distance;
  send(to);
}

void CameraControl::fit_points(std::span<const Vec3> points, double nearest) {
  Camera to = framed(camera_, points);
  to.distance = std::max(to.distance, nearest);
  send(to);
}

double CameraControl::close_up() const { return std::min(camera_.distance, kNear); }

void CameraControl::approach(const Vec3& point, const Vec3& from, double distance,
                             const std::optional<Vec3>& beside) {
  Camera to = seen_from(camera_, from);
  to.target = point;
  to.distance = distance;
  send(with_both(to, beside).within_limits());
}

void CameraControl::approach(std::span<const Vec3> points, const Vec3& from) {
  send(framed(seen_from(camera_, from), points));
}

void CameraControl::approach(const Vec3& point, const std::optional<Vec3>& beside) {
  Camera to = camera_;
  to.target = point;
  to.distance = close_up();
  if (std::hypot(point.x, point.y) > 0.02) to.yaw = std::atan2(point.y, point.x);
  to.pitch = 0.1;
  send(with_both(to, beside));
}

void CameraControl::turn_view(double yaw_by, double pitch_by) {
  // Steps in quick succession add up.
  Camera to = flight_.active() ? flight_.to() : camera_;
  to.turn(yaw_by, pitch_by);
  send(to);
}

void CameraControl::step(double seconds) {
  if (flight_.active()) camera_ = flight_.step(seconds);
}

}  // namespace mannequin::preview
