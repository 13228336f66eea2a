#include "engine/wear/file_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mannequin {

Finding finding_of(const io::Note& note) {
  return {note.severity, note.code, "", "", std::nullopt, note.where + ": " + note.what, ""};
}

Finding unreadable_finding(const Error& error) {
  // What is another kind of file says itself what to do.
  return {Severity::error,
          "unreadable",
          "",
          "",
          std::nullopt,
          error.message(),
          error.code == ErrorCode::unsupported
              ? ""
              : "export it again; it may not have been written completely yet"};
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
      finding.message += fmt::format(" (in {} more place{}, such as {})", more, more == 1 ? "" : "s", next);
    findings.push_back(std::move(finding));
  }
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::severity);
}

Findings file_findings(const io::BoundMeshFile& file, const Character& character,
                       const UploadOptions& options) {
  UploadOptions counted = options;
  counted.joint_positions |= file.is_asset;
  counted.file_joints = file.joints;
  counted.positions_by_own_names = file.positions_by_own_names;
  Findings findings = check_upload(file.meshes, character, counted);
  io::Notes notes = file.notes;
  notes.insert(notes.end(), file.viewer_notes.begin(), file.viewer_notes.end());
  // Positions that are not included are not missed.
  if (!counted.joint_positions)
    for (io::Note& note : notes)
      if (note.code == "joint_positions_unknown") note.severity = Severity::info;
  add_notes(notes, findings);
  return findings;
}

}  // namespace mannequin
