#include "engine/io/collada/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <iterator>

#include "engine/io/collada/limits.h"
#include "engine/io/collada/words.h"
#include "engine/io/collada/xml_rules.h"
#include "engine/io/uri.h"

namespace mannequin::io::collada {
namespace {

constexpr std::size_t kLineBlock = 4096;
constexpr std::size_t kMaxNotes = 500;

// Every element that is looked up by id or enumerated.
constexpr std::array<std::string_view, 14> kIndexed = {"geometry",
                                                       "controller",
                                                       "source",
                                                       "vertices",
                                                       "float_array",
                                                       "Name_array",
                                                       "IDREF_array",
                                                       "material",
                                                       "effect",
                                                       "image",
                                                       "visual_scene",
                                                       "node",
                                                       "instance_controller",
                                                       "instance_geometry"};

constexpr std::string_view kNamespace14 = "http://www.collada.org/2005/11/COLLADASchema";
constexpr std::string_view kNamespace15 = "http://www.collada.org/2008/03/COLLADASchema";

// Length of the valid UTF-8 sequence at the start of `text`, 0 if there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) > 0x9F;
  const bool too_high = lead == 0xF4 && byte(1) > 0x8F;
  return overlong || surrogate || too_high ? 0 : length;
}

// Moves `at` to the first character that begins at `end` or later, or to a byte that is not UTF-8: then
// false.
bool skip_utf8(std::string_view text, std::size_t& at, std::size_t end) {
  while (at < end) {
    std::uint64_t eight;
    if (text.size() - at >= sizeof eight) {
      std::memcpy(&eight, text.data() + at, sizeof eight);
      if ((eight & 0x8080808080808080ull) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) return false;
    at += length;
  }
  return true;
}

bool declares_latin1(std::string_view text) {
  std::string head(text.substr(0, std::min<std::size_t>(text.size(), 200)));
  head.resize(std::min(head.size(), head.find("?>")));
  std::transform(head.begin(), head.end(), head.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return head.find("iso-8859-1") != std::string::npos || head.find("windows-1252") != std::string::npos;
}

std::string utf8_from_latin1(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out.push_back(c);
    } else {
      out.push_back(static_cast<char>(0xC0 | byte >> 6));
      out.push_back(static_cast<char>(0x80 | (byte & 0x3F)));
    }
  }
  return out;
}

std::string id_key(std::string_view element, std::string_view id) {
  return std::string(element) + '#' + clean_name(id);
}

}  // namespace

std::string clean_name(std::string_view name) {
  std::string out(name);
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return is_space(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.@#$-").find(c) != std::string_view::npos;
  });
  if (plain) std::replace_if(out.begin(), out.end(), is_space, '_');
  return out;
}

std::string shortened(std::string_view text, std::size_t size) {
  if (text.size() <= size) return std::string(text);
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return std::string(text.substr(0, size)) + "...";
}

Result<Document> Document::parse(std::span<const std::byte> bytes, const std::string& source) {
  Document document;
  document.source_ = source;
  auto checked = document.read_text(bytes).and_then([&] { return document.parse_xml(); }).and_then([&] {
    return document.check_root();
  });
  if (!checked) return error_of(checked);
  document.index_elements();
  return document;
}

Status Document::read_text(std::span<const std::byte> bytes) {
  text_ = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  if (std::all_of(text_.begin(), text_.end(), is_space))
    return fail(ErrorCode::cannot_read, source_, "is empty; export the model again");
  const bool utf16 = text_.substr(0, 2) == "\xFF\xFE" || text_.substr(0, 2) == "\xFE\xFF" ||
                     (text_.size() > 1 && (text_[0] == 0 || text_[1] == 0));
  if (utf16)
    return fail(ErrorCode::cannot_read, source_ + ":1",
                "is not UTF-8 but UTF-16 or UTF-32; save it as UTF-8");
  if (declares_latin1(text_)) {
    converted_ = std::make_unique<std::string>(utf8_from_latin1(text_));
    text_ = *converted_;
  }
  leave_out_long_lists();
  return check_text();
}

void Document::leave_out_long_lists() {
  constexpr std::size_t kWorthThreads = 1 << 20;
  threads_ = std::make_unique<Parallel>(text_.size() < kWorthThreads ? 1 : 0);
  tree_text_ = text_;
  const std::vector<LongList> lists = find_long_lists(*threads_, text_);
  if (lists.empty()) return;
  without_lists_ = std::make_unique<std::string>();
  std::size_t at = 0;
  for (const LongList& list : lists) {
    *without_lists_ += text_.substr(at, list.begin - at);
    left_out_.push_back({without_lists_->size(), list});
    *without_lists_ += '0';
    at = list.end;
  }
  *without_lists_ += text_.substr(at);
  tree_text_ = *without_lists_;
}

