// Room in a device's memory: few large buffers (pages) that many meshes share, so that one dispatch can reach
// them all.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "engine/skinning/skin_device.h"

namespace mannequin {

// Which parts of a run of bytes are free. First fit; neighbours that become free are joined.
class FreeList {
 public:
  // All free at first.
  explicit FreeList(std::uint64_t bytes) : bytes_(bytes) { free_.emplace(0, bytes); }

  std::optional<std::uint64_t> take(std::uint64_t bytes);  // where it begins; bytes > 0
  // A run that take() gave, whole.
  void give_back(std::uint64_t offset, std::uint64_t bytes);
  // How much there is, and whether none of it is taken.
  bool all_free() const { return free_.size() == 1 && free_.begin()->second == bytes_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_;
  std::map<std::uint64_t, std::uint64_t> free_;  // offset -> bytes
};

// A run of bytes of a buffer.
struct DeviceRange {
  DeviceBuffer buffer = 0;
  std::uint64_t offset = 0, bytes = 0;
};

// Pages grow with what is in use and are released when nothing is left in them. Refers to the device.
class DevicePages {
 public:
  // limits: page_bytes is the largest page, total_bytes what all may come to.
  DevicePages(SkinDevice& device, const DeviceLimits& limits) : device_(device), limits_(limits) {}
  DevicePages(const DevicePages&) = delete;
  DevicePages& operator=(const DevicePages&) = delete;
  ~DevicePages();

  // At a multiple of kDeviceAlignment. Fails (device) when memory runs out, or if it is larger than a page
  // may be.
  Result<DeviceRange> take(std::uint64_t bytes, std::string_view purpose);
  // A range that take() gave, whole.
  void give_back(const DeviceRange& range);

  // What they hold of the device.
  std::size_t page_count() const { return pages_.size(); }
  std::uint64_t bytes() const { return bytes_; }  // of all pages

 private:
  Result<DeviceBuffer> add_page(std::uint64_t at_least, std::string_view purpose);

  SkinDevice& device_;
  DeviceLimits limits_;
  std::map<DeviceBuffer, FreeList> pages_;
  std::uint64_t bytes_ = 0;
};

}  // namespace mannequin
