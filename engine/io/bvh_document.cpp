#include "engine/io/bvh_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "engine/animation/clip.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr std::size_t kMaxNameLength = 79;
// An avatar has 206 joints; otherwise a file of empty joints could claim much memory per frame.
constexpr std::size_t kMaxJoints = 1000;
constexpr std::string_view kBlanks = " \t\v\f";

bool has(std::string_view line, std::string_view word) { return line.find(word) != std::string_view::npos; }

// Removes and returns the first word of `text`; empty at the end.
std::string_view take_word(std::string_view& text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return text = {};
  text.remove_prefix(begin);
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(word.size());
  return word;
}

// The number at the beginning of `text`, regardless of what follows.
template <typename T>
std::optional<T> leading_number(std::string_view text) {
  text = take_word(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

// Whether the word is exactly one number.
std::optional<float> whole_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const char* const word_end = word.data() + word.size();
  float value = 0.0f;
  const auto [end, error] = std::from_chars(word.data(), word_end, value);
  if (error == std::errc{} && end == word_end) return value;
  // Smaller than float32 can represent, or far too large.
  double wide = 0.0;
  const auto [wide_end, wide_error] = std::from_chars(word.data(), word_end, wide);
  if (wide_error != std::errc{} || wide_end != word_end) return std::nullopt;
  return static_cast<float>(wide);
}

class BvhParser {
 public:
  BvhParser(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  Result<BvhDocument> run() {
    read_hierarchy() && read_timing() && read_frames();
    if (error_) return tl::make_unexpected(*error_);
    return std::move(document_);
  }

 private:
  bool refuse(const char* word, std::string what) {
    if (!error_)
      error_ = Error{ErrorCode::cannot_read, fmt::format("{}:{}", source_, std::max<std::size_t>(line_, 1)),
                     fmt::format("{} [{}]", what, word)};
    return false;
  }

  // Lines end at CR or LF; empty ones are skipped.
  bool next_line(const char* wanted) {
    while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) step();
    if (at_ >= text_.size())
      return refuse("E_ST_EOF", fmt::format("the file ends where {} was expected; it is truncated", wanted));
    const std::size_t end = std::min(text_.find_first_of("\r\n", at_), text_.size());
    current_ = text_.substr(at_, end - at_);
    at_ = end;
    line_ = newlines_ + 1;
    return true;
  }

  void step() {
    const bool pair = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    at_ += pair ? 2 : 1;
    ++newlines_;
  }

  bool read_hierarchy() {
    if (!next_line("HIERARCHY")) return false;
    if (!has(current_, "HIERARCHY"))
      return refuse("E_ST_NO_HIER",
                    "a .bvh begins with the word HIERARCHY in its first line; choose a .bvh file");
    std::vector<std::size_t> open;  // joints whose brace is still open
    while (true) {
      if (!next_line("ROOT, JOINT or MOTION")) return false;
      if (has(current_, "}")) {
        if (!open.empty()) open.pop_back();
      } else if (has(current_, "MOTION")) {
        return true;
      } else if (has(current_, "ROOT") || has(current_, "JOINT")) {
        if (!read_joint(open)) return false;
      } else if (has(current_, "End Site")) {
        // The brace, the offset and the brace: their contents do not matter.
        for (int i = 0; i < 3; ++i)
          if (!next_line("the rest of an End Site")) return false;
      } else {
        return refuse("E_ST_NO_JOINT", "has none of ROOT, JOINT, End Site, MOTION or }; correct the line");
      }
    }
  }

  bool read_joint(std::vector<std::size_t>& open) {
    std::string_view rest = current_;
    take_word(rest);
    BvhJoint joint;
    joint.name = take_word(rest).substr(0, kMaxNameLength);
    joint.line = line_;
    if (joint.name.empty()) return refuse("E_ST_NO_NAME", "the joint has no name; write one after the word");
    if (document_.joints.size() == kMaxJoints)
      return refuse("E_ST_NO_JOINT", fmt::format("more than {} joints; remove some", kMaxJoints));
    for (std::size_t i = 0; i < open.size(); ++i) {
      int& levels = document_.joints[open[i]].levels_below;
      levels = std::max(levels, static_cast<int>(open.size() - i));
    }
    if (!next_line("{")) return false;
    if (!has(current_, "{"))
      return refuse("E_ST_NO_OFFSET", "the joint's { must be here, on a line of its own; move it");
    if (!next_line("OFFSET")) return false;
    if (!has(current_, "OFFSET")) return refuse("E_ST_NO_OFFSET", "the joint's OFFSET must be here; add it");
    if (!next_line("CHANNELS")) return false;
    if (!has(current_, "CHANNELS"))
      return refuse("E_ST_NO_CHANNELS", "the joint's CHANNELS must be here; add them");
    if (!read_channels(joint)) return false;
    open.push_back(document_.joints.size());
    document_.joints.push_back(std::move(joint));
    return true;
  }

  bool read_channels(BvhJoint& joint) {
    const std::string_view line =
        current_.substr(std::min(current_.find_first_not_of(kBlanks), current_.size()));
    std::optional<int> count;
    if (line.starts_with("CHANNELS")) count = leading_number<int>(line.substr(8));
    joint.channels = count.value_or(document_.joints.empty() ? 6 : 3);
    std::size_t at = 0;
    for (int& axis : joint.order) {
      at = current_.find("rotation", at);
      if (at == std::string_view::npos)
        return refuse("E_ST_NO_ROTATION",
                      "names fewer than three rotations; write Xrotation Yrotation Zrotation "
                      "in the order of the numbers");
      const char letter = at > 0 ? current_[at - 1] : ' ';
      if (letter < 'X' || letter > 'Z')
        return refuse("E_ST_NO_AXIS",
                      "a rotation is not about X, Y or Z; write Xrotation, Yrotation, Zrotation");
      axis = letter - 'X';
      ++at;
    }
    return true;
  }

  bool read_timing() {
    if (!next_line("Frames:")) return false;
    const auto count =
        current_.starts_with("Frames:") ? leading_number<int>(current_.substr(7)) : std::nullopt;
    if (!count) return refuse("E_ST_NO_FRAMES", "the line must be \"Frames: \" and their number; correct it");
    document_.frame_count = *count;
    if (!next_line("Frame Time:")) return false;
    const auto time =
        current_.starts_with("Frame Time:") ? leading_number<float>(current_.substr(11)) : std::nullopt;
    if (!time || !std::isfinite(*time))
      return refuse("E_ST_NO_FRAME_TIME", "the line must be \"Frame Time: \" and the seconds per frame");
    document_.frame_time = *time;
    return true;
  }

  bool read_frames() {
    // Checked before anything else, as in the uploader.
    const float duration = bvh_duration(document_.frame_count, document_.frame_time);
    if (duration > kMaxClipSeconds)
      return refuse("anim_too_long", fmt::format("the animation lasts {:.1f} seconds, more than the {:.0f} "
                                                 "allowed; remove frames or shorten the frame time",
                                                 duration, kMaxClipSeconds));
    std::vector<float> numbers;
    for (int frame = 0; frame < document_.frame_count; ++frame) {
      if (!next_line("a frame")) return false;
      numbers.clear();
      for (std::string_view rest = current_, word; !(word = take_word(rest)).empty();) {
        const auto number = whole_number(word);
        if (!number || !std::isfinite(*number))
          return refuse("E_ST_NO_POS",
                        fmt::format("{} is not a number; write it with a decimal point", in_quotes(word)));
        numbers.push_back(*number);
      }
      if (!read_frame(numbers)) return false;
    }
    return true;
  }

  bool read_frame(std::span<const float> numbers) {
    std::size_t at = 0;
    for (const BvhJoint& joint : document_.joints) {
      const std::size_t taken = joint.channels == 6 ? 6 : 3;
      const std::size_t left = numbers.size() - at;
      if (joint.channels < 0 || left < std::max(taken, static_cast<std::size_t>(joint.channels)))
        return refuse("E_ST_NO_POS",
                      fmt::format("the frame has {} numbers, too few for the channels of {}; complete it",
                                  numbers.size(), in_quotes(joint.name)));
      BvhValue value;
      // Positions come first and as x, y, z, regardless of the channels' names.
      if (taken == 6)
        for (float& number : value.position) number = numbers[at++];
      for (const int axis : joint.order) value.degrees[static_cast<std::size_t>(axis)] = numbers[at++];
      document_.values.push_back(value);
    }
    return true;
  }

  std::string_view text_, current_;
  const std::string& source_;
  std::size_t at_ = 0, newlines_ = 0, line_ = 0;
  BvhDocument document_;
  std::optional<Error> error_;
};

}  // namespace

float bvh_duration(int frame_count, float frame_time) {
  return std::max(static_cast<float>(frame_count) - 2.0f, 1.0f) * frame_time;
}

Result<BvhDocument> read_bvh_document(std::string_view text, const std::string& source) {
  return BvhParser(text, source).run();
}

}  // namespace mannequin::io
