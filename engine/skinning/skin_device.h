// The parts of a graphics API that skinning needs: buffers of words, memory for a call's data, and
// dispatches of the skinning shader. One implementation per API; the rest is shared (device_skinner.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/skinning/device_limits.h"

namespace mannequin {

inline constexpr std::size_t kDeviceAlignment = 256;  // of all ranges in device buffers, bytes

inline constexpr std::string_view kSkinShader = "skin.comp";  // in shaders/

using DeviceBuffer = std::uint32_t;  // 0: none

// One dispatch of the shader.
struct DeviceDispatch {
  DeviceBuffer mesh = 0, result = 0;
  std::uint64_t uniforms = 0;  // offset of its layout::SkinDispatch in the call's data, bytes
  std::uint32_t groups_x = 0, groups_y = 0;
};

// Calls take effect in order, as if each waited for the previous ones; only read() and finish() actually
// wait.
class SkinDevice {
 public:
  virtual ~SkinDevice() = default;

  virtual std::string name() const = 0;  // as reported by the driver
  // Constant for the lifetime of the device.
  virtual DeviceLimits limits() const = 0;

  // Device-local memory. `purpose` names it in messages. Fails (device) if memory runs out.
  virtual Result<DeviceBuffer> allocate(std::size_t bytes, std::string_view purpose) = 0;
  // Takes effect once earlier work no longer uses it.
  virtual void release(DeviceBuffer buffer) = 0;
  // Fails (device) if the copy fails; offset + length within the buffer.
  virtual Status write(DeviceBuffer buffer, std::size_t offset, std::span<const std::byte> bytes) = 0;
  virtual Status read(DeviceBuffer buffer, std::size_t offset, std::span<std::byte> out) = 0;

  // Memory that the host fills before run(), sequentially and once. `first`: starts a call, whose time is
  // measured.
  virtual Result<std::span<std::byte>> begin_batch(std::size_t bytes, bool first) = 0;
  // Runs the dispatches of one batch, whose data is complete. Fails (device).
  virtual Status run(std::span<const DeviceDispatch> dispatches) = 0;

  // Waits for all work. Fails (device) if the device is lost.
  virtual Status finish() = 0;
  // From the first to the last batch of a call; waits.
  virtual std::optional<double> seconds() = 0;
};

}  // namespace mannequin
