// The same files worn together give the same winner of every joint through all four interfaces: C++, C, the
// window's document and the command line.
#include <glm/gtc/type_ptr.hpp>
#include <nlohmann/json.hpp>

#include "engine/io/gltf_writer.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "engine/wear/outfit.h"
#include "mannequin/c_api.h"
#include "tests/document/figure.h"
#include "tests/io/asset_files.h"
#include "tests/tools/program_test.h"
#include "tools/document/document.h"

namespace mannequin {
namespace {

using nlohmann::json;

constexpr const char* kSmall = "10000000-0000-4000-8000-00000000000a.llmesh";
constexpr const char* kGreat = "f0000000-0000-4000-8000-00000000000b.llmesh";
constexpr const char* kJacket = "jacket.glb";
constexpr const char* kShirt = "shirt.glb";

using Files = std::vector<std::string>;
using Palettes = std::vector<std::vector<Mat34>>;  // by mesh in order of wearing

class FourDoors : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    using namespace test;
    // The elbow in another place; everything else is the same asset.
    const auto asset = [](double x) {
      return asset_bytes(
          {{"skin", Llsd(test::with(two_joint_skin(), "alt_inverse_bind_matrix",
                                    Llsd(Llsd::Array{moved(0, 0.1 + x, 0), moved(x, 0.25, 0)})))},
           {"high_lod", level({triangle_face()})}});
    };
    write(kSmall, io::as_text(asset(0.02)));
    write(kGreat, io::as_text(asset(0.05)));
    write_figure(kJacket, {0.0, 0.03, 0.02});
    write_figure(kShirt, {0.01, -0.02, 0.0});
  }

  // Moves the left shoulder by so much, and the chest by 5 cm.
  void write_figure(const std::string& name, const Vec3& shoulder) {
    BoundMeshDesc figure = test::box_figure(character_.skeleton, true);
    const auto at =
        std::ranges::find(figure.skin.joint_names, "mShoulderLeft") - figure.skin.joint_names.begin();
    *figure.skin.joint_positions[static_cast<std::size_t>(at)] += shoulder;
    const auto bytes = io::write_glb(std::vector{figure}, &character_.skeleton);
    ASSERT_TRUE(bytes);
    write(name, io::as_text(*bytes));
  }

  std::vector<BoundMeshes> loaded(const Files& files) const {
    std::vector<BoundMeshes> all;
    for (const std::string& file : files)
      all.push_back(load_bound_meshes(folder_ / file, character_.skeleton).value());
    return all;
  }

  AvatarState state_by_cpp(const std::vector<BoundMeshes>& meshes) const {
    Outfit outfit;
    for (const BoundMeshes& each : meshes) outfit.items.push_back(outfit_item(each, true));
    AvatarInputs inputs;
    inputs.worn = outfit.offsets().worn;
    return evaluate_avatar(character_, inputs);
  }

  Palettes by_cpp(const Files& files) const {
    const auto meshes = loaded(files);
    const AvatarState state = state_by_cpp(meshes);
    Palettes palettes;
    for (const BoundMeshes& each : meshes) {
      const Skin& skin = *each.meshes.at(0).skin;
      make_palette(skin, state.joints, std::span<Mat34>(palettes.emplace_back(skin.palette_size())));
    }
    return palettes;
  }

  Palettes by_c(const Files& files) const {
    mannequin_character* character = nullptr;
    mannequin_avatar* avatar = nullptr;
    EXPECT_EQ(mannequin_character_builtin(&character), MANNEQUIN_OK);
    EXPECT_EQ(mannequin_avatar_create(character, &avatar), MANNEQUIN_OK);
    std::vector<mannequin_meshes*> sets;
    for (const std::string& file : files) {
      const std::string bytes = read(file);
      mannequin_meshes*& set = sets.emplace_back();
      EXPECT_EQ(mannequin_meshes_load(character, bytes.data(), bytes.size(), file.c_str(), nullptr, &set),
                MANNEQUIN_OK);
      EXPECT_EQ(mannequin_avatar_wear(avatar, set, nullptr), MANNEQUIN_OK);
    }
    EXPECT_EQ(mannequin_avatar_evaluate(avatar), MANNEQUIN_OK);
    Palettes palettes;
    for (mannequin_meshes* set : sets) {
      mannequin_mesh_info info = MANNEQUIN_INIT(mannequin_mesh_info);
      EXPECT_EQ(mannequin_mesh_get(set, 0, &info), MANNEQUIN_OK);
      auto& palette = palettes.emplace_back(info.palette_size);
      EXPECT_EQ(mannequin_avatar_copy_palette(avatar, set, 0, MANNEQUIN_ROWS_3X4, glm::value_ptr(palette[0]),
                                              palette.size() * 12),
                MANNEQUIN_OK);
      mannequin_meshes_release(set);
    }
    mannequin_avatar_release(avatar);
    mannequin_character_release(character);
    return palettes;
  }

