#include "tools/document/file_address.h"

#include <fmt/format.h>

#include <string_view>

namespace mannequin::document {

std::string folder_address(const std::filesystem::path& file) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::error_code error;
  std::string address = "file://";
  for (const char byte : std::filesystem::absolute(file, error).parent_path().generic_string())
    if (kPlain.find(byte) != std::string_view::npos)
      address += byte;
    else
      address += fmt::format("%{:02X}", static_cast<unsigned char>(byte));
  return address;
}

}  // namespace mannequin::document
