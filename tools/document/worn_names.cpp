#include "tools/document/worn_names.h"

#include <algorithm>

#include "tools/document/translation.h"

namespace mannequin::document {

std::vector<std::string> names_told_apart(std::span<const std::shared_ptr<WornFile>> worn) {
  const auto folder = [](const WornFile& file) { return file.path.parent_path(); };
  std::vector<std::string> names;
  for (std::size_t row = 0; row < worn.size(); ++row) {
    const WornFile& file = *worn[row];
    const auto count = [&](auto&& same) {
      return std::ranges::count_if(worn,
                                   [&](const auto& each) { return each->name == file.name && same(*each); });
    };
    if (count([](const WornFile&) { return true; }) < 2)
      names.push_back(file.name);
    else if (count([&](const WornFile& each) { return folder(each) == folder(file); }) < 2)
      names.push_back(tr("{} in {}", file.name, folder(file).filename().string()));
    else
      names.push_back(tr("{}, row {}", file.name, row + 1));
  }
  return names;
}

std::string name_told_apart(std::span<const std::shared_ptr<WornFile>> worn, const WornMesh& mesh) {
  const std::string& name = mesh.mesh.name();
  std::size_t same = 0, its_row = 0;
  for (std::size_t row = 0; row < worn.size(); ++row)
    for (const auto& each : worn[row]->meshes) {
      if (each->mesh.name() == name) ++same;
      if (each.get() == &mesh) its_row = row;
    }
  return same < 2 ? name : tr("{} of {}", name, names_told_apart(worn)[its_row]);
}

}  // namespace mannequin::document
