// tables.json: what an appearance message carries, in which order. The dumps of a running viewer: its bytes.
#include "engine/appearance/appearance_message.h"

#include <fmt/format.h>

#include <regex>

#include "engine/io/file.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {
namespace {

TEST(AppearanceMessageOracle, CarriesTheViewersParametersInItsOrder) {
  MANNEQUIN_NEEDS_SHARED("oracle/tables.json");
  const nlohmann::json tables = read_json(shared_path("oracle/tables.json"));
  for (const CharacterSource source : {CharacterSource::builtin, CharacterSource::character_folder}) {
    if (source == CharacterSource::character_folder)
      MANNEQUIN_NEEDS_SHARED("viewer-character/avatar_lad.xml");
    const Appearance& appearance = character(source).appearance;
    std::vector<int> ids;
    for (const ParameterDesc& parameter : appearance.parameters())
      if (Appearance::is_transmitted(parameter)) ids.push_back(parameter.id);
    EXPECT_EQ(ids, tables.at("transmitted_param_ids_in_message_order").get<std::vector<int>>());
    EXPECT_EQ(make_appearance_message(appearance, {}).size(), ids.size());
  }
}

// The byte beside each weight in a viewer's dump, of every parameter, driven ones too. The weight there has
// three decimals, so where rounding it reaches over a step either byte is right; nowhere another one.
TEST(AppearanceMessageOracle, MakesTheBytesOfRealDumps) {
  const Appearance& appearance = character(CharacterSource::builtin).appearance;
  const std::regex line(R"re(<param id="(\d+)" [^>]*value="([^"]+)" u8="(\d+)")re");
  for (const char* name : {"Angela", "Brenda", "Emily"}) {
    const std::string file = fmt::format("fixtures/shapes/{}.xml", name);
    MANNEQUIN_NEEDS_SHARED(file);
    const io::Bytes bytes = io::read_file(shared_path(file)).value();
    const std::string text(io::as_text(bytes));
    int compared = 0, exact = 0;
    for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) {
      const ParameterIndex p = appearance.find(std::stoi((*at)[1]));
      ASSERT_NE(p, kNoParameter) << (*at)[1];
      const double weight = std::stod((*at)[2]);
      const int theirs = std::stoi((*at)[3]);
      EXPECT_LE(byte_from_weight(appearance[p], weight - 0.0005), theirs) << name << " " << (*at)[0];
      EXPECT_GE(byte_from_weight(appearance[p], weight + 0.0005), theirs) << name << " " << (*at)[0];
      ++compared;
      exact += byte_from_weight(appearance[p], weight) == theirs;
    }
    EXPECT_EQ(compared, 636) << name;
    EXPECT_GE(exact, 633) << name;
  }
}

}  // namespace
}  // namespace mannequin::test
