// A viewer's "appearance to XML", also the old archetype.xml and genepool.xml.
#include <fmt/format.h>

#include <optional>

#include "engine/io/shape_collector.h"
#include "engine/io/tag_scanner.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr double kDumpRounding = 0.0006;  // the dump has three decimals: half a digit plus a margin

Status read_parameter(const Tag& tag, std::string_view text, const std::string& source, ShapeCollector& out) {
  const auto bad = [&](std::string what) {
    return fail(ErrorCode::bad_data, place(source, text, tag.offset), std::move(what));
  };
  const auto id_text = tag.attribute("id");
  const auto value_text = tag.attribute("value");
  if (!id_text || !value_text)
    return bad(
        fmt::format("a param has no {}; write <param id=\"33\" value=\"0.5\"/>", id_text ? "value" : "id"));
  const auto id = parse_integer(*id_text);
  if (!id) return bad(fmt::format("a param has the id {}; it must be a whole number", in_quotes(*id_text)));
  const auto weight = parse_number(*value_text);
  if (!weight)
    return bad(fmt::format("param {} has the value {}; it must be one number", *id, in_quotes(*value_text)));
  const auto group = tag.attribute("group");
  out.add_recorded(tag.offset, *id, *weight, !group || *group == "0" || *group == "3", kDumpRounding);
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
  out.describe(ShapeFormat::archetype, {});
  int archetypes = 0, parameters = 0;
  bool closed = false;
  while (!closed && (tag = scanner.next())) {
    if (tag->name == "/linden_genepool") closed = true;
    if (tag->name == "archetype" && ++archetypes == 1)
      out.describe(ShapeFormat::archetype, unescape_xml(tag->attribute("name").value_or("")));
    else if (tag->name == "archetype" && archetypes == 2)
      out.note(place(source, text, tag->offset), "several_archetypes",
               "the file contains several avatars; the first one is used, save the one you want separately");
    if (tag->name != "param" || archetypes > 1) continue;
    if (Status status = read_parameter(*tag, text, source, out); !status) return error_of(status);
    ++parameters;
  }
  if (!closed)
    return fail(ErrorCode::cannot_read, place(source, text, text.size()),
                "the file is truncated: </linden_genepool> is missing; save the shape again");
  if (parameters == 0)
    return fail(ErrorCode::bad_data, source,
                "contains no parameter, so it is not a shape; save the shape again");
  return std::move(out).finish();
}

}  // namespace mannequin::io
