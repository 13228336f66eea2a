// Small pictures of bodies and clothes for reports, rendered without a GPU: identical on every machine.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "engine/bind/surface.h"
#include "engine/io/file.h"

namespace mannequin::program {

// A surface to draw: world or bind space, metres. Colours per vertex, sRGB from 0 to 1.
struct DrawnSurface {
  std::span<const Vec3f> positions, normals, colours;
  std::span<const Surface::Triangle> triangles;
};

// An orthographic camera.
struct PictureView {
  Vec3 centre{0.0};
  Vec3 towards{-1.0, 0.0, 0.0};  // the viewing direction, not along Z
  double height = 2.0;           // metres from the lower to the upper edge
  // Metres along the viewing direction from the centre: what is nearer to the eye is cut away.
  double cut = -std::numeric_limits<double>::infinity();
};

// From the front, the back or a side ("front", "back", "left", "right"), so that everything is visible.
PictureView whole_view(std::span<const Vec3f> positions, const std::string& from, double aspect);

class FigurePicture {
 public:
  FigurePicture(int width, int height);

  void draw(const DrawnSurface& surface, const PictureView& view);
  // A ring around a place, with a line to the edge: marks what colour alone would not show to everyone.
  void mark(const Vec3& place, const PictureView& view);
  // Capital letters, digits and a few signs, five pixels high times `size`.
  void write(int x, int y, const std::string& text, int size = 2);
  void fill(const Vec3f& colour);
  void paste(const FigurePicture& other, int x, int y);

  int width() const { return width_; }
  int height() const { return height_; }
  Result<io::Bytes> png() const;

 private:
  struct Pixel {
    double x, y, depth;  // depth: metres along the view
  };
  Pixel project(const Vec3& p, const PictureView& view) const;
  void set(int x, int y, const Vec3f& colour);

  int width_, height_;
  std::vector<std::uint8_t> rgb_;
  std::vector<float> depth_;
};

// From grey (nothing) through yellow to dark red (`most` and more).
Vec3f heat_colour(double value, double most);

}  // namespace mannequin::program
