#include "engine/platform/replacement.h"

#include <fmt/format.h>
#include <fmt/xchar.h>

#include <algorithm>
#include <cstdint>

#include "engine/platform/windows/handle.h"

namespace mannequin {
namespace {

namespace fs = std::filesystem;

std::uint64_t hash_of(std::wstring_view text) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const wchar_t letter : text) hash = (hash ^ letter) * 1099511628211u;
  return hash;
}

// One writer of a file at a time, among the programs of a session; the system takes it from the dead.
class OnlyWriter {
 public:
  explicit OnlyWriter(const fs::path& target) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(target, error);
    std::wstring name = (error ? target : whole).native();
    CharLowerBuffW(name.data(), static_cast<DWORD>(name.size()));
    mutex_ = CreateMutexW(nullptr, FALSE, fmt::format(L"Local\\mannequin-{:016x}", hash_of(name)).c_str());
    if (mutex_ != nullptr) WaitForSingleObject(mutex_, INFINITE);
  }
  OnlyWriter(const OnlyWriter&) = delete;
  OnlyWriter& operator=(const OnlyWriter&) = delete;
  ~OnlyWriter() {
    if (mutex_ == nullptr) return;
    ReleaseMutex(mutex_);
    CloseHandle(mutex_);
  }

 private:
  HANDLE mutex_;
};

// False: see GetLastError().
bool write_all(const Handle& to, std::span<const std::byte> bytes) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 30;
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto piece = bytes.first(std::min(bytes.size(), kAtOnce));
    if (!WriteFile(*to, piece.data(), static_cast<DWORD>(piece.size()), &written, nullptr)) return false;
    bytes = bytes.subspan(written);
  }
  return true;
}

// Somebody may look at the old file for a moment: a scanner, an index.
bool move_over(const std::wstring& from, const std::wstring& to) {
  constexpr int kTries = 20;
  constexpr DWORD kPause = 25;  // ms
  for (int tries = 1;; ++tries) {
    if (MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
      return true;
    const DWORD error = GetLastError();
    if (tries == kTries || (error != ERROR_ACCESS_DENIED && error != ERROR_SHARING_VIOLATION)) return false;
    Sleep(kPause);
  }
}

}  // namespace

WriteFault replace_file(const fs::path& target, std::span<const std::byte> bytes) {
  const OnlyWriter only(target);
  const std::wstring name = system_name(target);
  const DWORD there = GetFileAttributesW(name.c_str());
  const bool replaces = there != INVALID_FILE_ATTRIBUTES;
  if (replaces && (there & FILE_ATTRIBUTE_READONLY) != 0)
    return "is write-protected; change that, or choose another name";
  // Short, whatever the target's name, and nobody else's: what is found under it was left by the dead.
  const std::wstring temporary = system_name(
      target.parent_path() / fmt::format(L".mannequin-{:016x}.part", hash_of(target.filename().native())));
  DeleteFileW(temporary.c_str());
  constexpr DWORD kKept = FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED;
  Handle file(CreateFileW(temporary.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                          FILE_ATTRIBUTE_NORMAL | (replaces ? there & kKept : 0), nullptr));
  if (!file) return fmt::format("cannot be written: {}; choose another folder", last_error_text());
  const auto give_up = [&](const char* what) {
    const std::string why = last_error_text();
    file.close();
    DeleteFileW(temporary.c_str());
    return fmt::format("{}: {}; {}", what, why,
                       replaces ? "the existing file is unchanged" : "there is no file now");
  };
  if (!write_all(file, bytes) || !FlushFileBuffers(*file)) return give_up("cannot be written completely");
  file.close();
  if (!move_over(temporary, name)) return give_up("cannot be replaced");
  return {};
}

WriteFault write_into(const fs::path& target, std::span<const std::byte> bytes) {
  const Handle file(CreateFileW(system_name(target).c_str(), GENERIC_WRITE,
                                FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr, OPEN_EXISTING,
                                FILE_ATTRIBUTE_NORMAL, nullptr));
  if (!file || !write_all(file, bytes)) return fmt::format("cannot be written: {}", last_error_text());
  return {};
}

}  // namespace mannequin
