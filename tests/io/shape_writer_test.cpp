#include "engine/io/shape_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "engine/io/file.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::io {
namespace shape_writer_test {

const Appearance& appearance() { return test::character(test::CharacterSource::builtin).appearance; }

constexpr ShapeFormat kFormats[] = {ShapeFormat::json, ShapeFormat::archetype, ShapeFormat::wearable};

WrittenShape write(ShapeFormat format, const SliderValues& sliders, const std::string& name = "Ann") {
  return write_shape(format, appearance(), sliders, name);
}

ShapeFile read(const std::string& text) {
  auto shape = read_shape(std::as_bytes(std::span(text)), "written", appearance());
  if (!shape) throw std::runtime_error(shape.error().message() + "\n" + text.substr(0, 300));
  return std::move(*shape);
}

// Every slider somewhere in its range, at weights that no decimal names.
SliderValues random_sliders(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> place(0.0, 1.0);
  SliderValues sliders;
  for (const ParameterDesc& p : appearance().parameters())
    if (Appearance::is_transmitted(p))
      sliders[p.id] = static_cast<double>(static_cast<float>(p.min + place(random) * (p.max - p.min)));
  sliders[kMaleParameter] = seed % 2;
  return sliders;
}

TEST(ShapeWriter, JsonComesBackBitForBit) {
  SliderValues sliders = random_sliders(1);
  sliders[33] = 0.1 + 0.2;
  sliders[34] = 99.0;    // out of range, as if hand-written
  sliders[20001] = 0.5;  // driven, set by hand
  const WrittenShape written = write(ShapeFormat::json, sliders);
  EXPECT_TRUE(written.left_out.empty());
  const ShapeFile shape = read(written.text);
  EXPECT_EQ(shape.sliders, sliders);
  EXPECT_EQ(shape.name, "Ann");
  EXPECT_EQ(shape.sex, Sex::male);
}

TEST(ShapeWriter, ArchetypeComesBackAsTheSameFloats) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    const SliderValues sliders = random_sliders(seed);
    const WrittenShape written = write(ShapeFormat::archetype, sliders);
    EXPECT_TRUE(written.left_out.empty());
    const ShapeFile shape = read(written.text);
    ASSERT_EQ(shape.sliders.size(), sliders.size());
    for (const auto& [id, weight] : sliders)
      EXPECT_EQ(static_cast<float>(shape.sliders.at(id)), static_cast<float>(weight)) << id;
    EXPECT_TRUE(shape.notes.empty());
  }
}

TEST(ShapeWriter, WearableComesBackWithinHalfAHundredth) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    const SliderValues sliders = random_sliders(seed);
    const WrittenShape written = write(ShapeFormat::wearable, sliders);
    const ShapeFile shape = read(written.text);
    EXPECT_TRUE(shape.notes.empty()) << shape.notes.front().what;
    EXPECT_EQ(shape.wearable_type, 0);
    EXPECT_EQ(shape.name, "Ann");
    for (const auto& [id, weight] : sliders) {
      const ParameterDesc& p = appearance()[appearance().find(id)];
      const bool left_out = std::ranges::count(written.left_out, id) == 1;
      EXPECT_EQ(shape.sliders.contains(id), p.wearable == "shape") << id;
      EXPECT_EQ(left_out, p.wearable != "shape" && weight != p.default_weight) << id;
      if (shape.sliders.contains(id)) {
        EXPECT_NEAR(shape.sliders.at(id), weight, 0.005 + 1e-6) << id;
      }
    }
    // Driven values match their drivers as stored in the file.
    const ParameterWeights weights =
        evaluate_weights(appearance(), with_defaults(appearance(), shape.sliders));
    for (const auto& [id, weight] : shape.recorded)
      EXPECT_NEAR(weights.weight[static_cast<std::size_t>(appearance().find(id))], weight, 0.005 + 1e-6)
          << id;
  }
}

TEST(ShapeWriter, ASecondRoundIsTheSameText) {
  for (const ShapeFormat format : kFormats)
    for (unsigned seed = 0; seed < 20; ++seed) {
      const std::string once = write(format, random_sliders(seed), "Tom & \"Jerry\" <3").text;
      const ShapeFile shape = read(once);
      EXPECT_EQ(shape.format, format);
      EXPECT_EQ(shape.name, "Tom & \"Jerry\" <3");
      EXPECT_EQ(write(format, shape.sliders, shape.name).text, once);
    }
}

