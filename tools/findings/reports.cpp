#include "tools/findings/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "engine/io/xml_text.h"

namespace mannequin {
namespace {

using Json = nlohmann::ordered_json;

const char* sarif_level(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

// A URI reference: what is not allowed there as %XX.
std::string encoded(const std::string& path) {
  std::string uri;
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') ||
                       std::string_view("-._~/").find(letter) != std::string_view::npos;
    uri += plain ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

std::string sentence(const Finding& finding) {
  std::string text = finding.mesh.empty() ? "" : fmt::format("mesh '{}'", finding.mesh);
  if (finding.vertex) text += fmt::format("{}vertex {}", text.empty() ? "" : ", ", *finding.vertex);
  if (!text.empty()) text += ": ";
  text += finding.message + ".";
  if (!finding.remedy.empty()) text += " Remedy: " + finding.remedy + ".";
  return text;
}

Json location(const CheckedFile& file, const Finding& finding) {
  Json place{{"physicalLocation", {{"artifactLocation", {{"uri", encoded(file.uri)}}}}}};
  Json names = Json::array();
  if (!finding.mesh.empty()) names.push_back({{"name", finding.mesh}, {"kind", "object"}});
  if (!finding.joint.empty()) names.push_back({{"name", finding.joint}, {"kind", "member"}});
  if (!names.empty()) place["logicalLocations"] = std::move(names);
  return place;
}

}  // namespace

std::string finding_page(const std::string& code) { return "findings/" + code + ".md"; }

std::string sarif_report(const CheckedFile& file) {
  Json rules = Json::array(), results = Json::array();
  std::map<std::string, std::size_t> index;
  for (const Finding& finding : file.findings) {
    const auto [rule, is_new] = index.try_emplace(finding.code, rules.size());
    if (is_new) rules.push_back({{"id", finding.code}, {"helpUri", "docs/" + finding_page(finding.code)}});
    results.push_back({{"ruleId", finding.code},
                       {"ruleIndex", rule->second},
                       {"level", sarif_level(finding.severity)},
                       {"message", {{"text", sentence(finding)}}},
                       {"locations", Json::array({location(file, finding)})}});
  }
  const Json run{{"tool", {{"driver", {{"name", "mannequin check"}, {"rules", std::move(rules)}}}}},
                 {"artifacts", Json::array({{{"location", {{"uri", encoded(file.uri)}}}}})},
                 {"results", std::move(results)}};
  const Json report{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
  return report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string junit_report(const CheckedFile& file) {
  std::map<std::string, std::vector<const Finding*>> by_code;
  for (const Finding& finding : file.findings) by_code[finding.code].push_back(&finding);
  const auto fails = [](const Finding* finding) { return finding->severity != Severity::info; };
  std::string cases;
  std::size_t failures = 0;
  for (const auto& [code, findings] : by_code) {
    std::string failed, noted;
    for (const Finding* finding : findings) (fails(finding) ? failed : noted) += sentence(*finding) + "\n";
    cases +=
        fmt::format("  <testcase classname=\"{}\" name=\"{}\"", io::xml_text(file.uri), io::xml_text(code));
    if (failed.empty()) {
      cases += fmt::format("><system-out>{}</system-out></testcase>\n", io::xml_text(noted));
      continue;
    }
    ++failures;
    const bool error =
        std::ranges::any_of(findings, [](const Finding* f) { return f->severity == Severity::error; });
    cases += fmt::format("><failure type=\"{}\" message=\"{}\">{}</failure></testcase>\n",
                         error ? "error" : "warning", io::xml_text(findings.front()->message),
                         io::xml_text(failed));
  }
  if (by_code.empty())
    cases = fmt::format("  <testcase classname=\"{}\" name=\"check\"/>\n", io::xml_text(file.uri));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"mannequin check\" "
      "tests=\"{}\" "
      "failures=\"{}\" errors=\"0\" skipped=\"0\">\n{}</testsuite>\n</testsuites>\n",
      std::max<std::size_t>(by_code.size(), 1), failures, cases);
}

}  // namespace mannequin
