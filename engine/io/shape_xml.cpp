// A viewer's "appearance to XML", also the old archetype.xml and genepool.xml. Read by a scanner of its own:
// old dumps have & and " unescaped in names, which no XML reader takes.
#include <fmt/format.h>

#include <optional>

#include "engine/io/text_file.h"
#include "engine/io/shape_collector.h"

namespace mannequin::io {
namespace {

constexpr double kRounding = 0.0006;  // the dump has three decimals: half a digit and a little
constexpr std::string_view kBlank = " \t\r\n";

// One start tag: its name, the text up to its '>', and where it begins.
struct Tag {
  std::string_view name;
  std::string_view attributes;
  std::size_t offset;
};

// Walks over start and end tags; comments, declarations and text between tags are passed over.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text) {}

  std::optional<Tag> next() {
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

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// The value of an attribute by its name, which stands after a blank and before ="; no view of what lies
// between.
std::optional<std::string_view> attribute(std::string_view attributes, std::string_view name) {
  for (std::size_t at = 0; (at = attributes.find(name, at)) != std::string_view::npos; at += name.size()) {
    if (at == 0 || kBlank.find(attributes[at - 1]) == std::string_view::npos) continue;
    std::string_view rest = attributes.substr(at + name.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
    if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
    const std::size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos) continue;
    return rest.substr(1, end - 1);
  }
  return std::nullopt;
}

Status read_parameter(const Tag& tag, std::string_view text, const std::string& source, ShapeCollector& out) {
  const auto bad = [&](std::string what) {
    return fail(ErrorCode::bad_data, place(source, text, tag.offset), std::move(what));
  };
  const auto id_text = attribute(tag.attributes, "id");
  const auto value_text = attribute(tag.attributes, "value");
  if (!id_text || !value_text)
    return bad(
        fmt::format("a param has no {}; write <param id=\"33\" value=\"0.5\"/>", id_text ? "value" : "id"));
  const auto id = parse_integer(*id_text);
  if (!id) return bad(fmt::format("a param has the id {}; it must be a whole number", in_quotes(*id_text)));
  const auto weight = parse_number(*value_text);
  if (!weight)
    return bad(fmt::format("param {} has the value {}; it must be one number", *id, in_quotes(*value_text)));
  const auto group = attribute(tag.attributes, "group");
  out.add_recorded(tag.offset, *id, *weight, !group || *group == "0" || *group == "3", kRounding);
  return {};
}

}  // namespace

Result<ShapeFile> read_shape_xml(std::string_view text, const std::string& source,
                                 const Appearance& appearance) {
  TagScanner scanner(text);
  std::optional<Tag> tag = scanner.next();
  if (!tag || tag->name != "linden_genepool")
    return fail(
        ErrorCode::cannot_read, place(source, text, tag ? tag->offset : 0),
        fmt::format(
            "the root element is {}, but a shape begins with <linden_genepool>; save it with a viewer's "
            "\"appearance to XML\"",
            in_quotes(tag ? tag->name : "")));
  ShapeCollector out(text, source, appearance);
  int archetypes = 0, parameters = 0;
  bool closed = false;
  while (!closed && (tag = scanner.next())) {
    if (tag->name == "/linden_genepool") closed = true;
    if (tag->name == "archetype" && ++archetypes == 2)
      out.note(place(source, text, tag->offset), "several_archetypes",
               "the file holds several avatars; the first is taken, save the wanted one alone");
    if (tag->name != "param" || archetypes > 1) continue;
    if (Status status = read_parameter(*tag, text, source, out); !status)
      return tl::make_unexpected(status.error());
    ++parameters;
  }
  if (!closed)
    return fail(ErrorCode::cannot_read, place(source, text, text.size()),
                "the file is cut off: </linden_genepool> is missing; save the shape again");
  if (parameters == 0)
    return fail(ErrorCode::bad_data, source,
                "holds no parameter, so there is no shape in it; save the shape again");
  return std::move(out).finish();
}

}  // namespace mannequin::io