TEST(ShapeWriter, AssetNumbersAreTheViewers) {
  const std::string text =
      write(ShapeFormat::wearable, {{33, 0.5}, {34, -0.25}, {36, -1.0}, {37, 0.0}, {38, -0.004}, {842, 1.0}},
            "")
          .text;
  for (const char* line : {"\n33 .5\n", "\n34 -.25\n", "\n36 -1\n", "\n37 0\n", "\n38 0\n", "\n842 1\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
  EXPECT_TRUE(text.starts_with("LLWearable version 22\n\n\n\tpermissions 0\n\t{\n\t\tbase_mask\t7fffffff\n"));
  EXPECT_TRUE(text.ends_with("textures 0\n"));
}

TEST(ShapeWriter, DumpNumbersAreTheViewersWhereTheySuffice) {
  const std::string text =
      write(ShapeFormat::archetype, {{33, 0.25}, {34, -0.0}, {36, -1.23456789}, {38, 1e-7}}).text;
  EXPECT_NE(text.find("<param id=\"33\" name=\"height\" display=\"Height\" value=\"0.250\" u8=\"151\" "
                      "type=\"param_skeleton\" wearable=\"shape\" group=\"0\"/>"),
            std::string::npos)
      << text;
  for (const char* value : {"id=\"34\" name=\"thickness\" display=\"Body Thickness\" value=\"0.000\"",
                            "value=\"-1.2345679\"", "value=\"1e-07\""})
    EXPECT_NE(text.find(value), std::string::npos) << value << text;
}

TEST(ShapeWriter, SaysWhatItLeavesOut) {
  const SliderValues sliders = {{33, std::nan("")},
                                {34, 1e30},
                                {123456, 1.0},
                                {20001, 0.5},
                                {198, 1.0},
                                {503, 0.0},
                                {36, std::numeric_limits<double>::infinity()}};
  EXPECT_EQ(write(ShapeFormat::json, sliders).left_out, (std::vector<int>{33, 34, 36, 123456}));
  EXPECT_EQ(write(ShapeFormat::archetype, sliders).left_out, (std::vector<int>{33, 34, 36, 20001, 123456}));
  EXPECT_EQ(write(ShapeFormat::wearable, sliders).left_out,
            (std::vector<int>{33, 34, 36, 198, 20001, 123456}));
}

TEST(ShapeWriter, NamesStayOneLineAndReadable) {
  for (const ShapeFormat format : kFormats) {
    EXPECT_EQ(read(write(format, {{33, 0.5}}, "two\nlines\t").text).name, "two lines ");
    EXPECT_EQ(read(write(format, {{33, 0.5}}, "J\xfcrgen").text).name, "J?rgen");
    const std::string umlauts = "Jürgen " + std::string(55, 'x') + "ü";
    EXPECT_EQ(read(write(format, {{33, 0.5}}, umlauts).text).name, umlauts.substr(0, 63))
        << "cut between letters";
  }
  EXPECT_EQ(read(write(ShapeFormat::wearable, {{33, 0.5}}, "type 7").text).wearable_type, 0);
}

// A viewer's own dump, read and written, has the same value and the same byte on every line of a slider.
TEST(ShapeWriter, WritesTheLinesOfARealDump) {
  MANNEQUIN_NEEDS_SHARED("fixtures/shapes/Brenda.xml");
  const auto bytes = read_file(test::shared_path("fixtures/shapes/Brenda.xml"));
  ASSERT_TRUE(bytes);
  const std::string dump(as_text(*bytes));
  const std::string written = write(ShapeFormat::archetype, read(dump).sliders, "???").text;
  std::size_t lines = 0, same = 0;
  for (std::size_t at = written.find("\t\t<param "); at != std::string::npos;
       at = written.find("\t\t<param ", at + 1)) {
    ++lines;
    same += dump.find(written.substr(at, written.find('\n', at) - at)) != std::string::npos;
  }
  EXPECT_EQ(lines, 253u);
  EXPECT_GE(same, 240u) << "some bytes were made from more than three decimals";
}

}  // namespace shape_writer_test
}  // namespace mannequin::io
