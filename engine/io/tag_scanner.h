// The tags of a viewer's appearance dump, one after the other. No XML reader takes these: old dumps have &
// and " unescaped in names. Private to engine/io.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mannequin::io {

// A start or end tag ("/archetype"): its name, the text up to its '>', and where it begins.
struct Tag {
  std::string_view name;
  std::string_view attributes;
  std::size_t offset;

  // The value of an attribute by its name, which stands after a blank and before ="; no view of what lies
  // between.
  std::optional<std::string_view> attribute(std::string_view attribute_name) const;
};

// Comments, declarations and text between tags are passed over. `text` must outlive it and its tags.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text) {}
  std::optional<Tag> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// An attribute's text without the five entities that writers need; any other & stays as it stands.
std::string unescape_xml(std::string_view text);

}  // namespace mannequin::io
