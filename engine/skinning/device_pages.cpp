#include "engine/skinning/device_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace mannequin {
namespace {

constexpr std::uint64_t kFirstPage = std::uint64_t{4} << 20;

std::uint64_t rounded_up(std::uint64_t bytes) {
  return (std::max<std::uint64_t>(bytes, 1) + kDeviceAlignment - 1) / kDeviceAlignment * kDeviceAlignment;
}

}  // namespace

DeviceLimits stricter(const DeviceLimits& a, const DeviceLimits& b) {
  return {std::min(a.page_bytes, b.page_bytes),   std::min(a.call_bytes, b.call_bytes),
          std::min(a.total_bytes, b.total_bytes), std::min(a.groups_x, b.groups_x),
          std::min(a.groups_y, b.groups_y),       std::max(a.uniform_alignment, b.uniform_alignment)};
}

std::optional<std::uint64_t> FreeList::take(std::uint64_t bytes) {
  const auto found = std::ranges::find_if(free_, [&](const auto& run) { return run.second >= bytes; });
  if (found == free_.end()) return std::nullopt;
  const auto [offset, size] = *found;
  free_.erase(found);
  if (size > bytes) free_.emplace(offset + bytes, size - bytes);
  return offset;
}

void FreeList::give_back(std::uint64_t offset, std::uint64_t bytes) {
  auto run = free_.emplace(offset, bytes).first;
  if (const auto next = std::next(run); next != free_.end() && offset + bytes == next->first) {
    run->second += next->second;
    free_.erase(next);
  }
  if (run == free_.begin()) return;
  const auto previous = std::prev(run);
  if (previous->first + previous->second != offset) return;
  previous->second += run->second;
  free_.erase(run);
}

DevicePages::~DevicePages() {
  for (const auto& [buffer, page] : pages_) device_.release(buffer);
}

Result<DeviceRange> DevicePages::take(std::uint64_t bytes, std::string_view purpose) {
  bytes = rounded_up(bytes);
  if (bytes > limits_.page_bytes)
    return fail(
        ErrorCode::device, device_.name(),
        fmt::format("cannot store {} ({:.1f} MB) in one buffer; its limit is {:.1f} MB. Use the cpu backend.",
                    purpose, static_cast<double>(bytes) / 1e6,
                    static_cast<double>(limits_.page_bytes) / 1e6));
  for (auto& [buffer, page] : pages_)
    if (const auto offset = page.take(bytes)) return DeviceRange{buffer, *offset, bytes};
  const Result<DeviceBuffer> buffer = add_page(bytes, purpose);
  if (!buffer) return error_of(buffer);
  return DeviceRange{*buffer, *pages_.at(*buffer).take(bytes), bytes};
}

Result<DeviceBuffer> DevicePages::add_page(std::uint64_t at_least, std::string_view purpose) {
  const std::uint64_t left = limits_.total_bytes - std::min(limits_.total_bytes, bytes_);
  if (at_least > left)
    return fail(
        ErrorCode::device, device_.name(),
        fmt::format(
            "has no memory for {} ({:.1f} MB). Use fewer avatars or meshes at once, or the cpu backend.",
            purpose, static_cast<double>(at_least) / 1e6));
  // A quarter of the current total: few pages, and little unused memory.
  const std::uint64_t wanted = std::min(
      {std::max({at_least, bytes_ / 4 / kDeviceAlignment * kDeviceAlignment, kFirstPage}),
       limits_.page_bytes / kDeviceAlignment * kDeviceAlignment, left / kDeviceAlignment * kDeviceAlignment});
  std::uint64_t size = std::max(wanted, at_least);
  Result<DeviceBuffer> buffer = device_.allocate(size, purpose);
  if (!buffer && size > at_least) buffer = device_.allocate(size = at_least, purpose);
  if (!buffer) return buffer;
  pages_.emplace(*buffer, FreeList(size));
  bytes_ += size;
  return buffer;
}

void DevicePages::give_back(const DeviceRange& range) {
  const auto page = pages_.find(range.buffer);
  assert(page != pages_.end());
  page->second.give_back(range.offset, range.bytes);
  if (!page->second.all_free()) return;
  bytes_ -= page->second.bytes();
  pages_.erase(page);
  device_.release(range.buffer);
}

}  // namespace mannequin
