#include "tools/findings/file_findings.h"

#include <algorithm>
#include <set>

namespace mannequin {

Finding finding_of(const io::Note& note) {
  return {note.severity, note.code, "", "", std::nullopt, note.where + ": " + note.what, ""};
}

namespace {

void add_notes(const io::Notes& notes, Findings& findings) {
  std::set<std::string> known;
  for (const Finding& finding : findings) known.insert(finding.code);
  for (const io::Note& note : notes)
    if (!known.contains(note.code)) findings.push_back(finding_of(note));
  std::ranges::stable_sort(findings, std::ranges::greater(), &Finding::severity);
}

}  // namespace

Findings file_findings(const io::BoundMeshFile& file, const Character& character,
                       const UploadOptions& options) {
  UploadOptions counted = options;
  counted.joint_positions |= file.is_asset;
  Findings findings = check_upload(file.meshes, character, counted);
  add_notes(file.notes, findings);
  add_notes(file.viewer_notes, findings);
  return findings;
}

}  // namespace mannequin
