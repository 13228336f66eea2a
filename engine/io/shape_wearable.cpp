// The text of an LLWearable asset, as viewers cache and Avastar writes it.
#include <fmt/format.h>

#include <optional>

#include "engine/io/shape_collector.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr int kMaxParameters = 1000;
constexpr int kMaxTextures = 100;
constexpr int kNewestVersion = 22;
constexpr int kOddVersion = 24;  // follows 22, read the same way
constexpr double kWearableRounding = 0.006;

struct Line {
  std::string_view text;
  std::size_t offset;
};

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  std::optional<Line> next() {
    if (at_ >= text_.size()) return std::nullopt;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    Line line{text_.substr(at_, end - at_), at_};
    at_ = end + 1;
    if (line.text.ends_with('\r')) line.text.remove_suffix(1);
    return line;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_blank(const Line& line) { return line.text.find_first_not_of(" \t") == std::string_view::npos; }

// "type 0" -> "0" for the word "type"; nullopt for any other line.
std::optional<std::string_view> after(const Line& line, std::string_view word) {
  std::string_view text = line.text;
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  if (!text.starts_with(word)) return std::nullopt;
  text.remove_prefix(word.size());
  if (text.empty() || (text[0] != ' ' && text[0] != '\t')) return std::nullopt;
  return text.substr(1);
}

}  // namespace

Result<ShapeFile> read_shape_wearable(std::string_view text, const std::string& source,
                                      const Appearance& appearance) {
  const auto bad = [&](const Line& line, std::string what, ErrorCode code = ErrorCode::bad_data) {
    return fail(code, place(source, text, line.offset), std::move(what));
  };
  const Line end{"", text.size()};
  Lines lines(text);
  Line first = *lines.next();
  while (is_blank(first)) first = lines.next().value_or(Line{"LLWearable", text.size()});
  const auto version_text = after(first, "LLWearable version");
  const auto version = version_text ? parse_integer(*version_text) : std::nullopt;
  if (!version)
    return bad(first, "begins with LLWearable, but no \"version 22\" follows; save the asset again");
  if (*version > kNewestVersion && *version != kOddVersion)
    return bad(
        first,
        fmt::format("is of version {}, but only versions up to {} are supported; save it with another viewer",
                    *version, kNewestVersion),
        ErrorCode::unsupported);
  // Name and description may contain anything, even text like a header.
  const std::string_view name = lines.next().value_or(end).text;
  lines.next();

  ShapeCollector out(text, source, appearance);
  out.describe(ShapeFormat::wearable, std::string(name));
  std::optional<Line> line;
  std::optional<std::string_view> count_text;
  while (!count_text && (line = lines.next())) {
    count_text = after(*line, "parameters");
    if (const auto type = after(*line, "type"))
      if (const auto number = parse_integer(*type)) out.set_wearable_type(*number);
  }
  if (!count_text)
    return bad(end, "the file is truncated: the line \"parameters\" is missing; save the asset again",
               ErrorCode::cannot_read);
  const auto count = parse_integer(*count_text);
  if (!count || *count < 0 || *count > kMaxParameters)
    return bad(*line, fmt::format("declares {} parameters; it must be a number up to {}",
                                  in_quotes(*count_text), kMaxParameters));
  const Line count_line = *line;
  int found = 0;
  bool complete = false;
  while (!complete && (line = lines.next())) {
    if (is_blank(*line)) continue;
    complete = after(*line, "textures").has_value();
    if (complete) break;
    if (found == kMaxParameters)
      return bad(*line, fmt::format("has more than {} parameters", kMaxParameters));
    const std::size_t begin = line->text.find_first_not_of(" \t");
    const std::size_t blank = std::min(line->text.find_first_of(" \t", begin), line->text.size());
    const auto id = parse_integer(line->text.substr(begin, blank - begin));
    const auto weight = parse_number(line->text.substr(blank));
    if (!id || !weight)
      return bad(*line,
                 fmt::format("{} is not a parameter; the line must be an id and a weight, such as 33 .59",
                             in_quotes(line->text)));
    out.add_recorded(line->offset, *id, *weight, true, kWearableRounding);
    ++found;
  }
  if (!complete)
    return bad(
        end,
        fmt::format("the file is truncated after {} of {} parameters: the line \"textures\" is missing; "
                    "save the asset again",
                    found, *count),
        ErrorCode::cannot_read);
  if (found != *count)
    out.note(place(source, text, count_line.offset), "count_mismatch",
             fmt::format("declares {} parameters, but has {}; these are used", *count, found));
  // "1 c228d1cf-...": the number of a slot and an id. Skips anything else, rather than refusing the sliders.
  for (int textures = 0; textures < kMaxTextures && (line = lines.next());) {
    if (is_blank(*line)) continue;
    ++textures;
    std::string_view entry = line->text;
    entry.remove_prefix(entry.find_first_not_of(" \t"));
    const std::size_t blank = std::min(entry.find_first_of(" \t"), entry.size());
    const auto slot = parse_integer(entry.substr(0, blank));
    std::string_view id_text = entry.substr(std::min(blank + 1, entry.size()));
    while (id_text.ends_with(' ') || id_text.ends_with('\t')) id_text.remove_suffix(1);
    const auto id = Uuid::parse(id_text);
    if (slot && id)
      out.add_texture(*slot, *id);
    else
      out.note(place(source, text, line->offset), "bad_texture",
               fmt::format("{} is not a texture; the line must be a slot and an id. It is ignored",
                           in_quotes(line->text)));
  }
  return std::move(out).finish();
}

}  // namespace mannequin::io