// The lists that were left out have been looked at: nothing in them can be at fault here.
Status Document::check_text() const {
  std::size_t characters = 0;
  if (!skip_utf8(tree_text_, characters, tree_text_.size()))
    return fail(
        ErrorCode::cannot_read, place_at(characters),
        fmt::format("byte 0x{:02X} is not UTF-8 text, so the file is damaged or not COLLADA; export it again",
                    static_cast<unsigned char>(tree_text_[characters])));
  if (const std::size_t zero = tree_text_.find('\0'); zero != std::string_view::npos)
    return fail(ErrorCode::cannot_read, place_at(zero),
                "has a zero byte in the text, so the file is damaged; export it again");
  if (const std::size_t marks = count_marks(tree_text_); marks > kMaxMarks)
    return fail(
        ErrorCode::unsupported, source_,
        fmt::format("has {} XML elements and attributes, more than the {} that are read; split the model",
                    marks, kMaxMarks));
  return {};
}

Status Document::parse_xml() {
  tree_ = std::make_unique<pugi::xml_document>();
  buffer_ = std::make_unique_for_overwrite<char[]>(tree_text_.size() + kReadAhead);
  std::memcpy(buffer_.get(), tree_text_.data(), tree_text_.size());
  std::memset(buffer_.get() + tree_text_.size(), 0, kReadAhead);
  // Keeps line ends, so that offsets in the tree's text are offsets in the file.
  const auto result = tree_->load_buffer_inplace(
      buffer_.get(), tree_text_.size(), pugi::parse_escapes | pugi::parse_cdata, pugi::encoding_utf8);
  if (result.status == pugi::status_no_document_element || tree_text_.find('<') == std::string_view::npos)
    return fail(ErrorCode::cannot_read, source_ + ":1",
                "is not XML, so it is not a COLLADA file; choose a .dae");
  if (!result) {
    const auto at =
        std::clamp<std::ptrdiff_t>(result.offset, 0, static_cast<std::ptrdiff_t>(tree_text_.size()));
    return fail(
        ErrorCode::cannot_read, place_at(static_cast<std::size_t>(at)),
        fmt::format("the XML ends or breaks here ({}), so the file is truncated or damaged; export it again",
                    result.description()));
  }
  if (const auto fault = find_xml_fault(tree_text_))
    return fail(
        ErrorCode::cannot_read, place_at(fault->offset),
        fmt::format("{}, so the viewer's XML reader refuses the file; correct it there, or export it again",
                    fault->what));
  root_ = tree_->document_element();
  return {};
}

Status Document::check_root() {
  if (std::string_view(root_.name()) != "COLLADA")
    return fail(
        ErrorCode::cannot_read, place(root_),
        fmt::format("the file starts with <{}>, not <COLLADA>, so it is not a COLLADA file; choose a .dae",
                    root_.name()));
  const std::string_view name_space = root_.attribute("xmlns").value();
  if (!name_space.empty() && name_space != kNamespace14 && name_space != kNamespace15)
    return fail(ErrorCode::cannot_read, place(root_),
                fmt::format("the namespace is '{}', not COLLADA's '{}'; export the model as COLLADA 1.4.1",
                            name_space, kNamespace14));
  return {};
}

bool Document::is_of_version_15() const {
  return std::string_view(root_.attribute("xmlns").value()) == kNamespace15;
}

void Document::index_elements() {
  pugi::xml_node node = root_;
  while (true) {
    const std::string_view name = node.name();
    if (std::find(kIndexed.begin(), kIndexed.end(), name) != kIndexed.end()) {
      by_element_[name].push_back(node);
      if (const auto id = node.attribute("id")) by_id_.try_emplace(id_key(name, id.value()), node);
    }
    // In document order without recursion: the nesting depth is limited only by the file's length.
    if (const auto child = node.first_child()) {
      node = child;
      continue;
    }
    while (node != root_ && !node.next_sibling()) node = node.parent();
    if (node == root_) break;
    node = node.next_sibling();
  }
}

// The same place in the whole text.
std::size_t Document::offset_of(std::size_t offset_in_tree) const {
  const auto after = std::ranges::upper_bound(left_out_, offset_in_tree, {}, &LeftOut::offset_in_tree);
  if (after == left_out_.begin()) return offset_in_tree;
  const LeftOut& before = *std::prev(after);
  return offset_in_tree == before.offset_in_tree
             ? before.list.begin
             : before.list.end + (offset_in_tree - before.offset_in_tree - 1);
}

