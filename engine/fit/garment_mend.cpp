#include "engine/fit/garment_mend.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>
#include <mutex>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/avatar/avatar.h"
#include "engine/bind/bind.h"
#include "engine/bind/surface_tree.h"
#include "engine/core/parallel.h"
#include "engine/math/rotation_between.h"
#include "engine/skinning/palette.h"

namespace mannequin {
namespace {

constexpr std::size_t kMostSolved = 260;  // cases that are measured in every round
constexpr std::size_t kMostAdded = 80;    // and that come in when they turn out to be left
constexpr int kRounds = 6;
constexpr int kSweeps = 40;                       // of projections in a round
constexpr int kWholeRings = 2, kFadingRings = 4;  // around vertices that get new weights
constexpr int kSlopes = 5;                        // rings over which a step of the moved places is evened out
constexpr double kLeastGain = 0.08;               // of a move: less, and the triangle lies along it
constexpr double kBetterBy = 0.85;                // what new weights must bring the area to
constexpr double kMirrored = 1e-4;                // metres
constexpr double kPlaceGrid = 1e5;                // vertices in one place, per metre

Vec3 mend_unit(const Vec3& v) {
  const double length = glm::length(v);
  return length > 0.0 ? v / length : Vec3(0.0);
}

// Skins the meshes of a surface on one thread, in single precision.
class PosedFit {
 public:
  explicit PosedFit(const FitSurface& surface) : surface_(surface) {
    for (const FitMesh& part : surface.meshes) {
      palettes_.emplace_back(part.skin->palette_size());
      const Mat3 turned = glm::inverseTranspose(Mat3(part.skin->bind_shape()));
      for (const Vec3f& p : part.mesh->positions())
        bound_.emplace_back(Vec3(part.skin->bind_shape() * Vec4(Vec3(p), 1.0)));
      for (const Vec3f& n : part.mesh->normals()) bound_normals_.emplace_back(turned * Vec3(n));
    }
    positions_.resize(bound_.size());
    normals_.resize(bound_.size());
    blended_.resize(bound_.size());
  }

  void pose(std::span<const JointTransform> joints) {
    std::size_t v = 0;
    for (std::size_t m = 0; m < surface_.meshes.size(); ++m) {
      const Skin& skin = *surface_.meshes[m].skin;
      make_palette(skin, joints, std::span<Mat34>(palettes_[m]));
      for (const VertexInfluences& influences : skin.influences()) {
        Mat34 blended(0.0f);
        for (std::size_t k = 0; k < kMaxInfluences; ++k)
          if (influences.weight[k] > 0.0f)
            blended += influences.weight[k] * palettes_[m][influences.joint[k]];
        positions_[v] = Vec4f(bound_[v], 1.0f) * blended;
        normals_[v] = Vec4f(bound_normals_[v], 0.0f) * blended;
        blended_[v++] = blended;
      }
    }
  }

  std::span<const Vec3f> positions() const { return positions_; }
  std::span<const Vec3f> normals() const { return normals_; }
  // What a small change of a vertex in bind space becomes.
  Vec3 turned(std::uint32_t v, const Vec3& change) const {
    return Vec3(Vec4f(Vec3f(change), 0.0f) * blended_[v]);
  }

 private:
  const FitSurface& surface_;
  std::vector<std::vector<Mat34>> palettes_;
  std::vector<Vec3f> bound_, bound_normals_, positions_, normals_;
  std::vector<Mat34> blended_;
};

// A vertex of the body, in one case, against the triangle of the garment that it came through or nearly did.
struct Push {
  std::uint32_t body = 0;                // among those counted
  std::array<std::uint32_t, 3> place{};  // of the garment
  std::array<float, 3> gain{};           // metres outwards per metre that the place is moved
  float outside = 0.0f;                  // metres, to the nearest point
  float above = 0.0f;                    // metres, over the plane of the triangle
};

struct MeasuredCase {
  GarmentDepth at;
  std::vector<Push> pushes;
};

// The garment's vertices, those in one place together, whatever mesh they belong to.
struct GarmentPlaces {
  std::vector<std::uint32_t> of;          // vertex, counted through -> place
  std::vector<Vec3> positions, outwards;  // bind space; outwards: unit, the way a place is moved
  std::vector<std::vector<std::uint32_t>> beside;
  std::vector<std::uint32_t> mirror;  // the place on the other side, or itself

