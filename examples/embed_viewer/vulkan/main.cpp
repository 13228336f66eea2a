// The twin of embed_viewer_gl without a window: the same crowd through the C interface, skinned on this
// viewer's Vulkan device, drawn from there into a picture.
#include <cstdio>
#include <exception>

#include "../options.h"
#include "../picture.h"
#include "drawing.h"

namespace {

constexpr int kWrongUsage = 2, kNoDevice = 4;

int run(const Options& options) {
  constexpr VkExtent2D kSize{1280, 720};
  const Device device;
  Crowd crowd(options.clips, options.avatars);
  mannequin_vulkan_host host = MANNEQUIN_INIT(mannequin_vulkan_host);
  host.get_instance_proc_addr = vkGetInstanceProcAddr;
  host.instance = device.instance;
  host.physical_device = device.physical;
  host.device = device.device;
  host.queue = device.queue;
  host.queue_family = device.family;
  crowd.skin_on(host);
  Drawing drawing(device, kSize, crowd.indices());
  std::vector<unsigned char> pixels;
  for (int frame = 0; frame < options.frames; ++frame) {
    crowd.update(frame / 30.0);
    pixels = drawing.frame(crowd);
  }
  return write_png(options.screenshot, static_cast<int>(kSize.width), static_cast<int>(kSize.height), pixels)
             ? 0
             : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = read_options(argc, argv);
    if (options.help) {
      std::fputs(usage("embed_viewer_vulkan").c_str(), stdout);
      return 0;
    }
    if (options.screenshot.empty())
      throw UsageError("there is no window here: name a picture by --screenshot");
    return run(options);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "%s\n%s", error.what(), usage("embed_viewer_vulkan").c_str());
    return kWrongUsage;
  } catch (const NoDevice& error) {
    std::fprintf(stderr, "no Vulkan device: %s\n", error.what());
    return kNoDevice;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
