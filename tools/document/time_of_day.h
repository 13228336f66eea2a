// Times as people read them.
#pragma once

#include <filesystem>
#include <string>

namespace mannequin::document {

// The current time: "19:43:44".
std::string time_of_day();

// When a file was saved: "19:43:44", or with its date if that was not today: "2026-11-26 19:43:44".
std::string saving_time(std::filesystem::file_time_type saved);

}  // namespace mannequin::document
