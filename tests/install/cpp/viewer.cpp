// What a viewer asks of the library, point by point, each against something that was computed in another way.
#include <mannequin/engine/io/mesh_asset_writer.h>
#include <mannequin/mannequin.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

using namespace mannequin;

namespace {

int g_failures = 0;

void expect(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "viewer: %s\n", what);
  ++g_failures;
}

template <typename T>
T required(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "viewer: %s\n", result.error().message().c_str());
  std::exit(1);
}

std::size_t at(JointIndex joint) { return static_cast<std::size_t>(joint); }

double apart(const Mat34& a, const Mat34& b) {
  double worst = 0.0;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      worst = std::max(worst, std::abs(static_cast<double>(a[row][column] - b[row][column])));
  return worst;
}

struct Scene {
  Character character = required(Character::build(required(io::read_builtin_character())));
  io::BoundMeshFile file = required(io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {}));
  Mesh mesh = required(Mesh::build(file.meshes.at(0).mesh));
  Skin skin = required(Skin::build(file.meshes.at(0).skin, mesh, character.skeleton));

  JointIndex joint(const char* name) const { return character.skeleton.find(name); }
  std::vector<Mat34> palette(const AvatarState& state) const {
    std::vector<Mat34> made(skin.palette_size());
    make_palette(skin, state.joints, std::span<Mat34>(made));
    return made;
  }
};

// Different outfits in one crowd, world matrices, whole poses as arrays, one pose alone.
void crowds(const Scene& s) {
  AvatarBatch crowd = required(AvatarBatch::create(s.character));
  const auto rig = required(WornRig::build(s.skin, s.character.skeleton, Uuid::numbered(1)));
  crowd.add_avatar();
  crowd.add_avatar();
  expect(crowd.wear(1, rig).has_value(), "an avatar of a crowd wears a rig");
  std::vector<Quat> rotations(s.character.skeleton.size(), Quat(NAN, 0.0, 0.0, 0.0));
  rotations[at(s.joint("mTorso"))] = Quat(0.8, 0.0, 0.0, 0.6);
  crowd.set_pose(1, PoseArrays{rotations, {}, Vec3(1.0, 2.0, 3.0), Quat(1.0, 0.0, 0.0, 0.0)});
  crowd.set_slider(1, 33, 1.0);
  crowd.evaluate();

  AvatarInputs inputs;
  inputs.sliders = {{33, 1.0}};
  AvatarState state = evaluate_avatar(s.character, inputs);
  inputs.pose.root_position = {1.0, 2.0, 3.0};
  inputs.pose.set_rotation(s.character.skeleton, s.joint("mTorso"), Quat(0.8, 0.0, 0.0, 0.6));
  evaluate_pose(s.character, inputs.pose, state);
  const std::vector<Mat34> exact = s.palette(state);
  double worst = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k)
    worst = std::max(worst, apart(crowd.worn_palette(1, 0)[k], exact[k]));
  expect(worst < 2e-5, "the palette of a worn rig");
  const Mat34& head = crowd.world_matrices(1)[at(s.joint("mHead"))];
  expect(apart(head, to_mat34(state.joints[at(s.joint("mHead"))].world_from_joint())) < 2e-5,
         "a world matrix");
  expect(crowd.take_off(1, *rig) && crowd.worn(1).empty(), "an avatar of a crowd takes a rig off");
}

// A mesh asset by its pieces; a skin without vertices.
void streaming(const Scene& s) {
  const auto assets = required(io::make_mesh_assets(s.mesh, &s.skin, s.character.skeleton, {}));
  const auto bytes = required(io::write_mesh_asset(assets.at(0), io::AssetNumbers::decoded));
  const std::span<const std::byte> file(bytes);
  const auto header =
      required(io::read_mesh_header(file.first(std::min<std::size_t>(4096, file.size())), "asset"));
  const io::AssetBlock *skin = header.find("skin"), *level = header.find("high_lod");
  if (skin == nullptr || level == nullptr) return expect(false, "the blocks of an asset");
  expect(io::is_fetched(file.subspan(header.offset_of(*skin), skin->bytes)), "whether a block is there");
  const auto read = required(io::read_skin_block(file.subspan(header.offset_of(*skin), skin->bytes), header));
  expect(Skin::build_rig(read, "asset", s.character.skeleton).has_value(), "a skin without vertices");
  const auto faces = required(io::read_lod_block(file.subspan(header.offset_of(*level), level->bytes), header,
                                                 io::Lod::high, read.joint_names.size()));
  expect(!faces.empty() && !faces[0].positions.empty(), "a level of detail");
}

