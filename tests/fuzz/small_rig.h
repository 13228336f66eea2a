// A rig of two bones on a triangle, for the fuzzers of MakeHuman's files.
#pragma once

#include "engine/io/mpfb/rig_file.h"
#include "engine/io/obj_reader.h"
#include "engine/rig/rigged_mesh.h"
#include "tests/fuzz/fuzz_target.h"

namespace mannequin::fuzz {

inline const BaseMesh& triangle() {
  static const BaseMesh mesh =
      io::read_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng body joint-a\nf 1/1/1 2/1/1 3/1/1\n",
                   "fuzz.obj")
          .value();
  return mesh;
}

inline const Rig& two_bones() {
  static const Rig rig = [] {
    RigDesc desc;
    desc.bones.resize(2);
    BoneDesc &a = desc.bones[0], &c = desc.bones[1];
    a.name = "a";
    a.head.strategy = EndStrategy::cube;
    a.head.cube = "joint-a";
    a.tail = {EndStrategy::vertex, "", {2}, Vec3(0, 0, 2), Vec3(0, 0, 1)};
    c.name = "c";
    c.parent = "a";
    c.head = {EndStrategy::mean, "", {0, 1}, Vec3(0, 0, 1), {}};
    c.tail = {EndStrategy::xyz, "", {0, 1, 2}, Vec3(0, 0, 2), {}};
    return Rig::build(std::move(desc)).value();
  }();
  return rig;
}

// The mesh bound to the rig, and whatever its definitions say of it.
inline void bind_rig(const Rig& rig, const BaseMesh& mesh, const RigWeights& weights) {
  const auto fit = fit_rig(rig, mesh, &mesh);
  if (!taken(fit)) return;
  const auto skeleton = Skeleton::build(make_skeleton_desc(rig, *fit));
  for (const BaseMeshPart part : {BaseMeshPart::all, BaseMeshPart::body}) {
    auto rigged = make_rigged_mesh(rig, *fit, mesh, weights, part);
    if (!taken(rigged) || !taken(skeleton)) continue;
    const auto built = Mesh::build(std::move(rigged->bound.mesh));
    if (taken(built)) (void)taken(Skin::build(std::move(rigged->bound.skin), *built, *skeleton));
  }
}

}  // namespace mannequin::fuzz
