#include "tools/document/time_of_day.h"

#include <fmt/chrono.h>

#include <chrono>
#include <ctime>

namespace mannequin::document {
namespace {

// std::time() may lag behind this clock by some milliseconds, and so name the second before.
std::tm local_time(std::chrono::system_clock::time_point at) {
  const std::time_t time = std::chrono::system_clock::to_time_t(at);
  std::tm local{};
#ifdef _WIN32
  localtime_s(&local, &time);
#else
  localtime_r(&time, &local);
#endif
  return local;
}

}  // namespace

std::string time_of_day() { return fmt::format("{:%H:%M:%S}", local_time(std::chrono::system_clock::now())); }

std::string saving_time(std::filesystem::file_time_type saved) {
  // Both clocks run alike, wherever their zeros are.
  const auto ago = std::filesystem::file_time_type::clock::now() - saved;
  const auto now = std::chrono::system_clock::now();
  const std::tm then = local_time(now - std::chrono::duration_cast<std::chrono::system_clock::duration>(ago)),
                today = local_time(now);
  return then.tm_year == today.tm_year && then.tm_yday == today.tm_yday
             ? fmt::format("{:%H:%M:%S}", then)
             : fmt::format("{:%Y-%m-%d %H:%M:%S}", then);
}

}  // namespace mannequin::document
