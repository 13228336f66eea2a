#include "tools/mannequin/fit_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/xml_text.h"
#include "tools/document/fit_surface.h"
#include "tools/mannequin/json_output.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

Json case_weights_json(const SliderValues& sliders) {
  Json out = Json::object();
  for (const auto& [id, weight] : sliders) out[std::to_string(id)] = number(weight);
  return out;
}

Json case_json(const FitInputs& in, const SweptCase& swept, std::size_t case_number) {
  Json json{{"case", case_number},
            {"name", in.shapes[swept.shape].name},
            {"shape", case_weights_json(in.shapes[swept.shape].sliders)},
            {"pose", in.poses[swept.pose].name},
            {"garment", in.garments[swept.garment].source},
            {"depth", number(swept.at.depth)},
            {"area", number(swept.at.area)},
            {"gap", number(swept.gap)},
            {"stretch", number(swept.strain.stretch)},
            {"squeeze", number(swept.strain.squeeze)},
            {"shear", number(swept.strain.shear)},
            {"vertex", nullptr},
            {"mesh", nullptr},
            {"region", nullptr}};
  if (!swept.at.vertex) return json;
  json["vertex"] = document::fit_place(in.body, *swept.at.vertex).vertex;
  json["mesh"] = in.body_mesh(*swept.at.vertex).mesh->name();
  json["region"] = in.region(*swept.at.vertex);
  return json;
}

void find_cover(FitReport& report) {
  std::vector<SweptCase> cases(report.cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].garment = report.cases[i].garment;
    cases[i].outside = report.cases[i].outside;
  }
  report.cover = covering_cases(cases);
}

tl::unexpected<Error> damaged(const std::string& source, const char* what) {
  return fail(ErrorCode::bad_data, source,
              fmt::format("has {}; write the parts again with --json --shard", what));
}

// One case of a part.
Result<FitCase> read_case(const Json& json, const std::string& source, const FitReport& report) {
  const auto get = [&](const char* key) { return json.is_object() ? json.find(key) : json.end(); };
  const auto number_of = get("case"), name = get("name"), pose = get("pose"), garment = get("garment"),
             depth = get("depth");
  const auto end = json.end();
  if (!json.is_object() || number_of == end || name == end || pose == end || garment == end || depth == end ||
      !number_of->is_number_unsigned() || !name->is_string() || !pose->is_string() || !garment->is_string() ||
      !depth->is_number())
    return damaged(source, "a case without its keys");
  FitCase out;
  out.number = number_of->get<std::size_t>();
  out.garment = out.number % std::max<std::size_t>(report.garments.size(), 1);
  out.name = name->get<std::string>() + ", " + pose->get<std::string>();
  out.depth = depth->get<double>();
  out.json = json;
  return out;
}

Status read_part(const ShardPart& part, FitReport& report) {
  const Json &cases = part.json["cases"], garments = part.json.value("garments", Json()),
             outside = part.json.value("outside", Json());
  if (!cases.is_array() || !garments.is_array() || !outside.is_array() || outside.size() != cases.size())
    return damaged(part.source, "no list of garments, or not one list of vertices per case");
  if (report.garments.empty())
    for (const Json& garment : garments) {
      if (!garment.is_object()) return damaged(part.source, "a garment that is no object");
      report.garments.push_back({garment.value("name", std::string()),
                                 garment.value("counted", std::size_t{0}),
                                 garment.value("inside_out", false)});
    }
  if (garments.size() != report.garments.size())
    return damaged(part.source, "other garments than the other parts");
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Result<FitCase> one = read_case(cases[i], part.source, report);
    if (!one) return error_of(one);
    for (const Json& vertex : outside[i]) {
      if (!vertex.is_number_unsigned()) return damaged(part.source, "a vertex that is no number");
      one->outside.push_back(vertex.get<std::uint32_t>());
    }
    if (!std::ranges::is_sorted(one->outside)) return damaged(part.source, "vertices out of order");
    report.cases.push_back(std::move(*one));
  }
  const Json seconds = part.json.value("seconds", Json());
  if (seconds.is_number()) report.seconds += seconds.get<double>();
  report.cancelled |= part.json.contains("cancelled");
  return {};
}

}  // namespace

