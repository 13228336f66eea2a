// oracle/layers: gradients, single sliders, whole outfits and the vertices of masked morphs.
#include <algorithm>

#include "engine/avatar/system_avatar.h"
#include "engine/io/llm.h"
#include "engine/io/texel_picture_file.h"
#include "tests/oracle/layers_case.h"

namespace mannequin::test {
namespace {

using nlohmann::json;

const json& layers_oracle(const char* file) {
  static std::map<std::string, json> read;
  if (!read.contains(file)) read[file] = read_json(shared_path(std::string("oracle/layers/") + file));
  return read[file];
}

LayerComposer& oracle_composer() {
  static LayerComposer composer;
  return composer;
}

// Of 1 byte: CRC at 512, the sample within two elsewhere.
void expect_mask(const MaskImage& mask, const json& oracle, const std::string& where) {
  ASSERT_EQ(mask.width, oracle.at("size")[0].get<std::uint32_t>()) << where;
  if (mask.width == 512) {
    EXPECT_EQ(crc_of(mask.texels), crc_in(oracle)) << where;
  }
  EXPECT_LE(sample_difference(mask.texels, mask.width, 1, oracle), mask.width == 512 ? 0 : 2) << where;
}

void expect_layer_masks(const OutfitPaint& paint, const json& masks, const std::string& where) {
  for (const auto& [key, oracle] : masks.items()) {
    const std::size_t first = key.find('/'), last = key.rfind('/');
    const SetPaint* set = paint.find(key.substr(0, first));
    ASSERT_NE(set, nullptr) << key;
    const std::string name = key.substr(first + 1, last - first - 1);
    const int instance = std::stoi(key.substr(last + 1));
    bool found = false;
    for (std::size_t i = 0; i < set->layers.size(); ++i) {
      if (set->layers[i].layer != name || set->layers[i].instance != instance) continue;
      found = true;
      expect_mask(oracle_composer().layer_mask(*set, i), oracle, where + ", " + key);
    }
    EXPECT_TRUE(found) << where << ", " << key << " is not drawn";
  }
}

// Weights of parameters of the worn items' types, one per item.
void expect_weights(const LayerOutfit& outfit, const json& weights, const std::string& where) {
  const Appearance& appearance = viewer_layers().character.appearance;
  std::vector<std::string> types;
  std::vector<SliderValues> sliders;
  for (const WornItem& item : outfit.items) {
    types.push_back(item.type);
    sliders.push_back(item.sliders);
  }
  const LayerWeights avatar = avatar_layer_weights(appearance, outfit.sex, types, sliders);
  for (const auto& [id, values] : weights.items()) {
    const ParameterIndex p = appearance.find(std::stoi(id));
    if (appearance[p].cross_wearable) {  // of the avatar, driven by an item of another type
      EXPECT_NEAR(static_cast<double>(avatar.effective[static_cast<std::size_t>(p)]), values[0].get<double>(),
                  2e-6)
          << where << ", parameter " << id;
      continue;
    }
    std::size_t next = 0;
    for (const WornItem& item : outfit.items) {
      if (item.type != appearance[p].wearable) continue;
      ASSERT_LT(next, values.size()) << where << ", parameter " << id;
      const LayerWeights ours = item_weights(appearance, outfit.sex, item.type, item.sliders);
      EXPECT_NEAR(static_cast<double>(ours.effective[static_cast<std::size_t>(p)]),
                  values[next++].get<double>(), 2e-6)
          << where << ", parameter " << id;
    }
    EXPECT_EQ(next, values.size()) << where << ", parameter " << id;
  }
}

void expect_vertex_bytes(const MaskImage& mask, const json& bytes, const std::string& region,
                         const std::string& where) {
  static const auto meshes = io::read_base_meshes(shared_path("viewer-character"),
                                                  viewer_layers().character.appearance.body_meshes())
                                 .value();
  for (const auto& [morph, hex] : bytes.items()) {
    const json& entry = layers_oracle("vertices.json.gz").at("morphs").at(morph);
    if (entry.at("layer_set") != region) continue;
    const std::vector<float> weights =
        mask_weights(mask, false, meshes.at(entry.at("mesh").get<std::string>()));
    const json& vertices = entry.at("vertices");
    const std::string text = hex.get<std::string>();
    ASSERT_EQ(text.size(), 2 * vertices.size());
    // At 2048 the mask may be off by two, and so may each vertex.
    const float limit = (mask.width == 512 ? 0.001f : 2.001f) / 255.0f;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const auto theirs = static_cast<float>(std::stoul(text.substr(2 * i, 2), nullptr, 16)) / 255.0f;
      ASSERT_NEAR(weights[vertices[i].get<std::size_t>()], theirs, limit)
          << where << ", " << morph << ", vertex " << vertices[i];
    }
  }
}

void expect_morph_masks(const LayerOutfit& outfit, const json& regions, const std::string& where) {
  const ViewerLayers& layers = viewer_layers();
  for (const std::uint32_t size : {512u, 2048u}) {
    const OutfitPaint paint = plan_paint(layers.sets, layers.character.appearance, outfit, size);
    for (const auto& [region, sizes] : regions.items()) {
      const std::string key = std::to_string(size), at = where + ", " + region + " at " + key;
      if (!sizes.contains(key)) continue;
      const json& oracle = sizes.at(key);
      const SetPaint& set = *paint.find(region);
      const MaskImage gathered = oracle_composer().gathered_mask(set);
      expect_mask(gathered, oracle.at("gathered"), at + ", gathered");
      const std::optional<MaskImage> local = oracle_composer().morph_mask(set);
      EXPECT_EQ(local.has_value(), !oracle.at("local").is_null()) << at;
      if (local && oracle.at("local").is_object()) expect_mask(*local, oracle.at("local"), at + ", local");
      if (local && oracle.at("local") == "same") {
        EXPECT_EQ(local->texels, gathered.texels) << at;
      }
      if (local && oracle.contains("vertex_bytes"))
        expect_vertex_bytes(*local, oracle.at("vertex_bytes"), region, at);
    }
  }
}

TEST(LayersOracle, PicturesAndGradientsAreThoseOfTheViewer) {
  MANNEQUIN_NEEDS_SHARED("oracle/layers/gradients.json.gz");
  const json& oracle = layers_oracle("gradients.json.gz");
  std::map<std::string, TexelPicture> pictures;
  for (const auto& [file, about] : oracle.at("files").items()) {
    const auto picture = io::read_texel_picture(shared_path("viewer-character/" + file), true);
    ASSERT_TRUE(picture) << picture.error().message();
    EXPECT_EQ(picture->components, about.at("components").get<std::uint32_t>()) << file;
    std::vector<std::uint8_t> interleaved;
    for (std::size_t i = 0; i < picture->plane_size(); ++i)
      for (std::uint32_t c = 0; c < picture->components; ++c) interleaved.push_back(picture->plane(c)[i]);
    EXPECT_EQ(crc_of(interleaved), crc_in(about, "crc32_decoded")) << file;
    pictures.emplace(file, *picture);
  }
  EXPECT_EQ(pictures.size(), 56u);
  std::size_t levels = 0;
  for (const json& param : oracle.at("params"))
    for (const json& level : param.at("levels")) {
      const auto table = gradient_table(static_cast<float>(param.at("domain").get<double>()),
                                        static_cast<float>(level.at("weight").get<double>()));
      std::string hex;
      for (const std::uint8_t value : table)
        hex += "0123456789abcdef"[value >> 4], hex += "0123456789abcdef"[value & 15];
      EXPECT_EQ(hex, level.at("lut").get<std::string>())
          << param.at("param") << " at " << level.at("percent");
      std::vector<std::uint8_t> made;
      for (const std::uint8_t p : pictures.at(param.at("tga").get<std::string>()).texels)
        made.push_back(table[p]);
      EXPECT_EQ(crc_of(made), crc_in(level)) << param.at("param") << " at " << level.at("percent");
      ++levels;
    }
  EXPECT_EQ(levels, 455u);
}

TEST(LayersOracle, DefinitionsAreRead) {
  MANNEQUIN_NEEDS_SHARED("oracle/layers/tables.json");
  const json& oracle = layers_oracle("tables.json");
  const LayerSetsDesc& desc = viewer_layers().sets.desc();
  ASSERT_EQ(desc.sets.size(), oracle.at("layer_sets").size());
  for (std::size_t s = 0; s < desc.sets.size(); ++s) {
    const json& set = oracle.at("layer_sets")[s];
    EXPECT_EQ(desc.sets[s].region, set.at("body_region"));
    EXPECT_EQ(desc.sets[s].width, set.at("width"));
    EXPECT_EQ(desc.sets[s].clear_alpha, set.at("clear_alpha"));
    ASSERT_EQ(desc.sets[s].layers.size(), set.at("layers").size());
    for (std::size_t l = 0; l < desc.sets[s].layers.size(); ++l) {
      const LayerDesc& layer = desc.sets[s].layers[l];
      const json& theirs = set.at("layers")[l];
      EXPECT_EQ(layer.name, theirs.at("name"));
      EXPECT_EQ(layer.alpha.size(), theirs.at("alpha_params").size()) << layer.name;
      EXPECT_EQ(layer.color.size(), theirs.at("color_params").size()) << layer.name;
      EXPECT_EQ(layer.write_all_channels, theirs.at("write_all_channels")) << layer.name;
      EXPECT_EQ(layer.file_is_mask, theirs.at("static_is_mask")) << layer.name;
    }
  }
  EXPECT_EQ(desc.masked_morphs.size(), 7u);
  for (const auto& [slot, type] : oracle.at("texture_slots").items())
    EXPECT_EQ(wearable_of_slot(slot), type.get<std::string>()) << slot;
}

TEST(LayersOracle, OneSliderAtATime) {
  MANNEQUIN_NEEDS_SHARED("oracle/layers/sliders.json.gz");
  const ViewerLayers& layers = viewer_layers();
  for (const json& test : layers_oracle("sliders.json.gz").at("cases")) {
    const std::string where =
        "slider " + test.at("slider").dump() + " at " + test.at("percent").dump() + " %";
    const LayerOutfit outfit = outfit_of(test);
    expect_weights(outfit, test.at("weights"), where);
    // The oracle's skirt begins with an opaque texture.
    LayerOutfit drawn = outfit;
    for (WornItem& item : drawn.items)
      if (item.type == "skirt")
        item.textures["skirt"] = {WornTexture::Kind::picture, synthetic_texture("opaque:1")};
    const OutfitPaint paint = plan_paint(layers.sets, layers.character.appearance, drawn, 512);
    expect_layer_masks(paint, test.at("layer_masks"), where);
    if (test.contains("morph_masks")) expect_morph_masks(outfit, test.at("morph_masks"), where);
  }
}

TEST(LayersOracle, WholeOutfits) {
  MANNEQUIN_NEEDS_SHARED("oracle/layers/outfits.json.gz");
  const ViewerLayers& layers = viewer_layers();
  for (const json& test : layers_oracle("outfits.json.gz").at("cases")) {
    const std::string name = test.at("name");
    const LayerOutfit outfit = outfit_of(test);
    expect_weights(outfit, test.at("weights"), name);
    const OutfitPaint paint = plan_paint(layers.sets, layers.character.appearance, outfit, 512);
    for (const auto& [color, value] : test.at("global_colors").items())
      for (int c = 0; c < 4; ++c)
        EXPECT_NEAR(paint.global_colors.at(color)[c], value[static_cast<std::size_t>(c)].get<float>(), 2e-6f)
            << name << ", " << color;
    std::size_t colors = 0;
    for (const SetPaint& set : paint.sets)
      for (const LayerPaint& layer : set.layers) {
        const std::string key = set.region + "/" + layer.layer + "/" + std::to_string(layer.instance);
        ASSERT_TRUE(test.at("net_colors").contains(key)) << name << ", " << key;
        for (int c = 0; c < 4; ++c)
          EXPECT_NEAR(layer.net_color[c],
                      test.at("net_colors").at(key)[static_cast<std::size_t>(c)].get<float>(), 2e-6f)
              << name << ", " << key;
        ++colors;
      }
    for (const auto& [key, color] : test.at("net_colors").items())
      colors -= std::abs(color[3].get<double>()) >= 1e-5 ? 1 : 0;
    EXPECT_EQ(colors, 0u) << name;
    expect_layer_masks(paint, test.at("layer_masks"), name);
    expect_morph_masks(outfit, test.at("morph_masks"), name);

    LayerComposer composer;
    composer.compose(paint);
    ASSERT_EQ(composer.composites().size(), test.at("composites").size());
    for (const auto& [region, oracle] : test.at("composites").items()) {
      const LayerComposite& composite = *composer.composites().at(region);
      EXPECT_LE(sample_difference(composite.rgba, composite.size, 4, oracle), region == "eyes" ? 2 : 1)
          << name << ", " << region;
      for (std::size_t c = 0; c < 4; ++c) {
        double sum = 0.0;
        for (std::size_t i = c; i < composite.rgba.size(); i += 4) sum += composite.rgba[i];
        EXPECT_NEAR(sum / (512.0 * 512.0), oracle.at("mean")[c].get<double>(), 0.02)
            << name << ", " << region;
      }
    }
  }
}

TEST(LayersOracle, VerticesReadTheTexelsOfTheViewer) {
  MANNEQUIN_NEEDS_SHARED("oracle/layers/vertices.json.gz");
  const auto meshes = io::read_base_meshes(shared_path("viewer-character"),
                                           viewer_layers().character.appearance.body_meshes())
                          .value();
  for (const std::uint32_t size : {512u, 2048u}) {
    // Two masks: the byte of a texel's column, and of its row.
    MaskImage low{size, size, {}}, high = low;
    for (std::uint32_t y = 0; y < size; ++y)
      for (std::uint32_t x = 0; x < size; ++x) {
        low.texels.push_back(static_cast<std::uint8_t>((x ^ (x >> 3)) & 255));
        high.texels.push_back(static_cast<std::uint8_t>((y ^ (y >> 3)) & 255));
      }
    for (const auto& [morph, entry] : layers_oracle("vertices.json.gz").at("morphs").items()) {
      const BaseMeshDesc& mesh = meshes.at(entry.at("mesh").get<std::string>());
      const std::vector<float> columns = mask_weights(low, false, mesh),
                               rows = mask_weights(high, false, mesh);
      const json& vertices = entry.at("vertices");
      const json& texels = entry.at("texel_" + std::to_string(size));
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const auto v = vertices[i].get<std::size_t>();
        const auto x = texels[2 * i].get<std::uint32_t>(), y = texels[2 * i + 1].get<std::uint32_t>();
        EXPECT_FLOAT_EQ(columns[v] * 255.0f, static_cast<float>((x ^ (x >> 3)) & 255))
            << morph << ", vertex " << v;
        EXPECT_FLOAT_EQ(rows[v] * 255.0f, static_cast<float>((y ^ (y >> 3)) & 255))
            << morph << ", vertex " << v;
      }
    }
  }
}

