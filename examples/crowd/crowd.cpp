#include "examples/crowd/crowd.h"

#include <algorithm>
#include <chrono>

namespace mannequin::example {
namespace {

// Avatars of a section: enough work for a thread, few enough that two threads share a hundred avatars.
constexpr std::size_t kSection = 4 * kBatchLanes;
// Boxes are as old as the last update; nobody moves further in that time.
constexpr double kMovement = 0.5;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <typename Work>
void timed(double& seconds, Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  seconds = seconds_since(start);
}

double distance(const Box& box, const Vec3& from) {
  return glm::length(glm::clamp(from, box.min, box.max) - from);
}

// Neighbours by number take turns together: a batch works on sixteen of them at a time.
std::size_t turn_of(std::size_t avatar, std::size_t ring) {
  return avatar / kBatchLanes % kRings[ring].every;
}

}  // namespace

FrameTimes& FrameTimes::operator+=(const FrameTimes& other) {
  look += other.look;
  motion += other.motion;
  palettes += other.palettes;
  boxes += other.boxes;
  gather += other.gather;
  skin += other.skin;
  return *this;
}

Crowd::Crowd(const Character& character, std::span<const Garment> wardrobe, Skinner& skinner,
             const CrowdOptions& options)
    : character_(character),
      wardrobe_(wardrobe),
      skinner_(skinner),
      options_(options),
      parallel_(options.threads) {}

Result<std::unique_ptr<Crowd>> Crowd::create(const Character& character, std::span<const Garment> wardrobe,
                                             Skinner& skinner, const CrowdOptions& options) {
  std::unique_ptr<Crowd> crowd(new Crowd(character, wardrobe, skinner, options));
  const std::vector<JointIndex> joints = all_joints(character.skeleton);
  auto definition = BatchDefinition::build(character, {}, joints);
  if (!definition) return error_of(definition);
  crowd->definition_ = std::move(*definition);
  if (auto status = crowd->add_copies(); !status) return error_of(status);
  return crowd;
}

Result<void> Crowd::add_copies() {
  for (const Garment& garment : wardrobe_)
    for (const Ring& ring : kRings)
      for (std::uint32_t turn = 0; turn < ring.every; ++turn) {
        Copy& copy = copies_.emplace_back();
        if (ring.level == kNoLevel || (options_.in_full && ring.level != 0)) continue;
        const GarmentLevel& level = garment.levels[ring.level];
        const auto id = skinner_.add_mesh(level.mesh, level.skin);
        if (!id) return error_of(id);
        copy.id = *id;
      }
  return {};
}

Result<void> Crowd::add(const Visitor& visitor) {
  if (sections_.empty() || members_.size() - sections_.back().first == kSection) {
    auto batch = AvatarBatch::create(definition_, {.capacity = kSection});
    if (!batch) return error_of(batch);
    sections_.push_back({members_.size(), std::move(*batch), {}});
  }
  Member member;
  member.number = members_.size();
  member.visitor = visitor;
  std::vector<std::shared_ptr<const WornRig>> rigs;
  for (const std::size_t garment : visitor.garments) {
    rigs.push_back(wardrobe_[garment].rig);
    merge_extents(member.extents, wardrobe_[garment].extents);
  }
  // Until its first update: wherever it could be.
  member.box.extend(visitor.ground);
  member.box.pad(2.5);
  AvatarBatch& batch = sections_.back().batch;
  const std::size_t avatar = batch.add_avatar();
  batch.set_sliders(avatar, visitor.shape);
  if (auto status = batch.set_outfit(avatar, std::move(rigs)); !status) return error_of(status);
  members_.push_back(std::move(member));
  return {};
}

std::span<Crowd::Member> Crowd::members_of(const Section& section) {
  return std::span(members_).subspan(section.first, section.batch.size());
}

template <typename Work>
void Crowd::for_each_section(Work work) {
  parallel_.for_each(sections_.size(), [&](std::size_t i) { work(sections_[i]); });
}

bool Crowd::is_due(std::size_t avatar, std::size_t ring) const {
  return frame_ % kRings[ring].every == turn_of(avatar, ring);
}

Crowd::Copy& Crowd::copy_of(const Member& member, std::size_t place) {
  return copies_[member.visitor.garments[place] * kTurns + first_turn(member.ring) +
                 turn_of(member.number, member.ring)];
}

Result<void> Crowd::frame(const Camera& camera, float time) {
  const Frustum frustum(camera);
  timed(times_.look,
        [&] { for_each_section([&](const Section& section) { look(section, camera, frustum); }); });
  timed(times_.motion, [&] { for_each_section([&](Section& section) { move(section, time); }); });
  timed(times_.palettes, [&] { for_each_section([](Section& section) { section.batch.evaluate(); }); });
  timed(times_.boxes, [&] { for_each_section([&](Section& section) { measure(section); }); });
  timed(times_.gather, [&] {
    number_instances(time);
    make_jobs();
    for_each_section([&](const Section& section) { gather(section); });
  });
  Result<void> status;
  timed(times_.skin, [&] { status = skin(); });
  ++frame_;
  return status;
}

// Decides the ring, and who is updated in this frame. Into another ring only when its turn comes: until then
// the results in the old one hold. Out of view at once.
void Crowd::look(const Section& section, const Camera& camera, const Frustum& frustum) {
  for (Member& member : members_of(section)) {
    member.in_view = options_.in_full || frustum.may_see(member.box);
    const std::size_t ring = !member.in_view    ? kHidden
                             : options_.in_full ? 0
                                                : ring_at(distance(member.box, camera.position), member.ring);
    if (ring == kHidden || is_due(member.number, ring)) member.ring = ring;
    member.updated = is_due(member.number, member.ring);
  }
}

void Crowd::move(Section& section, float time) {
  for (const Member& member : members_of(section)) {
    if (!member.updated) continue;
    const Visitor& visitor = member.visitor;
    evaluate_clip(*visitor.clip, character_.skeleton, static_cast<double>(time + visitor.clip_offset),
                  section.pose);
    section.batch.set_pose(member.number - section.first, section.pose);
  }
}

void Crowd::measure(Section& section) {
  for (Member& member : members_of(section)) {
    if (!member.updated) continue;
    const std::size_t avatar = member.number - section.first;
    member.box =
        viewer_avatar_box(character_.skeleton, section.batch.world_matrices(avatar), member.extents, {});
    member.box.pad(kMovement);
    member.place = member.visitor.ground + Vec3(0.0, 0.0, section.batch.root_above_ground(avatar));
    member.box.min += member.place;
    member.box.max += member.place;
  }
}

void Crowd::number_instances(float time) {
  for (Copy& copy : copies_) copy.instances = 0;
  counts_ = {};
  for (Member& member : members_) {
    counts_.in_view += member.in_view;
    counts_.updated += member.updated;
    if (!member.updated || member.ring == kHidden) continue;
    ++counts_.skinned;
    member.skinned_at = time;
    const std::size_t level = kRings[member.ring].level;
    for (std::size_t k = 0; k < kGarmentsEach; ++k) {
      Copy& copy = copy_of(member, k);
      member.drawn[k] = {copy.id, copy.instances++, level};
      counts_.vertices += wardrobe_[member.visitor.garments[k]].levels[level].mesh.vertex_count();
    }
  }
}

void Crowd::make_jobs() {
  std::size_t matrices = 0;
  for (std::size_t c = 0; c < copies_.size(); ++c) {
    copies_[c].first_matrix = matrices;
    copies_[c].most_instances = std::max(copies_[c].most_instances, copies_[c].instances);
    matrices += copies_[c].instances * wardrobe_[c / kTurns].rig->palette_size();
  }
  palettes_.resize(std::max(matrices, palettes_.size()));
  jobs_.clear();
  for (std::size_t c = 0; c < copies_.size(); ++c) {
    const Copy& copy = copies_[c];
    if (copy.instances == 0) continue;
    const std::size_t count = copy.instances * wardrobe_[c / kTurns].rig->palette_size();
    jobs_.push_back(
        {copy.id, std::span<const Mat34>(palettes_).subspan(copy.first_matrix, count), copy.instances, {}});
  }
}

void Crowd::gather(const Section& section) {
  for (const Member& member : members_of(section)) {
    if (!member.updated || member.ring == kHidden) continue;
    for (std::size_t k = 0; k < kGarmentsEach; ++k) {
      const std::span<const Mat34> palette = section.batch.worn_palette(member.number - section.first, k);
      std::ranges::copy(palette, palettes_.begin() +
                                     static_cast<std::ptrdiff_t>(copy_of(member, k).first_matrix +
                                                                 member.drawn[k].instance * palette.size()));
    }
  }
}

Result<void> Crowd::skin() {
  if (jobs_.empty()) return {};
  if (auto status = skinner_.skin(jobs_); !status) return status;
  return skinner_.finish();
}

std::span<const Drawn> Crowd::drawn(std::size_t avatar) const {
  const Member& member = members_[avatar];
  if (member.ring == kHidden) return {};
  return member.drawn;
}

Result<CrowdBytes> Crowd::bytes() const {
  CrowdBytes bytes;
  for (const Section& section : sections_) bytes.avatars += section.batch.bytes();
  for (const Member& member : members_)
    bytes.avatars += sizeof member + member.extents.capacity() * sizeof(RiggedExtents::value_type);
  bytes.gathered = palettes_.capacity() * sizeof(Mat34);
  for (const Copy& copy : copies_) {
    if (copy.id == 0) continue;
    const auto each = skinner_.bytes(copy.id);
    if (!each) return error_of(each);
    bytes.meshes += each->mesh;
    bytes.results += copy.most_instances * each->instance;
  }
  return bytes;
}

}  // namespace mannequin::example
