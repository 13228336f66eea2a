// The verdict of the viewer's uploader on a file.
#include <span>
#include <string>
#include <utility>

#include "engine/c_api/handles.h"
#include "engine/fit/upload_check.h"
#include "engine/io/bound_mesh.h"
#include "engine/wear/bound_mesh.h"
#include "engine/wear/file_findings.h"

using namespace mannequin;
using namespace mannequin::c_api;

namespace {

Findings findings_about(std::span<const std::byte> bytes, const std::string& name, const Character& character,
                        const UploadOptions& options) {
  const Result<io::BoundMeshFile> file = io::read_bound_mesh(bytes, name, {});
  if (!file) return {unreadable_finding(file.error())};
  Findings findings = file_findings(*file, character, options);
  // A mesh that cannot be built is among the findings already, or adds one.
  if (!is_refused(findings))
    if (const auto built = build_bound_meshes(*file, character.skeleton, options.importer); !built)
      findings.insert(findings.begin(), unreadable_finding(built.error()));
  return findings;
}

}  // namespace

mannequin_status mannequin_check(const mannequin_character* character, const void* bytes, size_t byte_count,
                                 const char* name, const mannequin_check_options* given,
                                 mannequin_findings** out) {
  return with<CharacterObject>(character, [&](const auto& object) -> mannequin_status {
    if (!bytes) return null_argument("bytes");
    if (!out) return null_argument("out");
    const auto options =
        given ? read_struct(given, "options") : std::optional<mannequin_check_options>(std::in_place);
    if (!options) return MANNEQUIN_BAD_ARGUMENT;
    const ImporterProfile* importer = importer_of(options->importer);
    if (!importer) return MANNEQUIN_BAD_ARGUMENT;
    Findings findings =
        findings_about({static_cast<const std::byte*>(bytes), byte_count}, name ? name : "memory",
                       object->character, {options->joint_positions != 0, *importer, {}});
    *out =
        static_cast<mannequin_findings*>(add_object(std::make_shared<FindingsObject>(std::move(findings))));
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_findings_release(mannequin_findings* findings) {
  return release<FindingsObject>(findings);
}

mannequin_status mannequin_findings_count(const mannequin_findings* findings, uint32_t* out,
                                          int32_t* refused) {
  return with<FindingsObject>(findings, [&](const auto& object) -> mannequin_status {
    if (!out) return null_argument("out");
    *out = static_cast<uint32_t>(object->findings.size());
    if (refused) *refused = is_refused(object->findings);
    return MANNEQUIN_OK;
  });
}

mannequin_status mannequin_findings_get(const mannequin_findings* findings, uint32_t index,
                                        mannequin_finding_info* out) {
  return with<FindingsObject>(findings, [&](const auto& object) -> mannequin_status {
    if (!has_size(out, "out")) return MANNEQUIN_BAD_ARGUMENT;
    if (index >= object->findings.size())
      return report(MANNEQUIN_BAD_ARGUMENT, "finding " + std::to_string(index) + ": there are " +
                                                std::to_string(object->findings.size()) +
                                                ", counted from 0.");
    const Finding& finding = object->findings[index];
    mannequin_finding_info made{};
    made.severity = finding.severity == Severity::error ? 2 : finding.severity == Severity::warning ? 1 : 0;
    made.code = finding.code.c_str();
    made.mesh = finding.mesh.c_str();
    made.joint = finding.joint.c_str();
    made.message = finding.message.c_str();
    made.remedy = finding.remedy.c_str();
    made.vertex = finding.vertex ? std::int64_t{*finding.vertex} : -1;
    write_struct(made, out);
    return MANNEQUIN_OK;
  });
}
