// A host's first steps in C++: the default avatar, the built-in body, CPU against reference. Writes what it
// found to the file that is named, for the other languages to compare with.
#include <mannequin/mannequin.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#ifdef HOST_HAS_GL
#include <mannequin/engine/skinning/gl/gl_skinner.h>
#endif
#ifdef HOST_HAS_VULKAN
#include <mannequin/engine/skinning/vulkan/vulkan_skinner.h>
#endif

using namespace mannequin;

namespace {

bool near(double found, double expected, double limit, const char* what) {
  if (std::abs(found - expected) <= limit) return true;
  std::fprintf(stderr, "%s: %.9g, expected %.9g\n", what, found, expected);
  return false;
}

Result<int> run(const char* expected_file) {
  Result<CharacterDesc> desc = io::read_builtin_character();
  if (!desc) return error_of(desc);
  const Result<Character> character = Character::build(std::move(*desc));
  if (!character) return error_of(character);
  const Result<io::BoundMeshFile> file = io::read_gltf(embedded_asset("mannequin.glb"), "mannequin.glb", {});
  if (!file) return error_of(file);
  const Result<Mesh> mesh = Mesh::build(file->meshes.at(0).mesh);
  if (!mesh) return error_of(mesh);
  const Result<Skin> skin = Skin::build(file->meshes.at(0).skin, *mesh, character->skeleton);
  if (!skin) return error_of(skin);

  // mHead of the viewer's default female avatar, as its golden numbers have it.
  const JointIndex head = character->skeleton.find("mHead");
  const auto head_of = [&](const AvatarState& state) {
    return state.joints[static_cast<std::size_t>(head)].world_position;
  };
  const Vec3 at_default = head_of(evaluate_avatar(*character, {}));
  bool good = near(at_default.x, -0.0249, 1e-5, "mHead x") & near(at_default.y, 0.0, 1e-5, "mHead y") &
              near(at_default.z, 0.616, 1e-5, "mHead z");

  AvatarInputs inputs;
  inputs.sliders = {{33, 1.5}, {637, 0.8}};
  inputs.pose.root_position = {0.0, 0.0, 1.1};
  inputs.pose.set_rotation(character->skeleton, character->skeleton.find("mElbowLeft"),
                           Quat(0.8, 0.0, 0.0, -0.6));
  const AvatarState state = evaluate_avatar(*character, inputs);
  std::vector<Mat34> palette(skin->palette_size());
  make_palette(*skin, state.joints, std::span<Mat34>(palette));
  std::vector<Mat4> exact(skin->palette_size());
  make_palette(*skin, state.joints, std::span<Mat4>(exact));
  std::vector<ReferenceVertex> reference(mesh->vertex_count());
  skin_reference(*mesh, *skin, exact, reference);

  const auto skinner = CpuSkinner::create();
  if (!skinner) return error_of(skinner);
  const Result<MeshId> id = (*skinner)->add_mesh(*mesh, *skin);
  if (!id) return error_of(id);
  const SkinJob job{*id, palette, 1, {}};
  if (Status status = (*skinner)->skin({&job, 1}); !status) return error_of(status);
  std::vector<SkinnedVertex> skinned(mesh->vertex_count());
  if (Status status = (*skinner)->read_back(*id, 0, skinned); !status) return error_of(status);
  double furthest = 0.0;
  for (std::size_t v = 0; v < skinned.size(); ++v)
    furthest = std::max(furthest, glm::length(Vec3(skinned[v].position) - reference[v].position));
  good &= near(furthest, 0.0, 1e-5, "CPU against reference");

  std::FILE* out = std::fopen(expected_file, "w");
  if (!out) return fail(ErrorCode::cannot_write, expected_file, "cannot be written");
  std::fprintf(out, "%.9f %.9f %.9f %.9f\n", head_of(state).x, head_of(state).y, head_of(state).z,
               state.size.height);
  std::fprintf(out, "%zu %zu\n", reference.size(), mesh->indices().size());
  for (const ReferenceVertex& vertex : reference)
    std::fprintf(out, "%.9f %.9f %.9f %.9f %.9f %.9f\n", vertex.position.x, vertex.position.y,
                 vertex.position.z, vertex.normal.x, vertex.normal.y, vertex.normal.z);
  std::fclose(out);
  // For glm_host.cpp.
  const Vec3& wrist =
      state.joints[static_cast<std::size_t>(character->skeleton.find("mWristLeft"))].world_position;
  out = std::fopen((std::string(expected_file) + ".wrist").c_str(), "w");
  if (!out) return fail(ErrorCode::cannot_write, expected_file, "cannot be written");
  std::fprintf(out, "%.9f %.9f %.9f\n", wrist.x, wrist.y, wrist.z);
  std::fclose(out);
  // The graphics backends are only linked: a machine that builds need not have a driver. Without a context
  // they say so.
#ifdef HOST_HAS_GL
  if (GlSkinner::create()) good = false;
#endif
#ifdef HOST_HAS_VULKAN
  auto* volatile made = &VulkanSkinner::create;
  good &= made != nullptr;
#endif
  std::printf("cpp: %zu vertices, CPU within %.2g m of the reference\n", reference.size(), furthest);
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const Result<int> result = run(argv[1]);
  if (!result) std::fprintf(stderr, "%s\n", result.error().message().c_str());
  return result.value_or(1);
}