  std::size_t count() const { return positions.size(); }
};

GarmentPlaces find_places(const FitSurface& garment, const FitSurface& body) {
  GarmentPlaces out;
  std::map<std::tuple<long, long, long>, std::uint32_t> known;
  const auto key = [](const Vec3& p) {
    return std::tuple(std::lround(p.x * kPlaceGrid), std::lround(p.y * kPlaceGrid),
                      std::lround(p.z * kPlaceGrid));
  };
  for (const Vec3& p : garment.bound_positions()) {
    const auto [entry, is_new] = known.try_emplace(key(p), static_cast<std::uint32_t>(out.positions.size()));
    if (is_new) out.positions.push_back(p);
    out.of.push_back(entry->second);
  }
  out.beside.resize(out.count());
  for (const Surface::Triangle& t : garment.triangles())
    for (int c = 0; c < 3; ++c) {
      const std::uint32_t a = out.of[t[static_cast<std::size_t>(c)]],
                          b = out.of[t[static_cast<std::size_t>((c + 1) % 3)]];
      if (a == b) continue;
      out.beside[a].push_back(b);
      out.beside[b].push_back(a);
    }
  for (auto& list : out.beside) {
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  Surface surface;
  surface.positions = body.bound_positions();
  surface.triangles = body.triangles();
  const std::vector<Vec3> normals = body.bound_normals();
  const SurfaceTree tree(surface);
  for (const Vec3& p : out.positions) {
    Vec3 n(0.0);
    if (const auto near = tree.nearest(p))
      for (std::size_t c = 0; c < 3; ++c)
        n +=
            near->barycentric[static_cast<int>(c)] * mend_unit(normals[surface.triangles[near->triangle][c]]);
    out.outwards.push_back(mend_unit(n));
  }
  for (int times = 0; times < 3; ++times) {
    std::vector<Vec3> smooth = out.outwards;
    for (std::size_t w = 0; w < out.count(); ++w) {
      for (const std::uint32_t b : out.beside[w]) smooth[w] += out.outwards[b];
      smooth[w] = mend_unit(smooth[w]);
    }
    out.outwards = std::move(smooth);
  }

  const auto mirror_key = [&](Vec3 p) { return key({p.x, -p.y, p.z}); };
  std::size_t found = 0;
  for (std::uint32_t w = 0; w < out.count(); ++w) {
    out.mirror.push_back(w);
    const auto [x, y, z] = mirror_key(out.positions[w]);
    const long reach = std::lround(kMirrored * kPlaceGrid);
    double nearest = kMirrored;
    for (auto it = known.lower_bound({x - reach, y - reach, z - reach}); it != known.end(); ++it) {
      if (std::get<0>(it->first) > x + reach) break;
      if (std::labs(std::get<1>(it->first) - y) > reach || std::labs(std::get<2>(it->first) - z) > reach)
        continue;
      const Vec3& p = out.positions[it->second];
      const Vec3& own = out.positions[w];
      const double apart = glm::length(Vec3(p.x - own.x, p.y + own.y, p.z - own.z));
      if (apart < nearest) {
        nearest = apart;
        out.mirror[w] = it->second;
      }
    }
    if (nearest < kMirrored) ++found;
  }
  if (found * 10 < out.count() * 9)  // it is not symmetric
    for (std::uint32_t w = 0; w < out.count(); ++w) out.mirror[w] = w;
  return out;
}

// Measures `which` of the cases, in any order and on any thread. `each` gets the place in `which`, what was
// measured, the meter, and body and garment as posed; every place once.
template <typename Each>
void pose_and_measure(const GarmentMendInput& input, const GarmentPair& pair, const WornGarment& garment,
                      std::span<const MendCase> cases, std::span<const std::size_t> which, unsigned threads,
                      Each each) {
  const FitSurface surface = garment.surface();
  const Parallel parallel(threads);
  std::atomic<std::size_t> next = 0;
  parallel.for_each(parallel.threads(), [&](std::size_t) {
    PosedFit body(input.body), worn(surface);
    GarmentMeter meter(pair);
    AvatarInputs inputs;
    inputs.worn.assign(input.worn.begin(), input.worn.end());
    AvatarState state;
    for (std::size_t i = next++; i < which.size(); i = next++) {
      inputs.sliders = cases[which[i]].sliders;
      inputs.pose = cases[which[i]].pose;
      evaluate_avatar(input.character, inputs, state);
      body.pose(state.joints);
      worn.pose(state.joints);
      const GarmentDepth at = meter.measure(body.positions(), body.normals(), worn.positions());
      each(i, at, meter, body, worn);
    }
  });
}

// With `places`: the pushes of vertices outside by more than -within.
std::vector<MeasuredCase> measure_cases(const GarmentMendInput& input, const GarmentPair& pair,
                                        const WornGarment& garment, std::span<const MendCase> cases,
                                        std::span<const std::size_t> which, const GarmentPlaces* places,
                                        double within, unsigned threads) {
  std::vector<MeasuredCase> out(which.size());
  const auto each = [&](std::size_t i, const GarmentDepth& at, const GarmentMeter& meter,
                        const PosedFit& body, const PosedFit& worn) {
    out[i].at = at;
    if (places == nullptr) return;
    const auto vertices = meter.vertices();
    for (std::uint32_t b = 0; b < vertices.size(); ++b) {
      const VertexDepth& depth = vertices[b];
      if (!(depth.outside > -within) || depth.triangle == kNoVertex) continue;
      const Surface::Triangle& t = pair.garment_triangles()[depth.triangle];
      const Vec3 p0(worn.positions()[t[0]]), p1(worn.positions()[t[1]]), p2(worn.positions()[t[2]]);
      const Vec3 normal = mend_unit(glm::cross(p1 - p0, p2 - p0));
      Push push;
      push.body = b;
      push.outside = static_cast<float>(depth.outside);
      // Beside a hem the nearest point is far, and only what is over the plane can be made up for.
      push.above = static_cast<float>(glm::dot(normal, Vec3(body.positions()[pair.counted()[b]]) - p0));
      for (std::size_t c = 0; c < 3; ++c) {
        push.place[c] = places->of[t[c]];
        push.gain[c] =
            static_cast<float>(depth.barycentric[static_cast<int>(c)] *
                               glm::dot(normal, worn.turned(t[c], places->outwards[push.place[c]])));
      }
      out[i].pushes.push_back(push);
    }
  };
  pose_and_measure(input, pair, garment, cases, which, threads, each);
  return out;
}

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> out(count);
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

double area_of(std::span<const MeasuredCase> cases) {
  double sum = 0.0;
  for (const MeasuredCase& one : cases) sum += one.at.area;
  return sum;
}

// The garment while it is being mended.
class Mending {
 public:
  Mending(const GarmentMendInput& input, const GarmentPair& pair, const GarmentMendOptions& options)
      : input_(input), pair_(pair), options_(options) {}

  Result<MendedGarment> run() {
    Result<WornGarment> built = input_.build(input_.garment);
    if (!built) return error_of(built);
    worn_ = std::move(*built);
    places_ = find_places(worn_.surface(), input_.body);
    moved_.assign(places_.count(), 0.0);
    needed_ = moved_;
    taken_.assign(places_.count(), 0.0);
    MendedGarment out;
    const std::vector<std::size_t> all = all_of(input_.cases.size());
    if (!go_on(0.0)) return stopped();
    std::vector<MeasuredCase> before = measure_with_pushes(all, 0.0);
    for (const MeasuredCase& one : before) {
      out.before.cases.push_back(one.at);
      before_.push_back(one.at.depth);
    }
    faulty_.assign(pair_.counted().size(), false);
    for (const MeasuredCase& one : before)
      for (const Push& push : one.pushes)
        if (push.outside > kOutsideAbove) faulty_[push.body] = true;
    if (area_of(before) > 0.0) {
      choose_cases(before);
      if (!go_on(0.2)) return stopped();
      before.clear();
      before.shrink_to_fit();
      if (!options_.keep_weights)
        if (auto status = try_weights(out.weights); !status) return error_of(status);
      if (!options_.keep_shape)
        if (auto status = move_places(0.4, 0.65, kRounds); !status) return error_of(status);
      if (auto status = finish(all, out); !status) return error_of(status);
    } else {
      out.after = out.before;
    }
    out.meshes = meshes_;
    if (out.meshes.empty()) out.meshes.assign(input_.garment.begin(), input_.garment.end());
    report_changes(out);
    return out;
  }

 private:
  static tl::unexpected<Error> stopped() { return fail(ErrorCode::bad_argument, "", "mending was stopped"); }
  bool go_on(double part) const { return !options_.progress || options_.progress(part); }

  std::vector<MeasuredCase> measure_with_pushes(std::span<const std::size_t> which, double within) const {
    return measure_cases(input_, pair_, worn_, input_.cases, which, &places_, within, options_.threads);
  }

  // Those that let most through, and for each vertex of the body the one where it is outermost.
  void choose_cases(std::span<const MeasuredCase> before) {
    std::vector<std::size_t> order = all_of(before.size());
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return before[a].at.area > before[b].at.area; });
    std::vector<float> deepest(pair_.counted().size(), static_cast<float>(kOutsideAbove));
    std::vector<std::size_t> at(deepest.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i)
      for (const Push& push : before[i].pushes)
        if (push.outside > deepest[push.body]) {
          deepest[push.body] = push.outside;
          at[push.body] = i;
        }
    std::vector<std::size_t> covers(before.size(), 0);
    for (const std::size_t i : at)
      if (i < covers.size()) ++covers[i];
    std::vector<std::size_t> by_cover = all_of(before.size());
    std::ranges::stable_sort(by_cover, [&](std::size_t a, std::size_t b) { return covers[a] > covers[b]; });
    std::vector<char> chosen(before.size(), 0);
    const auto take = [&](std::span<const std::size_t> from, std::size_t most, auto wanted) {
      for (const std::size_t i : from) {
        if (solved_.size() >= most) break;
        if (chosen[i] != 0 || !wanted(i)) continue;
        chosen[i] = 1;
        solved_.push_back(i);
      }
    };
    take(by_cover, kMostSolved / 2, [&](std::size_t i) { return covers[i] > 0; });
    take(order, kMostSolved, [&](std::size_t i) { return before[i].at.area > 0.0; });
    std::ranges::sort(solved_);
  }

