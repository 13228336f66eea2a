#include "engine/avatar/avatar.h"
#include "engine/io/document_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_json.h"

// Whatever is read can be used, and written so that it is read as the same.
void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  const Skeleton& skeleton = character().skeleton;
  for (const io::DocumentPaths paths : {io::DocumentPaths::inside, io::DocumentPaths::anywhere}) {
    const auto document = io::read_document(text_of(bytes), "fuzz.json", skeleton, paths);
    if (!taken(document)) continue;
    require(document->worn.size() <= io::kMaxDocumentWorn);
    for (const io::DocumentWorn& worn : document->worn)
      require(worn.file.empty() || io::document_path_fault(worn.file, paths).empty());
    const std::string text = io::write_document(*document, skeleton);
    const auto again = io::read_document(text, "again.json", skeleton, paths);
    require(again && io::write_document(*again, skeleton) == text);
    AvatarInputs inputs{.sliders = document->sliders.value_or(SliderValues())};
    inputs.pose = document->pose.value_or(Pose());
    (void)evaluate_avatar(character(), inputs);
  }
}
