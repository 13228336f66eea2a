#include "engine/io/gltf/accessor.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace mannequin::io {
namespace {

// Without a view an accessor is all zeros, whatever its count; larger ones are implausible.
constexpr std::size_t kMaxZeros = 1 << 16;

unsigned bit_of(int number_type) {
  switch (number_type) {
    case gltf_number::kI8:
      return component::kI8;
    case gltf_number::kU8:
      return component::kU8;
    case gltf_number::kI16:
      return component::kI16;
    case gltf_number::kU16:
      return component::kU16;
    case gltf_number::kU32:
      return component::kU32;
    case gltf_number::kFloat:
      return component::kFloat;
    default:
      return 0;
  }
}

const char* name_of(int number_type) {
  switch (number_type) {
    case gltf_number::kI8:
      return "8-bit integers";
    case gltf_number::kU8:
      return "unsigned 8-bit integers";
    case gltf_number::kI16:
      return "16-bit integers";
    case gltf_number::kU16:
      return "unsigned 16-bit integers";
    case gltf_number::kU32:
      return "unsigned 32-bit integers";
    case gltf_number::kFloat:
      return "floats";
    default:
      return "unknown numbers";
  }
}

std::size_t size_of(int number_type) {
  const unsigned bit = bit_of(number_type);
  return bit <= component::kU8 ? 1 : bit <= component::kU16 ? 2 : 4;
}

template <typename T>
double load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<double>(value);
}

double load(const std::byte* from, int number_type) {
  switch (number_type) {
    case gltf_number::kI8:
      return load<std::int8_t>(from);
    case gltf_number::kU8:
      return load<std::uint8_t>(from);
    case gltf_number::kI16:
      return load<std::int16_t>(from);
    case gltf_number::kU16:
      return load<std::uint16_t>(from);
    case gltf_number::kU32:
      return load<std::uint32_t>(from);
    default:
      return load<float>(from);
  }
}

double fraction(double integer, int number_type) {
  switch (number_type) {
    case gltf_number::kI8:
      return std::max(integer / 127.0, -1.0);
    case gltf_number::kU8:
      return integer / 255.0;
    case gltf_number::kI16:
      return std::max(integer / 32767.0, -1.0);
    case gltf_number::kU16:
      return integer / 65535.0;
    default:
      return integer;
  }
}

// Elements at a constant stride in a buffer, all of them inside.
struct Elements {
  const std::byte* first = nullptr;
  std::size_t stride = 0;
};

Result<Elements> elements(const GltfDocument& document, int view_number, std::size_t offset, std::size_t size,
                          std::size_t count, bool strided, const std::string& where) {
  const auto wrong = [&](const std::string& what) {
    return fail(ErrorCode::bad_data, where, what + "; export the file again");
  };
  const auto& views = document.model.views;
  if (view_number < 0 || static_cast<std::size_t>(view_number) >= views.size())
    return wrong(fmt::format("names bufferView {} of {}", view_number, views.size()));
  const GltfView& view = views[static_cast<std::size_t>(view_number)];
  if (view.buffer < 0 || static_cast<std::size_t>(view.buffer) >= document.buffers.size())
    return wrong(fmt::format("bufferView {} names buffer {} of {}", view_number, view.buffer,
                             document.buffers.size()));
  const auto buffer = document.buffers[static_cast<std::size_t>(view.buffer)];
  if (view.offset > buffer.size() || view.length > buffer.size() - view.offset)
    return wrong(fmt::format("bufferView {} reaches beyond its buffer: bytes {} to {} of {}", view_number,
                             view.offset, view.offset + view.length, buffer.size()));
  const std::size_t stride = strided && view.stride != 0 ? view.stride : size;
  if (stride < size)
    return wrong(fmt::format("its elements overlap: {} bytes each, stride {}", size, stride));
  // This form cannot overflow, whatever the count.
  const std::size_t room = offset > view.length ? 0 : view.length - offset;
  if (count > 0 && (room < size || (count - 1) > (room - size) / stride))
    return wrong(
        fmt::format("claims {} elements of {} bytes from byte {} on, but bufferView {} is {} bytes long",
                    count, size, offset, view_number, view.length));
  return Elements{buffer.data() + view.offset + offset, stride};
}

Result<const GltfAccessor*> find(const GltfDocument& document, int number, const std::string& where) {
  const auto& accessors = document.model.accessors;
  if (number < 0 || static_cast<std::size_t>(number) >= accessors.size())
    return fail(ErrorCode::bad_data, where,
                fmt::format("is accessor {} of {}; export the file again", number, accessors.size()));
  return &accessors[static_cast<std::size_t>(number)];
}

// The view and the sparse parts, checked.
struct Parts {
  Elements dense, sparse_indices, sparse_values;
  std::size_t sparse_count = 0;
};