  // By area; unit, per place.
  std::vector<Vec3> place_normals(std::span<const Vec3> positions) const {
    std::vector<Vec3> normals(places_.count(), Vec3(0.0));
    for (const Surface::Triangle& t : pair_.garment_triangles()) {
      const std::uint32_t a = places_.of[t[0]], b = places_.of[t[1]], c = places_.of[t[2]];
      const Vec3 n = glm::cross(positions[b] - positions[a], positions[c] - positions[a]);
      for (const std::uint32_t w : {a, b, c}) normals[w] += n;
    }
    for (Vec3& n : normals) n = mend_unit(n);
    return normals;
  }

  // The meshes with the weights that are mixed and the places that are moved now.
  Status rebuild() {
    meshes_.assign(input_.garment.begin(), input_.garment.end());
    std::vector<Vec3> positions = places_.positions;
    for (std::size_t w = 0; w < positions.size(); ++w) positions[w] += moved_[w] * places_.outwards[w];
    const std::vector<Vec3> normals = place_normals(places_.positions), turned = place_normals(positions);
    std::size_t first = 0;
    for (std::size_t m = 0; m < meshes_.size(); ++m) {
      BoundMeshDesc& desc = meshes_[m];
      const Mat3 bind_from_mesh(desc.skin.bind_shape), mesh_from_bind = glm::inverse(bind_from_mesh);
      for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
        const std::uint32_t w = places_.of[first + v];
        if (moved_[w] > 0.0)
          desc.mesh.positions[v] =
              Vec3f(Vec3(desc.mesh.positions[v]) + mesh_from_bind * (moved_[w] * places_.outwards[w]));
        if (normals[w] == turned[w] || desc.mesh.normals[v] == Vec3f(0.0f)) continue;
        const Vec3 normal = mend_unit(glm::transpose(mesh_from_bind) * Vec3(desc.mesh.normals[v]));
        desc.mesh.normals[v] = Vec3f(
            mend_unit(glm::transpose(bind_from_mesh) * (rotation_between(normals[w], turned[w]) * normal)));
      }
      if (!taken_tables_.empty()) mix_weights(desc, m, first);
      first += input_.garment[m].mesh.positions.size();
    }
    Result<WornGarment> built = input_.build(meshes_);
    if (!built) return error_of(built);
    worn_ = std::move(*built);
    return {};
  }

