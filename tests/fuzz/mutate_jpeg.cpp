#include "tests/fuzz/mutate_jpeg.h"

#include "tests/fuzz/mutate.h"

namespace mannequin::fuzz {
namespace {

// A marker, what its length covers, and the coded data that follow up to the next marker.
struct JpegSegment {
  std::uint8_t marker = 0;
  std::string head, coded;
};

// Those that have no length.
bool stands_alone(std::uint8_t marker) { return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd9); }

// A byte 0 behind 0xff, or a restart, belongs to the coded data.
bool ends_coded(std::uint8_t next) { return next != 0 && !(next >= 0xd0 && next <= 0xd7); }

std::vector<JpegSegment> jpeg_segments(const std::uint8_t* data, std::size_t size) {
  std::vector<JpegSegment> segments;
  std::size_t at = 0;
  while (size >= 2 && at <= size - 2 && data[at] == 0xff) {
    JpegSegment segment{.marker = data[at + 1], .head = {}, .coded = {}};
    at += 2;
    if (!stands_alone(segment.marker)) {
      if (at + 2 > size) break;
      const std::size_t length = std::size_t{data[at]} << 8 | data[at + 1];
      if (length < 2 || length > size - at) break;
      segment.head.assign(reinterpret_cast<const char*>(data) + at + 2, length - 2);
      at += length;
    }
    const std::size_t begin = at;
    while (at < size && !(data[at] == 0xff && at + 1 < size && ends_coded(data[at + 1]))) ++at;
    segment.coded.assign(reinterpret_cast<const char*>(data) + begin, at - begin);
    segments.push_back(std::move(segment));
  }
  return segments;
}

void change_jpeg(std::vector<JpegSegment>& segments, Random& random) {
  const std::size_t at = random.below(segments.size());
  if (change_order(segments, at, 128, random)) return;
  JpegSegment& segment = segments[at];
  if (random.one_in(9)) {
    // Frames of each kind, tables, scans, restarts, and what programs add.
    static constexpr std::array<std::uint8_t, 12> kMarkers = {0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc9,
                                                              0xca, 0xda, 0xdb, 0xdd, 0xee, 0xe0};
    segment.marker = kMarkers[random.below(kMarkers.size())];
  } else if (random.one_in(8)) {
    segment.coded = mutated_text(segment.coded);
  } else if (!stands_alone(segment.marker)) {
    segment.head = mutated_text(segment.head);
  }
}

}  // namespace

std::size_t mutate_jpeg(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  std::vector<JpegSegment> segments = jpeg_segments(data, size);
  if (segments.size() < 3 || random.one_in(4)) return mutate_bytes(data, size, max_size);
  for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) change_jpeg(segments, random);
  std::string changed;
  for (const JpegSegment& segment : segments) {
    changed += '\xff';
    changed += static_cast<char>(segment.marker);
    if (!stands_alone(segment.marker)) {
      const std::size_t length = std::min<std::size_t>(segment.head.size(), 0xffff - 2) + 2;
      changed += static_cast<char>(length >> 8);
      changed += static_cast<char>(length & 0xff);
      changed += segment.head.substr(0, length - 2);
    }
    changed += segment.coded;
  }
  const std::size_t put = put_bytes(std::as_bytes(std::span(changed)), data, max_size);
  return put != 0 ? put : mutate_bytes(data, size, max_size);
}

}  // namespace mannequin::fuzz