// Boxes that contain every vertex, the viewer's box, and a pick that hits where all triangles say.
void bounds(const Scene& s) {
  const AvatarState state = evaluate_avatar(s.character, {});
  const std::vector<Mat34> palette = s.palette(state);
  std::vector<Mat4> exact(s.skin.palette_size());
  make_palette(s.skin, state.joints, std::span<Mat4>(exact));
  std::vector<ReferenceVertex> vertices(s.mesh.vertex_count());
  skin_reference(s.mesh, s.skin, exact, vertices);
  const Box box = PosedBounds(s.mesh, s.skin).posed_box(palette);
  bool inside = true;
  for (const ReferenceVertex& vertex : vertices) inside &= box.holds(vertex.position);
  expect(inside, "a box that contains every vertex");
  const RiggedExtents extents =
      rigged_extents(s.mesh, s.skin, s.character.skeleton, ExtentWeights::normalised);
  const Box avatar = viewer_avatar_box(s.character.skeleton, state.joints, extents, {});
  expect(avatar.volume() > 0.1 && avatar.volume() < 20.0, "the viewer's box");

  Ray ray;
  ray.origin = {3.0, 0.02, state.joints[at(s.joint("mChest"))].world_position.z};
  ray.direction = {-1.0, 0.0, 0.0};
  Picker picker(s.mesh, s.skin);
  const auto hit = picker.pick(ray, palette);
  double nearest = 1e9;
  const auto indices = s.mesh.indices();
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const Vec3 a = vertices[indices[i]].position, ab = vertices[indices[i + 1]].position - a,
               ac = vertices[indices[i + 2]].position - a, p = glm::cross(ray.direction, ac);
    const double det = glm::dot(ab, p);
    if (std::abs(det) < 1e-14) continue;
    const Vec3 t = ray.origin - a, q = glm::cross(t, ab);
    const double u = glm::dot(t, p) / det, v = glm::dot(ray.direction, q) / det, d = glm::dot(ac, q) / det;
    if (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && d > 0.0) nearest = std::min(nearest, d);
  }
  expect(hit && std::abs(hit->distance - nearest) < 1e-4, "a pick");
  expect(picker.skinned_vertices() < s.mesh.vertex_count() / 2, "a pick skins a part only");
}

// Head, breath and physics; a layer of the host's own; the raw skeleton of an animated object; a change of
// shape that takes its time.
void motion(const Scene& s) {
  Player player(s.character.skeleton);
  ViewerMotions motions(s.character.skeleton);
  AvatarPhysics physics(s.character.appearance);
  AllPhysicsSettings settings;
  for (PhysicsSettings& one : settings) one.max_effect = 1.0f;
  AvatarInputs inputs;
  AvatarState state = evaluate_avatar(s.character, inputs);
  bool swings = false;
  for (int n = 1; n <= 60; ++n) {
    const float time = static_cast<float>(n) / 30.0f;
    const MotionFrame frame{state.joints, inputs.pose.root_rotation, 1.0 / 30.0, Vec3(0.0, 3.0, 1.6)};
    const auto layers = motions.update(frame);
    player.update(time, nullptr, layers);
    inputs.pose = player.pose();
    inputs.pose.root_position.z = 0.05 * std::sin(0.6 * n);
    evaluate_avatar(s.character, inputs, state);
    physics.update(time, s.character.skeleton, state.joints, settings);
    for (const ParameterWeight& weight : physics.weights()) swings |= weight.weight != 0.0f;
  }
  const Quat head = state.joints[at(s.joint("mHead"))].world_rotation;
  expect(glm::dot(head * Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0)) > 0.3,
         "the head turns to what it looks at");
  expect(swings, "physics swings");

  ControlAvatar object(s.character);
  AvatarState raw;
  object.evaluate({}, {}, raw);
  std::size_t differ = 0;
  const AvatarState usual = evaluate_avatar(s.character, {});
  for (std::size_t j = 0; j < raw.joints.size(); ++j)
    differ += glm::length(raw.joints[j].position - usual.joints[j].position) > 1e-6 ||
              glm::length(raw.joints[j].scale - usual.joints[j].scale) > 1e-6;
  expect(differ > 20, "an animated object has the raw skeleton");

  const SliderValues from = with_defaults(s.character.appearance, {});
  SliderValues to = from;
  to[33] = 2.0;
  ShapeTransition change(s.character.appearance, from);
  change.begin(to);
  change.advance_to(0.1f);
  AvatarBatch crowd = required(AvatarBatch::create(s.character));
  crowd.add_avatar();
  crowd.set_weights(0, change.weights());
  crowd.evaluate();
  AvatarState changed;
  evaluate_avatar(s.character, {}, change.weights(), changed);
  expect(std::abs(crowd.body_size(0).height - changed.size.height) < 1e-5, "a change of shape in a crowd");
}

