// Windows' own way to files: UTF-16, longer than 260 letters, and errors as the C library's numbers.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

namespace mannequin {

// What the system calls a path of any length.
std::wstring system_name(const std::filesystem::path& path);

// The last error as errno.
void set_errno();

// What it means, in English.
std::string last_error_text();

// A handle of a file, which closes itself.
class Handle {
 public:
  explicit Handle(HANDLE handle = INVALID_HANDLE_VALUE) : handle_(handle) {}
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, INVALID_HANDLE_VALUE)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Handle() { close(); }

  explicit operator bool() const { return handle_ != INVALID_HANDLE_VALUE; }
  HANDLE operator*() const { return handle_; }
  HANDLE release() { return std::exchange(handle_, INVALID_HANDLE_VALUE); }
  void close() {
    if (handle_ != INVALID_HANDLE_VALUE) CloseHandle(release());
  }

 private:
  HANDLE handle_;
};

// Null: see GetLastError().
Handle open_handle_to_read(const std::filesystem::path& path);

}  // namespace mannequin
