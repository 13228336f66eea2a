// Paints outfits in an OpenGL 4.5 compute shader; the composites stay in GL buffers.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/layers/layer_composer.h"

namespace mannequin {

// How an OpenGL composer works; does not affect the result.
struct GlLayerComposerOptions {
  // Bytes of pictures in one buffer, at most what the device allows; layers that need more are painted in
  // several runs.
  std::uint64_t picture_bytes = std::numeric_limits<std::uint32_t>::max();
  bool restore_state = true;  // false: compose() does not restore program and buffer bindings
};

// The texels of one region. Buffer: its GL name; size x size words, bytes R, G, B, A, straight alpha, rows
// from v = 0 upwards. Valid until the next compose().
struct GlLayerComposite {
  std::uint32_t buffer = 0, size = 0;
};

// Draws what plan_paint() lists as LayerComposer does: every byte equals that of the CPU, or differs by 1.
// Repaints only regions that differ, and keeps their pictures on the device. Masks are not its work: ask
// a LayerComposer. Uses the context current at creation, which must be current in every later call and at
// destruction, and restores the bindings it uses. Load the functions first (load_gl).
class GlLayerComposer {
 public:
  // Fails (no_device, device) if there is no current context, it is too old, or it rejects the shader.
  static Result<std::unique_ptr<GlLayerComposer>> create(const GlLayerComposerOptions& options = {});
  ~GlLayerComposer();
  GlLayerComposer(const GlLayerComposer&) = delete;
  GlLayerComposer& operator=(const GlLayerComposer&) = delete;

  // Paints every region of `paint`. The LayerSets it came from must outlive the next call. Returns the
  // regions whose texels may have changed. Commands issued afterwards that read the buffers as storage, or
  // copy them, see the result. Fails (device) if memory runs out, (unsupported) if the pictures of
  // one layer exceed what a shader can address; then nothing is left of earlier results.
  Result<std::vector<std::string>> compose(const OutfitPaint& paint);

  // Of the last compose(); regions painted alike share a buffer. Buffer 0: there is no such region.
  GlLayerComposite composite(std::string_view region) const;

  // Copies a region of the last compose(); waits for the device. Fails (bad_argument) if there is none,
  // (device) if the device is lost.
  Result<LayerComposite> read_back(std::string_view region);

  // "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5"
  std::string device() const;

 private:
  struct Work;
  explicit GlLayerComposer(std::unique_ptr<Work> work);
  std::unique_ptr<Work> work_;
};

}  // namespace mannequin
