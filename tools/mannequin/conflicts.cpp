#include "tools/mannequin/conflicts.h"

#include <fmt/format.h>

#include "tools/mannequin/json_output.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRule =
    "the greatest asset id wins a joint; meshes without one rank below, the later above the earlier; "
    "position and "
    "scale are decided separately";

std::string id_of(const WornSet& set, std::size_t worn) { return set.outfit.worn[worn].mesh_id.to_string(); }

const std::string& name_of(const WornSet& set, std::size_t worn) { return set.outfit.sources[worn].name; }

Json claims_json(const WornSet& set, std::span<const OffsetClaim> claims) {
  Json list = Json::array();
  for (const OffsetClaim& claim : claims)
    list.push_back({{"worn", claim.worn},
                    {"id", id_of(set, claim.worn)},
                    {"name", name_of(set, claim.worn)},
                    {"value", numbers(claim.value)},
                    {"apart_mm", number(glm::length(claim.value - claims[0].value) * 1000.0)}});
  return list;
}

Json joint_json(const WornSet& set, const JointClaims& claims) {
  const std::size_t winner = claims.positions[0].worn;
  return {{"joint", set.skeleton[claims.joint].name},
          {"contested", claims.positions.size() > 1},
          {"winner", id_of(set, winner)},
          {"why", claims.positions.size() > 1 ? set.outfit.reason(winner, claims.positions[1].worn)
                                              : std::string("no other worn mesh moves it")},
          {"positions", claims_json(set, claims.positions)},
          {"scales", claims_json(set, claims.scales)}};
}

// The new offset of a joint; null if the sliders apply again.
Json offset_json(const std::optional<JointOffset>& offset) {
  if (!offset) return nullptr;
  return {{"value", numbers(offset->value)}, {"id", offset->mesh_id.to_string()}};
}

Json taken_off_json(const WornSet& set, std::size_t worn) {
  const RemovalEffect off = removal_effect(set.skeleton, set.outfit.worn, worn);
  Json joints = Json::array();
  for (const OffsetChange& change : off.joints) {
    Json joint{{"joint", set.skeleton[change.joint].name}};
    if (change.position_changes) joint["position"] = offset_json(change.position);
    if (change.scale_changes) joint["scale"] = offset_json(change.scale);
    joints.push_back(std::move(joint));
  }
  Json json{
      {"worn", worn}, {"id", id_of(set, worn)}, {"name", name_of(set, worn)}, {"joints", std::move(joints)}};
  if (off.pelvis_changes) json["pelvis_offset"] = number(off.pelvis_offset);
  return json;
}

void print_claims(const WornSet& set, const JointClaims& claims) {
  const OffsetClaim& winner = claims.positions[0];
  say("{:<24} {}\n", set.skeleton[claims.joint].name, name_of(set, winner.worn));
  if (claims.positions.size() == 1) return;
  for (const OffsetClaim& claim : std::span(claims.positions).subspan(1)) {
    const double apart = glm::length(claim.value - winner.value);
    say("{:<24}   not {}, {}: {}\n", "", name_of(set, claim.worn),
        apart == 0.0 ? "to the same position" : fmt::format("{:.3f} mm apart", apart * 1000.0),
        set.outfit.reason(winner.worn, claim.worn));
  }
  if (!claims.scales.empty() && claims.scales[0].worn != winner.worn)
    say("{:<24}   its scale is locked by {}\n", "", name_of(set, claims.scales[0].worn));
}

void print_taken_off(const WornSet& set, std::size_t worn) {
  const RemovalEffect off = removal_effect(set.skeleton, set.outfit.worn, worn);
  say("\nWithout {}:", name_of(set, worn));
  if (off.joints.empty() && !off.pelvis_changes) say(" nothing would change");
  say("\n");
  for (const OffsetChange& change : off.joints) {
    const std::string& joint = set.skeleton[change.joint].name;
    if (change.position_changes)
      say("  {:<22} {}\n", joint,
          change.position
              ? fmt::format("moves to {:.4f} {:.4f} {:.4f}, set by another mesh", change.position->value.x,
                            change.position->value.y, change.position->value.z)
              : std::string("goes back to where the sliders put it"));
    if (change.scale_changes)
      say("  {:<22} {}\n", joint,
          change.scale ? "keeps its scale locked by another mesh" : "follows the sliders' scale again");
  }
  if (off.pelvis_changes) say("  pelvis offset          becomes {:+.4f} m\n", off.pelvis_offset);
}

}  // namespace

Json conflicts_json(const WornSet& set) {
  const OffsetClaims claims = offset_claims(set.skeleton, set.outfit.worn);
  Json worn = Json::array(), joints = Json::array(), pelvis = Json::array(), off = Json::array();
  for (std::size_t i = 0; i < set.outfit.worn.size(); ++i) {
    worn.push_back({{"id", id_of(set, i)},
                    {"name", name_of(set, i)},
                    {"joint_positions", set.outfit.worn[i].joints.size()},
                    {"lock_scale_if_joint_position", set.outfit.worn[i].lock_scale},
                    {"pelvis_offset", number(set.outfit.worn[i].pelvis_offset)}});
    off.push_back(taken_off_json(set, i));
  }
  for (const JointClaims& joint : claims.joints) joints.push_back(joint_json(set, joint));
  for (const PelvisClaim& claim : claims.pelvis)
    pelvis.push_back({{"worn", claim.worn},
                      {"id", id_of(set, claim.worn)},
                      {"name", name_of(set, claim.worn)},
                      {"value", number(claim.value)}});
  return {{"rule", kRule},
          {"worn", std::move(worn)},
          {"joints", std::move(joints)},
          {"pelvis_offset", std::move(pelvis)},
          {"if_taken_off", std::move(off)}};
}

void print_conflicts(const WornSet& set) {
  if (set.outfit.worn.empty()) {
    say("No worn mesh has joint positions. Those of .dae and .glb files count with "
        "--joint-positions "
        "on.\n");
    return;
  }
  const OffsetClaims claims = offset_claims(set.skeleton, set.outfit.worn);
  std::size_t contested = 0;
  for (const JointClaims& joint : claims.joints) contested += joint.positions.size() > 1;
  say("{} worn meshes have joint positions; they move {} joints, {} of them contested: {}.\n\n",
      set.outfit.worn.size(), claims.joints.size(), contested, kRule);
  say("{:<24} {}\n", "joint", "moved by");
  for (const JointClaims& joint : claims.joints) print_claims(set, joint);
  for (std::size_t i = 0; i < claims.pelvis.size(); ++i)
    say("{:<24} {} {:+.4f} m{}\n", i == 0 ? "pelvis offset" : "", name_of(set, claims.pelvis[i].worn),
        claims.pelvis[i].value, i == 0 ? "" : ", overridden");
  for (std::size_t i = 0; i < set.outfit.worn.size(); ++i) print_taken_off(set, i);
}

}  // namespace mannequin::program
