// What XML forbids but our parser accepts: rejected with its line, as by the viewer's reader.
#include "engine/io/collada/xml_rules.h"

#include <gtest/gtest.h>

#include "tests/io/collada_check.h"

namespace mannequin::test {
namespace xml_rules_test {

std::string fault_of(std::string_view text) {
  const auto fault = io::collada::find_xml_fault(text);
  return fault ? fault->what : "";
}

TEST(XmlRules, LetsWellFormedTextPass) {
  for (const char* text :
       {"<a/>",
        "<?xml version=\"1.0\"?>\n<!-- a - b --><a b='1' c=\"2\">x &amp; &#65; &#x1F600;</a>\n<!-- end -->\n",
        "<a><![CDATA[ < & ]] ]]></a>", "<!DOCTYPE a [<!ENTITY nbsp \"&#160;\">]><a>&nbsp;</a>",
        "<!DOCTYPE a SYSTEM \"a.dtd\"><a>&other;</a>", "<a xml:lang='x' b = '>'><b/>\t</a>",
        "\xEF\xBB\xBF<?xml version='1.0'?><a/>", "<\xC3\xA4 b='\xC3\xA9'/>", "<a><?note x?></a>",
        "<?xml version='1.0' encoding='windows-1252'?><a/>",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>"})
    EXPECT_EQ(fault_of(text), "") << text;
}

TEST(XmlRules, NamesWhatIsForbidden) {
  const std::pair<const char*, const char*> cases[] = {
      {"<?xml version='1.0' encoding='utf-99'?><a/>", "'utf-99'"},
      {"<?xml version='1.0' encoding='utf-16'?><a/>", "'utf-16'"},
      {"<?xml version='1.0' encoding=''?><a/>", "encoding"},
      {"<?xml version='2.0'?><a/>", "XML 2.0"},
      {"<a>&nbsp;</a>", "'&nbsp;' is not defined"},
      {"<a b='&copy;'/>", "'&copy;' is not defined"},
      {"<a>Tom & Jerry</a>", "must be written as '&amp;'"},
      {"<a>&#0;</a>", "by number"},
      {"<a>&#xD800;</a>", "by number"},
      {"<a b='1<2'/>", "contains '<'"},
      {"<a b='1' c='2' b='3'/>", "'b' is given twice"},
      {"<a b='1'c='2'/>", "no blank between"},
      {"<a b=1/>", "not in quotes"},
      {"<a b/>", "has no value"},
      {"<a/><b/>", "second root"},
      {"<a/>text", "outside the root"},
      {"<a>x\x01y</a>", "0x01"},
      {"<a>]]></a>", "']]>'"},
      {"<!-- a -- b --><a/>", "'--'"},
      {" <?xml version='1.0'?><a/>", "not at the start"},
      {"<a><1/></a>", "does not begin a tag"}};
  for (const auto& [text, part] : cases)
    EXPECT_NE(fault_of(text).find(part), std::string::npos) << text << ": " << fault_of(text);
}

TEST(XmlRules, LimitHowDeepElementsAreNested) {
  const auto nested = [](int deep) {
    std::string text;
    for (int i = 0; i < deep; ++i) text += "<a>";
    for (int i = 0; i < deep; ++i) text += "</a>";
    return text;
  };
  EXPECT_EQ(fault_of(nested(256)), "");
  EXPECT_NE(fault_of(nested(257)).find("256 deep"), std::string::npos) << fault_of(nested(257));
}

TEST(XmlRules, FindsForbiddenCharactersAnywhere) {
  for (std::size_t before = 0; before < 20; ++before) {
    const std::string begin = "<a>" + std::string(before, 'x');
    for (const std::string_view fine : {"\xEF\xBC\xA1", "\t", "\r\n", "\xC3\xA4", "\x7F"})
      EXPECT_EQ(fault_of(begin + std::string(fine) + "xxxxxxxxx</a>"), "") << before;
    for (const std::string_view bad : {"\x01", "\x1F", "\xEF\xBF\xBE", "\xEF\xBF\xBF"}) {
      const auto fault = io::collada::find_xml_fault(begin + std::string(bad) + "xxxxxxxxx</a>");
      ASSERT_TRUE(fault) << before;
      EXPECT_EQ(fault->offset, begin.size());
      EXPECT_NE(fault->what.find("not allowed in XML"), std::string::npos) << fault->what;
    }
  }
}

TEST(XmlRules, RefuseTheFileWithItsLine) {
  SmallDae dae;
  dae.asset += "<contributor><author>A&nbsp;B</author></contributor>";
  expect_refused(dae, "'&nbsp;' is not defined", ErrorCode::cannot_read);
  EXPECT_EQ(dae.read().error().where, "small.dae:3");
}

}  // namespace xml_rules_test
}  // namespace mannequin::test
