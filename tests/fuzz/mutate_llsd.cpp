#include "tests/fuzz/mutate_llsd.h"

#include "engine/io/llsd.h"
#include "tests/fuzz/mutate.h"

namespace mannequin::fuzz {
namespace {

void collect_llsd(io::Llsd& value, std::vector<io::Llsd*>& all) {
  all.push_back(&value);
  if (auto* list = std::get_if<io::Llsd::Array>(&value.value))
    for (io::Llsd& item : *list) collect_llsd(item, all);
  if (auto* map = std::get_if<io::Llsd::Map>(&value.value))
    for (auto& [key, item] : *map) collect_llsd(item, all);
}

void change_llsd(io::Llsd& root, Random& random) {
  std::vector<io::Llsd*> all;
  collect_llsd(root, all);
  io::Llsd& value = *all[random.below(all.size())];
  const io::Llsd other = *all[random.below(all.size())];
  auto* list = std::get_if<io::Llsd::Array>(&value.value);
  auto* map = std::get_if<io::Llsd::Map>(&value.value);
  auto* data = std::get_if<io::Bytes>(&value.value);
  const auto at = [&](const auto& in) {
    return in.begin() + static_cast<std::ptrdiff_t>(random.below(in.size()));
  };
  switch (random.below(5)) {
    case 0:
      value = other;
      return;
    case 1:
      if (list != nullptr && !list->empty()) list->erase(at(*list));
      if (map != nullptr && !map->empty()) map->erase(at(*map));
      return;
    case 2:
      if (list != nullptr && list->size() < 4096) list->push_back(other);
      if (map != nullptr && !map->empty() && map->size() < 64) map->emplace_back(at(*map)->first, other);
      return;
    case 3:
      if (data != nullptr) {
        std::string text(reinterpret_cast<const char*>(data->data()), data->size());
        text = mutated_text(text);
        const auto bytes = std::as_bytes(std::span(text));
        data->assign(bytes.begin(), bytes.end());
      }
      return;
    default:
      if (std::holds_alternative<double>(value.value)) value = io::Llsd(random.number());
      if (std::holds_alternative<std::int32_t>(value.value)) value = io::Llsd(random.integer());
      if (auto* text = std::get_if<std::string>(&value.value)) *text = mutated_text(*text);
      return;
  }
}

}  // namespace

std::size_t mutate_llsd(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  auto read = io::read_llsd(std::as_bytes(std::span(data, size)), "fuzz");
  if (!read || random.one_in(4)) return mutate_bytes(data, size, max_size);
  for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) change_llsd(read->value, random);
  const std::size_t put = put_bytes(io::write_llsd(read->value), data, max_size);
  return put != 0 ? put : mutate_bytes(data, size, max_size);
}

}  // namespace mannequin::fuzz