  // Vertices that keep all of their own weights are not touched.
  void mix_weights(BoundMeshDesc& desc, std::size_t m, std::size_t first) const {
    const WeldedSurface& welded = welded_[m];
    WeightTable table = own_tables_[m];
    const WeightTable& taken = taken_tables_[m];
    std::vector<std::uint32_t> group;
    for (const std::string& name : taken.groups) group.push_back(group_named(table, name));
    std::vector<double> share(table.vertices.size(), 0.0);
    for (std::size_t v = 0; v < welded.vertex.size(); ++v)
      share[welded.vertex[v]] = std::max(share[welded.vertex[v]], taken_[places_.of[first + v]]);
    bool any = false;
    for (std::size_t s = 0; s < table.vertices.size(); ++s) {
      if (share[s] <= 0.0 || taken.vertices[s].empty()) continue;
      any = true;
      auto& weights = table.vertices[s];
      double sum = 0.0;
      for (const GroupWeight& w : weights) sum += w.weight;
      for (GroupWeight& w : weights) w.weight *= (1.0 - share[s]) / (sum > 0.0 ? sum : 1.0);
      for (const GroupWeight& w : taken.vertices[s]) {
        const auto same = std::ranges::find(weights, group[w.group], &GroupWeight::group);
        if (same == weights.end())
          weights.push_back({group[w.group], share[s] * w.weight});
        else
          same->weight += share[s] * w.weight;
      }
      sort_by_weight(weights);
      if (weights.size() > kMaxInfluences) weights.resize(kMaxInfluences);
      std::erase_if(weights, [](const GroupWeight& w) { return !(w.weight > 1e-4); });
      double kept = 0.0;
      for (const GroupWeight& w : weights) kept += w.weight;
      for (GroupWeight& w : weights) w.weight /= kept;
    }
    if (!any) return;
    const std::map<std::string, JointBind> own = joint_binds(desc.skin);
    const std::map<std::string, JointBind>* const binds[] = {&own, &input_.binds};
    std::vector<JointRest> rests = std::move(desc.skin.joint_rests);
    SkinDesc mixed = skin_of_weights(table, welded, desc.skin, binds);
    // Bit for bit what the vertices had that are left alone.
    std::vector<std::uint32_t> begin = {0};
    std::vector<InfluenceDesc> influences;
    for (std::size_t v = 0; v < welded.vertex.size(); ++v) {
      const bool kept = share[welded.vertex[v]] <= 0.0;
      const SkinDesc& from = kept ? input_.garment[m].skin : mixed;
      influences.insert(influences.end(), from.influences.begin() + from.influence_begin[v],
                        from.influences.begin() + from.influence_begin[v + 1]);
      begin.push_back(static_cast<std::uint32_t>(influences.size()));
    }
    mixed.influence_begin = std::move(begin);
    mixed.influences = std::move(influences);
    mixed.joint_rests = std::move(rests);
    desc.skin = std::move(mixed);
  }

