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

// A worn mesh by its name; where another worn one has it, too, also by its file.
std::string name_told_apart(std::span<const std::shared_ptr<WornFile>> worn, const WornMesh& mesh);

}  // namespace mannequin::document
