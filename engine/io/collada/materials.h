// Colours and textures of the materials that an instance binds to a mesh's symbols.
#pragma once

#include <span>

#include "engine/io/collada/document.h"
#include "engine/mesh/mesh.h"

namespace mannequin::io::collada {

// Reads each effect once, however often it is bound.
class Materials {
 public:
  explicit Materials(const Document& document) : document_(document) {}

  // Sets base colour and texture of `materials` (named by
  // symbol) from the instance's <bind_material>. Unbound symbols
  // keep the default: colours are no reason to reject a mesh.
  void bind(pugi::xml_node instance, std::span<MaterialDesc> materials);

 private:
  const Document& document_;
  std::unordered_map<const void*, MaterialDesc> effects_;
};

}  // namespace mannequin::io::collada
