// The definitions, compared with the viewer's own tables: every field of params.json and tables.json, from
// both sources.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/io/definitions.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

constexpr const char* kParams = "oracle/params.json";
constexpr const char* kTables = "oracle/tables.json";

// The oracle writes float32 with seven digits.
void expect_number(double ours, const json& theirs, const char* what) {
  const double expected = theirs.get<double>();
  EXPECT_NEAR(ours, expected, 1e-6 * std::max(1.0, std::abs(expected))) << what;
}

void expect_vector(const Vec3& ours, const json& theirs, const char* what) {
  ASSERT_EQ(theirs.size(), 3u);
  for (int i = 0; i < 3; ++i) expect_number(ours[i], theirs[static_cast<std::size_t>(i)], what);
}

class OracleParams : public ::testing::TestWithParam<CharacterSource> {
 protected:
  void SetUp() override {
    MANNEQUIN_NEEDS_SHARED(kParams);
    if (GetParam() == CharacterSource::character_folder)
      MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
    auto read = GetParam() == CharacterSource::builtin
                    ? io::read_builtin_character()
                    : io::read_character_folder(shared_path("viewer-character"));
    ASSERT_TRUE(read) << read.error().message();
    desc = std::move(*read);
    for (const JointDesc& joint : desc.skeleton.joints) joints[joint.name] = &joint;
    for (const ParameterDesc& parameter : desc.appearance.parameters) parameters[parameter.id] = &parameter;
    // Built apart, so that the Desc stays to be compared.
    auto built = Character::build(desc);
    ASSERT_TRUE(built) << built.error().message();
    character.emplace(std::move(*built));
  }

  CharacterDesc desc;
  std::map<std::string, const JointDesc*> joints;
  std::map<int, const ParameterDesc*> parameters;
  std::optional<Character> character;
};

INSTANTIATE_TEST_SUITE_P(Sources, OracleParams,
                         ::testing::Values(CharacterSource::builtin, CharacterSource::character_folder),
                         [](const auto& source) {
                           return source.param == CharacterSource::builtin ? "BuiltIn" : "ViewerFolder";
                         });

TEST_P(OracleParams, JointsAgree) {
  const json rows = read_json(shared_path(kParams)).at("joints");
  ASSERT_EQ(rows.size(), 206u);
  ASSERT_EQ(character->skeleton.size(), 206u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const json& row = rows[i];
    const std::string name = row.at("name");
    SCOPED_TRACE(name);
    const Joint& built = character->skeleton.joints()[i];
    EXPECT_EQ(built.name, name) << "the viewer's joint order";
    ASSERT_TRUE(joints.count(name));
    const JointDesc& joint = *joints.at(name);
    const std::map<std::string, JointKind> kKinds = {{"bone", JointKind::bone},
                                                     {"collision_volume", JointKind::collision_volume},
                                                     {"attachment", JointKind::attachment_point}};
    EXPECT_EQ(joint.kind, kKinds.at(row.at("kind")));
    EXPECT_EQ(joint.parent.empty() ? "mRoot" : joint.parent, row.at("parent"));
    EXPECT_EQ(joint.support == JointSupport::base ? "base" : "extended", row.at("support"));
    expect_vector(joint.position, row.at("default_pos"), "position");
    expect_vector(built.default_scale, row.at("default_scale"), "default scale");
    if (joint.kind != JointKind::attachment_point)
      expect_vector(joint.scale, row.at("default_scale"), "scale");
    expect_vector(joint.pivot, row.at("skin_offset"), "pivot");
    expect_vector(joint.tail, row.at("end"), "tail");
    const int number = row.at("num");
    if (joint.kind == JointKind::attachment_point)
      EXPECT_EQ(159 + joint.attachment_id - 1, number);
    else
      EXPECT_EQ(static_cast<int>(i), number);
  }
}

// What a parameter and every further member of its chain share.
void expect_heading(const ParameterDesc& p, const json& row) {
  const bool follows = row.at("shared_followup");
  const std::map<std::string, ParameterKind> kKinds = {{"skeleton", ParameterKind::skeleton},
                                                       {"morph", ParameterKind::morph},
                                                       {"driver", ParameterKind::driver},
                                                       {"tex_alpha", ParameterKind::texture_alpha},
                                                       {"tex_color", ParameterKind::texture_color}};
  EXPECT_EQ(p.name, row.at("name"));
  EXPECT_EQ(p.kind, kKinds.at(row.at("kind")));
  EXPECT_EQ(p.group, row.at("group").get<int>());
  const SexFilter sex = p.sex;
  EXPECT_EQ(sex == SexFilter::both ? "both" : sex == SexFilter::male ? "male" : "female", row.at("sex"));
  EXPECT_EQ(p.cross_wearable, row.at("cross_wearable").get<bool>());
  EXPECT_EQ(p.edit_group, row.at("edit_group"));
  EXPECT_EQ(p.label, row.at("label"));
  EXPECT_EQ(p.label_min, row.at("label_min"));
  EXPECT_EQ(p.label_max, row.at("label_max"));
  expect_number(p.default_weight, row.at("default"), "default");
  if (row.contains("initial_weight"))
    expect_number(p.default_weight, row.at("initial_weight"), "initial weight");
  if (follows) return;
  // Where a parameter is edited and stored is said by its first object alone.
  EXPECT_EQ(p.wearable, row.at("wearable"));
  expect_number(p.edit_group_order, row.at("edit_group_order"), "edit_group_order");
  expect_number(p.min, row.at("min"), "min");
  expect_number(p.max, row.at("max"), "max");
}