std::atomic<int> g_ran = 0;
std::atomic<long> g_blocks = 0;

// The host's own threads and memory, and one mesh that several threads skin.
void hooks(const Scene& s) {
  const BlockAllocator blocks{[](void*, std::size_t bytes, std::size_t alignment) {
                                ++g_blocks;
                                return std::aligned_alloc(alignment,
                                                          (bytes + alignment - 1) / alignment * alignment);
                              },
                              [](void*, void* memory, std::size_t, std::size_t) {
                                --g_blocks;
                                std::free(memory);
                              },
                              nullptr};
  expect(set_block_allocator(&blocks).has_value(), "a host's memory");
  const JobSystem jobs{[](void*, std::size_t count, void (*work)(void*, std::size_t), void* context) {
                         std::vector<std::thread> threads;
                         for (std::size_t k = 0; k < count; ++k)
                           threads.emplace_back([=] { ++g_ran, work(context, k); });
                         for (std::thread& thread : threads) thread.join();
                       },
                       nullptr, 4};
  set_job_system(&jobs);
  {
    const Skin* const skins[] = {&s.skin};
    BatchOptions options;
    options.threads = 4;
    AvatarBatch crowd = required(AvatarBatch::create(s.character, skins, options));
    for (int i = 0; i < 64; ++i) crowd.add_avatar();
    crowd.evaluate();
    expect(g_ran > 1 && g_blocks > 0, "a host's threads and memory are used");
  }
  set_job_system(nullptr);
  expect(g_blocks == 0 && set_block_allocator(nullptr).has_value(), "a host's memory is given back");

  const auto shared = required(SharedMesh::build(s.mesh, s.skin));
  const std::vector<Mat34> palette = s.palette(evaluate_avatar(s.character, {}));
  const std::size_t bytes = shared->layout().instance_bytes();
  std::vector<std::byte*> results;
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    results.push_back(static_cast<std::byte*>(std::aligned_alloc(
        kSharedAlignment, (bytes + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment)));
  std::atomic<int> skinned = 0;
  for (std::byte* const out : results)
    threads.emplace_back([&, out] { skinned += shared->skin(palette, {}, {out, bytes}).has_value(); });
  for (std::thread& thread : threads) thread.join();
  std::vector<Mat4> exact(s.skin.palette_size());
  make_palette(s.skin, evaluate_avatar(s.character, {}).joints, std::span<Mat4>(exact));
  std::vector<ReferenceVertex> vertices(s.mesh.vertex_count());
  skin_reference(s.mesh, s.skin, exact, vertices);
  double worst = 0.0;
  std::vector<SkinnedVertex> found(s.mesh.vertex_count());
  for (std::byte* const out : results) {
    gather_results(shared->layout(), {out, bytes}, shared->remap(), found);
    for (std::size_t v = 0; v < found.size(); ++v)
      worst = std::max(worst, glm::length(Vec3(found[v].position) - vertices[v].position));
    std::free(out);
  }
  expect(skinned == 4 && worst < 1e-5, "four threads skin one mesh");
}

}  // namespace

int main() {
  const Scene scene;
  crowds(scene);
  streaming(scene);
  bounds(scene);
  motion(scene);
  hooks(scene);
  if (g_failures == 0) std::printf("cpp: what a viewer asks for holds\n");
  return g_failures == 0 ? 0 : 1;
}
