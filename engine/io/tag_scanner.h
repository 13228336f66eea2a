// The tags of a viewer's appearance dump, in sequence. No XML parser accepts these: old dumps have &
// and " unescaped in names. Private to engine/io.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mannequin::io {

// A start or end tag ("/archetype"): its name, the text up to its '>', and its offset.
struct Tag {
  std::string_view name;
  std::string_view attributes;
  std::size_t offset;

  // The value of an attribute by its name, which follows a space and precedes ="; no view of the text
  // in between.
  std::optional<std::string_view> attribute(std::string_view attribute_name) const;
};

// Skips comments, declarations and text between tags. `text` must outlive it and its tags.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text) {}
  std::optional<Tag> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// An attribute's text with the five XML entities decoded; any other & is kept.
std::string unescape_xml(std::string_view text);

}  // namespace mannequin::io