std::size_t Document::line_of(std::size_t offset) const {
  const auto line_breaks = [&](std::size_t from, std::size_t count) {
    // Most blocks are in the middle of a list on one line.
    const std::size_t first = text_.substr(from, count).find('\n');
    return first == std::string_view::npos
               ? 0u
               : static_cast<std::uint32_t>(count_of(text_.substr(from + first, count - first), '\n'));
  };
  offset = std::min(offset, text_.size());
  const std::size_t block = offset / kLineBlock, from = block * kLineBlock;
  while (lines_.size() <= block)
    lines_.push_back(lines_.back() + line_breaks((lines_.size() - 1) * kLineBlock, kLineBlock));
  return lines_[block] + line_breaks(from, offset - from) + 1;
}

std::string Document::place_at(std::size_t offset_in_tree) const {
  return fmt::format("{}:{}", source_, line_of(offset_of(offset_in_tree)));
}

std::string Document::place(pugi::xml_node node) const {
  const std::ptrdiff_t offset = node.offset_debug();
  return offset < 0 ? source_ : place_at(static_cast<std::size_t>(offset));
}

std::string Document::place(const char* text) const {
  const std::less_equal<const char*> in_order;
  if (in_order(text_.data(), text) && in_order(text, text_.data() + text_.size()))
    return fmt::format("{}:{}", source_, line_of(static_cast<std::size_t>(text - text_.data())));
  return place_at(static_cast<std::size_t>(text - buffer_.get()));
}

std::string_view Document::text_of(pugi::xml_node node) const {
  if (node.type() != pugi::node_pcdata && node.type() != pugi::node_cdata) return {};
  const std::string_view text = node.value();
  const auto known = std::ranges::lower_bound(
      left_out_, static_cast<std::size_t>(text.data() - buffer_.get()), {}, &LeftOut::offset_in_tree);
  if (known == left_out_.end() || buffer_.get() + known->offset_in_tree != text.data()) return text;
  return text_.substr(known->list.begin, known->list.end - known->list.begin);
}

pugi::xml_node Document::find(std::string_view element, std::string_view id) const {
  const auto found = by_id_.find(id_key(element, id));
  return found == by_id_.end() ? pugi::xml_node() : found->second;
}

Result<pugi::xml_node> Document::resolve(pugi::xml_node from, const char* attribute,
                                         std::initializer_list<std::string_view> elements) const {
  std::string_view url = *attribute == 0 ? from.child_value() : from.attribute(attribute).value();
  while (!url.empty() && is_space(url.front())) url.remove_prefix(1);
  while (!url.empty() && is_space(url.back())) url.remove_suffix(1);
  if (url.empty())
    return bad(from, fmt::format("<{}> has no reference ('{}' is missing); export the model again",
                                 from.name(), *attribute == 0 ? "text" : attribute));
  const std::size_t hash = url.find('#');
  if (hash != std::string_view::npos && hash > 0)
    return fail(
        ErrorCode::unsupported, place(from),
        fmt::format("'{}' is in another file, which is not read; export everything into one file", url));
  const std::string_view id = hash == 0 ? url.substr(1) : url;
  for (const std::string_view element : elements)
    if (const auto found = find(element, id)) return found;
  for (const std::string_view element : elements)
    if (const auto found = find(element, percent_decode(id))) return found;
  return bad(from,
             fmt::format("<{}> refers to '{}', but the file has no <{}> of that id; export the model again",
                         from.name(), url, fmt::join(elements, "> or <")));
}

std::span<const pugi::xml_node> Document::all(std::string_view element) const {
  const auto found = by_element_.find(element);
  if (found == by_element_.end()) return {};
  return found->second;
}

tl::unexpected<Error> Document::bad(pugi::xml_node node, std::string what) const {
  return fail(ErrorCode::bad_data, place(node), std::move(what));
}

void NoteCollector::add(Severity severity, std::string code, pugi::xml_node node, const std::string& mesh,
                        std::string what) {
  // Further notes would not be read, and a hostile file could cause millions.
  if (notes_.size() >= kMaxNotes) return;
  std::string where = document_.place(node);
  if (!mesh.empty()) where += fmt::format(", mesh '{}'", mesh);
  notes_.push_back({severity, std::move(code), std::move(where), std::move(what)});
}

}  // namespace mannequin::io::collada
