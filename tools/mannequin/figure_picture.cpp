#include "tools/mannequin/figure_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "engine/io/image_writer.h"

namespace mannequin::program {
namespace {

constexpr Vec3f kPaper(1.0f, 1.0f, 1.0f), kInk(0.08f, 0.08f, 0.10f);

// Rows of three bits, top to bottom.
struct Glyph {
  char letter;
  std::array<std::uint8_t, 5> rows;
};
constexpr Glyph kGlyphs[] = {
    {'0', {7, 5, 5, 5, 7}}, {'1', {2, 6, 2, 2, 7}}, {'2', {7, 1, 7, 4, 7}}, {'3', {7, 1, 7, 1, 7}},
    {'4', {5, 5, 7, 1, 1}}, {'5', {7, 4, 7, 1, 7}}, {'6', {7, 4, 7, 5, 7}}, {'7', {7, 1, 2, 2, 2}},
    {'8', {7, 5, 7, 5, 7}}, {'9', {7, 5, 7, 1, 7}}, {'A', {2, 5, 7, 5, 5}}, {'B', {6, 5, 6, 5, 6}},
    {'C', {3, 4, 4, 4, 3}}, {'D', {6, 5, 5, 5, 6}}, {'E', {7, 4, 6, 4, 7}}, {'F', {7, 4, 6, 4, 4}},
    {'G', {3, 4, 5, 5, 3}}, {'H', {5, 5, 7, 5, 5}}, {'I', {7, 2, 2, 2, 7}}, {'J', {1, 1, 1, 5, 2}},
    {'K', {5, 5, 6, 5, 5}}, {'L', {4, 4, 4, 4, 7}}, {'M', {5, 7, 7, 5, 5}}, {'N', {6, 5, 5, 5, 5}},
    {'O', {2, 5, 5, 5, 2}}, {'P', {6, 5, 6, 4, 4}}, {'Q', {2, 5, 5, 6, 3}}, {'R', {6, 5, 6, 5, 5}},
    {'S', {3, 4, 2, 1, 6}}, {'T', {7, 2, 2, 2, 2}}, {'U', {5, 5, 5, 5, 7}}, {'V', {5, 5, 5, 5, 2}},
    {'W', {5, 5, 7, 7, 5}}, {'X', {5, 5, 2, 5, 5}}, {'Y', {5, 5, 2, 2, 2}}, {'Z', {7, 1, 2, 4, 7}},
    {'.', {0, 0, 0, 0, 2}}, {',', {0, 0, 0, 2, 4}}, {'-', {0, 0, 7, 0, 0}}, {'%', {5, 1, 2, 4, 5}},
    {':', {0, 2, 0, 2, 0}}, {'/', {1, 1, 2, 4, 4}}, {'+', {0, 2, 7, 2, 0}}};

// The camera's axes: right and up.
struct CameraAxes {
  Vec3 right, up, towards;
};

CameraAxes axes_of(const PictureView& view) {
  const Vec3 towards = glm::normalize(view.towards);
  const Vec3 right = glm::normalize(glm::cross(towards, Vec3(0.0, 0.0, 1.0)));
  return {right, glm::cross(right, towards), towards};
}

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(value, 0.0f, 1.0f)));
}

}  // namespace

Vec3f heat_colour(double value, double most) {
  constexpr Vec3f kNone(0.72f, 0.72f, 0.74f), kSome(0.98f, 0.85f, 0.25f), kMuch(0.85f, 0.10f, 0.08f),
      kMost(0.35f, 0.0f, 0.05f);
  if (!(value > 0.0) || !(most > 0.0)) return kNone;
  const auto part = static_cast<float>(std::min(value / most, 1.0));
  if (part < 0.5f) return glm::mix(kSome, kMuch, 2.0f * part);
  return glm::mix(kMuch, kMost, 2.0f * part - 1.0f);
}

PictureView whole_view(std::span<const Vec3f> positions, const std::string& from, double aspect) {
  PictureView view;
  if (from == "back") view.towards = Vec3(1.0, 0.0, 0.0);
  if (from == "left") view.towards = Vec3(0.0, -1.0, 0.0);
  if (from == "right") view.towards = Vec3(0.0, 1.0, 0.0);
  if (positions.empty()) return view;
  Vec3 low(positions.front()), high = low;
  for (const Vec3f& p : positions) low = glm::min(low, Vec3(p)), high = glm::max(high, Vec3(p));
  view.centre = 0.5 * (low + high);
  const double across = view.towards.x != 0.0 ? high.y - low.y : high.x - low.x;
  view.height = 1.04 * std::max(high.z - low.z, across / aspect);
  return view;
}

FigurePicture::FigurePicture(int width, int height)
    : width_(width),
      height_(height),
      rgb_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3, 255),
      depth_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
             std::numeric_limits<float>::infinity()) {}

FigurePicture::Pixel FigurePicture::project(const Vec3& p, const PictureView& view) const {
  const CameraAxes axes = axes_of(view);
  const Vec3 at = p - view.centre;
  const double per_metre = height_ / view.height;
  return {0.5 * width_ + per_metre * glm::dot(at, axes.right),
          0.5 * height_ - per_metre * glm::dot(at, axes.up), glm::dot(at, axes.towards)};
}