  // 1 on the places that let the body through and around them, fading to 0.
  std::vector<double> around_faults(std::span<const MeasuredCase> cases) const {
    std::vector<double> share(places_.count(), 0.0);
    for (const MeasuredCase& one : cases)
      for (const Push& push : one.pushes)
        for (std::size_t c = 0; c < 3 && push.outside > kOutsideAbove; ++c) share[push.place[c]] = 1.0;
    for (int ring = 0; ring < kWholeRings + kFadingRings; ++ring) {
      const double least = ring < kWholeRings ? 1.0 : 1.0 - (ring - kWholeRings + 1.0) / (kFadingRings + 1.0);
      std::vector<double> wider = share;
      for (std::size_t w = 0; w < share.size(); ++w)
        for (const std::uint32_t b : places_.beside[w])
          if (share[b] > 0.0) wider[w] = std::max(wider[w], std::min(share[b], least));
      share = std::move(wider);
    }
    for (std::size_t w = 0; w < share.size(); ++w) share[w] = std::max(share[w], share[places_.mirror[w]]);
    return share;
  }

  Status try_weights(MendWeights& chosen) {
    const std::vector<MeasuredCase> own = measure_with_pushes(solved_, 0.0);
    double best = area_of(own) * kBetterBy;
    const std::vector<double> share = around_faults(own);
    for (std::size_t m = 0; m < input_.garment.size(); ++m) {
      const BoundMeshDesc& desc = input_.garment[m];
      welded_.push_back(make_surface(desc.mesh, desc.skin.bind_shape, Welding::border));
      own_tables_.push_back(weights_of_skin(desc.skin, welded_.back()));
    }
    std::vector<WeightTable> best_tables;
    taken_ = share;
    for (const auto& [method, name] : {std::pair(BindMethod::transfer, MendWeights::transferred),
                                       std::pair(BindMethod::copy, MendWeights::copied)}) {
      taken_tables_.clear();
      for (const WeldedSurface& welded : welded_) {
        BindOptions options;
        options.method = method;
        BindInput bind;
        bind.surface = &welded.surface;
        bind.sources = input_.sources;
        Result<BindOutcome> bound = bind_weights(bind, options);
        if (!bound) return error_of(bound);
        taken_tables_.push_back(std::move(bound->weights));
      }
      if (auto status = rebuild(); !status) return status;
      const double area =
          area_of(measure_cases(input_, pair_, worn_, input_.cases, solved_, nullptr, 0.0, options_.threads));
      if (!go_on(name == MendWeights::transferred ? 0.3 : 0.4)) return stopped();
      if (!(area < best)) continue;
      // The second must be better by as much again.
      best = area * kBetterBy;
      best_tables = taken_tables_;
      chosen = name;
    }
    taken_tables_ = std::move(best_tables);
    if (taken_tables_.empty()) taken_.assign(places_.count(), 0.0);
    return rebuild();
  }

