// Allocates device memory from a few large buffers (pages) shared by many meshes, so that one dispatch can
// address them all.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "engine/skinning/skin_device.h"

namespace mannequin {

// Free ranges of a run of bytes. First fit; adjacent free ranges are merged.
class FreeList {
 public:
  // Initially all free.
  explicit FreeList(std::uint64_t bytes) : bytes_(bytes) { free_.emplace(0, bytes); }

  std::optional<std::uint64_t> take(std::uint64_t bytes);  // returns the offset; bytes > 0
  // Frees a whole run from take().
  void give_back(std::uint64_t offset, std::uint64_t bytes);
  // The total size, and whether none of it is in use.
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

// Pages grow with usage and are released when empty. Refers to the device.
class DevicePages {
 public:
  // limits: page_bytes is the largest page, total_bytes the maximum of all pages.
  DevicePages(SkinDevice& device, const DeviceLimits& limits) : device_(device), limits_(limits) {}
  DevicePages(const DevicePages&) = delete;
  DevicePages& operator=(const DevicePages&) = delete;
  ~DevicePages();

  // Aligned to kDeviceAlignment. Fails (device) if memory runs out, or if the range exceeds the largest
  // page.
  Result<DeviceRange> take(std::uint64_t bytes, std::string_view purpose);
  // Frees a whole range from take().
  void give_back(const DeviceRange& range);

  // Their memory on the device.
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
