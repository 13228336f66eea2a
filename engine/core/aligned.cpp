#include "engine/core/aligned.h"

#include <atomic>
#include <new>
#include <string>

#include "engine/core/block_allocator.h"
#include "engine/platform/huge_pages.h"

namespace mannequin {
namespace {

std::size_t alignment_of(std::size_t bytes) { return bytes >= 2 * kHugePage ? kHugePage : kCacheLine; }

void* allocate_ours(void*, std::size_t bytes, std::size_t alignment) {
  return ::operator new (bytes, std::align_val_t{alignment});
}
void release_ours(void*, void* memory, std::size_t, std::size_t alignment) {
  ::operator delete (memory, std::align_val_t{alignment});
}

constexpr BlockAllocator kOurs{allocate_ours, release_ours, nullptr};
BlockAllocator block_allocator = kOurs;
std::atomic<std::size_t> blocks_in_use = 0, bytes_in_use = 0;

}  // namespace

Status set_block_allocator(const BlockAllocator* allocator) {
  if (allocator != nullptr && (allocator->allocate == nullptr || allocator->release == nullptr))
    return fail(ErrorCode::bad_argument, "block allocator", "lacks one of its two functions; give both");
  if (const std::size_t blocks = blocks_in_use; blocks > 0)
    return fail(
        ErrorCode::bad_argument, "block allocator",
        std::to_string(blocks) + " blocks of the present one are in use; set it before anything is made");
  block_allocator = allocator == nullptr ? kOurs : *allocator;
  return {};
}

BlockUse block_use() { return {blocks_in_use, bytes_in_use}; }

void* allocate_lines(std::size_t bytes) {
  void* memory = block_allocator.allocate(block_allocator.user, bytes, alignment_of(bytes));
  if (memory == nullptr) throw std::bad_alloc();
  ++blocks_in_use;
  bytes_in_use += bytes;
  if (bytes >= 2 * kHugePage) prefer_huge_pages(memory, bytes);
  return memory;
}

void free_lines(void* memory, std::size_t bytes) {
  if (memory == nullptr) return;
  --blocks_in_use;
  bytes_in_use -= bytes;
  block_allocator.release(block_allocator.user, memory, bytes, alignment_of(bytes));
}

}  // namespace mannequin
