#include "tools/document/session_store.h"

#include <fmt/format.h>

#include "engine/platform/path.h"

namespace mannequin::document {
namespace {

// Long enough that neither a drag nor a playing clip writes all the time.
constexpr double kKeepAfter = 2.0, kKeepAfterPlaying = 10.0;  // seconds

}  // namespace

// The first line is the path of the document's own file, if it has one.
void SessionStore::look() {
  const std::string kept = bench_.settings.session_store();
  const auto line = kept.find('\n');
  if (line == std::string::npos) return;
  kept_path_ = path_of_utf8(std::string_view(kept).substr(0, line));
  kept_ = kept.substr(line + 1);
  offer_ = saved_.summary_of(kept_);
}

void SessionStore::restore() {
  (void)files_.restore(kept_, kept_path_);  // reported by it
  offer_.clear();
}

void SessionStore::drop() {
  offer_.clear();
  // By now the settings may hold the present document.
  if (!kept_this_) bench_.settings.drop_document();
}

// An unanswered offer stays in the settings until something is opened or changed.
void SessionStore::step(double seconds) {
  const std::uint64_t revision = bench_.avatar.revision();
  // A session's initial state, in particular an empty one, is not a change.
  if (!began_) {
    began_ = true;
    revision_ = saved_.is_empty() ? revision : 0;
  }
  if (revision != revision_ && !unkept_seconds_) unkept_seconds_ = 0.0;
  revision_ = revision;
  if (!unkept_seconds_) return;
  *unkept_seconds_ += seconds;
  const bool playing = bench_.timeline.has_clip() && bench_.timeline.playing();
  if (*unkept_seconds_ >= (playing ? kKeepAfterPlaying : kKeepAfter)) keep_now();
}

void SessionStore::keep_now() {
  if (!unkept_seconds_) return;
  unkept_seconds_.reset();
  if (saved_.is_empty()) {
    if (kept_this_) bench_.settings.drop_document();
    return;
  }
  const auto text = saved_.text();
  if (!text) return;  // a mesh without a file cannot be opened again
  const std::string own = saved_.path().string();
  bench_.settings.keep_document(
      fmt::format("{}\n{}", own.find('\n') == std::string::npos ? own : std::string(), *text));
  kept_this_ = true;
}

// Camera moves do not count as changes, but are saved with what was kept before.
void SessionStore::end() {
  if (kept_this_) unkept_seconds_ = 0.0;
  keep_now();
}

void SessionStore::end_without() {
  shape_.revert();
  unkept_seconds_ = 0.0;
}

}  // namespace mannequin::document
