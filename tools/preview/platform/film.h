// Pictures in a row as one file that plays: an animated .webp or an .mp4, made by ffmpeg where it is
// installed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

#include "engine/core/result.h"
#include "tools/preview/platform/child_process.h"

namespace mannequin::preview {

// By the ending of the name.
bool is_film(const std::filesystem::path& path);
// Of a .webp; an .mp4 has none.
bool film_can_be_transparent(const std::filesystem::path& path);
// Whether films can be made here; else the error says what to do.
Status can_make_films();

class Film {
 public:
  struct Format {
    int width = 0, height = 0;  // pixels
    bool alpha = false;
    double per_second = 12.0;  // pictures
  };
  // A file of that name is replaced once the film is complete, and not before.
  static Result<Film> begin(const std::filesystem::path& path, const Format& format);
  Film(Film&&) noexcept = default;
  Film& operator=(Film&&) = delete;
  ~Film();  // leaves nothing behind if it is not complete

  // width x height x 3 bytes, or 4 with alpha (not premultiplied), top row first.
  Status add(std::span<const std::uint8_t> pixels);
  // After the last picture, until it says so: whether the film is complete. Waits a moment at most.
  Result<bool> finish();

 private:
  Film(std::filesystem::path path, std::filesystem::path part, ChildProcess encoder)
      : path_(std::move(path)), part_(std::move(part)), encoder_(std::move(encoder)) {}
  Error reason(Error error) const;

  std::filesystem::path path_, part_;  // part: what is being written; empty: nothing
  std::optional<ChildProcess> encoder_;
};

}  // namespace mannequin::preview
