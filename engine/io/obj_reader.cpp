#include "engine/io/obj_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include "engine/io/own_obj.h"
#include "engine/io/text_file.h"
#include "engine/rig/rig.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

// Names on one g line; each of them gets every following vertex.
constexpr std::size_t kMaxGroupsAtOnce = 32;

constexpr std::size_t kMaxCorners = 1024;  // of one polygon

// Vertices over all groups, counted per naming by a face, beyond a quarter of the file's bytes.
constexpr std::size_t kFreeMembers = 1'000'000;

// The words of one statement.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view next() {
    const std::size_t begin = rest_.find_first_not_of(" \t\r\v\f");
    if (begin == std::string_view::npos) return rest_ = {};
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\v\f", begin), rest_.size());
    const std::string_view word = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return word;
  }

 private:
  std::string_view rest_;
};

class ObjReader {
 public:
  ObjReader(std::string_view text, const std::string& source, const ObjReading& reading)
      : text_(text), metres_per_unit_(reading.metres_per_unit), up_(up_axis(text, reading)) {
    mesh_.source = source;
    mesh_.scale_factor = kMetreScale;
    mesh_.polygon_begin.push_back(0);
  }

  Result<BaseMesh> run() {
    make_room();
    while (offset_ < text_.size() && !error_) statement(next_line());
    if (error_) return tl::make_unexpected(*error_);
    if (mesh_.positions.empty())
      return fail(ErrorCode::bad_data, mesh_.source,
                  "contains no vertices (lines that begin with v); is it a mesh?");
    name_each_once();
    return std::move(mesh_);
  }

 private:
  // Growing lists would hold their content twice, with up to twice the capacity they need.
  void make_room() {
    std::size_t vertices = 0, uvs = 0, normals = 0, faces = 0, corners = 0;
    while (offset_ < text_.size()) {
      Words words(next_line());
      const std::string_view keyword = words.next();
      vertices += keyword == "v";
      uvs += keyword == "vt";
      normals += keyword == "vn";
      if (keyword != "f") continue;
      ++faces;
      while (!words.next().empty()) ++corners;
    }
    offset_ = line_ = 0;
    mesh_.positions.reserve(vertices);
    mesh_.uvs.reserve(uvs);
    mesh_.normals.reserve(normals);
    mesh_.polygon_begin.reserve(faces + 1);
    mesh_.corners.reserve(corners);
  }

  // One statement: a line, continued while it ends with a backslash.
  std::string_view next_line() {
    ++line_;
    std::size_t end = std::min(text_.find('\n', offset_), text_.size());
    std::string_view line = text_.substr(offset_, end - offset_);
    offset_ = end + 1;
    const auto continues = [](std::string_view part) {
      if (part.ends_with('\r')) part.remove_suffix(1);
      return part.ends_with('\\');
    };
    if (!continues(line)) return line;
    joined_.clear();
    while (continues(line)) {
      joined_.append(line.substr(0, line.rfind('\\'))).push_back(' ');
      if (offset_ >= text_.size()) return joined_;
      ++line_;
      end = std::min(text_.find('\n', offset_), text_.size());
      line = text_.substr(offset_, end - offset_);
      offset_ = end + 1;
    }
    return joined_.append(line);
  }

  void bad(std::string what) {
    if (!error_)
      error_ = Error{ErrorCode::bad_data, fmt::format("{}:{}", mesh_.source, line_), std::move(what)};
  }

  // Up to `count` numbers, of which the first `needed` are required.
  template <std::size_t N>
  std::array<double, N> numbers(Words& words, std::size_t needed, const char* what) {
    std::array<double, N> out{};
    for (std::size_t i = 0; i < N; ++i) {
      const std::string_view word = words.next();
      if (word.empty() && i >= needed) break;
      const std::optional<double> value = parse_number(word);
      if (!value) {
        bad(fmt::format("has {} for a number of a {}; it needs {} numbers, at most a million each",
                        in_quotes(word), what, needed));
        break;
      }
      out[i] = *value;
    }
    return out;
  }

  void statement(std::string_view line) {
    Words words(line.substr(0, line.find('#')));
    const std::string_view keyword = words.next();
    if (keyword == "v") {
      mesh_.positions.push_back(in_blender(numbers<3>(words, 3, "vertex")) * metres_per_unit_);
    } else if (keyword == "vt") {
      const auto uv = numbers<2>(words, 1, "texture coordinate");
      mesh_.uvs.emplace_back(uv[0], uv[1]);
    } else if (keyword == "vn") {
      const Vec3 normal = in_blender(numbers<3>(words, 3, "normal"));
      const double length = glm::length(normal);
      mesh_.normals.emplace_back(length > 0.0 ? normal / length : Vec3(0, 0, 1));
    } else if (keyword == "f") {
      polygon(words);
    } else if (keyword == "g") {
      choose_groups(words);
    }
  }

  Vec3 in_blender(const std::array<double, 3>& v) const {
    return up_ == UpAxis::y ? Vec3(v[0], -v[2], v[1]) : Vec3(v[0], v[1], v[2]);
  }