  // Rounds of measuring and projecting; from one part of the progress to another.
  Status move_places(double from, double to, int rounds) {
    for (int round = 0; round < rounds; ++round) {
      const std::vector<MeasuredCase> cases = measure_with_pushes(solved_, options_.clearance);
      for (const MeasuredCase& one : cases)
        for (const Push& push : one.pushes)
          if (push.outside > kOutsideAbove) faulty_[push.body] = true;
      if (area_of(cases) == 0.0 && round > 0) break;
      const std::vector<double> before = moved_;
      project(cases);
      if (auto status = rebuild(); !status) return status;
      if (!go_on(from + (to - from) * (round + 1.0) / rounds)) return stopped();
      double change = 0.0;
      for (std::size_t w = 0; w < moved_.size(); ++w) change = std::max(change, moved_[w] - before[w]);
      if (change < 1e-5) break;
    }
    return {};
  }

  // How far a case's body may come outside.
  double allowed(std::size_t which) const { return before_[which] + 0.5 * options_.worse; }

  void project(std::span<const MeasuredCase> cases) {
    const std::vector<double> start = moved_;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      double largest = 0.0;
      for (const MeasuredCase& one : cases)
        for (const Push& push : one.pushes) {
          // Deeper than anything can be moved: pushing would only do harm.
          if (!faulty_[push.body] || static_cast<double>(push.above) > options_.limit) continue;
          double lacking = static_cast<double>(push.above) + options_.clearance, gains = 0.0;
          for (std::size_t c = 0; c < 3; ++c) {
            const double gain = static_cast<double>(push.gain[c]);
            lacking -= gain * (moved_[push.place[c]] - start[push.place[c]]);
            if (gain > 0.0 && moved_[push.place[c]] < options_.limit) gains += gain * gain;
          }
          if (!(lacking > 1e-5) || !(gains > kLeastGain)) continue;
          largest = std::max(largest, lacking);
          for (std::size_t c = 0; c < 3; ++c) {
            const double gain = static_cast<double>(push.gain[c]);
            double& moved = moved_[push.place[c]];
            if (gain > 0.0) moved = std::clamp(moved + lacking * gain / gains, 0.0, options_.limit);
          }
        }
      if (largest < 2e-5) break;
    }
    // Smooth from above, each time from what is needed alone, so that rounds do not make it wider and wider.
    for (std::size_t w = 0; w < moved_.size(); ++w)
      if (moved_[w] > start[w]) needed_[w] = std::max(needed_[w], moved_[w]);
    for (std::size_t w = 0; w < moved_.size(); ++w) {
      needed_[w] = std::max(needed_[w], needed_[places_.mirror[w]]);
      moved_[w] = needed_[w];
    }
    for (int times = 0; times < kSlopes; ++times) {
      std::vector<double> smooth = moved_;
      for (std::size_t w = 0; w < moved_.size(); ++w) {
        if (places_.beside[w].empty()) continue;
        double mean = 0.0;
        for (const std::uint32_t b : places_.beside[w]) mean += moved_[b];
        mean /= static_cast<double>(places_.beside[w].size());
        if (mean > moved_[w] && mean > 5e-5) smooth[w] = mean;
      }
      moved_ = std::move(smooth);
    }
  }

  // Measures all cases; solves on with those that are left or became worse.
  Status finish(std::span<const std::size_t> all, MendedGarment& out) {
    for (int attempt = 0;; ++attempt) {
      if (!go_on(0.7 + 0.1 * attempt)) return stopped();
      const std::vector<MeasuredCase> after = measure_with_pushes(all, 0.0);
      std::vector<std::size_t> worse, left;
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (after[i].at.depth > before_[i] + options_.worse) worse.push_back(i);
        if (after[i].at.area > 0.0) left.push_back(i);
      }
      out.after.cases.clear();
      for (const MeasuredCase& one : after) out.after.cases.push_back(one.at);
      const double share = out.after.area() / std::max(out.before.area(), 1e-12);
      const bool again = attempt < 2 && (!worse.empty() || share > 0.01);
      if (!again) return worse.empty() ? Status{} : take_back(all, out);
      // What became worse through new weights keeps its own.
      if (attempt == 1 && !taken_tables_.empty()) give_back_weights(after, worse);
      std::ranges::stable_sort(
          left, [&](std::size_t a, std::size_t b) { return after[a].at.area > after[b].at.area; });
      left.resize(std::min(left.size(), kMostAdded));
      left.insert(left.end(), worse.begin(),
                  worse.begin() + static_cast<std::ptrdiff_t>(std::min(worse.size(), kMostAdded)));
      solved_.insert(solved_.end(), left.begin(), left.end());
      std::ranges::sort(solved_);
      solved_.erase(std::unique(solved_.begin(), solved_.end()), solved_.end());
      if (auto status = rebuild(); !status) return status;
      if (options_.keep_shape) {
        if (worse.empty()) return {};
        continue;
      }
      if (auto status = move_places(0.7, 0.7, kRounds - 2); !status) return status;
    }
  }

  // Around the places through which the body comes farther than before.
  void give_back_weights(std::span<const MeasuredCase> after, std::span<const std::size_t> worse) {
    std::vector<MeasuredCase> deeper;
    for (const std::size_t i : worse) {
      MeasuredCase one;
      for (const Push& push : after[i].pushes)
        if (static_cast<double>(push.outside) > allowed(i)) one.pushes.push_back(push);
      deeper.push_back(std::move(one));
    }
    const std::vector<double> share = around_faults(deeper);
    for (std::size_t w = 0; w < taken_.size(); ++w) taken_[w] = std::min(taken_[w], 1.0 - share[w]);
  }

  // The last resort: what no change can keep from becoming worse is left as it was.
  Status take_back(std::span<const std::size_t> all, MendedGarment& out) {
    for (const double part : {0.5, 0.0}) {
      const std::vector<MeasuredCase> after = measure_with_pushes(all, 0.0);
      std::vector<MeasuredCase> deeper;
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (!(after[i].at.depth > before_[i] + options_.worse)) continue;
        MeasuredCase one;
        for (const Push& push : after[i].pushes)
          if (static_cast<double>(push.outside) > allowed(i)) one.pushes.push_back(push);
        deeper.push_back(std::move(one));
      }
      if (deeper.empty()) break;
      const std::vector<double> share = around_faults(deeper);
      for (std::size_t w = 0; w < share.size(); ++w) {
        taken_[w] *= 1.0 - share[w] * (1.0 - part);
        moved_[w] *= 1.0 - share[w] * (1.0 - part);
        needed_[w] = std::min(needed_[w], moved_[w]);
      }
      if (auto status = rebuild(); !status) return status;
    }
    out.after.cases.clear();
    for (const MeasuredCase& one :
         measure_cases(input_, pair_, worn_, input_.cases, all, nullptr, 0.0, options_.threads))
      out.after.cases.push_back(one.at);
    return {};
  }

  void report_changes(MendedGarment& out) const {
    std::size_t first = 0;
    for (const BoundMeshDesc& desc : input_.garment) {
      auto& moved = out.moved.emplace_back();
      auto& reweighted = out.reweighted.emplace_back();
      for (std::size_t v = 0; v < desc.mesh.positions.size(); ++v) {
        const std::uint32_t w = places_.of[first + v];
        moved.push_back(static_cast<float>(moved_[w]));
        reweighted.push_back(static_cast<float>(taken_[w]));
        out.changed = out.changed || moved_[w] > 0.0 || taken_[w] > 0.0;
      }
      first += desc.mesh.positions.size();
    }
  }

  const GarmentMendInput& input_;
  const GarmentPair& pair_;
  const GarmentMendOptions& options_;
  WornGarment worn_;
  GarmentPlaces places_;
  std::vector<double> moved_, taken_;  // per place: metres outwards; share of the weights from the body
  std::vector<double> needed_;         // per place: metres outwards that a case asked for, before smoothing
  std::vector<double> before_;         // per case: depth, metres
  std::vector<bool> faulty_;           // per counted vertex of the body: came through in some case
  std::vector<std::size_t> solved_;    // cases of every round
  std::vector<WeldedSurface> welded_;  // per mesh
  std::vector<WeightTable> own_tables_, taken_tables_;
  std::vector<BoundMeshDesc> meshes_;
};

}  // namespace

