// A field's surface as a mesh of both halves, and that mesh bound to the skeleton.
#pragma once

#include <string>

#include "engine/io/bound_mesh.h"
#include "engine/mesh/skin.h"
#include "tools/body/hem.h"
#include "tools/body/remesh.h"
#include "tools/body/weights.h"

namespace mannequin::body {

// Exactly symmetric about y = 0, in the sculpted shape.
struct Sculpture {
  std::vector<Vec3> positions, normals;
  std::vector<Triangle> triangles;
  std::vector<std::uint32_t> twin;      // each vertex' mirror image; itself in the plane
  std::vector<Vec3f> colors;            // linear, multiplied with the material's; empty: white
  bool has_grooves = false;             // so narrow that triangles may turn over in the bind pose
  std::vector<std::uint8_t> turned_in;  // of clothes: vertices behind the cloth, which follow it
};

// `cell`: of the first, dense surface, metres; what is smaller is lost.
Sculpture sculpt(const Field& field, double cell, const RemeshSettings& settings);

// The same of cloth that ends at openings.
Sculpture sculpt_cloth(const Field& field, const Field& openings, const HemStyle& style, double cell,
                       RemeshSettings settings);

// Takes the sculpture back to the bind pose through its own weights and lays out its texture. One material of
// that name and colour. Joints without weight are left out of the skin.
struct Bound {
  BoundMeshDesc desc;
  io::MeshLook look;
};
Bound bind(const Rig& rig, const Sculpture& sculpture, const std::vector<VertexWeights>& weights,
           const std::string& name, const MaterialDesc& material);

// The bones between the skin's joints and the root, without weight: the viewer's importer looks no further up
// than one bone that is not in the list, and takes joints below two such bones to stand elsewhere.
void add_ancestors(const Rig& rig, SkinDesc& skin);

}  // namespace mannequin::body
