// What the functions of c_bind.h share: failures without handles, and the host's arrays.
#pragma once

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/bind/surface.h"
#include "engine/core/result.h"
#include "mannequin/c_bind.h"

namespace mannequin::c_api {

// Receives the text of a failure.
struct ErrorBuffer {
  char* text;
  std::size_t size;

  // Allocates nothing: memory may be what ran out.
  mannequin_status fail(mannequin_status status, std::string_view what) const {
    if (text == nullptr || size == 0) return status;
    const std::size_t length = std::min(what.size(), size - 1);
    std::memcpy(text, what.data(), length);
    text[length] = '\0';
    return status;
  }
  mannequin_status fail(const Error& error) const {
    return fail(error.code == ErrorCode::bad_argument ? MANNEQUIN_BAD_ARGUMENT : MANNEQUIN_BAD_DATA,
                error.message());
  }
};

template <typename Body>
mannequin_status bind_guarded(const ErrorBuffer& error, Body&& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return error.fail(MANNEQUIN_OUT_OF_MEMORY, "not enough memory");
  } catch (const std::exception& problem) {
    return error.fail(MANNEQUIN_INTERNAL, problem.what());
  }
}

// The host's struct, with zeros for members that its version lacks. Nothing if it was never initialised.
template <typename T>
std::optional<T> taken_struct(const T* given) {
  if (given == nullptr || given->struct_size <= sizeof given->struct_size) return std::nullopt;
  T out{};
  std::memcpy(static_cast<void*>(&out), given, std::min<std::size_t>(given->struct_size, sizeof(T)));
  return out;
}

inline Vec3f triple(const float* numbers, std::size_t index) {
  return {numbers[3 * index], numbers[3 * index + 1], numbers[3 * index + 2]};
}

// A host's mesh, checked.
struct GivenMesh {
  std::vector<Vec3f> positions;
  std::vector<Surface::Triangle> triangles;
};
// Fails (bad_argument) on null arrays and positions that are not finite, (bad_data) on indices out of range.
Result<GivenMesh> read_mesh(const mannequin_bind_mesh* given, const char* name);
// Three numbers each. Fails (bad_argument) if null, or not finite.
Result<std::vector<Vec3f>> read_triples(const float* numbers, std::size_t count, const char* name);

}  // namespace mannequin::c_api
