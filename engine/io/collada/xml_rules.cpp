#include "engine/io/collada/xml_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/core/lower_case.h"

namespace mannequin::io::collada {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::size_t kShownName = 40;  // bytes of a name in a message
constexpr std::size_t kDeepest = 256;   // elements in one another; a limit of libxml2

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool continues_name(char c) { return starts_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

bool is_character(unsigned long code) {
  return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code <= 0xD7FF) ||
         (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

// Whether eight bytes are neither control characters (and so no line ends) nor 0xEF.
bool all_usual(const char* bytes) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  std::uint64_t eight = 0;
  std::memcpy(&eight, bytes, sizeof eight);
  const auto below = [](std::uint64_t each, std::uint64_t limit) {
    return (each - kEach * limit) & ~each & (kEach * 0x80);
  };
  return (below(eight, 0x20) | below(eight ^ (kEach * 0xEF), 1)) == 0;
}

// Of text that is UTF-8, or in eight bits; libxml2 and iconv know these by many names.
bool is_known_encoding(std::string_view name) {
  std::string plain;
  for (const char c : name) plain += c == '_' ? '-' : lower_case(c);
  static constexpr std::array kKnown = {"utf-8",   "utf8",     "utf-7", "ascii", "us-ascii", "iso-8859",
                                        "iso8859", "iso-2022", "latin", "cp",    "windows-", "shift-jis",
                                        "sjis",    "koi8",     "euc",   "big5",  "gb",       "mac"};
  return std::ranges::any_of(kKnown, [&](std::string_view known) { return plain.starts_with(known); });
}

class XmlScan {
 public:
  explicit XmlScan(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = start_ = 3;
  }

  std::optional<XmlFault> run() {
    characters();
    while (!fault_ && at_ < text_.size()) {
      if (text_[at_] == '<')
        markup();
      else
        content();
    }
    return fault_;
  }

 private:
  void fail(std::size_t offset, std::string what) {
    if (!fault_ || offset < fault_->offset) fault_ = XmlFault{offset, std::move(what)};
  }
  bool next_is(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  std::string_view name_at(std::size_t begin) const {
    std::size_t end = begin;
    if (end < text_.size() && starts_name(text_[end]))
      while (end < text_.size() && continues_name(text_[end])) ++end;
    return text_.substr(begin, end - begin);
  }

  // Control characters, and U+FFFE and U+FFFF.
  void characters() {
    for (std::size_t i = start_; i < text_.size(); ++i) {
      while (i + 8 <= text_.size() && all_usual(text_.data() + i)) i += 8;
      if (i == text_.size()) return;
      const auto byte = static_cast<unsigned char>(text_[i]);
      if (byte >= 0x20 && byte != 0xEF) continue;
      const bool noncharacter = byte == 0xEF && i + 2 < text_.size() && text_[i + 1] == '\xBF' &&
                                (text_[i + 2] == '\xBE' || text_[i + 2] == '\xBF');
      if (noncharacter || (byte < 0x20 && !is_blank(text_[i])))
        return fail(i, fmt::format("the character 0x{:02X} is not allowed in XML", byte));
    }
  }

  void content() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view piece = text_.substr(at_, end - at_);
    if (depth_ == 0) {
      const auto other = std::find_if_not(piece.begin(), piece.end(), is_blank);
      if (other != piece.end())
        return fail(at_ + static_cast<std::size_t>(other - piece.begin()),
                    "there is text outside the root element");
    } else {
      if (const std::size_t mark = piece.find("]]>"); mark != kNowhere)
        fail(at_ + mark, "']]>' is not allowed in text");
      references(at_, end);
    }
    at_ = end;
  }

  void references(std::size_t begin, std::size_t end) {
    // Not of the whole text: without any '&', every value would be searched to the end of the file.
    const std::string_view piece = text_.substr(begin, end - begin);
    for (std::size_t i = piece.find('&'); i != kNowhere; i = piece.find('&', i + 1))
      reference(begin + i, end);
  }

  void reference(std::size_t at, std::size_t end) {
    if (at + 1 < end && text_[at + 1] == '#') return numeric_reference(at, end);
    const std::string_view name = name_at(at + 1);
    const std::size_t after = at + 1 + name.size();
    if (name.empty() || after >= end || text_[after] != ';')
      return fail(at, "'&' does not begin an entity; it must be written as '&amp;'");
    for (const std::string_view known : {"amp", "lt", "gt", "quot", "apos"})
      if (name == known) return;
    if (external_ || entities_.contains(name)) return;
    fail(at, fmt::format("the entity '&{};' is not defined", name.substr(0, kShownName)));
  }

  void numeric_reference(std::size_t at, std::size_t end) {
    std::size_t i = at + 2;
    const bool hex = i < end && text_[i] == 'x';
    if (hex) ++i;
    const std::size_t digits = i;
    unsigned long code = 0;
    for (; i < end && code <= 0x10FFFF; ++i) {
      const char c = text_[i];
      const int digit = c >= '0' && c <= '9'          ? c - '0'
                        : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : hex && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                      : -1;
      if (digit < 0) break;
      code = code * (hex ? 16 : 10) + static_cast<unsigned long>(digit);
    }
    if (i == digits || i >= end || text_[i] != ';' || !is_character(code))
      fail(at, "a reference by number does not name a character of XML");
  }

  void markup() {
    if (next_is("<!--")) return comment();
    if (next_is("<![CDATA[")) return cdata();
    if (next_is("<!DOCTYPE")) return doctype();
    if (next_is("<?")) return instruction();
    if (next_is("</")) {
      depth_ -= depth_ > 0;
      at_ = after(">", at_);
      return;
    }
    start_tag();
  }

  // The offset after `what`, which pugixml has matched there.
  std::size_t after(std::string_view what, std::size_t from) const {
    const std::size_t found = text_.find(what, from);
    return found == kNowhere ? text_.size() : found + what.size();
  }

  void comment() {
    const std::size_t dashes = text_.find("--", at_ + 4);
    if (dashes != kNowhere && text_.substr(dashes, 3) != "-->")
      return fail(dashes, "'--' is not allowed in a comment");
    at_ = after("-->", at_ + 4);
  }

  void cdata() {
    if (depth_ == 0) return fail(at_, "there is text outside the root element");
    at_ = after("]]>", at_);
  }

  void instruction() {
    const std::string_view target = name_at(at_ + 2);
    if (target.empty()) return fail(at_, "'<?' is not followed by a name");
    const bool declaration =
        target.size() == 3 && (target[0] | 32) == 'x' && (target[1] | 32) == 'm' && (target[2] | 32) == 'l';
    if (declaration && at_ != start_) return fail(at_, "the XML declaration is not at the start of the file");
    const std::size_t end = after("?>", at_);
    if (declaration) check_declaration(text_.substr(at_, end - at_));
    at_ = end;
  }

  void check_declaration(std::string_view declaration) {
    if (const auto version = declared(declaration, "version"); version && !version->starts_with("1."))
      return fail(at_, fmt::format("the text is XML {}, not 1.0", version->substr(0, kShownName)));
    if (const auto name = declared(declaration, "encoding"); name && !is_known_encoding(*name))
      fail(at_,
           fmt::format("the text is not in the encoding '{}' that it declares", name->substr(0, kShownName)));
  }

  // The value of a part of the XML declaration.
  static std::optional<std::string_view> declared(std::string_view declaration, std::string_view part) {
    const std::size_t found = declaration.find(part);
    const std::size_t open = found == kNowhere ? found : declaration.find_first_of("'\"", found);
    if (open == kNowhere) return std::nullopt;
    const std::size_t close = declaration.find(declaration[open], open + 1);
    return declaration.substr(open + 1, close == kNowhere ? close : close - open - 1);
  }

  // Collects the entities that it declares.
  void doctype() {
    if (seen_root_) return fail(at_, "the document type is declared after the root element");
    std::size_t end = at_;
    int brackets = 0;
    char quote = 0;
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      if (quote != 0) {
        if (c == quote) quote = 0;
        continue;
      }
      if (c == '"' || c == '\'') quote = c;
      brackets += c == '[';
      brackets -= c == ']';
      if (c == '>' && brackets <= 0) break;
    }
    const std::string_view all = text_.substr(at_, end - at_);
    const std::string_view head = all.substr(0, all.find('['));
    external_ |= head.find("SYSTEM") != kNowhere || head.find("PUBLIC") != kNowhere;
    constexpr std::string_view kEntity = "<!ENTITY";
    for (std::size_t i = all.find(kEntity); i != kNowhere; i = all.find(kEntity, i + 1)) {
      std::size_t name = i + kEntity.size();
      while (name < all.size() && is_blank(all[name])) ++name;
      entities_.insert(name_at(at_ + name));
    }
    at_ = std::min(end + 1, text_.size());
  }

  void start_tag() {
    const std::size_t begin = at_;
    if (depth_ == 0 && seen_root_) return fail(begin, "there is a second root element");
    const std::string_view name = name_at(at_ + 1);
    if (name.empty()) return fail(begin, "'<' does not begin a tag; it must be written as '&lt;'");
    at_ += 1 + name.size();
    seen_root_ = true;
    std::vector<std::string_view>& seen = attributes_;
    seen.clear();
    while (at_ < text_.size()) {
      const std::size_t blanks = at_;
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      if (next_is("/>")) {
        at_ += 2;
        return unique(seen);
      }
      if (next_is(">")) {
        ++at_;
        if (++depth_ > kDeepest)
          return fail(begin, fmt::format("elements are nested more than {} deep", kDeepest));
        return unique(seen);
      }
      if (at_ == blanks)
        return fail(
            at_, fmt::format("the tag <{}> has no blank between two attributes", name.substr(0, kShownName)));
      if (!attribute(seen)) return;
    }
  }

  bool attribute(std::vector<std::string_view>& seen) {
    const std::string_view name = name_at(at_);
    if (name.empty())
      return fail(at_, "the name of an attribute begins with a character that XML forbids"), false;
    seen.push_back(name);
    at_ += name.size();
    const auto blanks = [&] {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    };
    blanks();
    if (!next_is("="))
      return fail(at_, fmt::format("the attribute '{}' has no value", name.substr(0, kShownName))), false;
    ++at_;
    blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const std::size_t begin = at_ + 1,
                      end = quote == '"' || quote == '\'' ? text_.find(quote, begin) : kNowhere;
    if (end == kNowhere)
      return fail(at_, fmt::format("the value of '{}' is not in quotes", name.substr(0, kShownName))), false;
    if (const std::size_t less = text_.substr(begin, end - begin).find('<'); less != kNowhere)
      return fail(begin + less, fmt::format("the value of '{}' contains '<', which must be written as '&lt;'",
                                            name.substr(0, kShownName))),
             false;
    references(begin, end);
    at_ = end + 1;
    return !fault_;
  }

  void unique(std::vector<std::string_view>& names) {
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end())
      fail(static_cast<std::size_t>(twice->data() - text_.data()),
           fmt::format("the attribute '{}' is given twice in one tag", twice->substr(0, kShownName)));
  }

  std::string_view text_;
  std::size_t at_ = 0, start_ = 0, depth_ = 0;
  bool seen_root_ = false;
  bool external_ = false;  // a document type elsewhere may define entities
  std::unordered_set<std::string_view> entities_;
  std::vector<std::string_view> attributes_;
  std::optional<XmlFault> fault_;
};

}  // namespace

std::optional<XmlFault> find_xml_fault(std::string_view text) { return XmlScan(text).run(); }

}  // namespace mannequin::io::collada
