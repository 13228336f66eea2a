#include "engine/io/shape_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/file.h"
#include "engine/io/shape_collector.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kNotesPerCode = 20;  // further ones are only counted

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

void ShapeCollector::note(std::string where, const char* code, std::string what) {
  shape_.notes.push_back({Severity::warning, code, std::move(where), std::move(what)});
}

// `where` counts lines from the start, so it is
// only called for the few notes that are kept.
template <typename Where>
void ShapeCollector::note_some(Where where, const char* code, const std::string& what) {
  if (++noted_[code] <= kNotesPerCode) note(where(), code, what);
}

void ShapeCollector::add_recorded(std::size_t offset, int id, double weight, bool is_slider, double slack) {
  const ParameterIndex p = appearance_.find(id);
  const bool transmitted = p != kNoParameter && Appearance::is_transmitted(appearance_[p]);
  add([&] { return place(source_, text_, offset); }, id, weight, is_slider && transmitted, slack);
}

void ShapeCollector::add_wanted(const std::string& where, int id, double weight) {
  add([&] { return where; }, id, weight, true, 0.0);
}

template <typename Where>
void ShapeCollector::add(Where where, int id, double weight, bool set, double slack) {
  if (!shape_.recorded.insert_or_assign(id, weight).second)
    note_some(where, "repeated_parameter",
              fmt::format("parameter {} is listed twice; the last one counts", id));
  const ParameterIndex p = appearance_.find(id);
  if (p == kNoParameter)
    return note_some(where, "unknown_parameter",
                     fmt::format("parameter {} is unknown and ignored; correct its number", id));
  if (!set) return;
  const ParameterDesc& parameter = appearance_[p];
  if (weight < parameter.min - slack || weight > parameter.max + slack)
    note_some(
        where, "out_of_range",
        fmt::format("parameter {} ({}) is {}, outside {} to {}, and counts as {}", id, parameter.label,
                    weight, parameter.min, parameter.max, std::clamp(weight, parameter.min, parameter.max)));
  shape_.sliders[id] = weight;
}

ShapeFile ShapeCollector::finish() && {
  for (const auto& [code, count] : noted_)
    if (count > kNotesPerCode)
      note(source_, code.c_str(), fmt::format("{} more notes of this kind", count - kNotesPerCode));
  if (const auto male = shape_.sliders.find(kMaleParameter); male != shape_.sliders.end())
    shape_.sex = male->second > 0.5 ? Sex::male : Sex::female;
  return std::move(shape_);
}

Result<ShapeFile> read_shape(std::span<const std::byte> bytes, const std::string& source,
                             const Appearance& appearance) {
  std::string_view text = as_text(bytes);
  if (text.size() > kMaxTextFileBytes)
    return fail(ErrorCode::cannot_read, source,
                fmt::format("the file has {} bytes, far more than a shape can have; choose another file",
                            text.size()));
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // the byte order mark of some editors
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos)
    return fail(ErrorCode::cannot_read, source + ":1", "the file is empty; save the shape again");
  if (text[begin] == '{') return read_shape_json(text, source, appearance);
  if (text[begin] == '<') return read_shape_xml(text, source, appearance);
  if (text.substr(begin).starts_with("LLWearable")) return read_shape_wearable(text, source, appearance);
  return fail(
      ErrorCode::cannot_read, place(source, text, begin),
      "is not a shape: it is neither JSON with \"params\", nor a viewer's \"appearance to XML\", nor a "
      "text that "
      "begins with LLWearable; give one of these");
}

Result<int> find_parameter(const Appearance& appearance, std::string_view id_or_name) {
  if (const auto id = parse_integer(id_or_name)) return *id;
  std::vector<int> found;
  for (const ParameterDesc& parameter : appearance.parameters())
    if (parameter.group != 1 &&
        (same_word(parameter.name, id_or_name) || same_word(parameter.label, id_or_name)))
      found.push_back(parameter.id);
  if (found.size() == 1) return found.front();
  if (found.empty())
    return fail(
        ErrorCode::bad_data, "",
        fmt::format("no slider has the name {}; correct it, or give the slider's id", in_quotes(id_or_name)));
  return fail(ErrorCode::bad_data, "",
              fmt::format("{} sliders have the name {}; give one of the ids {}", found.size(),
                          in_quotes(id_or_name), fmt::join(found, ", ")));
}

}  // namespace mannequin::io
