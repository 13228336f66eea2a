#include "engine/io/joint_parents.h"

#include "engine/io/collada/document.h"
#include "engine/io/gltf/glb_container.h"
#include "engine/io/gltf/model.h"

namespace mannequin::io {
namespace {

using Parents = std::map<std::string, std::string>;

Parents parents_in_gltf(std::string_view text) {
  Parents parents;
  Notes notes;
  const auto model = read_gltf_model(text, "", notes);
  if (!model) return parents;
  const std::vector<GltfNode>& nodes = model->nodes;
  const auto name_of = [&](std::size_t node) {
    return nodes[node].name.empty() ? "node_" + std::to_string(node) : nodes[node].name;
  };
  for (std::size_t n = 0; n < nodes.size(); ++n)
    for (const int child : nodes[n].children)
      if (const auto c = static_cast<std::size_t>(child); c < nodes.size())
        parents.emplace(name_of(c), name_of(n));
  return parents;
}

Parents parents_in_collada(std::span<const std::byte> bytes) {
  Parents parents;
  const auto document = collada::Document::parse(bytes, "");
  if (!document) return parents;
  // By any of a node's names, as skins do.
  constexpr const char* kNames[] = {"sid", "name", "id"};
  for (const auto node : document->all("node")) {
    const auto above = node.parent();
    if (std::string_view(above.name()) != "node") continue;
    for (const char* which : kNames) {
      const std::string own = collada::clean_name(node.attribute(which).value());
      std::string parent = collada::clean_name(above.attribute(which).value());
      if (parent.empty()) parent = collada::clean_name(above.attribute("name").value());
      if (!own.empty() && !parent.empty() && own != parent) parents.emplace(own, parent);
    }
  }
  return parents;
}

}  // namespace

Parents read_joint_parents(std::span<const std::byte> bytes) {
  if (looks_like_glb(bytes)) {
    Notes notes;
    const auto chunks = split_glb(bytes, "", notes);
    return chunks ? parents_in_gltf(chunks->json) : Parents();
  }
  std::string_view text = as_text(bytes);
  const std::size_t first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first == std::string_view::npos) return {};
  if (text[first] == '{') return parents_in_gltf(text.substr(first));
  return text[first] == '<' ? parents_in_collada(bytes) : Parents();
}

}  // namespace mannequin::io
