#include "tools/document/offset_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/skeleton/offset_claims.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

constexpr double kSame = 1e-6;    // metres
constexpr double kNoise = 0.001;  // smaller offsets are probably rounding

std::string name_of_entry(const DressedAvatar& avatar, std::size_t entry) {
  const WornFile* file = avatar.file_of(entry);
  return file == nullptr ? tr("worn without a mesh") : file->name;
}

using Rows = std::map<JointIndex, OffsetRow>;

// The position in effect, and who else wanted the joint.
void add_moved(const DressedAvatar& avatar, Rows& rows) {
  const Skeleton& skeleton = avatar.character().skeleton;
  for (const JointClaims& claims : offset_claims(skeleton, avatar.outfit().worn).joints) {
    if (claims.positions.empty()) continue;
    const OffsetClaim& winner = claims.positions.front();
    OffsetRow& row = rows[claims.joint];
    row.moved = true;
    row.offset = winner.value - skeleton[claims.joint].default_position;
    row.set_by = name_of_entry(avatar, winner.worn);
    if (glm::length(row.offset) < kNoise) row.notes.push_back(tr("likely noise"));
    for (const OffsetClaim& claim : std::span(claims.positions).subspan(1)) {
      const double apart = glm::distance(claim.value, winner.value);
      const std::string other = name_of_entry(avatar, claim.worn);
      if (apart < kSame && other == row.set_by) continue;
      row.notes.push_back(apart < kSame ? tr("also {}, at the same place", other)
                                        : tr("also {}, {:.2f} mm away", other, 1000.0 * apart));
      row.warning |= apart >= kSame;
    }
    row.warning |= glm::length(row.offset) < kNoise;
  }
}

// Positions in files that have no effect, and why.
void add_ignored(const DressedAvatar& avatar, Rows& rows) {
  const Skeleton& skeleton = avatar.character().skeleton;
  for (const auto& file : avatar.worn())
    for (const auto& mesh : file->meshes)
      for (const auto& [name, position] : mesh->geometry->bound.offsets.joints) {
        const JointIndex joint = skeleton.find(name);
        if (joint == kNoJoint || rows.contains(joint)) continue;
        const Vec3 offset = position - skeleton[joint].default_position;
        if (glm::length(offset) < kSame) continue;
        OffsetRow& row = rows[joint];
        row.offset = offset;
        row.set_by = file->name;
        row.notes.push_back(!is_joint_offset(skeleton[joint], position) ? tr("0.1 mm or less: ignored")
                                                                        : tr("joint positions are off"));
      }
}

// Joints that keep their place between moved ones above and below: sliders still move them.
void add_missing_links(const Skeleton& skeleton, Rows& rows) {
  const auto moved = [&](JointIndex joint) { return rows.contains(joint) && rows.at(joint).moved; };
  std::map<JointIndex, std::string> missing;
  for (const auto& [joint, row] : rows) {
    if (!row.moved) continue;
    std::vector<JointIndex> between;
    for (JointIndex up = skeleton[joint].parent; up != kNoJoint; up = skeleton[up].parent) {
      if (moved(up)) {
        for (const JointIndex link : between)
          missing.try_emplace(link,
                              tr("missing link between {} and {}", skeleton[up].name, skeleton[joint].name));
        break;
      }
      between.push_back(up);
    }
  }
  for (const auto& [joint, note] : missing) {
    rows[joint].notes.push_back(note);
    rows[joint].warning = true;
  }
}

void count_vertices(const DressedAvatar& avatar, Rows& rows) {
  for (const auto& file : avatar.worn())
    for (const auto& mesh : file->meshes)
      for (std::size_t slot = 0; slot < mesh->skin.joint_count(); ++slot)
        if (const auto row = rows.find(mesh->skin.joints()[slot]); row != rows.end())
          row->second.vertices += mesh->slot_vertices[slot];
}

}  // namespace

std::string OffsetRow::all_notes() const {
  std::string text;
  for (const std::string& note : notes) text += (text.empty() ? "" : "; ") + note;
  return text;
}

std::vector<OffsetRow> offset_rows(const DressedAvatar& avatar) {
  Rows rows;
  add_moved(avatar, rows);
  add_ignored(avatar, rows);
  add_missing_links(avatar.character().skeleton, rows);
  count_vertices(avatar, rows);
  std::vector<OffsetRow> list;
  for (auto& [joint, row] : rows) {
    row.joint = joint;
    list.push_back(std::move(row));
  }
  return list;
}

std::string offset_table_text(const std::vector<OffsetRow>& rows, const Skeleton& skeleton) {
  std::string text = "joint\tmoved\toffset mm\tx\ty\tz\tvertices\tset by\tnotes\n";
  for (const OffsetRow& row : rows) {
    const Vec3 mm = 1000.0 * row.offset;
    text += fmt::format("{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\t{:.2f}\t{}\t{}\t{}\n", skeleton[row.joint].name,
                        row.moved ? "yes" : "no", glm::length(mm), mm.x, mm.y, mm.z, row.vertices, row.set_by,
                        row.all_notes());
  }
  return text;
}

}  // namespace mannequin::document
