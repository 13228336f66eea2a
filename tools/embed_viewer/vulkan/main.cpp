// The twin of embed_viewer_gl without a window: the same crowd through the C interface, skinned on this
// viewer's Vulkan device, drawn from there into a picture. embed_viewer_vulkan OUT.png [CLIP_FOLDER]
// [AVATARS] [FRAMES]
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "../picture.h"
#include "drawing.h"

namespace {

constexpr int kNoDevice = 4;

int run(const char* out, const char* clip_folder, int avatars, int frames) {
  constexpr VkExtent2D kSize{1280, 720};
  const Device device;
  Crowd crowd(clip_folder, avatars);
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
  for (int frame = 0; frame < frames; ++frame) {
    crowd.update(frame / 30.0);
    pixels = drawing.frame(crowd);
  }
  return write_png(out, static_cast<int>(kSize.width), static_cast<int>(kSize.height), pixels) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "embed_viewer_vulkan OUT.png [CLIP_FOLDER] [AVATARS] [FRAMES]\n");
    return 2;
  }
  try {
    return run(argv[1], argc > 2 ? argv[2] : "", argc > 3 ? std::atoi(argv[3]) : 50,
               argc > 4 ? std::atoi(argv[4]) : 30);
  } catch (const NoDevice& error) {
    std::fprintf(stderr, "no Vulkan device: %s\n", error.what());
    return kNoDevice;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
