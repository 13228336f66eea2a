// The names of files as programs have them, without <filesystem>, which takes longer to compile than most of
// mannequin.h.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace mannequin::io {

// Literals, std::string, std::string_view, and the same of char8_t.
template <typename T>
concept Utf8Text =
    std::is_convertible_v<const T&, std::string_view> || std::is_convertible_v<const T&, std::u8string_view>;

// std::filesystem::path, and what holds one: std::filesystem::directory_entry.
template <typename T>
concept SystemPath = requires(const T& path) {
  path.native().c_str();
};
template <typename T>
concept SystemEntry = requires(const T& entry) {
  entry.path().native().c_str();
};

// The path of a file or a folder; by default empty. Made from what programs pass, which need not name it.
class FilePath {
 public:
  // As the system stores paths, and std::filesystem::path does.
#ifdef _WIN32
  using Native = std::wstring;
#else
  using Native = std::string;
#endif

  FilePath() = default;
  FilePath(std::nullptr_t) = delete;
  // Text is UTF-8 on every system.
  template <Utf8Text Text>
  FilePath(const Text& text) : native_(from_utf8(text)) {}
  template <SystemPath Path>
  FilePath(const Path& path) : native_(path.native()) {}
  template <SystemEntry Entry>
  FilePath(const Entry& entry) : native_(entry.path().native()) {}
#ifdef _WIN32
  FilePath(const wchar_t* text) : native_(text) {}
  FilePath(const std::wstring& text) : native_(text) {}
#endif

  const Native& native() const { return native_; }  // as the system stores it

 private:
  static Native from_utf8(std::string_view text);
  static Native from_utf8(std::u8string_view text);

  Native native_;
};

}  // namespace mannequin::io
