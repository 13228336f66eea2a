// What skinning needs of a graphics API, and no more: buffers of words, room for the data of one call, and
// dispatches of the skinning shader. One implementation per API; all the rest is shared (device_skinner.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace mannequin {

inline constexpr std::size_t kDeviceAlignment = 256;  // of everything that lies in a device's buffers, bytes

// What one device can do.
struct DeviceLimits {
  std::uint64_t page_bytes = std::uint64_t{1} << 30;  // largest buffer; a shader must see it as one range
  std::uint64_t call_bytes = std::uint64_t{1} << 27;  // largest data of one batch: palettes and rows
  std::uint64_t total_bytes =
      std::numeric_limits<std::uint64_t>::max();     // all the memory there is, where known
  std::uint32_t groups_x = 65535, groups_y = 65535;  // work groups per dispatch
  std::uint32_t uniform_alignment = 256;
};

// The stricter of each; of alignments the wider.
DeviceLimits stricter(const DeviceLimits& a, const DeviceLimits& b);

// How the shader writes: threads first hand each other what makes whole lines of memory, or each writes its
// own vertex. Graphics cards want the former; on software renderers waiting for each other costs more than it
// gains.
enum class DeviceWrites : std::uint8_t { automatic, whole_lines, direct };

// The shader for it, of shaders/; automatic goes by the kind of device.
constexpr std::string_view skin_shader(DeviceWrites writes, bool software) {
  const bool direct = writes == DeviceWrites::direct || (writes == DeviceWrites::automatic && software);
  return direct ? "skin_direct.comp" : "skin.comp";
}

using DeviceBuffer = std::uint32_t;  // 0: none

// One start of the shader.
struct DeviceDispatch {
  DeviceBuffer mesh = 0, result = 0;
  std::uint64_t uniforms = 0;  // place of its layout::SkinDispatch in the call's data, bytes
  std::uint32_t groups_x = 0, groups_y = 0;
};

// Calls take effect in order, each as if the ones before it had ended; only read() and finish() wait for
// that.
class SkinDevice {
 public:
  virtual ~SkinDevice() = default;

  virtual std::string name() const = 0;  // in the driver's words
  // Fixed for as long as the device is there.
  virtual DeviceLimits limits() const = 0;

  // Memory of the device's own. `purpose` names it in the message. Fails (device) when memory runs out.
  virtual Result<DeviceBuffer> allocate(std::size_t bytes, std::string_view purpose) = 0;
  // Once what was asked for before is done with it.
  virtual void release(DeviceBuffer buffer) = 0;
  // Fails (device) where the copy is refused; offset + length within the buffer.
  virtual Status write(DeviceBuffer buffer, std::size_t offset, std::span<const std::byte> bytes) = 0;
  virtual Status read(DeviceBuffer buffer, std::size_t offset, std::span<std::byte> out) = 0;

  // Room that the host fills before run(); written once, in order. `first`: of a call, whose time is then
  // measured.
  virtual Result<std::span<std::byte>> begin_batch(std::size_t bytes, bool first) = 0;
  // Those of one batch, whose data is complete. Fails (device).
  virtual Status run(std::span<const DeviceDispatch> dispatches) = 0;

  // Waits for everything. Fails (device) when the device is lost.
  virtual Status finish() = 0;
  // From the first batch to the last one; waits.
  virtual std::optional<double> seconds() = 0;
};

}  // namespace mannequin