// A mask that changes gives what the avatar would be if it had been built with it.
TEST(LayersOracle, AMaskChangesWithoutBuildingTheAvatarAgain) {
  MANNEQUIN_NEEDS_SHARED("oracle/layers/outfits.json.gz");
  const ViewerLayers& layers = viewer_layers();
  const auto meshes =
      io::read_base_meshes(shared_path("viewer-character"), layers.character.appearance.body_meshes())
          .value();
  SystemAvatar changing = SystemAvatar::build(layers.character, meshes).value();
  for (const json& test : layers_oracle("outfits.json.gz").at("cases")) {
    const OutfitPaint paint = plan_paint(layers.sets, layers.character.appearance, outfit_of(test), 512);
    SystemAvatarOptions options;
    for (const char* region : {"head", "upper_body", "lower_body"}) {
      std::optional<MaskImage> mask = oracle_composer().morph_mask(*paint.find(region));
      if (mask) options.masks[region] = *mask;
      const auto changed = set_mask(changing, layers.character, meshes, region, std::move(mask));
      ASSERT_TRUE(changed) << changed.error().message();
      EXPECT_EQ(changed->size(), 1u) << region;
    }
    const SystemAvatar built = SystemAvatar::build(layers.character, meshes, options).value();
    for (std::size_t p = 0; p < built.parts.size(); ++p)
      for (std::size_t m = 0; m < built.parts[p].morphs.size(); ++m) {
        const MorphTarget &ours = changing.parts[p].mesh.morphs()[m],
                          &wanted = built.parts[p].mesh.morphs()[m];
        ASSERT_EQ(ours.vertices, wanted.vertices) << wanted.name;
        EXPECT_TRUE(ours.positions == wanted.positions && ours.normals == wanted.normals) << wanted.name;
        const SystemMorph &morph = changing.parts[p].morphs[m], &other = built.parts[p].morphs[m];
        EXPECT_TRUE(morph.waits == other.waits && morph.masked == other.masked && morph.mask == other.mask &&
                    morph.binormals == other.binormals && morph.uvs == other.uvs)
            << wanted.name;
      }
  }
  EXPECT_FALSE(set_mask(changing, layers.character, meshes, "left_sock", std::nullopt));
}

}  // namespace
}  // namespace mannequin::test
