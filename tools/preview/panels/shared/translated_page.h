// Pages of the guide and about findings in the language of the window.
#pragma once

#include <string>
#include <string_view>

namespace mannequin::preview {

// A page of the guide or about a finding, as the translation's folder has it; else this English one.
std::string page_in_language(const std::string& file_name, std::string_view english);

}  // namespace mannequin::preview
