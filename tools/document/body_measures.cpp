#include "tools/document/body_measures.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "tools/document/body_like.h"
#include "tools/document/girth.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

constexpr int kPlanes = 9;  // where to look for the waist and the hip
constexpr double kMetresPerInch = 0.0254;

// What is measured, in the avatar's frame, and which vertices follow the head.
struct MeasuredSurface {
  std::vector<Vec3> positions;
  std::vector<mannequin::Surface::Triangle> triangles;
  double lowest = std::numeric_limits<double>::infinity();
  std::optional<Vec3> top;  // of the head
};

bool below(const Skeleton& skeleton, JointIndex joint, JointIndex ancestor) {
  for (; joint != kNoJoint; joint = skeleton[joint].parent)
    if (joint == ancestor) return true;
  return false;
}

void add_mesh(const WornMesh& mesh, const Skeleton& skeleton, JointIndex head, MeasuredSurface& to) {
  const auto first = static_cast<std::uint32_t>(to.positions.size());
  for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
    const Vec3 point = skinned_vertex(mesh, v);
    to.positions.push_back(point);
    to.lowest = std::min(to.lowest, point.z);
    const VertexInfluences& influences = mesh.skin.influences()[v];
    const auto strongest = std::ranges::max_element(influences.weight);
    const std::size_t slot =
        influences.joint[static_cast<std::size_t>(strongest - influences.weight.begin())];
    if (slot >= mesh.skin.joint_count() || !below(skeleton, mesh.skin.joints()[slot], head)) continue;
    if (!to.top || point.z > to.top->z) to.top = point;
  }
  const auto indices = mesh.mesh.indices();
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
    to.triangles.push_back({first + indices[i], first + indices[i + 1], first + indices[i + 2]});
}

MeasuredSurface measured_surface(const DressedAvatar& avatar) {
  const Skeleton& skeleton = avatar.character().skeleton;
  const JointIndex head = skeleton.find("mHead");
  MeasuredSurface bodies, all;
  for (const auto& file : avatar.worn()) {
    if (!file->visible || file->refused()) continue;
    const bool is_body =
        file->system_avatar ? file->piece == SystemPiece::body : looks_like_body(*file, skeleton);
    for (const auto& mesh : file->meshes) add_mesh(*mesh, skeleton, head, is_body ? bodies : all);
  }
  return bodies.positions.empty() ? all : bodies;
}

class Tape {
 public:
  Tape(const DressedAvatar& avatar, const MeasuredSurface& surface) : avatar_(avatar), surface_(surface) {}

  Vec3 at(const char* joint) const {
    return avatar_.joint_in_world(avatar_.character().skeleton.find(joint)) - Vec3(0.0, 0.0, avatar_.lift());
  }
  void length(Measure measure, std::vector<Vec3> line) {
    double sum = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i) sum += glm::distance(line[i - 1], line[i]);
    lines.push_back({measure, sum, std::move(line), false});
  }
  // The selected girth among those in several planes between two places.
  template <typename Better>
  void girth(Measure measure, const Vec3& from, const Vec3& to, const Vec3& normal, int planes,
             Better&& better) {
    std::optional<Girth> best;
    for (int i = 0; i < planes; ++i) {
      const double way = planes == 1 ? 0.5 : static_cast<double>(i) / (planes - 1);
      std::optional<Girth> girth =
          girth_at(surface_.positions, surface_.triangles, glm::mix(from, to, way), normal);
      if (girth && (!best || better(girth->length, best->length))) best = std::move(girth);
    }
    if (best) lines.push_back({measure, best->length, std::move(best->tape), true});
  }
  void girth(Measure measure, const Vec3& place, const Vec3& normal) {
    girth(measure, place, place, normal, 1, [](double, double) { return false; });
  }

  std::vector<MeasuredLine> lines;

 private:
  const DressedAvatar& avatar_;
  const MeasuredSurface& surface_;
};

}  // namespace

