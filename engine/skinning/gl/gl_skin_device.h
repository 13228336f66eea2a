// The OpenGL 4.5 implementation of SkinDevice.
#pragma once

#include <glad/gl.h>

#include <array>
#include <map>

#include "engine/gpu/gl_buffer.h"
#include "engine/gpu/gl_program.h"
#include "engine/gpu/gl_ring.h"
#include "engine/gpu/gl_timer.h"
#include "engine/skinning/skin_device.h"

namespace mannequin {

// Uses the context current at creation, which must be current in every call and at destruction.
// Restores the bindings it uses unless told otherwise. A DeviceBuffer is the OpenGL buffer name.
class GlSkinDevice final : public SkinDevice {
 public:
  // Fails (no_device, device) if there is no current context, or it rejects the shader.
  static Result<std::unique_ptr<GlSkinDevice>> create(bool restore_state);

  bool program_is_there() const { return glIsProgram(program_.id()) == GL_TRUE; }  // in the current context
  std::string name() const override { return name_; }
  DeviceLimits limits() const override { return limits_; }
  Result<DeviceBuffer> allocate(std::size_t bytes, std::string_view purpose) override;
  void release(DeviceBuffer buffer) override { buffers_.erase(buffer); }
  Status write(DeviceBuffer buffer, std::size_t offset, std::span<const std::byte> bytes) override;
  Status read(DeviceBuffer buffer, std::size_t offset, std::span<std::byte> out) override;
  Result<std::span<std::byte>> begin_batch(std::size_t bytes, bool first) override;
  Status run(std::span<const DeviceDispatch> dispatches) override;
  Status finish() override;
  std::optional<double> seconds() override { return timer_.seconds(); }

 private:
  GlSkinDevice() = default;

  std::string name_;
  DeviceLimits limits_;
  GlProgram program_;
  GlRing ring_;
  GLsizeiptr batch_bytes_ = 0;
  bool first_batch_ = true, restore_state_ = true;
  GlTimer timer_;
  GlReadBuffer read_buffer_;
  std::map<DeviceBuffer, GlBuffer> buffers_;
};

}  // namespace mannequin
