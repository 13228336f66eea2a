// The calls of c_bind.h, c_gl.h and c_vulkan.h.
#include <cmath>

#include "mannequin/c_bind.h"
#include "tests/bind/bind_case.h"
#include "tests/host/every_call.h"
#ifdef MANNEQUIN_HAS_GL
#include "mannequin/c_gl.h"
#endif
#ifdef MANNEQUIN_HAS_VULKAN
#include "mannequin/c_vulkan.h"
#endif

// A scene of Embree's that lacked memory is left behind, since releasing it ends the program (see
// engine/bind): for the checkers of memory no leak.
extern "C" const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() { return "leak:libembree3\nleak:EmbreeScene\n"; }

namespace mannequin::test {
namespace {

// A tube as a host has it, and room for its weights.
struct BindScene {
  std::vector<float> positions, weights, source_weights;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint16_t> joints, source_joints;
  mannequin_bind_mesh mesh = MANNEQUIN_INIT(mannequin_bind_mesh);
  mannequin_bind_options options = MANNEQUIN_INIT(mannequin_bind_options);
  mannequin_bind_result result = MANNEQUIN_INIT(mannequin_bind_result);

  BindScene() {
    const Surface surface = tube(1.0, 0.1, 3, 4);
    for (const Vec3& p : surface.positions)
      for (int i = 0; i < 3; ++i) positions.push_back(static_cast<float>(p[i]));
    for (const Surface::Triangle& t : surface.triangles) indices.insert(indices.end(), t.begin(), t.end());
    joints.resize(4 * surface.positions.size());
    weights.resize(joints.size());
    source_joints = joints;
    source_weights = weights;
    for (std::size_t v = 0; v < surface.positions.size(); ++v) {
      source_weights[4 * v] = 1.0f - positions[3 * v + 1];
      source_weights[4 * v + 1] = positions[3 * v + 1];
      source_joints[4 * v + 1] = 1;
    }
    mesh.vertex_count = static_cast<std::uint32_t>(surface.positions.size());
    mesh.positions = positions.data();
    mesh.index_count = static_cast<std::uint32_t>(indices.size());
    mesh.indices = indices.data();
    options.smooth = 1;
    result.joints = joints.data();
    result.weights = weights.data();
  }
};

mannequin_status bind(bool voxel) {
  static BindScene scene;
  static constexpr mannequin_bind_bone kBones[] = {{{0, 0, 0}, {0, 0.5f, 0}}, {{0, 0.5f, 0}, {0, 1, 0}}};
  scene.options.voxel = voxel ? 1 : 0;
  char error[100];
  return mannequin_bind(&scene.mesh, kBones, 2, &scene.options, &scene.result, error, sizeof error);
}

// A shorter tube from the whole one: its ends are nearest, and no vertices coincide.
mannequin_status transfer() {
  static BindScene from, to;
  static const bool shortened = [] {
    for (std::size_t v = 0; v < to.mesh.vertex_count; ++v) to.positions[3 * v + 1] *= 0.9f;
    return true;
  }();
  (void)shortened;
  char error[100];
  return mannequin_transfer(&to.mesh, &from.mesh, from.source_joints.data(), from.source_weights.data(),
                            &to.options, &to.result, error, sizeof error);
}

mannequin_status rebase() {
  static BindScene scene;
  static constexpr float kMatrices[24] = {0, -1, 0, 0,    1, 0, 0, 0, 0, 0, 1, 0,
                                          1, 0,  0, 0.5f, 0, 1, 0, 0, 0, 0, 1, -0.25f};
  std::vector<float>& targets = scene.positions;
  static std::vector<float> positions(targets.size());
  char error[100];
  return mannequin_rebase(targets.data(), scene.mesh.vertex_count, scene.source_joints.data(),
                          scene.source_weights.data(), kMatrices, 2, positions.data(), nullptr, error,
                          sizeof error);
}

mannequin_status fit() {
  static BindScene body, garment;
  static const bool widened = [] {
    for (std::size_t v = 0; v < garment.mesh.vertex_count; ++v)
      for (std::size_t axis = 0; axis < 3; axis += 2) garment.positions[3 * v + axis] *= 1.1f;
    return true;
  }();
  (void)widened;
  static std::vector<float> outside(body.mesh.vertex_count);
  mannequin_fit_case one = MANNEQUIN_INIT(mannequin_fit_case);
  one.body = one.body_normals = body.positions.data();
  one.garment = garment.positions.data();
  one.outside = outside.data();
  char error[100];
  return mannequin_fit(&body.mesh, body.positions.data(), &garment.mesh, 1, &one, 1, error, sizeof error);
}

// A failure with its words, which are longer than what a string holds in itself.
mannequin_status refused_bind() {
  static BindScene scene;
  static const bool spoilt = [] {
    scene.positions[7] = std::nanf("");
    return true;
  }();
  (void)spoilt;
  static constexpr mannequin_bind_bone kBone = {{0, 0, 0}, {0, 1, 0}};
  char error[100];
  return mannequin_bind(&scene.mesh, &kBone, 1, &scene.options, &scene.result, error, sizeof error);
}

#ifdef MANNEQUIN_HAS_GL
mannequin_status gl_create(CallScene& s) {
  mannequin_gl_options options = MANNEQUIN_INIT(mannequin_gl_options);
  options.load = [](const char*) { return mannequin_gl_function{nullptr}; };
  return mannequin_gl_skinner_create(&options, &s.made_skinner);
}

mannequin_status gl_results(CallScene& s) {
  mannequin_gl_results results = MANNEQUIN_INIT(mannequin_gl_results);
  return mannequin_gl_get_results(s.skinner, s.meshes, 0, 0, &results);
}
#endif

#ifdef MANNEQUIN_HAS_VULKAN
mannequin_status vulkan_create(CallScene& s) {
  // No function behind the handles is ever called: there is none.
  static char thing;
  mannequin_vulkan_host host = MANNEQUIN_INIT(mannequin_vulkan_host);
  host.get_instance_proc_addr = [](VkInstance, const char*) -> PFN_vkVoidFunction { return nullptr; };
  host.instance = reinterpret_cast<VkInstance>(&thing);
  host.physical_device = reinterpret_cast<VkPhysicalDevice>(&thing);
  host.device = reinterpret_cast<VkDevice>(&thing);
  host.queue = reinterpret_cast<VkQueue>(&thing);
  return mannequin_vulkan_skinner_create(&host, &s.made_skinner);
}

mannequin_status vulkan_results(CallScene& s) {
  mannequin_vulkan_results results = MANNEQUIN_INIT(mannequin_vulkan_results);
  return mannequin_vulkan_get_results(s.skinner, s.meshes, 0, 0, &results);
}

mannequin_status vulkan_record(CallScene& s) {
  mannequin_skin_job job = MANNEQUIN_INIT(mannequin_skin_job);
  job.meshes = s.meshes;
  job.avatar = s.avatar;
  return mannequin_vulkan_record_jobs(s.skinner, &job, 1, nullptr, 0);
}
#endif

}  // namespace

std::vector<EveryCall> every_bind_call() {
  using S = CallScene;
  constexpr std::size_t kOfEmbree = 64;  // a scene whose building broke off cannot be released
  return {
      {"mannequin_bind heat", [](S&) { return bind(false); }, MANNEQUIN_OK, kOfEmbree},
      {"mannequin_bind voxels", [](S&) { return bind(true); }, MANNEQUIN_OK, kOfEmbree, 40},
      {"mannequin_bind refused", [](S&) { return refused_bind(); }, MANNEQUIN_BAD_ARGUMENT},
      {"mannequin_transfer", [](S&) { return transfer(); }, MANNEQUIN_OK, kOfEmbree},
      {"mannequin_rebase", [](S&) { return rebase(); }},
      {"mannequin_fit", [](S&) { return fit(); }, MANNEQUIN_OK, kOfEmbree},
  };
}

// What can be asked of them without a device.
std::vector<EveryCall> every_device_call() {
  return {
#ifdef MANNEQUIN_HAS_GL
      {"mannequin_gl_skinner_create without GL", gl_create, MANNEQUIN_DEVICE},
      {"mannequin_gl_get_results of a CPU skinner", gl_results, MANNEQUIN_UNSUPPORTED},
#endif
#ifdef MANNEQUIN_HAS_VULKAN
      {"mannequin_vulkan_skinner_create without Vulkan", vulkan_create, MANNEQUIN_DEVICE},
      {"mannequin_vulkan_get_results of a CPU skinner", vulkan_results, MANNEQUIN_UNSUPPORTED},
      {"mannequin_vulkan_record_jobs of a CPU skinner", vulkan_record, MANNEQUIN_UNSUPPORTED},
#endif
  };
}

}  // namespace mannequin::test
