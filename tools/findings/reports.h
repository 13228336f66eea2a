// Findings in the formats of build servers.
#pragma once

#include <string>

#include "engine/fit/finding.h"

namespace mannequin {

// What was checked.
struct CheckedFile {
  std::string uri;  // as given, with '/' between folders
  Findings findings;
};

// SARIF 2.1.0: one run with one result per finding; codes are the rules, with the addresses of their pages.
std::string sarif_report(const CheckedFile& file);

// JUnit XML as Jenkins and GitLab read it: one test case per code, failed by errors and warnings; a file
// without findings is one case that passed.
std::string junit_report(const CheckedFile& file);

// The page about a code, relative to the documentation: "findings/unknown_joint.md".
std::string finding_page(const std::string& code);

}  // namespace mannequin
