// The names of worn files where somebody has to choose among them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tools/document/worn_file.h"

namespace mannequin::document {

// By row. Files of one name have their folder, too; where that is the same, the number of their row.
std::vector<std::string> names_told_apart(std::span<const std::shared_ptr<WornFile>> worn);

}  // namespace mannequin::document
