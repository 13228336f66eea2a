// mannequin deform: a shell around the system avatar's lower body, made like a creator's, on every backend.
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "tests/shared_files.h"
#include "tests/tools/program_test.h"

namespace mannequin::test {
namespace {

using DeformJson = nlohmann::json;
using Place = std::array<double, 3>;

class DeformCommand : public ProgramTest {
 protected:
  static constexpr double kApart = 0.005;

  std::string folder() const { return " --character '" + shared_path("viewer-character").string() + "'"; }

  // One part of an .obj, moved along its normals; where there is none, all places are in the order of the
  // file.
  void write_shell(const std::string& name, const std::string& part) const {
    std::istringstream body(read("body.obj"));
    std::vector<Place> places, normals;
    std::string line, faces;
    bool inside = false;
    std::size_t before = 0;
    while (std::getline(body, line)) {
      std::istringstream words(line);
      std::string kind;
      Place p{};
      words >> kind;
      if (kind == "o") {
        std::string object;
        words >> object;
        inside = object == part;
      } else if (kind == "v" || kind == "vn") {
        words >> p[0] >> p[1] >> p[2];
        if (inside)
          (kind == "v" ? places : normals).push_back(p);
        else if (kind == "v" && places.empty())
          ++before;
      } else if (kind == "f" && inside) {
        faces += "f";
        for (std::string corner; words >> corner;) {
          const std::size_t index = std::stoul(corner) - before;
          faces += " " + std::to_string(index) + "//" + std::to_string(index);
        }
        faces += "\n";
      }
    }
    ASSERT_EQ(places.size(), normals.size());
    std::ostringstream out;
    out.precision(9);
    for (std::size_t v = 0; v < places.size(); ++v) {
      out << "v";
      for (std::size_t axis = 0; axis < 3; ++axis) out << ' ' << places[v][axis] + kApart * normals[v][axis];
      out << "\nvn " << normals[v][0] << ' ' << normals[v][1] << ' ' << normals[v][2] << '\n';
    }
    write(name, out.str() + faces);
  }

  // Of the mesh of this name, or of the only one.
  std::vector<Place> places(const std::string& mesh, const std::string& options,
                            const std::string& name) const {
    const Outcome outcome = run("skin " + mesh + " --json" + options + folder());
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    std::vector<Place> all;
    const DeformJson report = DeformJson::parse(outcome.out);
    for (const DeformJson& one : report.at("meshes")) {
      if (!name.empty() && one.at("name") != name) continue;
      const DeformJson& list = one.at("positions");
      if (!list.empty() && list[0].is_array()) {
        for (const DeformJson& p : list) all.push_back({p[0], p[1], p[2]});
      } else {
        for (std::size_t i = 0; i + 2 < list.size(); i += 3)
          all.push_back({list[i], list[i + 1], list[i + 2]});
      }
    }
    return all;
  }
};

TEST_F(DeformCommand, AShellStaysAroundTheBodyInEveryBackend) {
  MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
  const std::string part = "avatar_lower_body.llm", without = " --hair off --skirt off";
  ASSERT_EQ(run("skin system-avatar --shape rest -o body.obj" + without + folder()).exit_code, 0);
  write_shell("shell.obj", part);
  const Outcome deformed = run("deform shell.obj --mesh-up z -o shell.glb --json" + folder());
  ASSERT_EQ(deformed.exit_code, 0) << deformed.err;
  for (const char* options :
       {"", " --set 795=1", " --set 151=1", " --set 637=1", " --set 652=1", " --set 34=1.5", " --sex male"}) {
    const std::vector<Place> body = places("system-avatar", without + options, part),
                             shell = places("shell.glb", options, "");
    ASSERT_EQ(body.size(), shell.size());
    std::size_t outside = 0;
    for (std::size_t v = 0; v < body.size(); ++v)
      if (std::abs(std::hypot(body[v][0] - shell[v][0], body[v][1] - shell[v][1], body[v][2] - shell[v][2]) -
                   kApart) > 0.001)
        ++outside;
    // The goal is none; measured were up to 1.3 % (Butt Size).
    EXPECT_LE(outside, 3 * body.size() / 200) << options;
  }
  const Outcome verified = run("verify shell.glb --json" + folder());
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  const DeformJson report = DeformJson::parse(verified.out);
  for (const DeformJson& backend : report.at("backends"))
    EXPECT_TRUE(backend.contains("skipped") || backend.at("agrees") == true) << backend;
}

}  // namespace
}  // namespace mannequin::test
