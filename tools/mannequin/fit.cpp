// mannequin fit: where a body pokes out of its clothes, over many shapes and poses.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <memory>

#include "engine/io/file.h"
#include "engine/io/shape_writer.h"
#include "engine/platform/path.h"
#include "tools/mannequin/fit_inputs.h"
#include "tools/mannequin/fit_page.h"
#include "tools/mannequin/fit_report.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"
#include "tools/mannequin/shard.h"

namespace mannequin::program {
namespace {

struct FitCommand {
  FitOptions fit;
  std::optional<double> limit;  // metres
  std::filesystem::path junit, cover, html, sheet;
  std::optional<Shard> shard;
  std::vector<std::filesystem::path> merge;
  bool outer_sides = false;
  bool json = false;
};

constexpr std::size_t kShownCases = 10;

// "2mm" in metres.
std::optional<double> parse_length(const std::string& text) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || !(value >= 0.0 && value < 1e6)) return std::nullopt;
  std::string unit(read.ptr, end);
  std::erase(unit, ' ');
  if (unit == "mm") return value / 1000.0;
  if (unit == "cm") return value / 100.0;
  if (unit == "m") return value;
  return std::nullopt;
}

void print_fit(const FitReport& report) {
  for (const FitGarment& garment : report.garments)
    say("{}: covers {} vertices of the body\n", garment.name, garment.counted);
  const double posed = static_cast<double>(report.cases.size()) /
                       static_cast<double>(std::max<std::size_t>(report.garments.size(), 1));
  say("{:.0f} shapes and poses in {:.1f} s, {:.0f} a minute\n\n", posed, report.seconds,
      report.seconds > 0.0 ? 60.0 * posed / report.seconds : 0.0);
  std::vector<const FitCase*> worst;
  for (const FitCase& one : report.cases)
    if (!one.outside.empty()) worst.push_back(&one);
  if (worst.empty()) {
    say("The body does not poke through anywhere.\n");
    return;
  }
  std::ranges::stable_sort(worst, std::ranges::greater(), &FitCase::depth);
  say("The body pokes through in {} of {} cases. The worst:\n", worst.size(), report.cases.size());
  for (std::size_t i = 0; i < std::min(worst.size(), kShownCases); ++i) {
    const nlohmann::ordered_json& json = worst[i]->json;
    say("  {:>6.1f} mm  {:>7.1f} cm2  {:<28} {}: {}\n", 1000.0 * worst[i]->depth,
        1e4 * json["area"].get<double>(), json["region"].get<std::string>(),
        json["garment"].get<std::string>(), worst[i]->name);
  }
  say("\n{} of them show every place that is outside somewhere; --cover FOLDER writes them as shapes.\n"
      "'mannequin mend' changes a garment so that less comes through.\n",
      report.cover.size());
}

// The shapes of the cover, to open in the window.
Status write_cover(const FitCommand& command, const FitInputs& in, const FitReport& report) {
  std::error_code error;
  std::filesystem::create_directories(command.cover, error);
  for (const std::size_t i : report.cover) {
    const FitCase& one = report.cases[i];
    const std::size_t shape = one.number / in.garments.size() / in.poses.size();
    const io::WrittenShape written =
        io::write_shape(io::ShapeFormat::json, in.character.appearance, in.shapes[shape].sliders, one.name);
    if (auto status = io::write_file(command.cover / path_of_utf8(fmt::format("case-{:06}.json", one.number)),
                                     written.text);
        !status)
      return status;
  }
  return {};
}

Status write_pictures(const FitCommand& command, const FitInputs& in, const SweptGarments& swept,
                      const FitReport& report) {
  if (command.html.empty() && command.sheet.empty()) return {};
  const std::vector<document::SweptFault> faults =
      document::worst_faults(in.sweep(), swept, {}, sweep_progress());
  const FitResults results{in, swept, report, faults};
  if (!command.html.empty()) {
    const Result<std::string> page = fit_page(results);
    if (!page) return error_of(page);
    if (auto status = io::write_file(command.html, *page); !status) return status;
  }
  if (command.sheet.empty()) return {};
  const Result<io::Bytes> sheet = fit_contact_sheet(results);
  if (!sheet) return error_of(sheet);
  return io::write_file(command.sheet, *sheet);
}

