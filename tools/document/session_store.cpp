#include "tools/document/session_store.h"

#include <fmt/format.h>

#include <utility>

#include "engine/platform/path.h"
#include "tools/document/kept_copy.h"
#include "tools/document/left_behind.h"

namespace mannequin::document {
namespace {

// Long enough that neither a drag nor a playing clip writes all the time.
constexpr double kKeepAfter = 2.0, kKeepAfterPlaying = 10.0;  // seconds

struct KeptParts {
  std::string_view path, text;  // path: of the document's own file; empty: none
};

KeptParts parts_of(std::string_view kept) {
  const auto line = kept.find('\n');
  if (line == std::string_view::npos) return {};
  return {kept.substr(0, line), kept.substr(line + 1)};
}

}  // namespace

// The first line is the path of the document's own file, if it has one.
void SessionStore::look() {
  offer_.clear();
  while (offer_.empty() && !bench_.settings.earlier_documents().empty()) {
    offer_ = saved_.summary_of(parts_of(bench_.settings.earlier_documents().front()).text);
    if (offer_.empty()) (void)bench_.settings.take_earlier_document();  // damaged
  }
}

void SessionStore::restore() {
  answered_ = true;
  const std::string newest = bench_.settings.take_earlier_document();
  const KeptParts parts = parts_of(newest);
  (void)files_.restore(std::string(parts.text), path_of_utf8(parts.path));  // reported by it
  look();
}

void SessionStore::drop() {
  answered_ = true;
  const std::string dropped = bench_.settings.take_earlier_document();
  bench_.settings.write_documents();
  std::error_code error;
  for (const std::filesystem::path& copy : saved_.kept_copies_of(parts_of(dropped).text))
    if (!is_kept_copy_needed(bench_, copy)) std::filesystem::remove(copy, error);
  look();
}

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
  // A moved camera alone is no change, but belongs to what is stored.
  if (!unkept_seconds_ && !(kept_this_ && camera_ != saved_.camera())) return;
  unkept_seconds_.reset();
  camera_ = saved_.camera();
  // After a crash, what gave way to something else comes back with the document that still had it.
  const std::size_t left =
      left_behind(bench_.history, bench_.choice(), bench_.character().appearance, shape_).size();
  if (left > std::exchange(left_, left)) bench_.settings.set_document_aside();
  if (saved_.is_empty()) {
    if (std::exchange(kept_this_, false)) bench_.settings.drop_document();
    return;
  }
  const auto text = saved_.text();
  if (!text) return;  // a mesh without a file cannot be opened again
  const std::string own = saved_.path().string();
  bench_.settings.keep_document(
      fmt::format("{}\n{}", own.find('\n') == std::string::npos ? own : std::string(), *text));
  kept_this_ = true;
}

void SessionStore::end() {
  if (kept_this_) unkept_seconds_ = 0.0;
  keep_now();
  bench_.settings.drop_what_is_aside();  // the end was asked for, and what was left with it
}

void SessionStore::discard_shape() {
  shape_.revert();
  unkept_seconds_ = 0.0;
}

void SessionStore::discard_weights() {
  for (const auto& worn : bench_.avatar.worn())
    if (worn->unsaved) remove_kept_copy(*worn);
  unkept_seconds_ = 0.0;
}

}  // namespace mannequin::document
