// Meshes to take weights from, made ready to be asked for any number of places.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/surface.h"
#include "engine/bind/surface_tree.h"
#include "engine/bind/weight_table.h"
#include "engine/core/result.h"

namespace mannequin {

// A mesh to take weights from, in the bind space of the target mesh.
struct WeightSource {
  std::string name;  // for messages
  Surface surface;
  WeightTable weights;  // one entry per vertex of the surface
  // How joints, by name, move from bind space to the shape in which clothes for this mesh may have been made;
  // others stay. Empty: there is none but bind space.
  std::map<std::string, Mat4> moves;
};

// What to look up on a source: a point of its surface, interpolated in its triangle, or a vertex.
enum class Nearest { face, vertex };

// Refers to the sources, which must outlive it and stay unchanged. Any number of threads may ask at once.
class SourceTrees {
 public:
  // The nearest place on any source.
  struct Match {
    std::uint32_t source = 0;
    SurfacePoint point;
    bool found = false;
  };

  // Builds the tree of every source. What is wrong with them, status() says.
  explicit SourceTrees(std::span<const WeightSource> sources, Nearest nearest = Nearest::face);
  SourceTrees(const SourceTrees&) = delete;
  SourceTrees& operator=(const SourceTrees&) = delete;

  // Why nothing can be taken from them: (bad_argument) without a source that has triangles (face) or vertices
  // (vertex), (bad_data) as check_surface. Then nothing is ever found.
  const Status& status() const { return status_; }

  // As given.
  std::span<const WeightSource> sources() const { return sources_; }
  // Those of all sources, in their order.
  const std::vector<std::string>& groups() const { return table_.groups; }
  // The most that one vertex has; at least the four that a mesh can have in-world.
  std::size_t influences() const { return influences_; }
  // Of the box around all vertices.
  double diagonal() const { return diagonal_; }

  // Of equally near places, that of the first source.
  Match nearest(const Vec3& point) const;
  // The blended weights of a source's vertices there.
  std::vector<GroupWeight> weights_at(const Match& match) const;
  // The blended normal of a source's vertices there; 0 if they have none.
  Vec3 normal_at(const Match& match) const;

  // The sources moved to the shape in which clothes may have been made; null unless all of them have moves.
  // Only for faces.
  const SourceTrees* moved() const { return moved_.get(); }
  // Where a point with these weights (of groups()) is then. Only with moved().
  Vec3 moved(const Vec3& point, std::span<const GroupWeight> weights) const;

 private:
  void move_sources();
  void add(std::vector<GroupWeight>& out, std::uint32_t source, std::uint32_t vertex, double share) const;

  std::span<const WeightSource> sources_;
  Status status_;
  std::vector<Surface> points_;         // their vertices alone, if these are looked up
  std::vector<const Surface*> looked_;  // per source: its surface, or its points
  std::vector<SurfaceTree> trees_;
  std::vector<std::vector<Vec3>> normals_;
  std::vector<std::vector<std::uint32_t>> groups_;  // per source: its groups in the table
  WeightTable table_;
  double diagonal_ = 0.0;
  std::size_t influences_ = 4;
  std::vector<Mat4> moves_;  // per group of the table
  std::vector<WeightSource> moved_sources_;
  std::unique_ptr<SourceTrees> moved_;
};

}  // namespace mannequin
