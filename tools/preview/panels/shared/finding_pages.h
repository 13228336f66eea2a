// The pages of docs/findings/, which say what a finding looks like in-world and how to mend it.
#pragma once

#include <string>
#include <vector>

namespace mannequin::preview {

bool has_page(const std::string& code);
// Markdown, in the language of the window where that has it; empty: the finding has no page.
std::string page_of_finding(const std::string& code);

// The codes of all findings that have one, in the order of their list.
std::vector<std::string> findings_with_pages();

}  // namespace mannequin::preview
