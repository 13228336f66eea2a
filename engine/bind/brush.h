// Weights made by hand: with a brush that is moved over a surface, or typed for one vertex. Each vertex's
// weights come to 1, those of locked groups never change, and a vertex has at most four.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/bind/neighbours.h"
#include "engine/bind/surface.h"
#include "engine/bind/weight_table.h"

namespace mannequin {

enum class BrushMode {
  add,       // raises the group's weight by the strength
  subtract,  // lowers it
  smooth,    // brings the weights of all groups closer to the mean of the neighbours'
  replace,   // brings the group's weight closer to a given one
};

struct Brush {
  BrushMode mode = BrushMode::add;
  double radius = 0.05;           // metres, in the space of the dabs
  double strength = 0.5;          // 0 to 1, in the middle of the brush; falls to 0 at the radius
  double value = 1.0;             // 0 to 1, for replace
  std::uint32_t group = 0;        // of the table that is painted
  bool connected = true;          // only what is reached over edges inside the brush: not the other leg
  std::vector<bool> locked = {};  // by group; shorter than the groups: the rest is not locked
};

// A surface to paint on. Finds once what a stroke asks for every vertex. Immutable; any number of threads
// may read it.
class BrushSurface {
 public:
  explicit BrushSurface(Surface surface);

  const Surface& surface() const { return surface_; }
  const Neighbours& neighbours() const { return neighbours_; }

 private:
  Surface surface_;
  Neighbours neighbours_;
};

// The place opposite to a vertex: the point of the surface nearest to its mirror image.
struct OppositePlace {
  Surface::Triangle vertices{};
  Vec3 share{0.0};  // of these; sum 1
};

// By vertex; nothing where the surface has nothing within 2 cm of the mirror image in the plane y = 0.
std::vector<std::optional<OppositePlace>> opposite_places(const Surface& surface);

// What a brush does on the other side at the same time.
struct MirroredBrush {
  std::span<const std::optional<OppositePlace>> opposite;  // by vertex
  std::uint32_t group = 0;  // the counterpart of the brush's; the same for a joint in the middle
};

// One stroke: any number of dabs. Where several of them cover a vertex, add, subtract and replace count the
// greatest cover only, so that a stroke's result depends neither on the number of dabs nor on their order;
// smooth goes further with every dab. What locked groups and lack of other groups leave no room for, is left
// undone.
class BrushStroke {
 public:
  // Refers to surface, table and opposite places, which must outlive it; nothing else may change the table
  // meanwhile. `table`: one entry per vertex of the surface. The groups exist.
  BrushStroke(const BrushSurface& surface, WeightTable& table, Brush brush,
              std::optional<MirroredBrush> mirrored = std::nullopt);

  // `places`: the vertices as they are shown, any space, in metres; `center`: in the same space; `start`: the
  // vertex where the brush touches the surface. Returns the vertices whose weights it changed, ascending.
  std::vector<std::uint32_t> dab(std::span<const Vec3> places, const Vec3& center, std::uint32_t start);

  // All vertices changed so far, ascending.
  std::vector<std::uint32_t> changed() const;

 private:
  std::vector<double> cover_of(std::span<const Vec3> places, const Vec3& center, std::uint32_t start) const;
  std::vector<double> mirrored_cover(std::span<const double> cover) const;

  const BrushSurface& surface_;
  WeightTable& table_;
  Brush brush_;
  std::optional<MirroredBrush> mirrored_;
  WeightTable before_;
  std::vector<double> cover_, opposite_cover_;  // the greatest so far, by vertex
  std::vector<bool> changed_;
};

// Gives one vertex this weight of a group, 0 to 1; the other groups that are not locked share the rest as
// they did. False: nothing changed, because the group is locked or the others cannot take the rest.
bool set_weight(std::vector<GroupWeight>& weights, std::uint32_t group, double weight,
                const std::vector<bool>& locked);

}  // namespace mannequin
