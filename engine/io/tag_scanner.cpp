#include "engine/io/tag_scanner.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mannequin::io {
namespace {

constexpr std::string_view kBetween = " \t\r\n";

}  // namespace

std::optional<std::string_view> Tag::attribute(std::string_view attribute_name) const {
  for (std::size_t at = 0; (at = attributes.find(attribute_name, at)) != std::string_view::npos;
       at += attribute_name.size()) {
    if (at == 0 || kBetween.find(attributes[at - 1]) == std::string_view::npos) continue;
    std::string_view rest = attributes.substr(at + attribute_name.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(kBetween), rest.size()));
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(kBetween), rest.size()));
    if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
    const std::size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos) continue;
    return rest.substr(1, end - 1);
  }
  return std::nullopt;
}

std::optional<Tag> TagScanner::next() {
  for (;;) {
    const std::size_t open = text_.find('<', at_);
    if (open == std::string_view::npos) return std::nullopt;
    const bool comment = text_.substr(open).starts_with("<!--");
    const std::string_view end = comment ? "-->" : ">";
    const std::size_t close = text_.find(end, open);
    if (close == std::string_view::npos) return std::nullopt;
    at_ = close + end.size();
    if (comment || text_.substr(open).starts_with("<?") || text_.substr(open).starts_with("<!")) continue;
    const std::string_view inside = text_.substr(open + 1, close - open - 1);
    const std::size_t name_end = std::min(inside.find_first_of(" \t\r\n/", 1), inside.size());
    return Tag{inside.substr(0, name_end), inside.substr(name_end), open};
  }
}

std::string unescape_xml(std::string_view text) {
  static constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
  std::string out;
  while (!text.empty()) {
    const auto* entity = std::find_if(std::begin(kEntities), std::end(kEntities),
                                      [&](const auto& e) { return text.starts_with(e.first); });
    const bool found = entity != std::end(kEntities);
    out.push_back(found ? entity->second : text.front());
    text.remove_prefix(found ? entity->first.size() : 1);
  }
  return out;
}

}  // namespace mannequin::io