Result<Parts> parts(const GltfDocument& document, const GltfAccessor& accessor, const std::string& where) {
  Parts found;
  const std::size_t size = size_of(accessor.number) * width_of(accessor.shape);
  if (accessor.view >= 0) {
    auto dense = elements(document, accessor.view, accessor.offset, size, accessor.count, true, where);
    if (!dense) return error_of(std::move(dense));
    found.dense = *dense;
  } else if (accessor.count > kMaxZeros) {
    return fail(ErrorCode::bad_data, where,
                fmt::format("claims {} elements without any data; export the file again", accessor.count));
  }
  if (!accessor.sparse) return found;
  const GltfSparse& sparse = *accessor.sparse;
  if (sparse.count > accessor.count)
    return fail(
        ErrorCode::bad_data, where + ".sparse",
        fmt::format("replaces {} of {} elements; export the file again", sparse.count, accessor.count));
  found.sparse_count = sparse.count;
  const int index_type = sparse.indices_type;
  if ((bit_of(index_type) & (component::kU8 | component::kU16 | component::kU32)) == 0)
    return fail(ErrorCode::bad_data, where + ".sparse.indices",
                fmt::format("contains {}; export the file again", name_of(index_type)));
  auto indices = elements(document, sparse.indices_view, sparse.indices_offset, size_of(index_type),
                          found.sparse_count, false, where + ".sparse.indices");
  if (!indices) return error_of(std::move(indices));
  auto values = elements(document, sparse.values_view, sparse.values_offset, size, found.sparse_count, false,
                         where + ".sparse.values");
  if (!values) return error_of(std::move(values));
  found.sparse_indices = *indices;
  found.sparse_values = *values;
  return found;
}

Status check_use(const GltfDocument& document, const GltfAccessor& accessor, const AccessorUse& use,
                 const std::string& where) {
  if (accessor.shape != use.shape)
    return fail(ErrorCode::bad_data, where, "has the wrong \"type\" for this; export the file again");
  const bool integer = accessor.number != gltf_number::kFloat;
  const unsigned allowed = integer && accessor.normalized ? use.normalized : use.plain;
  if ((bit_of(accessor.number) & allowed) != 0) return {};
  const bool would_help = !document.quantized && bit_of(accessor.number) <= component::kU16;
  return fail(
      ErrorCode::bad_data, where,
      fmt::format("is stored as {}{}, which is not allowed here{}; export the file again",
                  accessor.normalized ? "normalised " : "", name_of(accessor.number),
                  would_help ? " (KHR_mesh_quantization, which allows more, is not named in the file)" : ""));
}

}  // namespace

double AccessorData::converted(std::size_t element, std::size_t i) const {
  if (!values_.empty()) return values_[element * width + i];
  if (first_ == nullptr) return 0.0;
  const double value = load(first_ + element * stride_ + i * size_, number_type_);
  return normalized_ ? fraction(value, number_type_) : value;
}

Result<std::size_t> accessor_count(const GltfDocument& document, int number, const std::string& where) {
  auto accessor = find(document, number, where);
  if (!accessor) return error_of(std::move(accessor));
  auto checked = parts(document, **accessor, where);
  if (!checked) return error_of(std::move(checked));
  return (*accessor)->count;
}

Result<AccessorData> read_accessor(const GltfDocument& document, int number, const AccessorUse& use,
                                   const std::string& where, bool finite) {
  auto found = find(document, number, where);
  if (!found) return error_of(std::move(found));
  const GltfAccessor& accessor = **found;
  if (auto checked = check_use(document, accessor, use, where); !checked) return error_of(std::move(checked));
  auto place = parts(document, accessor, where);
  if (!place) return error_of(std::move(place));

  AccessorData data;
  data.count = accessor.count;
  data.width = width_of(accessor.shape);
  data.first_ = place->dense.first;
  data.stride_ = place->dense.stride;
  data.number_type_ = accessor.number;
  data.size_ = size_of(accessor.number);
  data.normalized_ = accessor.normalized && accessor.number != gltf_number::kFloat;
  std::vector<double> replaced;
  if (place->sparse_count > 0) {
    replaced.resize(data.count * data.width);
    for (std::size_t i = 0; i < replaced.size(); ++i)
      replaced[i] = data.number(i / data.width, i % data.width);
  }
  double last = -1.0;
  for (std::size_t i = 0; i < place->sparse_count; ++i) {
    const double index =
        load(place->sparse_indices.first + i * place->sparse_indices.stride, accessor.sparse->indices_type);
    if (index <= last || index >= static_cast<double>(data.count))
      return fail(
          ErrorCode::bad_data, fmt::format("{}.sparse.indices, entry {}", where, i),
          fmt::format("is {}; they must be ascending, and there are {} elements. Export the file again",
                      index, data.count));
    last = index;
    const std::byte* const from = place->sparse_values.first + i * place->sparse_values.stride;
    for (std::size_t k = 0; k < data.width; ++k) {
      const double value = load(from + k * data.size_, accessor.number);
      replaced[static_cast<std::size_t>(index) * data.width + k] =
          data.normalized_ ? fraction(value, accessor.number) : value;
    }
  }
  data.plain_floats_ = replaced.empty() && data.first_ != nullptr && accessor.number == gltf_number::kFloat;
  data.values_ = std::move(replaced);
  // Integers are finite.
  if (finite && accessor.number == gltf_number::kFloat)
    for (std::size_t element = 0; element < data.count; ++element)
      for (std::size_t i = 0; i < data.width; ++i)
        if (!std::isfinite(data.number(element, i)))
          return fail(ErrorCode::bad_data, fmt::format("{}, element {}", where, element),
                      "contains NaN or infinity; correct the model and export it again");
  return data;
}

}  // namespace mannequin::io
