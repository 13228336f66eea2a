// mannequin_fit against the measure itself.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>

#include "engine/fit/garment_depth.h"
#include "mannequin/c_bind.h"
#include "tests/bind/bind_case.h"

namespace mannequin::test {
namespace {

// A tube as the host has it, with normals away from its axis.
struct HostTube {
  Surface surface;
  std::vector<float> positions, normals;
  std::vector<std::uint32_t> indices;
  mannequin_bind_mesh mesh = MANNEQUIN_INIT(mannequin_bind_mesh);

  explicit HostTube(double radius) : surface(tube(1.0, radius, 21, 24)) {
    for (const Vec3& p : surface.positions)
      for (int axis = 0; axis < 3; ++axis) {
        positions.push_back(static_cast<float>(p[axis]));
        normals.push_back(static_cast<float>(axis == 1 ? 0.0 : p[axis]));
      }
    for (const Surface::Triangle& t : surface.triangles) indices.insert(indices.end(), t.begin(), t.end());
    mesh.vertex_count = static_cast<std::uint32_t>(surface.positions.size());
    mesh.positions = positions.data();
    mesh.index_count = static_cast<std::uint32_t>(indices.size());
    mesh.indices = indices.data();
  }
};

std::vector<Vec3f> triples(const std::vector<float>& numbers) {
  std::vector<Vec3f> made(numbers.size() / 3);
  std::memcpy(made.data(), numbers.data(), numbers.size() * sizeof(float));
  return made;
}

class CFit : public testing::Test {
 protected:
  mannequin_fit_case posed(const HostTube& garment, std::vector<float>* outside = nullptr) {
    mannequin_fit_case made = MANNEQUIN_INIT(mannequin_fit_case);
    made.body = body_.positions.data();
    made.body_normals = body_.normals.data();
    made.garment = garment.positions.data();
    if (outside) {
      outside->assign(body_.mesh.vertex_count, -7.0f);
      made.outside = outside->data();
    }
    return made;
  }
  mannequin_status fit(mannequin_fit_case* cases, std::uint32_t count) {
    return mannequin_fit(&body_.mesh, body_.normals.data(), &garment_.mesh, 0, cases, count, error_,
                         sizeof error_);
  }

  HostTube body_{0.100}, garment_{0.110}, tight_{0.095};
  char error_[200] = "";
};

TEST_F(CFit, SaysHowFarTheBodyIsOutside) {
  std::vector<float> under, through;
  mannequin_fit_case cases[] = {posed(garment_, &under), posed(tight_, &through)};
  ASSERT_EQ(fit(cases, 2), MANNEQUIN_OK) << error_;
  EXPECT_EQ(cases[0].depth, 0.0);
  EXPECT_EQ(cases[0].area, 0.0);
  EXPECT_EQ(cases[0].vertex, UINT32_MAX);
  EXPECT_NEAR(cases[1].depth, 0.005, 3e-4);
  EXPECT_GT(cases[1].area, 0.5 * 2.0 * std::numbers::pi * 0.1);
  ASSERT_LT(cases[1].vertex, body_.mesh.vertex_count);
  EXPECT_EQ(static_cast<double>(through[cases[1].vertex]),
            static_cast<double>(static_cast<float>(cases[1].depth)));

  // The measure itself, in C++.
  const std::vector<Vec3> normals = [&] {
    const std::vector<Vec3f> single = triples(body_.normals);
    return std::vector<Vec3>(single.begin(), single.end());
  }();
  std::vector<Vec3> positions, garment;
  for (const Vec3f& p : triples(body_.positions)) positions.emplace_back(p);
  for (const Vec3f& p : triples(garment_.positions)) garment.emplace_back(p);
  const GarmentPair pair(
      {positions, normals, body_.surface.triangles, garment, garment_.surface.triangles, false});
  GarmentMeter meter(pair);
  const GarmentDepth exact =
      meter.measure(triples(body_.positions), triples(body_.normals), triples(tight_.positions));
  EXPECT_EQ(cases[1].depth, exact.depth);
  EXPECT_EQ(cases[1].area, exact.area);
  EXPECT_EQ(cases[1].vertex, exact.vertex);
  std::size_t covered = 0;
  for (const float metres : through) covered += !std::isnan(metres);
  EXPECT_EQ(covered, pair.counted().size());
  for (std::size_t k = 0; k < covered; ++k)
    EXPECT_EQ(through[pair.counted()[k]], static_cast<float>(meter.vertices()[k].outside)) << k;
}

TEST_F(CFit, TakesCasesOfOlderHosts) {
  struct Older {
    std::uint32_t struct_size, vertex;
    const float *body, *body_normals, *garment;
    double depth;
  } older[2] = {};
  for (Older& one : older)
    one = {sizeof(Older), 7, body_.positions.data(), body_.normals.data(), tight_.positions.data(), 7.0};
  ASSERT_EQ(fit(reinterpret_cast<mannequin_fit_case*>(older), 2), MANNEQUIN_OK) << error_;
  for (const Older& one : older) EXPECT_NEAR(one.depth, 0.005, 3e-4);
}

TEST_F(CFit, RefusesWhatIsNoCase) {
  mannequin_fit_case one = posed(tight_);
  EXPECT_EQ(fit(nullptr, 1), MANNEQUIN_BAD_ARGUMENT);
  one.struct_size = 0;
  EXPECT_EQ(fit(&one, 1), MANNEQUIN_BAD_ARGUMENT);
  one = posed(tight_);
  one.garment = nullptr;
  EXPECT_EQ(fit(&one, 1), MANNEQUIN_BAD_ARGUMENT);
  EXPECT_NE(std::string(error_).find("garment"), std::string::npos) << error_;
  one = posed(tight_);
  body_.positions[5] = NAN;
  EXPECT_EQ(fit(&one, 1), MANNEQUIN_BAD_ARGUMENT);
  body_.positions[5] = 0.0f;
  body_.indices[4] = 100000;
  EXPECT_EQ(fit(&one, 1), MANNEQUIN_BAD_DATA);
  body_.indices[4] = 0;
  EXPECT_EQ(mannequin_fit(&body_.mesh, nullptr, &garment_.mesh, 0, &one, 1, error_, sizeof error_),
            MANNEQUIN_BAD_ARGUMENT);
  EXPECT_EQ(fit(nullptr, 0), MANNEQUIN_OK);
}

}  // namespace
}  // namespace mannequin::test
