#include "engine/io/mpfb/vertex_groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

// Groups overlap, but within limits: a short file could name every vertex in each of thousands of groups.
constexpr std::size_t kMaxMembersPerVertex = 64;

class Runs {
 public:
  Runs(const std::string& source, std::size_t vertex_count)
      : source_(source), count_(vertex_count), left_(kMaxMembersPerVertex * vertex_count) {}

  Result<std::vector<std::uint32_t>> read(const std::string& name, const nlohmann::json& list) {
    const std::string where = fmt::format("{}, group {}", source_, in_quotes(name));
    if (!list.is_array())
      return fail(ErrorCode::bad_data, where, "is not a list of runs: [[first, last], ...]");
    std::vector<std::uint32_t> vertices;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const nlohmann::json& run = list[i];
      const bool is_run =
          run.is_array() && run.size() == 2 && run[0].is_number_unsigned() && run[1].is_number_unsigned();
      if (!is_run || run[0] > run[1] || run[1] >= count_)
        return fail(
            ErrorCode::bad_data, fmt::format("{}, run {}", where, i),
            fmt::format("is not [first, last] with both among the {} vertices of the mesh (numbered from 0); "
                        "does the file belong to this mesh?",
                        count_));
      const auto first = run[0].get<std::uint32_t>(), last = run[1].get<std::uint32_t>();
      if (last - first >= left_)
        return fail(
            ErrorCode::bad_data, where,
            fmt::format("exceeds the limit of {} group memberships per vertex on average; remove some",
                        kMaxMembersPerVertex));
      left_ -= last - first + 1;
      for (std::uint32_t v = first; v <= last; ++v) vertices.push_back(v);
    }
    std::ranges::sort(vertices);
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
  }

 private:
  const std::string& source_;
  std::size_t count_, left_;
};

}  // namespace

Status read_mpfb_vertex_groups(std::string_view text, const std::string& source, BaseMesh& mesh) {
  const auto parsed = parse_json_file(text, source);
  if (!parsed) return error_of(parsed);
  const nlohmann::json& document = parsed->value;
  if (!document.is_object())
    return fail(ErrorCode::bad_data, source, "is not an object {...} of groups by name");
  Runs runs(source, mesh.positions.size());
  auto groups = mesh.groups;
  for (const auto& [name, list] : document.items()) {
    auto vertices = runs.read(name, list);
    if (!vertices) return error_of(vertices);
    groups[name] = std::move(*vertices);
  }
  mesh.groups = std::move(groups);
  return {};
}

}  // namespace mannequin::io
