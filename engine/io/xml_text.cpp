#include "engine/io/xml_text.h"

#include <nlohmann/json.hpp>

namespace mannequin::io {

std::string xml_text(std::string_view text) {
  // The JSON library replaces invalid UTF-8.
  const nlohmann::json valid = nlohmann::json::parse(
      nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  std::string out;
  for (const char c : valid.get<std::string>()) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  return out;
}

}  // namespace mannequin::io
