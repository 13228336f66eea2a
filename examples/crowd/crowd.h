// A crowd of different avatars as a viewer or a server runs it, frame by frame: what is in view, by the boxes
// of what it wears; how near it is; then clips, palettes, boxes and skinning of those whose turn it is.
//
// Copies of a mesh in a skinner are what makes rates by distance simple. Each ring has one copy of its level
// per turn: of an avatar that is updated every fourth frame, the results stay in the copy of its turn for the
// three frames between.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/parallel.h"
#include "examples/crowd/camera.h"
#include "examples/crowd/garment.h"

namespace mannequin::example {

inline constexpr std::size_t kGarmentsEach = 3;

// An avatar as it comes in. The clip must outlive the crowd.
struct Visitor {
  SliderValues shape;
  std::array<std::size_t, kGarmentsEach> garments{};  // of the wardrobe
  const Clip* clip = nullptr;
  float clip_offset = 0.0f;  // seconds
  Vec3 ground{0.0};          // where it stands
};

struct CrowdOptions {
  unsigned threads = 1;  // 0: all
  // Every avatar at the finest level in every frame, in view or not.
  bool in_full = false;
};

// Of one frame or several: wall-clock seconds of the stages, one after the other.
struct FrameTimes {
  double look = 0.0, motion = 0.0, palettes = 0.0, boxes = 0.0, gather = 0.0, skin = 0.0;

  double all() const { return look + motion + palettes + boxes + gather + skin; }
  FrameTimes& operator+=(const FrameTimes& other);
};

struct FrameCounts {
  std::size_t in_view = 0, updated = 0, skinned = 0;  // avatars
  std::size_t vertices = 0;                           // skinned
};

// Memory in bytes, without the definitions, the wardrobe and the clips, which all avatars share.
struct CrowdBytes {
  std::size_t avatars = 0;   // shapes, poses, palettes, boxes
  std::size_t gathered = 0;  // palettes on their way to the skinner
  std::size_t results = 0;   // skinned vertices
  std::size_t meshes = 0;    // copies in the skinner
};

// Where the vertices of something in view are: as for Skinner::read_back() or a backend's results().
struct Drawn {
  MeshId mesh = 0;
  std::uint32_t instance = 0;
  std::size_t level = 0;
};

// One thread at a time; uses others by itself.
class Crowd {
 public:
  // All of them must outlive the crowd. Fails as Skinner::add_mesh and AvatarBatch::create.
  static Result<std::unique_ptr<Crowd>> create(const Character& character, std::span<const Garment> wardrobe,
                                               Skinner& skinner, const CrowdOptions& options = {});

  // It is skinned from the next frame on in which it is in view.
  Result<void> add(const Visitor& visitor);
  std::size_t size() const { return members_.size(); }

  // time: seconds, for the clips; must not decrease. Waits for the skinner. Fails as Skinner::skin.
  Result<void> frame(const Camera& camera, float time);

  // Of the last frame. drawn: one entry per garment, or none if the avatar is not in view.
  const FrameTimes& times() const { return times_; }
  const FrameCounts& counts() const { return counts_; }
  std::span<const Drawn> drawn(std::size_t avatar) const;
  // When the avatar was skinned last.
  float skinned_at(std::size_t avatar) const { return members_[avatar].skinned_at; }
  // Where to draw it: results are in the avatar's own frame, with mRoot at the origin, so that they keep
  // their precision far from the origin of the world.
  const Vec3& place(std::size_t avatar) const { return members_[avatar].place; }
  // In the world, from its last update.
  const Box& box(std::size_t avatar) const { return members_[avatar].box; }
  Result<CrowdBytes> bytes() const;

 private:
  struct Member {
    std::size_t number = 0;
    Visitor visitor;
    RiggedExtents extents;  // of all it wears
    Vec3 place{0.0};        // of mRoot in the world
    Box box;                // in the world
    std::size_t ring = kHidden;
    bool in_view = false, updated = false;  // in this frame
    std::array<Drawn, kGarmentsEach> drawn{};
    float skinned_at = 0.0f;
  };
  // Avatars that are worked on together, by one thread.
  struct Section {
    std::size_t first;  // member
    AvatarBatch batch;
    Pose pose;  // of one avatar after the other
  };
  // A garment's copy for one ring and turn.
  struct Copy {
    MeshId id = 0;
    std::uint32_t instances = 0;       // this frame's
    std::uint32_t most_instances = 0;  // of any frame so far
    std::size_t first_matrix = 0;      // this frame's, of palettes_
  };

  Crowd(const Character& character, std::span<const Garment> wardrobe, Skinner& skinner,
        const CrowdOptions& options);
  Result<void> add_copies();
  bool is_due(std::size_t avatar, std::size_t ring) const;
  Copy& copy_of(const Member& member, std::size_t place);

  // The stages of a frame. Those with a section run for all of them at once.
  void look(const Section& section, const Camera& camera, const Frustum& frustum);
  void move(Section& section, float time);
  void measure(Section& section);
  void number_instances(float time);
  void make_jobs();
  void gather(const Section& section);
  Result<void> skin();

  std::span<Member> members_of(const Section& section);
  template <typename Work>
  void for_each_section(Work work);

  const Character& character_;
  std::span<const Garment> wardrobe_;
  Skinner& skinner_;
  CrowdOptions options_;
  Parallel parallel_;
  std::shared_ptr<const BatchDefinition> definition_;
  std::vector<Member> members_;
  std::vector<Section> sections_;
  std::vector<Copy> copies_;     // garment by garment, turn by turn
  std::vector<Mat34> palettes_;  // of this frame's jobs
  std::vector<SkinJob> jobs_;
  std::uint32_t frame_ = 0;
  FrameTimes times_;
  FrameCounts counts_;
};

}  // namespace mannequin::example
