#include "tests/fuzz/mutate_xml.h"

#include <pugixml.hpp>
#include <sstream>

#include "tests/fuzz/mutate.h"

namespace mannequin::fuzz {
namespace {

// Down to a depth that the stack has room for.
void collect_elements(pugi::xml_node node, std::vector<pugi::xml_node>& all, int depth = 0) {
  for (pugi::xml_node child : node.children())
    if (child.type() == pugi::node_element) {
      all.push_back(child);
      if (depth < 200) collect_elements(child, all, depth + 1);
    }
}

// One of the words of a list of numbers or names becomes another, or is there twice, or is gone.
std::string changed_list(const std::string& text, Random& random) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word && words.size() < 4096;) words.push_back(word);
  if (words.empty()) return std::to_string(random.number());
  const std::size_t at = random.below(words.size());
  switch (random.below(4)) {
    case 0:
      words[at] = std::to_string(random.integer());
      break;
    case 1:
      words[at] = std::to_string(random.number());
      break;
    case 2:
      words.insert(words.begin() + static_cast<std::ptrdiff_t>(at), words[random.below(words.size())]);
      break;
    default:
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::string changed;
  for (const std::string& word : words) changed += word + ' ';
  return changed;
}

void change_xml(pugi::xml_document& document, Random& random) {
  std::vector<pugi::xml_node> all;
  collect_elements(document, all);
  if (all.empty()) return;
  pugi::xml_node node = all[random.below(all.size())], other = all[random.below(all.size())];
  switch (random.below(6)) {
    case 0:
      if (all.size() < 2000) node.append_copy(other);
      return;
    case 1:
      node.parent().remove_child(node);
      return;
    case 2:
      if (all.size() < 2000) node.parent().insert_copy_after(node, node);
      return;
    case 3:
      node.text().set(changed_list(node.text().get(), random).c_str());
      return;
    default: {
      std::vector<pugi::xml_attribute> attributes(node.attributes_begin(), node.attributes_end());
      if (attributes.empty()) return;
      pugi::xml_attribute attribute = attributes[random.below(attributes.size())];
      if (random.one_in(3))
        attribute.set_value(other.first_attribute().value());
      else
        attribute.set_value(changed_list(attribute.value(), random).c_str());
    }
  }
}

}  // namespace

std::size_t mutate_xml(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  pugi::xml_document document;
  if (random.one_in(4) || !document.load_buffer(data, size)) return mutate_bytes(data, size, max_size);
  for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) change_xml(document, random);
  std::ostringstream out;
  document.save(out, "", pugi::format_raw);
  const std::string text = out.str();
  const std::size_t put = put_bytes(std::as_bytes(std::span(text)), data, max_size);
  return put != 0 ? put : mutate_bytes(data, size, max_size);
}

}  // namespace mannequin::fuzz
