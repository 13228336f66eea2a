// What the engine asks of a system, in a page, which has none: no files, and errors that end the module. The page starts it again.
#include <hwy/targets.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "engine/io/companion.h"
#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "engine/io/file_exists.h"

// There is nobody who could catch: what the engine does not report as a value ends the module.
extern "C" {
void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
// A page's only thread never ends.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
}

// The kernels are scalar here, and compiled once.
namespace hwy {
std::int64_t SupportedTargets() { return HWY_SCALAR; }
}  // namespace hwy

namespace mannequin {
namespace {

auto no_files(const std::filesystem::path& path) {
  return fail(ErrorCode::cannot_read, path.string(), "cannot be read here: a page reads no files but those dropped on it");
}

const unsigned char kSkeleton[] = {
#embed "../assets/skeleton.json"
};
const unsigned char kAppearance[] = {
#embed "../assets/appearance.json"
};
const unsigned char kBody[] = {
#embed "../assets/mannequin.glb"
};

}  // namespace

std::span<const std::byte> embedded_asset(std::string_view name) {
  if (name == "skeleton.json") return std::as_bytes(std::span(kSkeleton));
  if (name == "appearance.json") return std::as_bytes(std::span(kAppearance));
  if (name == "mannequin.glb") return std::as_bytes(std::span(kBody));
  return {};
}

namespace io {

bool file_exists(const std::filesystem::path&) { return false; }
Result<Bytes> read_file(const std::filesystem::path& path) { return no_files(path); }
Result<Bytes> read_companion(const std::filesystem::path&, const std::filesystem::path& name) { return no_files(name); }

}  // namespace io
}  // namespace mannequin
