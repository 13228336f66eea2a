// The viewer that docs/viewer-in-a-day.md speaks of: everything there that begins with our_.
#pragma once

#include <mannequin/engine/io/mesh_asset_writer.h>
#include <mannequin/mannequin.h>

#include <cstdlib>
#include <span>
#include <string>
#include <vector>

// What the page's code did, for day.cpp to judge.
struct Seen {
  std::size_t blocks = 0, vertices = 0, uploads = 0, frames = 0;
  double tag_height = 0.0;
  std::vector<mannequin::Mat34> first_palette, object_palette;
  mannequin::Box cull, shadow;
  mannequin::RayHit hit;
  bool touched = false;
};
inline Seen our_seen;

inline constexpr unsigned our_threads = 3;
inline int our_pool = 0, our_heap = 0;
inline void our_run(void*, std::size_t count, void (*work)(void*, std::size_t), void* context) {
  for (std::size_t k = 0; k < count; ++k) work(context, k);
}
inline void* our_allocate(void*, std::size_t bytes, std::size_t alignment) {
  ++our_seen.blocks;
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
inline void our_release(void*, void* memory, std::size_t, std::size_t) { std::free(memory); }

// Tall and thin; from a message, as others see it.
inline std::vector<std::uint8_t> our_message;
inline std::vector<mannequin::Quat> our_rotations;
inline std::span<const mannequin::Vec3> our_positions;
inline const mannequin::Vec3 our_root_position{1.0, -2.0, 0.5};
inline const mannequin::Quat our_root_rotation{0.8, 0.0, 0.0, 0.6};
inline void our_name_tag(const mannequin::Mat34& head) {
  our_seen.tag_height = static_cast<double>(head[2][3]);
}

inline const std::string our_mesh_name = "body.llmesh";
inline const mannequin::Uuid our_mesh_id = mannequin::Uuid::numbered(7);
inline std::vector<std::byte> our_asset;
inline std::span<const std::byte> our_first_bytes;
inline std::span<const std::byte> our_fetch(std::size_t offset, std::size_t bytes) {
  return std::span<const std::byte>(our_asset).subspan(offset, bytes);
}
inline void our_vertex_buffer(const std::vector<mannequin::io::AssetFace>& faces) {
  for (const auto& face : faces) our_seen.vertices += face.positions.size();
}
inline void our_upload(std::span<const mannequin::Mat34> palette) {
  auto& kept = our_seen.uploads++ == 0 ? our_seen.first_palette : our_seen.object_palette;
  kept.assign(palette.begin(), palette.end());
}

inline std::vector<std::byte> our_clip_bytes;
inline const std::string our_clip_name = "nod.bvh";
inline constexpr std::uint64_t our_avatar_number = 12;
inline const mannequin::Vec3 our_look_at{1.0, 8.0, 1.2};
inline mannequin::GroundPoint our_ground(const mannequin::Vec3& at) {
  return {{at.x, at.y, -0.6}, {0.0, 0.0, 1.0}};
}
inline bool our_next_frame(float& time) {
  time += 1.0f / 30.0f;
  return our_seen.frames++ < 30;
}

inline void our_cull(const mannequin::Box& box) { our_seen.cull = box; }
inline void our_shadow(const mannequin::Box& box) { our_seen.shadow = box; }
inline mannequin::Ray our_click;
inline void our_touch(const mannequin::RayHit& hit) { our_seen.touched = true, our_seen.hit = hit; }
inline const mannequin::Vec3 our_object_position{4.0, 0.0, 1.0};
inline const mannequin::Quat our_object_rotation{1.0, 0.0, 0.0, 0.0};
