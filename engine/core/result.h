// Errors as values. Nothing in the engine throws across its edge: whatever can go wrong with data or devices
// comes back as an Error that names the place and the remedy; misuse by the caller is an assertion.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace mannequin {

// What kind of failure; the text says the rest.
enum class ErrorCode {
  cannot_read,  // the bytes are not there, or are not what they claim to be
  bad_data,     // readable, but wrong: a joint that does not exist, an index out of range
  unsupported,  // legal, but not something this program handles
  no_device,    // a backend or device that was asked for is not there
  device,       // a device that is there refused (out of memory, lost)
  cannot_write,
  bad_argument,  // what was asked for makes no sense, whatever the data
};

// What went wrong, and where.
struct Error {
  ErrorCode code;
  std::string where;  // "body.dae:41", "mesh 'arm', vertex 12", "joint 'mChest'"
  std::string what;   // the offender and the remedy, one sentence each

  // "where: what", or only "what" where the place is unknown.
  std::string message() const { return where.empty() ? what : where + ": " + what; }
};

// A value or an Error; a Status is an Error or nothing.
template <typename T>
using Result = tl::expected<T, Error>;
using Status = tl::expected<void, Error>;

// An error as a function returns it.
inline tl::unexpected<Error> fail(ErrorCode code, std::string where, std::string what) {
  return tl::make_unexpected(Error{code, std::move(where), std::move(what)});
}

// Hands the error of a failed Result or Status on: if (!mesh) return error_of(mesh);
template <typename R>
tl::unexpected<Error> error_of(R&& failed) {
  return tl::make_unexpected(std::forward<R>(failed).error());
}

}  // namespace mannequin
