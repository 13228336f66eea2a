#include "tools/document/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "engine/io/file.h"
#include "engine/io/regular_file.h"
#include "engine/platform/path.h"

namespace mannequin::document {
namespace {

constexpr const char* kRecent = "recent_files.txt";
constexpr const char* kPreferences = "preferences.json";
constexpr const char* kCharacter = "character_folder.txt";
// A document has some 20 KB, and paths are short: anything larger is not ours.
constexpr std::uintmax_t kMostBytes = 1 << 20;

std::string read_small(const std::filesystem::path& path) {
  std::error_code error;
  if (const auto size = std::filesystem::file_size(path, error); error || size > kMostBytes) return {};
  const auto bytes = io::read_regular_file(path);
  return bytes ? std::string(io::as_text(*bytes)) : std::string();
}

std::filesystem::path document_name(std::size_t index) {
  return path_of_utf8(index == 0 ? "last_document.txt" : fmt::format("last_document_{}.txt", index + 1));
}

}  // namespace

Settings::Settings(std::filesystem::path folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::istringstream lines(read_small(folder_ / kRecent));
  for (std::string line; std::getline(lines, line) && recent_.size() < kMostRecent;)
    if (!line.empty()) recent_.push_back(path_of_utf8(line));
  character_ = path_of_utf8(read_small(folder_ / kCharacter));
  for (std::size_t i = 0; i < kMostDocuments; ++i)
    if (std::string text = read_small(folder_ / document_name(i)); !text.empty())
      earlier_.push_back(std::move(text));
}

bool Settings::make_folder() const {
  std::error_code error;
  if (folder_.empty()) return false;
  std::filesystem::create_directories(folder_, error);
  return !error;
}

std::filesystem::path Settings::folder_for_samples() const {
  std::error_code error;
  return make_folder() ? folder_ : std::filesystem::temp_directory_path(error);
}

void Settings::opened(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
  // One line each: names with line breaks are not stored.
  if (error || whole.string().find('\n') != std::string::npos) return;
  std::erase(recent_, whole);
  recent_.insert(recent_.begin(), whole);
  if (recent_.size() > kMostRecent) recent_.resize(kMostRecent);
  std::string text;
  for (const auto& each : recent_) text += each.string() + '\n';
  if (make_folder()) (void)io::write_file(folder_ / kRecent, std::string_view(text));
}

std::filesystem::path Settings::last_folder() const {
  return recent_.empty() ? std::filesystem::path(".") : recent_.front().parent_path();
}

std::string Settings::preferences() const {
  return folder_.empty() ? "" : read_small(folder_ / kPreferences);
}

void Settings::keep_preferences(const std::string& text) {
  if (make_folder()) (void)io::write_file(folder_ / kPreferences, std::string_view(text));
}

void Settings::keep_character_folder(const std::filesystem::path& folder) {
  character_ = folder;
  std::error_code error;
  if (folder.empty() && !folder_.empty())
    std::filesystem::remove(folder_ / kCharacter, error);
  else if (make_folder())
    (void)io::write_file(folder_ / kCharacter, std::string_view(folder.string()));
}

std::string Settings::take_earlier_document() {
  std::string text = std::move(earlier_.front());
  earlier_.erase(earlier_.begin());
  return text;
}

void Settings::keep_document(const std::string& text) {
  present_ = text;
  write_documents();
}

void Settings::set_document_aside() {
  if (!present_.empty()) aside_.insert(aside_.begin(), std::move(present_));
  if (aside_.size() > kMostAside) aside_.pop_back();
  present_.clear();
}

void Settings::drop_what_is_aside() {
  if (aside_.empty()) return;
  aside_.clear();
  write_documents();
}

void Settings::drop_document() {
  present_.clear();
  write_documents();
}

// From the oldest on: whenever the program ends, each document is in one file at least.
void Settings::write_documents() const {
  if (!make_folder()) return;
  std::vector<const std::string*> all;
  if (!present_.empty()) all.push_back(&present_);
  for (const std::vector<std::string>* more : {&aside_, &earlier_})
    for (const std::string& text : *more) all.push_back(&text);
  for (std::size_t i = kMostDocuments; i-- > 0;) {
    const std::filesystem::path path = folder_ / document_name(i);
    std::error_code error;
    if (i < all.size())
      (void)io::write_file(path, std::string_view(*all[i]));
    else
      std::filesystem::remove(path, error);
  }
}

}  // namespace mannequin::document
