#include "engine/mesh/parameter_morph.h"

#include <charconv>

namespace mannequin {
namespace {

constexpr std::string_view kParameterPrefix = "parameter:";

}  // namespace

std::string parameter_morph_name(int id) { return std::string(kParameterPrefix) + std::to_string(id); }

std::optional<int> parameter_of_morph(std::string_view name) {
  if (!name.starts_with(kParameterPrefix)) return std::nullopt;
  name.remove_prefix(kParameterPrefix.size());
  int id = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (error != std::errc{} || end != name.data() + name.size() || id < 0) return std::nullopt;
  return id;
}

}  // namespace mannequin