Result<FitReport> sweep(const FitCommand& command) {
  const Result<std::unique_ptr<FitInputs>> loaded = load_fit_inputs(command.fit);
  if (!loaded) return error_of(loaded);
  const FitInputs& in = **loaded;
  const auto began = std::chrono::steady_clock::now();
  GarmentSweep sweep = in.sweep();
  if (command.shard) sweep.part = command.shard->index - 1, sweep.part_count = command.shard->count;
  sweep.outer_sides_only = command.outer_sides;
  sweep.progress = sweep_progress();
  const Result<SweptGarments> swept = sweep_garments(sweep);
  if (!swept) return error_of(swept);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  FitReport report = make_fit_report(in, *swept, seconds, command.shard);
  if (!command.cover.empty())
    if (auto status = write_cover(command, in, report); !status) return error_of(status);
  if (auto status = write_pictures(command, in, *swept, report); !status) return error_of(status);
  return report;
}

Result<int> run_fit(const FitCommand& command, const CLI::App& app) {
  if (!command.merge.empty()) {
    constexpr std::array kOfSweeps = {"--body",  "--garment", "--sweep",
                                      "--cover", "--html",    "--contact-sheet"};
    if (auto status = refuse_options(app, kOfSweeps, "is of sweeps that are run; omit it with --merge");
        !status)
      return error_of(status);
  } else if (command.fit.garments.empty()) {
    return fail(ErrorCode::bad_argument, "--garment", "is missing; name what is worn: --garment dress.glb");
  }
  const Result<FitReport> report =
      command.merge.empty() ? sweep(command) : joined([&] { return merge_fit_reports(command.merge); });
  if (!report) return error_of(report);
  for (const FitGarment& garment : report->garments) {
    if (garment.inside_out)
      say(stderr,
          "warning: {}: is inside out: its faces point at the body. It was measured as though they were "
          "turned; "
          "flip its normals before the upload [inside_out]\n",
          garment.name);
    if (garment.counted == 0)
      say(stderr,
          "warning: {}: covers no vertex of the body: it is nowhere within 30 mm outside of it in the bind "
          "pose, "
          "so nothing was measured; is it a garment of this body? [covers_nothing]\n",
          garment.name);
  }
  const double limit = command.limit.value_or(kOutsideAbove);
  if (!command.junit.empty())
    if (auto status = io::write_file(command.junit, fit_junit(*report, limit)); !status)
      return error_of(status);
  command.json ? put_json(fit_json(*report)) : print_fit(*report);
  if (report->cancelled) {
    say(stderr, "mannequin: interrupted; showing the results so far\n");
    return kFaultsFound;
  }
  const FitCase* worst = report->worst();
  return command.limit && worst != nullptr && worst->depth > limit ? kFaultsFound : kDone;
}

}  // namespace

void add_fit(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "fit", "Where a body pokes through its clothes, over many shapes and poses, and by how much");
  const auto options = std::make_shared<FitCommand>();
  command
      ->add_option("--garment", options->fit.garments,
                   "What is worn over it: bound meshes; each file is one garment")
      ->type_name("FILE");
  add_fit_options(*command, options->fit);
  command
      ->add_option_function<std::string>(
          "--limit", [options](const std::string& text) { options->limit = parse_length(text); },
          "Exit 1 if the body pokes through by more than this anywhere: 2mm")
      ->type_name("LENGTH")
      ->check(CLI::Validator(
          [](const std::string& text) {
            return parse_length(text) ? std::string()
                                      : fmt::format("'{}' is no length with its unit, as 2mm or 0.5cm", text);
          },
          ""));
  command
      ->add_option("--cover", options->cover,
                   "Write a small set of shapes that show every fault, as files into this folder")
      ->type_name("FOLDER");
  command
      ->add_option("--html", options->html,
                   "Also write one page with pictures: the worst place, heat maps, what to do")
      ->type_name("FILE");
  command
      ->add_option("--contact-sheet", options->sheet,
                   "Also write pictures of the worst places, and of the shapes of --cover, as one .png")
      ->type_name("FILE.png");
  command->add_option("--junit", options->junit, "Also write JUnit XML: a case per shape, pose and garment")
      ->type_name("FILE");
  command->add_flag(
      "--outer-sides", options->outer_sides,
      "Leave out the inner side of cloth that has two, which in wide skirts is nearer to a leg than "
      "the outer one");
  add_shard_options(*command, options->shard, options->merge);
  command->add_flag("--json", options->json, "All cases as JSON, for scripts");
  command->footer(
      "A vertex of the body counts if in the bind pose the garment lies within 30 mm along its normal. Its "
      "depth is its distance outside the garment, from the nearest point that faces the same way; the area "
      "is "
      "a third of that of the triangles around each vertex that is outside by more than 0.1 mm.");
  command->callback([=] { finish(run_fit(*options, *command)); });
}

}  // namespace mannequin::program
