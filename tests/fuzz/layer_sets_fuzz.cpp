#include "engine/io/layer_sets_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/mutate_xml.h"

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  auto desc = io::read_layer_sets_xml(text_of(bytes), "fuzz");
  if (!taken(desc)) return;
  std::map<std::string, TexelPicturePtr> pictures;
  for (const std::string& file : layer_files(*desc))
    pictures.emplace(file, std::make_shared<const TexelPicture>(TexelPicture{1, 1, 1, {128}}));
  (void)taken(LayerSets::build(std::move(*desc), character().appearance, pictures));
}
