#include "tools/mannequin/convert_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "engine/appearance/appearance_message.h"
#include "engine/core/quantity.h"
#include "engine/io/shape_writer.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

struct Form {
  const char* word;  // of --to
  io::ShapeFormat format;
  const char* name;  // for people
  std::vector<std::string> endings;
};

const std::vector<Form>& forms() {
  static const std::vector<Form> all = {
      {"json", io::ShapeFormat::json, "JSON", {".json"}},
      {"archetype", io::ShapeFormat::archetype, "appearance XML", {".xml"}},
      {"wearable", io::ShapeFormat::wearable, "wearable asset", {".txt", ".bodypart"}}};
  return all;
}

Result<Form> form_of(const std::filesystem::path& out, const std::string& to) {
  const std::string ending = lower_ending(out);
  for (const Form& form : forms()) {
    if (to == form.word) return form;
    if (to.empty() && std::ranges::count(form.endings, ending) > 0) return form;
  }
  return fail(ErrorCode::bad_argument, out.string(),
              "has no file name extension for shapes; use .json, .xml or .txt, or --to json, "
              "archetype or wearable");
}

// Lists the values left out, so that no one misses them in-world.
void report_left_out(const io::WrittenShape& written, const Form& form, const std::string& file,
                     const Appearance& appearance) {
  constexpr std::size_t kNamed = 6;
  if (written.left_out.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < std::min(written.left_out.size(), kNamed); ++i) {
    const ParameterIndex p = appearance.find(written.left_out[i]);
    names += fmt::format("{}{}", i == 0 ? "" : ", ", written.left_out[i]);
    if (p != kNoParameter) names += fmt::format(" {}", appearance[p].label);
  }
  if (written.left_out.size() > kNamed) names += ", ...";
  report(io::Notes{{io::Severity::warning, "left_out", file,
                    fmt::format("{} left out, not supported by this format ({}): {}. JSON keeps all",
                                quantity(written.left_out.size(), "value", "values"), form.name, names)}});
}

}  // namespace

Status check_shape_output(const std::filesystem::path& out) {
  const Result<Form> form = form_of(out, "");
  if (!form) return error_of(form);
  return {};
}

Status write_shape_file(const std::filesystem::path& out, const SliderValues& sliders,
                        const std::string& name, const Appearance& appearance) {
  const Result<Form> form = form_of(out, "");
  if (!form) return error_of(form);
  const io::WrittenShape written = io::write_shape(form->format, appearance, sliders, name);
  report_left_out(written, *form, out.filename().string(), appearance);
  return io::write_file(out, std::string_view(written.text));
}

Status convert_shape(const std::filesystem::path& in, const io::Bytes& bytes,
                     const std::filesystem::path& out, const ShapeConversion& options,
                     const Appearance& appearance) {
  const Result<Form> form = form_of(out, options.to);
  if (!form) return error_of(form);
  const std::string source = in.filename().string();
  Result<io::ShapeFile> shape = io::read_shape(bytes, source, appearance);
  if (!shape) return error_of(shape);
  report(shape->notes);
  if (options.quantise) shape->sliders = as_others_see(appearance, shape->sliders);
  if (shape->sliders.empty())
    return fail(ErrorCode::bad_data, source,
                "sets no parameter, so there is nothing to write; use a shape with values");
  const bool nameless = shape->name.empty() || shape->name == "???";
  const std::string name = !options.name.empty() ? options.name
                           : nameless            ? out.stem().string()
                                                 : shape->name;
  const io::WrittenShape written = io::write_shape(form->format, appearance, shape->sliders, name);
  if (written.left_out.size() == shape->sliders.size() && form->format != io::ShapeFormat::wearable)
    return fail(ErrorCode::bad_data, source,
                fmt::format("sets nothing that {} can store; write it as .json", form->name));
  report_left_out(written, *form, out.filename().string(), appearance);
  if (Status status = io::write_file(out, std::string_view(written.text)); !status) return status;
  say("{}: shape '{}' as {}, {} of {} values\n", out.filename().string(), name, form->name,
      shape->sliders.size() - written.left_out.size(), shape->sliders.size());
  return {};
}

}  // namespace mannequin::program
