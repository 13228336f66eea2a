#include "tests/fuzz/mutate_png.h"

#include <zlib.h>

#include "tests/fuzz/mutate.h"

namespace mannequin::fuzz {
namespace {

struct PngChunk {
  std::string type, data;
};

constexpr std::size_t kPngSignature = 8;

std::uint32_t big_endian(const std::uint8_t* at) {
  return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | at[3];
}

void put_big_endian(std::uint32_t value, std::string& out) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
}

// What is no whole chunk is left out.
std::vector<PngChunk> png_chunks(const std::uint8_t* data, std::size_t size) {
  std::vector<PngChunk> chunks;
  for (std::size_t at = kPngSignature; size >= 12 && at <= size - 12;) {
    const std::size_t length = big_endian(data + at);
    if (length > size - at - 12) break;
    const auto text = reinterpret_cast<const char*>(data) + at;
    chunks.push_back({std::string(text + 4, 4), std::string(text + 8, length)});
    at += length + 12;
  }
  return chunks;
}

// At most this many bytes; empty if it cannot be unpacked.
std::string unpacked(const std::string& packed) {
  std::string out(std::size_t{1} << 18, '\0');
  uLongf length = out.size();
  const int result = uncompress(reinterpret_cast<Bytef*>(out.data()), &length,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  out.resize(result == Z_OK ? length : 0);
  return out;
}

std::string packed(const std::string& plain) {
  uLongf length = compressBound(plain.size());
  std::string out(length, '\0');
  const int result = compress2(reinterpret_cast<Bytef*>(out.data()), &length,
                               reinterpret_cast<const Bytef*>(plain.data()), plain.size(), 1);
  out.resize(result == Z_OK ? length : 0);
  return out;
}

void change_png_header(std::string& header, Random& random) {
  if (header.size() < 13) return;
  static constexpr std::array<int, 8> kSmall = {0, 1, 2, 3, 4, 6, 8, 16};  // depths, kinds, methods
  if (random.one_in(2)) {
    header[8 + random.below(5)] = static_cast<char>(kSmall[random.below(kSmall.size())]);
    return;
  }
  std::string side;
  put_big_endian(static_cast<std::uint32_t>(random.one_in(2) ? random.below(64) : random.below(600)), side);
  header.replace(random.one_in(2) ? 0 : 4, 4, side);
}

void change_png(std::vector<PngChunk>& chunks, Random& random) {
  const std::size_t at = random.below(chunks.size());
  if (change_order(chunks, at, 64, random)) return;
  PngChunk& chunk = chunks[at];
  if (random.one_in(9)) {
    static constexpr std::array kTypes = {"PLTE", "tRNS", "IDAT", "gAMA", "iCCP", "zTXt", "bKGD", "sBIT"};
    chunk.type = kTypes[random.below(kTypes.size())];
  } else if (chunk.type == "IHDR") {
    change_png_header(chunk.data, random);
  } else if (const std::string plain = chunk.type == "IDAT" ? unpacked(chunk.data) : ""; !plain.empty()) {
    chunk.data = packed(mutated_text(plain));
  } else {
    chunk.data = mutated_text(chunk.data);
  }
}

}  // namespace

std::size_t mutate_png(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  std::vector<PngChunk> chunks = png_chunks(data, size);
  if (chunks.empty() || random.one_in(4)) return mutate_bytes(data, size, max_size);
  for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) change_png(chunks, random);
  std::string changed(reinterpret_cast<const char*>(data), kPngSignature);
  for (const PngChunk& chunk : chunks) {
    put_big_endian(static_cast<std::uint32_t>(chunk.data.size()), changed);
    const std::string summed = chunk.type + chunk.data;
    changed += summed;
    const uLong sum =
        crc32(0, reinterpret_cast<const Bytef*>(summed.data()), static_cast<uInt>(summed.size()));
    put_big_endian(static_cast<std::uint32_t>(sum), changed);
  }
  const std::size_t put = put_bytes(std::as_bytes(std::span(changed)), data, max_size);
  return put != 0 ? put : mutate_bytes(data, size, max_size);
}

}  // namespace mannequin::fuzz
