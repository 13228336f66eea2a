#include "tools/mannequin/html_page.h"

#include <fmt/format.h>

#include "engine/io/xml_text.h"

namespace mannequin::program {
namespace {

constexpr const char* kPageStyle =
    "body{font:16px/1.5 system-ui,sans-serif;color:#16181d;background:#fff;max-width:72rem;margin:2rem "
    "auto;padding:0 1rem}"
    "h1{font-size:1.7rem}h2{margin-top:2.2rem;border-bottom:1px solid #ccc}"
    "table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem;border-bottom:1px solid "
    "#ddd;text-align:left;vertical-align:top}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "figure{display:inline-block;margin:.4rem;text-align:center;vertical-align:top}figure img{border:1px "
    "solid "
    "#ddd;max-width:100%}figcaption{font-size:.9rem;max-width:22rem;margin:auto}"
    ".verdict{font-size:1.25rem;padding:.8rem 1rem;border-left:.5rem solid #444;background:#f3f3f4}"
    ".bad{border-color:#b3140f}.good{border-color:#1b6e3c}.small{font-size:.9rem;color:#444}";

}  // namespace

std::string base64_text(std::span<const std::byte> bytes) {
  constexpr const char* kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - i);
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (k < have ? std::to_integer<unsigned>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= have ? kDigits[word >> (18 - 6 * k) & 63u] : '=';
  }
  return out;
}

std::string html_page(const std::string& title, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</"
      "h1>\n{2}"
      "</body>\n</html>\n",
      io::xml_text(title), kPageStyle, body);
}

Result<std::string> html_figure(const FigurePicture& picture, const std::string& caption) {
  const Result<io::Bytes> bytes = picture.png();
  if (!bytes) return error_of(bytes);
  return fmt::format(
      "<figure><img width=\"{}\" height=\"{}\" alt=\"{}\" "
      "src=\"data:image/png;base64,{}\"><figcaption>{}</figcaption></figure>\n",
      picture.width(), picture.height(), io::xml_text(caption), base64_text(*bytes), io::xml_text(caption));
}

}  // namespace mannequin::program