  void choose_groups(Words& words) {
    current_.clear();
    for (std::string_view name = words.next(); !name.empty(); name = words.next()) {
      if (current_.size() == kMaxGroupsAtOnce)
        return bad(fmt::format("names more than {} groups at once; write fewer", kMaxGroupsAtOnce));
      current_.push_back(&mesh_.groups[std::string(name)]);
    }
  }

  // An index from 1, or from the end if negative; `count` have been read so far.
  std::optional<std::uint32_t> index(std::string_view word, std::size_t count, const char* what) {
    const std::optional<int> number = parse_integer(word);
    const auto size = static_cast<std::int64_t>(count);
    const std::int64_t at = !number ? -1 : *number < 0 ? size + *number : std::int64_t{*number} - 1;
    if (number && *number != 0 && at >= 0 && at < size) return static_cast<std::uint32_t>(at);
    bad(fmt::format("names the {} {}, but only {} precede it; they are numbered from 1, or from -1 backwards",
                    what, in_quotes(word), count));
    return std::nullopt;
  }

  // "7", "7/3", "7//2" or "7/3/2"
  BaseMeshCorner corner(std::string_view word) {
    BaseMeshCorner out;
    const std::size_t first = std::min(word.find('/'), word.size());
    if (const auto at = index(word.substr(0, first), mesh_.positions.size(), "vertex")) out.position = *at;
    if (first == word.size()) return out;
    const std::string_view rest = word.substr(first + 1);
    const std::size_t second = std::min(rest.find('/'), rest.size());
    if (second > 0)
      if (const auto at = index(rest.substr(0, second), mesh_.uvs.size(), "texture coordinate"))
        out.uv = static_cast<std::int32_t>(*at);
    if (second + 1 < rest.size())
      if (const auto at = index(rest.substr(second + 1), mesh_.normals.size(), "normal"))
        out.normal = static_cast<std::int32_t>(*at);
    return out;
  }

  // The members of all groups at that time.
  std::size_t name_each_once() {
    std::size_t members = 0;
    for (auto& [name, vertices] : mesh_.groups) {
      std::ranges::sort(vertices);
      vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
      vertices.shrink_to_fit();
      members += vertices.size();
    }
    return members;
  }

  // Adjacent faces name the same vertices.
  void add_to_groups(std::span<const BaseMeshCorner> corners) {
    const std::size_t most = kFreeMembers + text_.size() / 4;
    members_ += current_.size() * corners.size();
    if (members_ > most) members_ = name_each_once() + current_.size() * corners.size();
    // Grows by half, or each further face could get here again.
    if (members_ > most / 2 + kMaxGroupsAtOnce * kMaxCorners)
      return bad("has groups that overlap too much; put each face into one group");
    for (std::vector<std::uint32_t>* group : current_)
      for (const BaseMeshCorner& corner : corners) group->push_back(corner.position);
  }

  void polygon(Words& words) {
    const std::size_t begin = mesh_.corners.size();
    for (std::string_view word = words.next(); !word.empty() && !error_; word = words.next()) {
      if (mesh_.corners.size() - begin == kMaxCorners)
        return bad(fmt::format("has a face of more than {} corners; split it", kMaxCorners));
      mesh_.corners.push_back(corner(word));
    }
    if (error_) return;
    if (mesh_.corners.size() - begin < 3) return bad("has a face of fewer than three corners; remove it");
    mesh_.polygon_begin.push_back(static_cast<std::uint32_t>(mesh_.corners.size()));
    add_to_groups(std::span(mesh_.corners).subspan(begin));
  }

  std::string_view text_;
  double metres_per_unit_;
  UpAxis up_;
  std::size_t offset_ = 0, line_ = 0;
  std::string joined_;
  BaseMesh mesh_;
  std::vector<std::vector<std::uint32_t>*> current_;
  std::size_t members_ = 0;  // of all groups, or more
  std::optional<Error> error_;
};

}  // namespace

UpAxis up_axis(std::string_view text, const ObjReading& reading) {
  return reading.up.value_or(text.starts_with(kOwnObjLine) ? UpAxis::z : UpAxis::y);
}

Result<BaseMesh> read_obj(std::string_view text, const std::string& source, const ObjReading& reading) {
  if (auto status = check_text_file(text, source, kMaxBytes); !status) return error_of(status);
  if (!(reading.metres_per_unit > 0.0 && std::isfinite(reading.metres_per_unit)))
    return fail(
        ErrorCode::bad_argument, source,
        fmt::format("cannot be scaled by {}; give metres per unit, above 0", reading.metres_per_unit));
  return ObjReader(text, source, reading).run();
}

bool looks_like_obj(std::string_view text) {
  static constexpr std::array<std::string_view, 10> kKeywords = {"v", "vt", "vn", "g",      "o",
                                                                 "f", "s",  "l",  "mtllib", "usemtl"};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view keyword = Words(text.substr(0, std::min(end, text.find('#')))).next();
    if (!keyword.empty()) return std::ranges::find(kKeywords, keyword) != kKeywords.end();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

}  // namespace mannequin::io
