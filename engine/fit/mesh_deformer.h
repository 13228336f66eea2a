// Clothing that follows the system avatar's morphs, as the mesh deformer of 2012 and 2013 was meant to: each
// vertex is attached to a place on the body's surface, and every parameter that changes the body becomes a
// morph target of the garment.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/fit/measured_mesh.h"

namespace mannequin {

// A body of several meshes with vertices numbered over them. Refers to meshes that must outlive it.
struct DeformerBody {
  explicit DeformerBody(std::span<const MeasuredMesh* const> meshes);

  // Unit normals per vertex for these positions: area-weighted, across seams.
  std::vector<Vec3> normals(std::span<const Vec3> places) const;

  std::vector<const MeasuredMesh*> meshes;
  std::vector<Vec3> bound;  // all vertices in bind space, metres, without morphs
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> welded;  // per vertex the first one in the same place: seams count once
};

// Where a vertex is attached: a point in a triangle of the body.
struct BodyAttachment {
  std::array<std::uint32_t, 3> corners{};
  Vec3 share{1.0, 0.0, 0.0};
};

// How closely the morph targets fit one of the shapes they were made for.
struct DeformerResidual {
  double mean = 0.0, largest = 0.0;  // metres from the position that the attachment asks for
};

struct DeformerMorphs {
  std::vector<MorphTarget>
      targets;  // named by parameter_morph_name; deltas in bind space, vertices ascending
  std::vector<DeformerResidual> residuals;  // per shape
};

struct DeformerOptions {
  std::vector<SliderValues> shapes;  // to fit in addition to the ends of every parameter
  double least = 2e-5;               // metres: omits vertices that no parameter moves this far at its ends
  std::function<bool(double part)> progress;  // false: cancel; or none
};

// For a garment whose skin was built for this character. `positions`, `normals`: its vertices in bind space,
// which fit around the body without sliders (the rest pose); `attachments`: one for each.
//
// On each shape a vertex should keep its distance from its attachment, along the normal
// that rotates with the surface. Transformed back by the inverse of the vertex's
// blended matrix, that is a morph. Computes it for every parameter at both ends, and
// then corrects the targets so that their sums best fit all `shapes` (least squares,
// regularised towards no correction), since scales and rotating normals do not add up.
DeformerMorphs deformer_morphs(const Character& character, const DeformerBody& body, const Skin& skin,
                               std::span<const Vec3> positions, std::span<const Vec3> normals,
                               std::span<const BodyAttachment> attachments, const DeformerOptions& options);

}  // namespace mannequin