const FitCase* FitReport::worst() const {
  const FitCase* found = nullptr;
  for (const FitCase& one : cases)
    if (found == nullptr || one.depth > found->depth) found = &one;
  return found;
}

FitReport make_fit_report(const FitInputs& in, const SweptGarments& swept, double seconds,
                          std::optional<Shard> shard) {
  FitReport report;
  for (std::size_t g = 0; g < in.garments.size(); ++g)
    report.garments.push_back(
        {in.garments[g].source, swept.pairs[g].counted().size(), swept.pairs[g].inside_out()});
  for (const SweptCase& one : swept.cases) {
    const std::size_t case_number =
        (one.shape * in.poses.size() + one.pose) * in.garments.size() + one.garment;
    report.cases.push_back({case_number, one.garment,
                            in.shapes[one.shape].name + ", " + in.poses[one.pose].name, one.at.depth,
                            one.outside, case_json(in, one, case_number)});
  }
  report.seconds = seconds;
  report.shard = shard;
  report.cancelled = swept.cancelled;
  find_cover(report);
  return report;
}

nlohmann::ordered_json fit_json(const FitReport& report) {
  Json json{{"schema", 1}};
  Json& garments = json["garments"] = Json::array();
  for (const FitGarment& garment : report.garments)
    garments.push_back(
        {{"name", garment.name}, {"counted", garment.counted}, {"inside_out", garment.inside_out}});
  if (report.shard) json["shard"] = shard_json(*report.shard);
  Json& cases = json["cases"] = Json::array();
  for (const FitCase& one : report.cases) cases.push_back(one.json);
  const FitCase* worst = report.worst();
  json["worst"] = worst != nullptr ? worst->json : Json();
  Json& cover = json["cover"] = Json::array();
  for (const std::size_t i : report.cover) cover.push_back(report.cases[i].number);
  // Data for finding a cover of all cases after joining the parts.
  if (report.shard) {
    Json& outside = json["outside"] = Json::array();
    for (const FitCase& one : report.cases) outside.push_back(one.outside);
  }
  if (report.cancelled) json["cancelled"] = true;
  json["seconds"] = number(report.seconds);
  const double posed = static_cast<double>(report.cases.size()) /
                       static_cast<double>(std::max<std::size_t>(report.garments.size(), 1));
  json["shapes_per_minute"] = number(report.seconds > 0.0 ? 60.0 * posed / report.seconds : 0.0);
  return json;
}

Result<FitReport> merge_fit_reports(std::span<const std::filesystem::path> files) {
  const Result<std::vector<ShardPart>> parts = read_shards(files, "cases");
  if (!parts) return error_of(parts);
  FitReport report;
  for (const ShardPart& part : *parts)
    if (auto status = read_part(part, report); !status) return error_of(status);
  std::ranges::stable_sort(report.cases, {}, &FitCase::number);
  find_cover(report);
  return report;
}

std::string fit_junit(const FitReport& report, double limit) {
  std::string suites;
  for (std::size_t g = 0; g < report.garments.size(); ++g) {
    std::string cases;
    std::size_t count = 0, failures = 0;
    for (const FitCase& one : report.cases) {
      if (one.garment != g) continue;
      ++count;
      cases += fmt::format("  <testcase classname=\"{}\" name=\"{}\"", io::xml_text(report.garments[g].name),
                           io::xml_text(one.name));
      if (!(one.depth > limit)) {
        cases += "/>\n";
        continue;
      }
      ++failures;
      const Json& region = one.json["region"];
      const std::string message = fmt::format(
          "the body pokes through by {:.1f} mm at the {}; the limit is {:g} mm", 1000.0 * one.depth,
          region.is_string() ? region.get<std::string>() : "body", 1000.0 * limit);
      cases += fmt::format(
          "><failure type=\"fit\" message=\"{0}\">{0}, vertex {1} of {2}</failure></testcase>\n",
          io::xml_text(message), one.json["vertex"].dump(), io::xml_text(one.json["mesh"].dump()));
    }
    suites += fmt::format(
        "<testsuite name=\"mannequin fit {}\" tests=\"{}\" failures=\"{}\" errors=\"0\" "
        "skipped=\"0\">\n{}</testsuite>\n",
        io::xml_text(report.garments[g].name), count, failures, cases);
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n";
}

}  // namespace mannequin::program
