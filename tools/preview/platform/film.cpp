#include "tools/preview/platform/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/lower_case.h"
#include "engine/platform/path.h"

namespace mannequin::preview {
namespace {

constexpr const char* kEncoder = "ffmpeg";
constexpr std::chrono::milliseconds kMoment{15};

std::string text_of(const std::filesystem::path& path) {
  const auto text = path.u8string();
  return {text.begin(), text.end()};
}

std::vector<std::string> arguments(const std::filesystem::path& part, bool webp, const Film::Format& format) {
  std::vector<std::string> all{"-hide_banner", "-loglevel", "error", "-y"};
  const auto add = [&](std::initializer_list<std::string> more) { all.insert(all.end(), more); };
  add({"-f", "rawvideo", "-pixel_format", format.alpha ? "rgba" : "rgb24"});
  add({"-video_size", fmt::format("{}x{}", format.width, format.height)});
  add({"-framerate", fmt::format("{:g}", format.per_second), "-i", "pipe:0"});
  if (webp)
    add({"-c:v", "libwebp_anim", "-quality", "85", "-loop", "0", "-f", "webp"});
  else
    // Players need even sizes and this layout of colours; the beginning of the file says all, for browsers.
    add({"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18",
         "-movflags", "+faststart", "-f", "mp4"});
  // Whatever the name begins with, it is a file's.
  add({"file:" + text_of(part)});
  return all;
}

}  // namespace

bool is_film(const std::filesystem::path& path) {
  const std::string ending = lower_ending(path);
  return ending == ".webp" || ending == ".mp4";
}

bool film_can_be_transparent(const std::filesystem::path& path) { return lower_ending(path) == ".webp"; }

Status can_make_films() {
  if (!find_program(kEncoder).empty()) return {};
  return fail(
      ErrorCode::unsupported, "",
      "Films are made by ffmpeg, which is not installed here (Debian: apt install ffmpeg). Install it, "
      "or save as .png: a series of numbered pictures.");
}

Result<Film> Film::begin(const std::filesystem::path& path, const Format& format) {
  if (auto status = can_make_films(); !status) return error_of(status);
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error);
  std::filesystem::path part = error ? path : whole;
  part += path_of_utf8(".part");
  auto encoder =
      ChildProcess::begin(find_program(kEncoder), arguments(part, lower_ending(path) == ".webp", format));
  if (!encoder) return error_of(encoder);
  return Film(path, std::move(part), std::move(*encoder));
}

Film::~Film() {
  encoder_.reset();  // ends it
  std::error_code none;
  if (!part_.empty()) std::filesystem::remove(part_, none);
}

// What ffmpeg said, about the file that somebody chose.
Error Film::reason(Error error) const {
  return {error.code, path_.filename().string(), fmt::format("{}: {}", error.where, error.what)};
}

Status Film::add(std::span<const std::uint8_t> pixels) {
  Status status = encoder_->write(std::as_bytes(pixels));
  if (status) return {};
  // It ended: its own words say more.
  while (true) {
    const auto ended = encoder_->ended();
    if (!ended) {
      std::this_thread::sleep_for(kMoment);
      continue;
    }
    return tl::make_unexpected(reason(*ended ? status.error() : ended->error()));
  }
}

Result<bool> Film::finish() {
  auto ended = encoder_->ended();
  if (!ended) {
    std::this_thread::sleep_for(kMoment);
    return false;
  }
  if (!*ended) return tl::make_unexpected(reason(ended->error()));
  std::error_code error;
  std::filesystem::rename(part_, path_, error);
  if (error)
    return fail(ErrorCode::cannot_write, path_.filename().string(),
                fmt::format("cannot take the film's place: {}", error.message()));
  part_.clear();
  return true;
}

}  // namespace mannequin::preview
