// The engine's system functions in a page, which has no system: no files, and errors that end the module. The
// page restarts it.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <new>
#include <span>
#include <string>

#include "engine/core/cpu_dispatch.h"
#include "engine/io/companion.h"
#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "engine/io/file_exists.h"
#include "engine/platform/own_folder.h"
#include "mannequin/c_api.h"

// Nothing could catch exceptions: what the engine does not report as a value ends the module.
extern "C" {
void* __cxa_allocate_exception(std::size_t) { __builtin_trap(); }
void __cxa_throw(void*, void*, void (*)(void*)) { __builtin_trap(); }
// A page's only thread never ends.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
}

// Functions that the page provides: a log, and a handler for lack of memory, which does not return.
extern "C" {
__attribute__((import_module("page"), import_name("log"))) void page_log(std::int32_t severity,
                                                                         const char* text);
__attribute__((import_module("page"), import_name("no_memory"))) void page_no_memory();

// Sends notes about files read with this character to the page's log.
mannequin_status mannequin_page_listen(const mannequin_character* character) {
  std::set_new_handler(page_no_memory);
  const mannequin_log log{[](void*, std::int32_t severity, const char* text) { page_log(severity, text); },
                          nullptr};
  return mannequin_character_set_log(character, &log);
}
}

// What kernels are compiled for runs: a module with other instructions would not have started.
namespace hwy {
std::int64_t SupportedTargets() { return HWY_TARGETS; }
}  // namespace hwy

namespace mannequin {
namespace {

auto no_files(const std::filesystem::path& path) {
  return fail(ErrorCode::cannot_read, path.string(),
              "cannot be read here: a page reads no files but those dropped on it");
}

const unsigned char kSkeleton[] = {
#embed "../assets/skeleton.json"
};
const unsigned char kAppearance[] = {
#embed "../assets/appearance.json"
};

}  // namespace

std::filesystem::path own_folder() { return {}; }

std::span<const std::byte> embedded_asset(std::string_view name) {
  if (name == "skeleton.json") return std::as_bytes(std::span(kSkeleton));
  if (name == "appearance.json") return std::as_bytes(std::span(kAppearance));
  return {};
}

namespace io {

bool file_exists(const std::filesystem::path&) { return false; }
Result<Bytes> read_file(const FilePath& path) { return no_files(path.native()); }
Result<Bytes> read_companion(const std::filesystem::path&, const std::filesystem::path& name) {
  return no_files(name);
}

}  // namespace io
}  // namespace mannequin
