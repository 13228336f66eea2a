// SARIF and JUnit: the structure that build servers read.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "tools/findings/reports.h"

namespace mannequin {
namespace finding_reports_test {

CheckedFile checked() {
  return {
      "meshes/my dress.dae",
      {{Severity::error, "unknown_joint", "dress", "Bone", 7, "'Bone' is <not> a joint & more", "rename it"},
       {Severity::info, "joint_offset", "dress", "mNeck", std::nullopt, "a\x01 b", ""},
       {Severity::info, "joint_offset", "dress", "mHead", std::nullopt, "c", ""}}};
}

TEST(FindingReports, SarifHasOneResultPerFindingAndOneRulePerCode) {
  const auto report = nlohmann::json::parse(sarif_report(checked()));
  EXPECT_EQ(report["version"], "2.1.0");
  ASSERT_EQ(report["runs"].size(), 1u);
  const auto& run = report["runs"][0];
  const auto& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[0]["id"], "unknown_joint");
  EXPECT_EQ(rules[0]["helpUri"], "docs/findings/unknown_joint.md");
  ASSERT_EQ(run["results"].size(), 3u);
  EXPECT_EQ(run["results"][0]["level"], "error");
  EXPECT_EQ(run["results"][1]["level"], "note");
  for (const auto& result : run["results"]) {
    EXPECT_EQ(rules[result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "meshes/my%20dress.dae");
    EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
  }
  EXPECT_NE(run["results"][0]["message"]["text"].get<std::string>().find("vertex 7"), std::string::npos);
}

TEST(FindingReports, JunitFailsErrorsAndWarningsOnly) {
  pugi::xml_document report;
  ASSERT_TRUE(report.load_string(junit_report(checked()).c_str()));
  const auto suite = report.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 2);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  const auto failed = suite.find_child_by_attribute("testcase", "name", "unknown_joint");
  EXPECT_STREQ(failed.attribute("classname").value(), "meshes/my dress.dae");
  EXPECT_STREQ(failed.child("failure").attribute("type").value(), "error");
  EXPECT_STREQ(failed.child("failure").attribute("message").value(), "'Bone' is <not> a joint & more");
  const auto noted = suite.find_child_by_attribute("testcase", "name", "joint_offset");
  EXPECT_FALSE(noted.child("failure"));
  EXPECT_TRUE(noted.child("system-out"));
  ASSERT_TRUE(report.load_string(junit_report({"sound.dae", {}}).c_str()));
  EXPECT_EQ(report.child("testsuites").child("testsuite").attribute("tests").as_int(), 1);
  EXPECT_EQ(report.child("testsuites").child("testsuite").attribute("failures").as_int(), 0);
}

}  // namespace finding_reports_test
}  // namespace mannequin
