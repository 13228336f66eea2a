#include "engine/io/collada/long_lists.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <span>

#include "engine/io/collada/words.h"

namespace mannequin::io::collada {
namespace {

constexpr std::size_t kShortest = 256;  // bytes; shorter ones cost the parser little
constexpr std::array<std::string_view, 5> kAfterList = {"</p>", "</v>", "</vcount>", "</float_array>",
                                                        "</h>"};

constexpr std::uint64_t kEachCharacter = 0x0101010101010101ull, kHigh = 0x80 * kEachCharacter;

std::uint64_t eight_at(const char* at) {
  std::uint64_t eight;
  std::memcpy(&eight, at, sizeof eight);
  return eight;
}

// Whether eight characters are ASCII and no control characters but tabs and line ends.
bool is_printed(std::uint64_t eight) {
  const auto is = [&](char c) {
    const std::uint64_t other = eight ^ (kEachCharacter * static_cast<unsigned char>(c));
    return ~(((other & ~kHigh) + ~kHigh) | other | ~kHigh);
  };
  const std::uint64_t from_space = ((eight & ~kHigh) + (0x80 - ' ') * kEachCharacter) & kHigh;
  return (eight & kHigh) == 0 && (from_space | is('\t') | is('\n') | is('\r')) == kHigh;
}

// Whether a text has nothing that XML forbids or that a parser replaces, nor '>', with which it may have
// begun inside an attribute.
bool is_plain(std::string_view text) {
  for (const char mark : {'&', ']', '>'})
    if (text.find(mark) != std::string_view::npos) return false;
  std::size_t at = 0;
  for (; text.size() - at >= 8; at += 8) {
    const std::uint64_t eight = eight_at(text.data() + at);
    const bool usual = (((eight - kEachCharacter * ' ') | eight) & kHigh) == 0;
    if (!usual && !is_printed(eight)) return false;
  }
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                     [](char c) { return is_printed(kEachCharacter * static_cast<unsigned char>(c)); });
}

// Those that are plain from end to end.
std::vector<LongList> plain_ones(const Parallel& threads, std::string_view text,
                                 std::span<const LongList> lists) {
  constexpr std::size_t kPiece = 1 << 17;  // for a thread
  constexpr std::size_t kBlock = 4096;     // stays in the cache for all that looks at it
  struct Piece {
    std::size_t list, begin, end;
  };
  std::vector<Piece> pieces;
  for (std::size_t list = 0; list < lists.size(); ++list)
    for (std::size_t at = lists[list].begin; at < lists[list].end; at += kPiece)
      pieces.push_back({list, at, std::min(at + kPiece, lists[list].end)});
  std::vector<std::atomic<bool>> is_other(lists.size());
  threads.for_each(pieces.size(), [&](std::size_t i) {
    const auto [list, begin, end] = pieces[i];
    for (std::size_t at = begin; at < end && !is_other[list]; at += kBlock)
      if (!is_plain(text.substr(at, std::min(kBlock, end - at)))) is_other[list] = true;
  });
  std::vector<LongList> plain;
  for (std::size_t list = 0; list < lists.size(); ++list)
    if (!is_other[list]) plain.push_back(lists[list]);
  return plain;
}

// The end of what begins at `at` with '<'; the end of the text if it has none.
std::size_t end_of_markup(std::string_view text, std::size_t at) {
  constexpr std::array<std::array<std::string_view, 2>, 3> kPairs = {
      {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}};
  std::string_view end = ">";
  for (const auto& [opening, closing] : kPairs)
    if (text.substr(at).starts_with(opening)) end = closing;
  const std::size_t found = text.find(end, at);
  return found == std::string_view::npos ? text.size() : found + end.size();
}

}  // namespace

std::vector<LongList> find_long_lists(const Parallel& threads, std::string_view text) {
  std::vector<LongList> lists;
  std::size_t at = text.find('<');
  while (at < text.size()) {
    // What a document type declares could be anything.
    if (text.substr(at).starts_with("<!DOCTYPE")) return {};
    const std::size_t begin = end_of_markup(text, at);
    at = text.find('<', begin);
    if (at == std::string_view::npos || at - begin < kShortest || text.size() - at < kReadAhead) continue;
    const std::string_view after = text.substr(at);
    const auto follows = [&](std::string_view tag) { return after.starts_with(tag); };
    if (std::ranges::any_of(kAfterList, follows)) lists.push_back({begin, at});
  }
  return plain_ones(threads, text, lists);
}

}  // namespace mannequin::io::collada