void expect_driven(const ParameterDesc& p, const json& rows) {
  ASSERT_EQ(p.driven.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // The oracle lists them as the viewer keeps them, in the reverse of the file's order.
    const DrivenDesc& driven = p.driven[rows.size() - 1 - i];
    EXPECT_EQ(driven.parameter, rows[i].at("id").get<int>());
    expect_number(driven.min1, rows[i].at("min1"), "min1");
    expect_number(driven.max1, rows[i].at("max1"), "max1");
    expect_number(driven.max2, rows[i].at("max2"), "max2");
    expect_number(driven.min2, rows[i].at("min2"), "min2");
  }
}

void expect_bones(const ParameterDesc& p, const json& rows) {
  ASSERT_EQ(p.joints.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(p.joints[i].joint, rows[i].at("bone"));
    expect_vector(p.joints[i].scale, rows[i].at("scale"), "bone scale");
    expect_vector(p.joints[i].position, rows[i].value("offset", json{0, 0, 0}), "bone offset");
  }
}

void expect_morph(const MorphDesc& morph, const json& row) {
  EXPECT_EQ(morph.morph, row.at("morph"));
  EXPECT_EQ(morph.mesh, row.at("mesh"));
  EXPECT_EQ(morph.clothing, row.at("clothing_morph").get<bool>());
  expect_number(morph.min, row.at("min"), "morph min");
  expect_number(morph.max, row.at("max"), "morph max");
  const json& volumes = row.at("volume_morphs");
  ASSERT_EQ(morph.volumes.size(), volumes.size());
  for (std::size_t i = 0; i < volumes.size(); ++i) {
    EXPECT_EQ(morph.volumes[i].joint, volumes[i].at("volume"));
    expect_vector(morph.volumes[i].scale, volumes[i].at("scale"), "volume scale");
    expect_vector(morph.volumes[i].position, volumes[i].at("pos"), "volume pos");
  }
}

TEST_P(OracleParams, ParametersAgree) {
  const json rows = read_json(shared_path(kParams)).at("params");
  std::map<int, std::size_t> seen;  // objects of an id so far
  std::set<int> masked;
  for (const MorphMaskDesc& mask : desc.appearance.morph_masks) masked.insert(mask.parameter);
  // Followers come after all others in the file, each chain in its order.
  for (const json& row : rows) {
    const int id = row.at("id");
    SCOPED_TRACE(id);
    ASSERT_TRUE(parameters.count(id));
    const ParameterDesc& p = *parameters.at(id);
    const std::size_t member = seen[id]++;
    EXPECT_EQ(row.at("shared_followup").get<bool>(), member > 0);
    expect_heading(p, row);
    if (row.contains("driven")) expect_driven(p, row.at("driven"));
    if (row.contains("bones")) expect_bones(p, row.at("bones"));
    if (row.contains("morph")) {
      ASSERT_LT(member, p.morphs.size());
      expect_morph(p.morphs[member], row);
      EXPECT_EQ(member == 0 && masked.count(id) == 1, row.at("masked").get<bool>());
    }
  }
  EXPECT_EQ(seen.size(), desc.appearance.parameters.size());
  for (const auto& [id, objects] : seen)
    if (parameters.at(id)->kind == ParameterKind::morph) {
      EXPECT_EQ(parameters.at(id)->morphs.size(), objects) << id;
    }
}

