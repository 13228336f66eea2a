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

#include "engine/core/parallel.h"
#include "engine/core/result.h"
#include "engine/io/collada/long_lists.h"
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

class Document {
 public:
  // Fails (cannot_read) on anything but well-formed UTF-8 XML with a COLLADA root of a known namespace, and
  // on more elements than any real model. `bytes` must outlive the document.
  static Result<Document> parse(std::span<const std::byte> bytes, const std::string& source);

  // By its namespace.
  bool is_of_version_15() const;
  pugi::xml_node root() const { return root_; }

  // "body.dae:41"; `text` points into that of an element.
  std::string place(pugi::xml_node node) const;
  std::string place(const char* text) const;

  // What a node of text says; empty for other nodes. kReadAhead bytes beyond its end may be read.
  std::string_view text_of(pugi::xml_node node) const;

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

  // For reading long lists. One thread for small documents.
  const Parallel& threads() const { return *threads_; }

 private:
  Document() = default;
  Status read_text(std::span<const std::byte> bytes);
  void leave_out_long_lists();
  Status check_text() const;
  Status parse_xml();
  Status check_root();
  void index_elements();
  std::size_t offset_of(std::size_t offset_in_tree) const;
  std::string place_at(std::size_t offset_in_tree) const;
  std::size_t line_of(std::size_t offset) const;

  // A long list, and where 0 stands for it in the text of the tree.
  struct LeftOut {
    std::size_t offset_in_tree;
    LongList list;
  };

  std::string source_;
  std::unique_ptr<std::string> converted_;  // holds the text if the file was not UTF-8
  std::string_view text_;                   // the whole, as before parsing
  std::unique_ptr<std::string> without_lists_;
  std::vector<LeftOut> left_out_;   // in the order of the text
  std::string_view tree_text_;      // text_, or *without_lists_ if there are long lists
  std::unique_ptr<char[]> buffer_;  // tree_text_, in which the parser works
  std::unique_ptr<Parallel> threads_;
  // Line breaks before each block of text_, as far as they have been asked for.
  mutable std::vector<std::uint32_t> lines_ = {0};
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
