// Runs a made-up crowd and prints what a frame costs, stage by stage.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "engine/io/definitions.h"
#include "examples/crowd/crowd.h"
#include "examples/crowd/visitors.h"
#include "tools/scenes/moving_clip.h"
#ifdef MANNEQUIN_HAS_VULKAN
#include "engine/gpu/vulkan_device.h"
#include "engine/skinning/vulkan/vulkan_skinner.h"
#endif

namespace mannequin::example {
namespace {

constexpr float kFrame = 1.0f / 45.0f;

struct Options {
  std::size_t avatars = 1000, garments = 40, frames = 450;
  CrowdOptions crowd;
  std::string backend = "cpu";
};

// A skinner and the device that it works on.
struct Backend {
#ifdef MANNEQUIN_HAS_VULKAN
  std::unique_ptr<VulkanDevice> device;
#endif
  std::unique_ptr<Skinner> skinner;
};

Result<Backend> open_backend(const Options& options) {
  Backend backend;
  if (options.backend == "cpu") {
    auto skinner = CpuSkinner::create({.threads = options.crowd.threads});
    if (!skinner) return error_of(skinner);
    backend.skinner = std::move(*skinner);
    return backend;
  }
#ifdef MANNEQUIN_HAS_VULKAN
  auto device = VulkanDevice::create_headless();
  if (!device) return error_of(device);
  auto skinner = VulkanSkinner::create(**device);
  if (!skinner) return error_of(skinner);
  backend.device = std::move(*device);
  backend.skinner = std::move(*skinner);
  return backend;
#else
  return fail(ErrorCode::no_device, "vulkan", "is not compiled into this program");
#endif
}

void print(const Options& options, const Skinner& skinner, const FrameTimes& sum, const Crowd& crowd,
           const CrowdBytes& bytes) {
  const double avatars = static_cast<double>(options.avatars), frames = static_cast<double>(options.frames);
  fmt::print("{} avatars, skinned by {} ({})\n\n{:<10}{:>12}{:>18}\n", options.avatars, skinner.backend(),
             skinner.device(), "stage", "ms a frame", "µs an avatar");
  const auto row = [&](const char* stage, double seconds) {
    fmt::print("{:<10}{:>12.3f}{:>17.2f}\n", stage, seconds * 1e3 / frames, seconds * 1e6 / frames / avatars);
  };
  row("look", sum.look);
  row("motion", sum.motion);
  row("palettes", sum.palettes);
  row("boxes", sum.boxes);
  row("gather", sum.gather);
  row("skin", sum.skin);
  row("all", sum.all());
  const FrameCounts& last = crowd.counts();
  fmt::print("\nLast frame: {} in view, {} updated, {} skinned ({} vertices)\n", last.in_view, last.updated,
             last.skinned, last.vertices);
  fmt::print(
      "Memory: {:.1f} kB an avatar, {:.1f} kB more for skinned vertices and their palettes, {:.1f} MB of "
      "meshes\n",
      static_cast<double>(bytes.avatars) / avatars / 1e3,
      static_cast<double>(bytes.gathered + bytes.results) / avatars / 1e3,
      static_cast<double>(bytes.meshes) / 1e6);
}

Result<void> run(const Options& options) {
  auto definitions = io::read_builtin_character();
  if (!definitions) return error_of(definitions);
  const auto character = Character::build(std::move(*definitions));
  if (!character) return error_of(character);
  const auto wardrobe = make_wardrobe(character->skeleton, options.garments);
  if (!wardrobe) return error_of(wardrobe);
  const std::vector<Clip> clips = scenes::moving_clips(character->skeleton, 8);

  auto backend = open_backend(options);
  if (!backend) return error_of(backend);
  auto crowd = Crowd::create(*character, *wardrobe, *backend->skinner, options.crowd);
  if (!crowd) return error_of(crowd);
  for (const Visitor& visitor :
       make_visitors(character->appearance, options.garments, clips, options.avatars))
    if (auto status = (*crowd)->add(visitor); !status) return status;

  FrameTimes sum;
  float time = 0.0f;
  for (std::size_t n = 0; n < options.frames; ++n, time += kFrame) {
    if (auto status = (*crowd)->frame(camera_at(time), time); !status) return status;
    sum += (*crowd)->times();
  }
  const auto bytes = (*crowd)->bytes();
  if (!bytes) return error_of(bytes);
  print(options, *backend->skinner, sum, **crowd, *bytes);
  return {};
}

}  // namespace
}  // namespace mannequin::example

int main(int argc, char** argv) {
  using namespace mannequin;
  example::Options options;
  CLI::App app("Runs a crowd of made-up avatars and prints what a frame costs.");
  app.add_option("--avatars", options.avatars, "in the crowd")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  app.add_option("--frames", options.frames, "of 1/45 s")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  app.add_option("--threads", options.crowd.threads, "0: all")->capture_default_str();
  app.add_option("--backend", options.backend, "what skins")
      ->capture_default_str()
      ->check(CLI::IsMember({"cpu", "vulkan"}));
  app.add_flag("--in-full", options.crowd.in_full, "everything at the finest level in every frame");
  CLI11_PARSE(app, argc, argv);
  const auto status = example::run(options);
  if (status) return 0;
  fmt::print(stderr, "mannequin_crowd: {}\n", status.error().message());
  return status.error().code == ErrorCode::no_device ? 4 : 1;
}