void FigurePicture::set(int x, int y, const Vec3f& colour) {
  if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
  const std::size_t at =
      3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x));
  for (std::size_t i = 0; i < 3; ++i) rgb_[at + i] = to_byte(colour[static_cast<int>(i)]);
}

void FigurePicture::draw(const DrawnSurface& surface, const PictureView& view) {
  const CameraAxes axes = axes_of(view);
  // The light comes from above the camera's left shoulder.
  const Vec3 light = glm::normalize(-axes.towards + 0.5 * axes.up - 0.4 * axes.right);
  std::vector<Pixel> pixels;
  pixels.reserve(surface.positions.size());
  for (const Vec3f& p : surface.positions) pixels.push_back(project(Vec3(p), view));
  for (const Surface::Triangle& t : surface.triangles) {
    const Pixel &a = pixels[t[0]], &b = pixels[t[1]], &c = pixels[t[2]];
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (!(std::abs(area) > 1e-12)) continue;
    const double left = std::min({a.x, b.x, c.x}), right = std::max({a.x, b.x, c.x}),
                 top = std::min({a.y, b.y, c.y}), bottom = std::max({a.y, b.y, c.y});
    if (!(right >= 0.0 && bottom >= 0.0 && left < width_ && top < height_)) continue;
    const int x0 = std::max(0, static_cast<int>(left)), x1 = std::min(width_ - 1, static_cast<int>(right)),
              y0 = std::max(0, static_cast<int>(top)), y1 = std::min(height_ - 1, static_cast<int>(bottom));
    for (int y = y0; y <= y1; ++y)
      for (int x = x0; x <= x1; ++x) {
        const double px = x + 0.5, py = y + 0.5;
        const double wb = ((px - a.x) * (c.y - a.y) - (py - a.y) * (c.x - a.x)) / area,
                     wc = ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / area, wa = 1.0 - wb - wc;
        if (wa < 0.0 || wb < 0.0 || wc < 0.0) continue;
        const auto depth = static_cast<float>(wa * a.depth + wb * b.depth + wc * c.depth);
        float& nearest = depth_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                                static_cast<std::size_t>(x)];
        if (!(depth < nearest) || depth < view.cut) continue;
        nearest = depth;
        const auto fa = static_cast<float>(wa), fb = static_cast<float>(wb), fc = static_cast<float>(wc);
        const Vec3 normal(fa * surface.normals[t[0]] + fb * surface.normals[t[1]] +
                          fc * surface.normals[t[2]]);
        const double length = glm::length(normal);
        const double lit = length > 0.0 ? std::abs(glm::dot(normal, light)) / length : 1.0;
        const Vec3f colour =
            fa * surface.colours[t[0]] + fb * surface.colours[t[1]] + fc * surface.colours[t[2]];
        set(x, y, static_cast<float>(0.45 + 0.55 * lit) * colour);
      }
  }
}

void FigurePicture::mark(const Vec3& place, const PictureView& view) {
  const Pixel at = project(place, view);
  const double radius = std::max(8.0, height_ / 28.0);
  for (int i = 0; i < 720; ++i) {
    const double angle = 0.00872664626 * i;
    for (const double r : {radius - 1.0, radius, radius + 1.0})
      set(static_cast<int>(at.x + r * std::cos(angle)), static_cast<int>(at.y + r * std::sin(angle)),
          r == radius ? kPaper : kInk);
  }
  for (int x = static_cast<int>(at.x + radius) + 1; x < width_; ++x) set(x, static_cast<int>(at.y), kInk);
}

void FigurePicture::write(int x, int y, const std::string& text, int size) {
  for (const char c : text) {
    const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const auto* const glyph = std::ranges::find(kGlyphs, upper, &Glyph::letter);
    if (glyph != std::end(kGlyphs))
      for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 3; ++column)
          if ((glyph->rows[static_cast<std::size_t>(row)] >> (2 - column) & 1) != 0)
            for (int dy = 0; dy < size; ++dy)
              for (int dx = 0; dx < size; ++dx) set(x + column * size + dx, y + row * size + dy, kInk);
    x += 4 * size;
  }
}

void FigurePicture::fill(const Vec3f& colour) {
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x) set(x, y, colour);
}

void FigurePicture::paste(const FigurePicture& other, int x, int y) {
  for (int row = 0; row < other.height_; ++row)
    for (int column = 0; column < other.width_; ++column) {
      const std::size_t at = 3 * (static_cast<std::size_t>(row) * static_cast<std::size_t>(other.width_) +
                                  static_cast<std::size_t>(column));
      set(x + column, y + row, Vec3f(other.rgb_[at], other.rgb_[at + 1], other.rgb_[at + 2]) / 255.0f);
    }
}

Result<io::Bytes> FigurePicture::png() const { return io::write_png(width_, height_, rgb_); }

}  // namespace mannequin::program
