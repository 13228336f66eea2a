#include "tests/host/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> counted = 0, given_back = 0;
std::atomic<std::size_t> first_failing = 0, failing = 0;  // by their number; 0: none

void* take(std::size_t bytes, std::size_t alignment = 16) {
  const std::size_t number = counted.fetch_add(1, std::memory_order_relaxed) + 1;
  const std::size_t first = first_failing.load(std::memory_order_relaxed);
  if (first != 0 && number >= first && number - first < failing.load(std::memory_order_relaxed)) {
    given_back.fetch_add(1, std::memory_order_relaxed);  // it was never given
    return nullptr;
  }
  return std::aligned_alloc(alignment,
                            (bytes + alignment - 1) / alignment * alignment + (bytes == 0 ? alignment : 0));
}

void* take_or_throw(std::size_t bytes, std::size_t alignment = 16) {
  void* memory = take(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void give_back(void* memory) {
  if (memory != nullptr) given_back.fetch_add(1, std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

std::size_t mannequin::test::allocations() { return counted.load(std::memory_order_relaxed); }

std::size_t mannequin::test::live_allocations() { return counted - given_back; }

void mannequin::test::fail_allocations(std::size_t after, std::size_t count) {
  failing = count;
  first_failing = counted + after + 1;
}

bool mannequin::test::stop_failing() {
  const bool failed = counted >= first_failing;
  first_failing = 0;
  return failed;
}

void* operator new(std::size_t bytes) { return take_or_throw(bytes); }
void* operator new[](std::size_t bytes) { return take_or_throw(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return take(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return take(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return take_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
