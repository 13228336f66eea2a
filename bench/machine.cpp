#include "bench/machine.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "engine/core/cpu_target.h"
#include "engine/platform/cache_size.h"
#ifdef MANNEQUIN_HAS_GL
#include "bench/gl/gl_device.h"
#endif
#ifdef MANNEQUIN_HAS_VULKAN
#include "bench/vulkan/bench_vulkan.h"
#endif

namespace mannequin::bench {
namespace {

// The value after the first "key<separator>" of a text file; empty if there is none.
std::string value_in(const char* path, const std::string& key, char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t\"", at + 1);
    const std::size_t end = line.find_last_not_of(" \t\"");
    if (begin != std::string::npos) return line.substr(begin, end - begin + 1);
  }
  return {};
}

// Virtual machines hide the model's name; family and model still identify the core.
std::string cpu() {
  const char* info = "/proc/cpuinfo";
  return fmt::format("{} (family {}, model {})", value_in(info, "model name", ':'),
                     value_in(info, "cpu family", ':'), value_in(info, "model\t", ':'));
}

std::string cpu_targets() {
  std::string names;
  for (const CpuTarget target : available_cpu_targets()) {
    if (!names.empty()) names += ' ';
    names += name(target);
  }
  return names;
}

std::string memory() {
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  return fmt::format("{:.0f} GiB", bytes / (1u << 30));
}

// Bytes of a core's first and second cache and of the last; 0 where the system does not report them.
std::string caches() {
  const CacheSizes sizes = cache_sizes();
  return fmt::format("{} {} {}", sizes.first, sizes.second, sizes.last);
}

std::string operating_system() {
  utsname name{};
  uname(&name);
  return fmt::format("{}, {} {} {}", value_in("/etc/os-release", "PRETTY_NAME", '='), name.sysname,
                     name.release, name.machine);
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

// Whether MANNEQUIN_BENCH_GPUS allows the API.
[[maybe_unused]] bool wanted(std::string_view api) {
  const char* apis = std::getenv("MANNEQUIN_BENCH_GPUS");
  return apis == nullptr || std::string_view(apis).find(api) != std::string_view::npos;
}

void describe_gpus() {
#ifdef MANNEQUIN_HAS_GL
  if (wanted("gl")) {
    const GlDevice& device = gl_device();
    if (device.available()) {
      benchmark::AddCustomContext("gl_device", device.name);
      benchmark::AddCustomContext("gl_driver", device.driver);
    } else {
      benchmark::AddCustomContext("gl_missing", device.missing);
    }
  }
#endif
#ifdef MANNEQUIN_HAS_VULKAN
  if (wanted("vulkan")) {
    const BenchVulkan& vulkan = bench_vulkan();
    if (vulkan.device) {
      benchmark::AddCustomContext("vulkan_device", vulkan.name);
      benchmark::AddCustomContext("vulkan_driver", vulkan.driver);
    } else {
      benchmark::AddCustomContext("vulkan_missing", vulkan.missing);
    }
  }
#endif
}

}  // namespace

void describe_machine() {
  benchmark::AddCustomContext("cpu", cpu());
  benchmark::AddCustomContext("cpu_targets", cpu_targets());
  benchmark::AddCustomContext("caches", caches());
  benchmark::AddCustomContext("memory", memory());
  benchmark::AddCustomContext("system", operating_system());
  benchmark::AddCustomContext("compiler", compiler());
  benchmark::AddCustomContext("compiler_flags", MANNEQUIN_BENCH_FLAGS);
  benchmark::AddCustomContext("peers", MANNEQUIN_BENCH_PEERS);
  describe_gpus();
}

}  // namespace mannequin::bench
