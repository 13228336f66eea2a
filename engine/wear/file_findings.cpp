#include "engine/wear/file_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

#include "engine/core/quantity.h"

namespace mannequin {

namespace {

bool is_any_of(const std::string& code, std::initializer_list<std::string_view> codes) {
  return std::ranges::find(codes, code) != codes.end();
}

bool has_crash(const io::Notes& notes, std::string_view why) {
  return std::ranges::any_of(
      notes, [&](const io::Note& note) { return note.code == "viewer_crash" && note.what.starts_with(why); });
}

// What is wrong with the binds of a glTF file that were written as they stood is one finding, about the
// importer that is missed.
void take_gltf_binds(io::Notes& notes, Findings& findings) {
  const auto own = std::ranges::find(notes, "importer_profile", &io::Note::code);
  if (own == notes.end()) return;
  const auto is_of_binds = [](const Finding& finding) {
    return is_any_of(finding.code,
                     {"bind_rotation", "bind_scale", "moved_at_rest", "torn_without_positions"});
  };
  const auto worst = std::ranges::find_if(findings, [&](const Finding& finding) {
    return finding.severity == Severity::warning && is_of_binds(finding);
  });
  if (worst != findings.end()) {
    Finding told = *worst;
    told.code = "importer_profile";
    told.message = fmt::format("{}: {}. Here, {}", own->where, own->what, worst->message);
    told.remedy =
        "write it again with the binds that the viewer makes: mannequin convert IN.glb OUT.dae --gltf "
        "viewer-next";
    std::erase_if(findings, [&](const Finding& finding) {
      return is_of_binds(finding) || is_any_of(finding.code, {"exchanged_sides", "not_x_forward"});
    });
    findings.insert(findings.begin(), std::move(told));
    std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::severity);
  }
  notes.erase(own);
}

// Drops findings that only follow from another reported problem and disappear when it is fixed.
void drop_consequences(const io::BoundMeshFile& file, io::Notes& notes, Findings& findings) {
  // A primitive without triangles, and a mesh with no other primitive.
  std::set<std::string> lines;
  bool any = false;
  for (const io::Note& note : notes) {
    if (note.code == "viewer_lines") lines.insert(note.where);
    any |= is_any_of(note.code, {"viewer_lines", "no_triangles"});
  }
  std::erase_if(notes, [&](const io::Note& note) {
    return (note.code == "no_triangles" && lines.contains(note.where)) ||
           (note.code == "empty_mesh" && any && file.meshes.empty());
  });
  // A single mesh without binds: its binds cannot match the avatar.
  if (file.meshes.size() == 1 && std::ranges::find(notes, "no_inverse_binds", &io::Note::code) != notes.end())
    std::erase_if(findings, [](const Finding& finding) {
      return is_any_of(finding.code,
                       {"bind_rotation", "bind_scale", "moved_at_rest", "torn_without_positions"});
    });
  // A joint name that was split at its spaces: the unsplit name is unknown, too.
  for (const io::Note& note : notes)
    if (note.code == "split_joint_name")
      std::erase_if(findings, [&](const Finding& finding) {
        std::string name = finding.joint;
        std::ranges::replace(name, '_', ' ');
        return name.find(' ') != std::string::npos && note.what.find("'" + name + "'") != std::string::npos;
      });
  take_gltf_binds(notes, findings);
  // One mesh of which the skin was not read.
  const auto unread = std::ranges::count_if(notes, [](const io::Note& note) {
    return is_any_of(note.code, {"no_joints_in_mesh", "skin_without_joints", "weights_without_skin"});
  });
  // Missing weights are reported by their effect on the viewer.
  if (has_crash(notes, "belongs to a skinned mesh")) {
    std::erase_if(findings, [](const Finding& finding) { return finding.code == "unweighted_vertices"; });
    std::erase_if(notes, [](const io::Note& note) { return note.code == "unweighted_vertices"; });
  }
  // A skin that crashes the viewer is reported as such.
  for (const auto& [cause, same] : {std::pair("names no joints", "skin_without_joints"),
                                    std::pair("belongs to a skinned mesh", "no_joints_in_mesh")})
    if (has_crash(notes, cause))
      std::erase_if(notes, [&, code = same](const io::Note& note) { return note.code == code; });
  if (unread == 1 && std::ranges::count(findings, "not_rigged", &Finding::code) == 1)
    std::erase_if(findings, [](const Finding& finding) { return finding.code == "not_rigged"; });
}

}  // namespace

Finding finding_of(const io::Note& note) {
  return {note.severity, note.code, "", "", std::nullopt, note.where + ": " + note.what, ""};
}

Finding unreadable_finding(const Error& error) {
  // Only what breaks off may not have been written completely; all else says itself what to do.
  const auto says = [&](std::string_view word) { return error.what.find(word) != std::string::npos; };
  const bool breaks_off = error.code != ErrorCode::unsupported &&
                          (says("truncated") || says("damaged") || says("than the file") || says("ends "));
  return {Severity::error,
          "unreadable",
          "",
          "",
          std::nullopt,
          error.message(),
          breaks_off ? "export it again; it may not have been written completely yet" : ""};
}

void add_notes(const io::Notes& notes, Findings& findings) {
  std::set<std::string> known;
  for (const Finding& finding : findings) known.insert(finding.code);
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const io::Note& note = notes[n];
    if (!known.insert(note.code).second) continue;
    Severity severity = note.severity;
    std::size_t more = 0;
    std::string next;
    for (std::size_t other = n + 1; other < notes.size(); ++other) {
      if (notes[other].code != note.code) continue;
      severity = std::max(severity, notes[other].severity);
      if (more++ == 0) next = notes[other].where;
    }
    Finding finding = finding_of(note);
    finding.severity = severity;
    if (more > 0)
      finding.message +=
          fmt::format(" (in {}, such as {})", quantity(more, "more place", "more places"), next);
    findings.push_back(std::move(finding));
  }
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::severity);
}

Findings file_findings(const io::BoundMeshFile& file, const Character& character,
                       const UploadOptions& options) {
  UploadOptions counted = options;
  counted.joint_positions |= file.is_asset;
  counted.as_distributed = file.is_asset;
  counted.file_joints = file.joints;
  counted.positions_by_own_names = file.positions_by_own_names;
  Findings findings = check_upload(file.meshes, character, counted);
  io::Notes notes = file.notes;
  notes.insert(notes.end(), file.viewer_notes.begin(), file.viewer_notes.end());
  // Positions that are not uploaded do not matter.
  if (!counted.joint_positions)
    for (io::Note& note : notes)
      if (note.code == "joint_positions_unknown") note.severity = Severity::info;
  drop_consequences(file, notes, findings);
  add_notes(notes, findings);
  return findings;
}

}  // namespace mannequin
