// Clothing that follows the system avatar's morphs, as the mesh deformer of 2012 and 2013 meant it: each
// vertex is attached to a place of the body's surface, and every parameter that changes the body becomes a
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

// A body of several meshes, whose vertices are counted through. Refers to meshes that must outlive it.
struct DeformerBody {
  explicit DeformerBody(std::span<const MeasuredMesh* const> meshes);

  // Per vertex, unit, with its vertices in these places: by area, over seams.
  std::vector<Vec3> normals(std::span<const Vec3> places) const;

  std::vector<const MeasuredMesh*> meshes;
  std::vector<Vec3> bound;  // all vertices in bind space, metres, without morphs
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> welded;  // per vertex the first one in its place: seams count once
};

// Where a vertex is attached: a place in a triangle of the body.
struct BodyAttachment {
  std::array<std::uint32_t, 3> corners{};
  Vec3 share{1.0, 0.0, 0.0};
};

// How well the morph targets do on one of the shapes that they were made for.
struct DeformerResidual {
  double mean = 0.0, largest = 0.0;  // metres, from where the attachment would have each vertex
};

struct DeformerMorphs {
  std::vector<MorphTarget>
      targets;  // named by parameter_morph_name; deltas in bind space, vertices ascending
  std::vector<DeformerResidual> residuals;  // per shape
};

struct DeformerOptions {
  std::vector<SliderValues> shapes;  // that the targets are made for, besides every parameter's own ends
  double least = 2e-5;               // metres: vertices that no parameter's end moves this far are left out
  std::function<bool(double part)> progress;  // false: stop; or none
};

// Of a garment whose skin was built for this character. `positions`, `normals`: its vertices in bind space,
// which fit around the body without sliders (the rest pose); `attachments`: one for each.
//
// On a shape a vertex should be where its place of the surface is, at the same distance, along the normal
// that has turned with the surface. Brought back through the vertex's own blended matrix, that is a morph; it
// is computed for every parameter at both ends, and these targets are then corrected so that their sums come
// nearest to all `shapes` (least squares with a pull towards no correction), since scales and turning normals
// do not add up.
DeformerMorphs deformer_morphs(const Character& character, const DeformerBody& body, const Skin& skin,
                               std::span<const Vec3> positions, std::span<const Vec3> normals,
                               std::span<const BodyAttachment> attachments, const DeformerOptions& options);

}  // namespace mannequin