const char* measure_name(Measure measure) {
  static constexpr std::array<const char*, kMeasures> kNames = {
      marked("Sole to crown"), marked("Chest"), marked("Waist"), marked("Hip"),
      marked("Upper arm"),     marked("Thigh"), marked("Arm"),   marked("Leg")};
  return tr(kNames[static_cast<std::size_t>(measure)]);
}

const char* measure_hint(Measure measure) {
  static constexpr std::array<const char*, kMeasures> kHints = {
      marked("From the lowest point of the body to the top of the head, as it stands"),
      marked("Around the chest, at the level of the chest muscles' volumes"),
      marked("Around the body where it is narrowest between mTorso and mChest"),
      marked("Around the body where it is widest near the hip joints"),
      marked("Around the left upper arm, halfway from shoulder to elbow"),
      marked("Around the left thigh, below where the legs meet"),
      marked("Left, from the shoulder over the elbow to the wrist"),
      marked("Left, from the hip over knee and ankle to the sole")};
  return tr(kHints[static_cast<std::size_t>(measure)]);
}

std::string centimetres(double metres) { return tr("{:.1f} cm", 100.0 * metres); }
std::string inches(double metres) { return tr("{:.1f} in", metres / kMetresPerInch); }

std::vector<MeasuredLine> measure_body(const DressedAvatar& avatar) {
  const MeasuredSurface surface = measured_surface(avatar);
  if (surface.positions.empty()) return {};
  Tape tape(avatar, surface);
  if (surface.top) {
    const Vec3 top = *surface.top;
    tape.length(Measure::height, {Vec3(top.x, top.y, surface.lowest), top});
  }
  const Vec3 pelvis = tape.at("mPelvis"), torso = tape.at("mTorso"), chest = tape.at("mChest"),
             neck = tape.at("mNeck");
  // The joints of the spine are behind the centre: they define planes that pass through the body.
  const Vec3 pecs = 0.5 * (tape.at("LEFT_PEC") + tape.at("RIGHT_PEC")), upwards = neck - chest;
  const Vec3 level = chest + glm::dot(pecs - chest, upwards) / glm::dot(upwards, upwards) * upwards;
  tape.girth(Measure::chest, level, upwards);
  tape.girth(Measure::waist, torso, chest, chest - torso, kPlanes, std::less());
  const Vec3 hips = 0.5 * (tape.at("mHipLeft") + tape.at("mHipRight")), spine = torso - pelvis;
  const Vec3 up = glm::normalize(spine);
  const Vec3 low = pelvis + (2.0 * glm::dot(hips - pelvis, up)) * up;
  tape.girth(Measure::hip, low, pelvis, spine, kPlanes, std::greater());
  const Vec3 shoulder = tape.at("mShoulderLeft"), elbow = tape.at("mElbowLeft"),
             wrist = tape.at("mWristLeft");
  const Vec3 hip = tape.at("mHipLeft"), knee = tape.at("mKneeLeft"), ankle = tape.at("mAnkleLeft");
  tape.girth(Measure::upper_arm, glm::mix(shoulder, elbow, 0.5), elbow - shoulder);
  // Higher up, the plane cuts both legs.
  tape.girth(Measure::thigh, glm::mix(hip, knee, 0.4), knee - hip);
  tape.length(Measure::arm, {shoulder, elbow, wrist});
  tape.length(Measure::leg, {hip, knee, ankle, Vec3(ankle.x, ankle.y, std::min(surface.lowest, ankle.z))});
  return std::move(tape.lines);
}

void BodyMeasures::follow(const DressedAvatar& avatar) {
  if (!needed_ || revision_ == avatar.revision()) return;
  revision_ = avatar.revision();
  lines_ = measure_body(avatar);
}

void BodyMeasures::pin() {
  pinned_.emplace();
  for (const MeasuredLine& line : lines_) (*pinned_)[static_cast<std::size_t>(line.measure)] = line.length;
}

std::optional<double> BodyMeasures::pinned(Measure measure) const {
  return pinned_ ? (*pinned_)[static_cast<std::size_t>(measure)] : std::nullopt;
}

}  // namespace mannequin::document
