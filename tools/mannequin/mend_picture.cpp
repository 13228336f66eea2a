#include "tools/mannequin/mend_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tools/mannequin/figure_picture.h"

namespace mannequin::program {
namespace {

constexpr int kWidth = 480, kHeight = 560, kTitle = 24;

std::vector<Vec3f> heat_of(std::span<const std::vector<float>> values, double most) {
  std::vector<Vec3f> colours;
  for (const std::vector<float>& mesh : values)
    for (const float value : mesh) colours.push_back(heat_colour(std::abs(static_cast<double>(value)), most));
  return colours;
}

}  // namespace

Result<io::Bytes> mend_picture(const FitSurface& worn, const MendedGarment& mended, double limit) {
  const std::vector<Vec3> bound = worn.bound_positions(), bound_normals = worn.bound_normals();
  const std::vector<Vec3f> positions(bound.begin(), bound.end()),
      normals(bound_normals.begin(), bound_normals.end());
  const std::vector<Surface::Triangle> triangles = worn.triangles();
  float most = 0.0f;
  for (const std::vector<float>& mesh : mended.moved)
    for (const float moved : mesh) most = std::max(most, std::abs(moved));
  FigurePicture all(2 * kWidth, 2 * (kHeight + kTitle));
  all.fill(Vec3f(1.0f));
  int row = 0;
  for (const bool weights : {false, true}) {
    const std::vector<Vec3f> colours =
        weights ? heat_of(mended.reweighted, 1.0) : heat_of(mended.moved, std::max(limit, 1e-6));
    int column = 0;
    for (const char* from : {"front", "back"}) {
      FigurePicture one(kWidth, kHeight);
      one.draw({positions, normals, colours, triangles},
               whole_view(positions, from, static_cast<double>(kWidth) / kHeight));
      all.paste(one, column * kWidth, row * (kHeight + kTitle) + kTitle);
      ++column;
    }
    all.write(8, row * (kHeight + kTitle) + 6,
              weights ? std::string("NEW WEIGHTS, RED: ALL OF THEM")
                      : fmt::format("MOVED BY UP TO {:.1f} MM, RED: {:.1f} MM",
                                    1000.0 * static_cast<double>(most), 1000.0 * limit));
    ++row;
  }
  return all.png();
}

}  // namespace mannequin::program