// resolved_scale_deltas: what is really added to each joint's scale, with the volumes that inherit.
TEST_P(OracleParams, ResolvedScaleDeltasAgree) {
  const json rows = read_json(shared_path(kParams)).at("params");
  int compared = 0;
  for (const json& row : rows) {
    if (!row.contains("resolved_scale_deltas")) continue;
    SCOPED_TRACE(row.at("id").get<int>());
    const ParameterIndex p = character->appearance.find(row.at("id"));
    ASSERT_NE(p, kNoParameter);
    std::map<std::string, Vec3> ours;
    for (const JointEffect& effect : character->appearance.effects(p)) {
      const std::string& name = character->skeleton[effect.joint].name;
      EXPECT_FALSE(ours.count(name)) << name;
      ours[name] = effect.scale;
    }
    const json& theirs = row.at("resolved_scale_deltas");
    EXPECT_EQ(ours.size(), theirs.size());
    for (const auto& [key, value] : theirs.items()) {
      const std::string name = value.is_object() ? value.at("joint").get<std::string>() : key;
      SCOPED_TRACE(name);
      ASSERT_TRUE(ours.count(name));
      expect_vector(ours[name], value.is_object() ? value.at("scale") : value, "resolved scale");
      ++compared;
    }
  }
  EXPECT_GT(compared, 600);
}

// `geometry`: whether a parameter can change the shape, itself or over what it drives.
TEST_P(OracleParams, GeometryAgrees) {
  const json rows = read_json(shared_path(kParams)).at("params");
  const auto by_itself = [](const ParameterDesc& p) {
    return p.kind == ParameterKind::skeleton || p.kind == ParameterKind::morph;
  };
  for (const json& row : rows) {
    const ParameterDesc& p = *parameters.at(row.at("id"));
    bool geometry = by_itself(p);
    for (const DrivenDesc& driven : p.driven)
      geometry = geometry || by_itself(*parameters.at(driven.parameter));
    EXPECT_EQ(geometry, row.at("geometry").get<bool>()) << p.id;
  }
}

TEST_P(OracleParams, TablesAgree) {
  MANNEQUIN_NEEDS_SHARED(kTables);
  const json tables = read_json(shared_path(kTables));

  std::set<std::tuple<int, std::string, std::string, bool>> ours, theirs;
  for (const MorphMaskDesc& m : desc.appearance.morph_masks)
    ours.emplace(m.parameter, m.mesh, m.layer, m.invert);
  for (const json& row : tables.at("morph_masks")) {
    theirs.emplace(row.at("param_id"), row.at("mesh"), row.at("layer"), row.at("invert"));
    EXPECT_EQ(parameters.at(row.at("param_id"))->name, row.at("param"));
  }
  EXPECT_EQ(ours, theirs);

  const json& points = tables.at("attachment_points");
  ASSERT_EQ(points.size(), 55u);
  for (const json& row : points) {
    const std::string name = row.at("name");
    SCOPED_TRACE(name);
    ASSERT_TRUE(joints.count(name));
    const JointDesc& joint = *joints.at(name);
    EXPECT_EQ(joint.kind, JointKind::attachment_point);
    EXPECT_EQ(joint.attachment_id, row.at("id").get<int>());
    EXPECT_EQ(joint.parent.empty() ? "mRoot" : joint.parent, row.at("joint"));
    EXPECT_EQ(joint.hud, row.at("hud").get<bool>());
    expect_vector(joint.position, row.at("position"), "position");
    expect_vector(joint.rotation_degrees, row.at("rotation_euler_deg"), "rotation");
  }

  std::vector<int> transmitted, geometric;
  for (const ParameterDesc& p : desc.appearance.parameters)
    if (Appearance::is_transmitted(p)) transmitted.push_back(p.id);
  EXPECT_EQ(transmitted, tables.at("transmitted_param_ids_in_message_order").get<std::vector<int>>());
  const json rows = read_json(shared_path(kParams)).at("params");
  for (const json& row : rows)
    if (row.at("geometry").get<bool>() && !row.at("shared_followup").get<bool>() &&
        Appearance::is_transmitted(*parameters.at(row.at("id"))))
      geometric.push_back(row.at("id"));
  std::sort(geometric.begin(), geometric.end());
  EXPECT_EQ(geometric, tables.at("geometric_transmitted_param_ids").get<std::vector<int>>());
}

TEST_P(OracleParams, AliasesAgree) {
  MANNEQUIN_NEEDS_SHARED(kTables);
  const json aliases = read_json(shared_path(kTables)).at("joint_aliases");
  std::set<std::string>
      known;  // all names by which bones and points of the body are known, as the oracle lists them
  for (const auto& [alias, name] : aliases.items()) {
    const std::string canonical = name;
    SCOPED_TRACE(alias);
    const JointDesc& joint = *joints.at(canonical);
    known.insert(alias);
    if (joint.hud) continue;
    const JointIndex found = character->skeleton.find(alias);
    ASSERT_NE(found, kNoJoint);
    EXPECT_EQ(character->skeleton[found].name, canonical);
  }
  // And no alias that the viewer does not know.
  for (const JointDesc& joint : desc.skeleton.joints)
    for (const std::string& alias : joint.aliases) EXPECT_TRUE(known.count(alias)) << alias;
}

}  // namespace
}  // namespace mannequin::test
