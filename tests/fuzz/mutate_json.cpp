#include "tests/fuzz/mutate_json.h"

#include <nlohmann/json.hpp>

#include "tests/fuzz/mutate.h"

namespace mannequin::fuzz {
namespace {

using MutatedJson = nlohmann::ordered_json;

// Brackets, wherever they are; beyond some hundred the functions here would need too much stack.
bool nests_deeply(const char* text, std::size_t length) {
  int depth = 0, deepest = 0;
  for (std::size_t i = 0; i < length; ++i) {
    if (text[i] == '[' || text[i] == '{') deepest = std::max(deepest, ++depth);
    if (text[i] == ']' || text[i] == '}') --depth;
  }
  return deepest > 200;
}

void collect_values(MutatedJson& value, std::vector<MutatedJson*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (auto& item : value) collect_values(item, all);
}

void change_json(MutatedJson& root, Random& random) {
  std::vector<MutatedJson*> all;
  collect_values(root, all);
  MutatedJson& value = *all[random.below(all.size())];
  const MutatedJson other = *all[random.below(all.size())];
  switch (random.below(6)) {
    case 0:  // another value of this file in its place
      value = other;
      return;
    case 1:
      value = random.one_in(2) ? MutatedJson(random.integer()) : MutatedJson(random.number());
      return;
    case 2:
      if (value.is_array() && !value.empty()) value.erase(random.below(value.size()));
      if (value.is_object() && !value.empty())
        value.erase(std::next(value.begin(), static_cast<std::ptrdiff_t>(random.below(value.size()))));
      return;
    case 3:
      if (value.is_array() && value.size() < 4096)
        for (std::size_t more = 1 + random.below(8); more > 0; --more) value.push_back(other);
      return;
    case 4:
      if (value.is_string()) value = mutated_text(value.get<std::string>());
      return;
    default:
      if (value.is_number_integer()) value = value.get<std::int64_t>() + (random.one_in(2) ? 1 : -1);
      return;
  }
}

}  // namespace

std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  if (random.one_in(4)) return mutate_bytes(data, size, max_size);
  std::size_t begin = 0, length = size;
  const bool glb = size >= 20 && std::memcmp(data, "glTF", 4) == 0;
  if (glb) {
    std::uint32_t chunk = 0;
    std::memcpy(&chunk, data + 12, sizeof chunk);
    begin = 20;
    length = chunk;
    if (length > size - begin) return mutate_bytes(data, size, max_size);
  }
  const auto text = reinterpret_cast<const char*>(data) + begin;
  if (nests_deeply(text, length)) return mutate_bytes(data, size, max_size);
  MutatedJson root = MutatedJson::parse(text, text + length, nullptr, false);
  if (root.is_discarded()) return mutate_bytes(data, size, max_size);
  for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) change_json(root, random);
  std::string changed = root.dump(-1, ' ', false, MutatedJson::error_handler_t::replace);
  if (glb) {
    changed.resize((changed.size() + 3) / 4 * 4, ' ');
    const std::string rest(reinterpret_cast<const char*>(data) + begin + length, size - begin - length);
    const auto chunk = static_cast<std::uint32_t>(changed.size());
    const auto whole = static_cast<std::uint32_t>(20 + changed.size() + rest.size());
    std::string file(reinterpret_cast<const char*>(data), 20);
    std::memcpy(file.data() + 8, &whole, sizeof whole);
    std::memcpy(file.data() + 12, &chunk, sizeof chunk);
    changed = file + changed + rest;
  }
  const std::size_t put = put_bytes(std::as_bytes(std::span(changed)), data, max_size);
  return put != 0 ? put : mutate_bytes(data, size, max_size);
}

}  // namespace mannequin::fuzz
