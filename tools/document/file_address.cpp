#include "tools/document/file_address.h"

#include <fmt/format.h>

#include <charconv>

#include "engine/platform/path.h"

namespace mannequin::document {
namespace {

constexpr std::string_view kFileScheme = "file://";
constexpr bool kHasDrives = std::filesystem::path::preferred_separator != '/';

std::string without_escapes(std::string_view address) {
  std::string made;
  for (std::size_t i = 0; i < address.size(); ++i) {
    int code = 0;
    const auto* const digits = address.data() + i + 1;
    const bool escape = address[i] == '%' && i + 2 < address.size() &&
                        std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2;
    made += escape ? static_cast<char>(code) : address[i];
    if (escape) i += 2;
  }
  return made;
}

}  // namespace

std::string folder_address(const std::filesystem::path& file) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::error_code error;
  std::string folder = std::filesystem::absolute(file, error).parent_path().generic_string();
  std::string address(kFileScheme);
  if (folder.size() > 1 && folder[1] == ':') {  // a drive, before which there is no slash
    address += "/" + folder.substr(0, 2);
    folder.erase(0, 2);
  }
  for (const char byte : folder)
    if (kPlain.find(byte) != std::string_view::npos)
      address += byte;
    else
      address += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  return address;
}

std::optional<std::filesystem::path> path_of_address(std::string_view address) {
  if (!address.starts_with(kFileScheme)) return std::nullopt;
  address.remove_prefix(kFileScheme.size());
  if (address.starts_with("localhost/")) address = address.substr(address.find('/'));
  if (kHasDrives && address.size() > 2 && address[0] == '/' && address[2] == ':') address.remove_prefix(1);
  return path_of_utf8(without_escapes(address));
}

}  // namespace mannequin::document
