#include "engine/io/collada/transform.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace mannequin::io::collada {

Result<Mat4> node_transform(const Document& document, NoteCollector& noticed, pugi::xml_node node) {
  Mat4 parent_from_node(1.0);
  for (const auto step : node.children()) {
    const std::string_view kind = step.name();
    const std::size_t count = kind == "matrix"                         ? 16
                              : kind == "rotate"                       ? 4
                              : kind == "translate" || kind == "scale" ? 3
                                                                       : 0;
    if (kind == "skew" || kind == "lookat")
      noticed.add(
          Severity::warning, "unsupported_transform", step, "",
          fmt::format("<{}> is ignored, as in the viewer; apply the transformation before exporting", kind));
    if (count == 0) continue;
    const auto numbers = read_exactly(document, step, count);
    if (!numbers) return error_of(numbers);
    const double* n = numbers->data();
    if (kind == "matrix") {
      parent_from_node = parent_from_node * matrix_from_rows(n);
    } else if (kind == "translate") {
      parent_from_node = glm::translate(parent_from_node, Vec3(n[0], n[1], n[2]));
    } else if (kind == "scale") {
      if (n[0] < 0 || n[1] < 0 || n[2] < 0)
        noticed.add(
            Severity::warning, "negative_scale", step, "",
            "a negative scale is treated as positive, as in the viewer, so nothing is mirrored; apply "
            "the scale "
            "before exporting");
      parent_from_node = glm::scale(parent_from_node, glm::abs(Vec3(n[0], n[1], n[2])));
    } else if (const Vec3 axis(n[0], n[1], n[2]);
               glm::length(axis) > 0.0 && std::isfinite(glm::length(axis))) {
      parent_from_node = glm::rotate(parent_from_node, glm::radians(n[3]), glm::normalize(axis));
    }
  }
  return parent_from_node;
}

Mat4 root_transform(double metres_per_unit, std::string_view up_axis) {
  Mat4 avatar_from_file = glm::scale(Mat4(1.0), Vec3(metres_per_unit));
  if (up_axis == "X_UP") avatar_from_file = glm::rotate(avatar_from_file, glm::radians(90.0), Vec3(0, 1, 0));
  if (up_axis == "Y_UP") avatar_from_file = glm::rotate(avatar_from_file, glm::radians(90.0), Vec3(1, 0, 0));
  return avatar_from_file;
}

}  // namespace mannequin::io::collada