FitSurface WornGarment::surface() const {
  FitSurface out;
  for (const Part& part : parts) out.meshes.push_back({&part.mesh, &part.skin});
  return out;
}

double MendMeasure::area() const {
  double sum = 0.0;
  for (const GarmentDepth& one : cases) sum += one.area;
  return sum;
}

double MendMeasure::depth() const {
  double most = 0.0;
  for (const GarmentDepth& one : cases) most = std::max(most, one.depth);
  return most;
}

MendMeasure measure_garment(const GarmentMendInput& input, const GarmentPair& pair,
                            const WornGarment& garment, std::span<const MendCase> cases, unsigned threads) {
  MendMeasure out;
  const std::vector<std::size_t> all = all_of(cases.size());
  for (const MeasuredCase& one : measure_cases(input, pair, garment, cases, all, nullptr, 0.0, threads))
    out.cases.push_back(one.at);
  return out;
}

std::vector<bool> hidden_triangles(const GarmentMendInput& input, const GarmentPair& pair,
                                   const WornGarment& garment, std::span<const MendCase> cases,
                                   const HiddenBodyOptions& options) {
  const std::vector<Surface::Triangle> triangles = input.body.triangles();
  std::vector<float> outermost(pair.counted().size(), -1e9f);
  std::mutex mutex;
  const auto each = [&](std::size_t, const GarmentDepth&, const GarmentMeter& meter, const PosedFit&,
                        const PosedFit&) {
    const auto vertices = meter.vertices();
    const std::lock_guard lock(mutex);
    for (std::size_t b = 0; b < vertices.size(); ++b)
      outermost[b] = std::max(
          outermost[b], vertices[b].triangle == kNoVertex ? 0.0f : static_cast<float>(vertices[b].outside));
  };
  const std::vector<std::size_t> all = all_of(cases.size());
  pose_and_measure(input, pair, garment, cases, all, options.threads, each);

  // Seams count as one vertex.
  const GarmentPlaces body = find_places(input.body, input.body);
  std::vector<bool> under(body.count(), false), seen(body.count(), false);
  for (std::size_t b = 0; b < outermost.size(); ++b) {
    const std::uint32_t place = body.of[pair.counted()[b]];
    (outermost[b] < -static_cast<float>(options.clearance) ? under : seen)[place] = true;
  }
  for (std::size_t w = 0; w < under.size(); ++w)
    if (seen[w]) under[w] = false;
  for (int ring = 0; ring < options.rim; ++ring) {
    std::vector<bool> inner = under;
    for (std::size_t w = 0; w < under.size(); ++w)
      for (const std::uint32_t beside : body.beside[w])
        if (!under[beside]) inner[w] = false;
    under = std::move(inner);
  }
  std::vector<bool> hidden;
  for (const Surface::Triangle& t : triangles)
    hidden.push_back(under[body.of[t[0]]] && under[body.of[t[1]]] && under[body.of[t[2]]]);
  return hidden;
}

Result<MendedGarment> mend_garment(const GarmentMendInput& input, const GarmentPair& pair,
                                   const GarmentMendOptions& options) {
  return Mending(input, pair, options).run();
}

}  // namespace mannequin
