// A COLLADA document: its XML tree, its ids, and the lines that errors and notes name.
#pragma once

#include <initializer_list>
#include <memory>
#include <pugixml.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/note.h"

namespace mannequin::io::collada {

// The separators of XML lists and names, including others that strtod skips.
inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// A name as in the viewer: spaces become underscores, unless it has a character that ids never
// have.
std::string clean_name(std::string_view name);

// Names of any length are valid; real ones are shorter than this.
inline constexpr std::size_t kMaxNameBytes = 250;

// At most about this many bytes, cut between characters.
std::string shortened(std::string_view text, std::size_t size);

// So many bytes beyond the end of an element's text may be read.
inline constexpr std::size_t kReadAhead = 8;

class Document {
 public:
  // Fails (cannot_read) on anything but well-formed UTF-8 XML with a COLLADA root of a known namespace, and
  // on more elements than any real model. `bytes` must outlive the document.
  static Result<Document> parse(std::span<const std::byte> bytes, const std::string& source);

  // By its namespace.
  bool is_of_version_15() const;
  pugi::xml_node root() const { return root_; }

  // "body.dae:41"; `text` points into the document's text.
  std::string place(pugi::xml_node node) const;
  std::string place(const char* text) const;

  // The element of that kind with that id; empty if there is none.
  pugi::xml_node find(std::string_view element, std::string_view id) const;

  // The target of an attribute (or, for an empty name, the text) of `from`: the first of `elements` with
  // the id. Fails (bad_data) if the attribute is missing, points to another file, or to nothing.
  Result<pugi::xml_node> resolve(pugi::xml_node from, const char* attribute,
                                 std::initializer_list<std::string_view> elements) const;

  // All elements of that kind in file order.
  std::span<const pugi::xml_node> all(std::string_view element) const;

  tl::unexpected<Error> bad(pugi::xml_node node, std::string what) const;
  std::size_t size() const { return text_.size(); }

 private:
  Document() = default;
  Status read_text(std::span<const std::byte> bytes);
  Status parse_xml();
  Status check_root();
  void index_elements();
  std::size_t line_of(std::size_t offset) const;

  std::string source_;
  std::unique_ptr<std::string> converted_;  // holds the text if the file was not UTF-8
  std::string_view text_;                   // as before parsing
  std::vector<std::uint32_t> lines_;        // line breaks before each block of text_
  std::unique_ptr<char[]> buffer_;          // the parser works in place
  std::unique_ptr<pugi::xml_document> tree_;
  pugi::xml_node root_;
  std::unordered_map<std::string, pugi::xml_node> by_id_;  // "element#id"
  std::unordered_map<std::string_view, std::vector<pugi::xml_node>> by_element_;
};

// Collects the notes about one document.
class NoteCollector {
 public:
  explicit NoteCollector(const Document& document) : document_(document) {}

  void add(Severity severity, std::string code, pugi::xml_node node, const std::string& mesh,
           std::string what);
  Notes take() { return std::move(notes_); }

 private:
  const Document& document_;
  Notes notes_;
};

}  // namespace mannequin::io::collada
