#include "tools/document/file_address.h"

#include <fmt/format.h>

#include <string_view>

namespace mannequin::document {

std::string folder_address(const std::filesystem::path& file) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::error_code error;
  std::string folder = std::filesystem::absolute(file, error).parent_path().generic_string();
  std::string address = "file://";
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

}  // namespace mannequin::document