  Palettes by_window(const Files& files) const {
    document::Document document(character_, AvatarInputs());
    std::filesystem::create_directory(folder_ / "copies");
    for (std::size_t i = 0; i < files.size(); ++i) {
      std::filesystem::path path = folder_ / files[i];
      // The window reloads a file that is worn already; a copy with the same id is another one.
      if (std::find(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(i), files[i]) !=
          files.begin() + static_cast<std::ptrdiff_t>(i)) {
        const auto copy = folder_ / "copies" / files[i];
        std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing);
        path = copy;
      }
      EXPECT_TRUE(document.files.open(path, true));
    }
    document.compute();
    Palettes palettes;
    for (const auto& worn : document.avatar().worn()) palettes.push_back(worn->meshes.at(0)->palette);
    return palettes;
  }

  // The joints are the program's, in nine digits or more; the binds are those of the same files.
  Palettes by_command_line(const Files& files) const {
    std::string arguments = "joints --json --joint-positions on";
    for (const std::string& file : files) arguments += " --wear @" + file;
    const test::Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::map<std::string, Mat4> world;
    const json report = json::parse(outcome.out);
    for (const json& joint : report.at("joints")) {
      Mat4& matrix = world[joint.at("name").get<std::string>()];
      for (int k = 0; k < 16; ++k)
        glm::value_ptr(matrix)[k] = joint.at("world_matrix").at(static_cast<std::size_t>(k)).get<double>();
    }
    Palettes palettes;
    for (const BoundMeshes& each : loaded(files)) {
      const Skin& skin = *each.meshes.at(0).skin;
      auto& palette = palettes.emplace_back(skin.palette_size(), to_mat34(Mat4(1.0)));
      for (std::size_t slot = 0; slot < skin.joint_count(); ++slot) {
        const JointIndex joint = skin.joints()[slot];
        const Mat4 at = joint == kNoJoint ? Mat4(1.0) : world.at(character_.skeleton[joint].name);  // mRoot
        palette[slot] = to_mat34(at * skin.inverse_binds()[slot]);
      }
    }
    return palettes;
  }

  // The farthest number.
  static double apart(const Palettes& a, const Palettes& b) {
    EXPECT_EQ(a.size(), b.size());
    double most = 0.0;
    for (std::size_t m = 0; m < std::min(a.size(), b.size()); ++m) {
      EXPECT_EQ(a[m].size(), b[m].size());
      for (std::size_t s = 0; s < std::min(a[m].size(), b[m].size()); ++s)
        for (int k = 0; k < 12; ++k)
          most = std::max(most, std::abs(static_cast<double>(glm::value_ptr(a[m][s])[k]) -
                                         static_cast<double>(glm::value_ptr(b[m][s])[k])));
    }
    return most;
  }

  // The id of the mesh that moves a joint.
  std::string winner(const Files& files, const char* joint) const {
    const auto state = state_by_cpp(loaded(files));
    const auto& offset = state.offsets.position[static_cast<std::size_t>(character_.skeleton.find(joint))];
    return offset ? offset->mesh_id.to_string() : "";
  }

  const Character& character_ = test::builtin_character();
};

TEST_F(FourDoors, GiveTheSamePalettesWhateverTheOrderOfWearing) {
  for (const Files& files :
       {Files{kGreat, kSmall, kJacket}, Files{kJacket, kSmall, kGreat}, Files{kSmall, kJacket, kGreat},
        Files{kJacket, kShirt, kSmall}, Files{kShirt, kJacket}, Files{kSmall, kSmall, kShirt}}) {
    SCOPED_TRACE(testing::PrintToString(files));
    const Palettes cpp = by_cpp(files);
    EXPECT_EQ(apart(cpp, by_c(files)), 0.0);
    EXPECT_EQ(apart(cpp, by_window(files)), 0.0);
    EXPECT_LT(apart(cpp, by_command_line(files)), 2e-6);
  }
}

// Else the test above would compare nothing that is contested.
TEST_F(FourDoors, AreOfMeshesThatContendForJoints) {
  const std::string great = std::string(kGreat).substr(0, 36), small = std::string(kSmall).substr(0, 36);
  EXPECT_EQ(winner({kGreat, kSmall, kJacket}, "mShoulderLeft"), great) << "not the one worn last";
  EXPECT_EQ(winner({kGreat, kSmall, kJacket}, "mElbowLeft"), great);
  EXPECT_EQ(winner({kGreat, kSmall, kJacket}, "mChest"), Uuid::numbered(1).to_string());
  EXPECT_EQ(winner({kSmall, kJacket}, "mShoulderLeft"), small);
  EXPECT_EQ(winner({kShirt, kJacket}, "mShoulderLeft"), Uuid::numbered(2).to_string()) << "the later one";
  EXPECT_GT(apart(by_cpp({kShirt, kJacket}), by_cpp({kJacket, kShirt})), 0.01) << "order counts without ids";
}

// `skin` wears its mesh last.
TEST_F(FourDoors, TheCommandLineSkinsAsTheReferenceDoes) {
  const Files files = {kGreat, kSmall, kJacket};
  const test::Outcome outcome = run("skin --json --backend reference --joint-positions on --wear @" +
                                    files[0] + " --wear @" + files[1] + " @" + files[2]);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json positions = json::parse(outcome.out).at("meshes").at(0).at("positions");
  const auto meshes = loaded(files);
  const AvatarState state = state_by_cpp(meshes);
  const BoundMesh& jacket = meshes[2].meshes.at(0);
  std::vector<Mat4> palette(jacket.skin->palette_size());
  make_palette(*jacket.skin, state.joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> vertices(jacket.mesh.vertex_count());
  skin_reference(jacket.mesh, *jacket.skin, palette, vertices);
  ASSERT_EQ(positions.size(), 3 * vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v)
    for (int axis = 0; axis < 3; ++axis)
      EXPECT_NEAR(positions.at(3 * v + static_cast<std::size_t>(axis)).get<double>(),
                  vertices[v].position[axis], 2e-6);
}

}  // namespace
}  // namespace mannequin
