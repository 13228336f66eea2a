// Errors as values. No exception leaves the engine: failures of data or devices
// are returned as an Error that names the place and the remedy; misuse by the caller is an assertion.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace mannequin {

// The kind of failure; the text has the details.
enum class ErrorCode {
  cannot_read,  // the bytes are missing, or not in the claimed format
  bad_data,     // readable, but wrong: a joint that does not exist, an index out of range
  unsupported,  // valid, but not supported by this program
  no_device,    // a requested backend or device is missing
  device,       // a device failed (out of memory, lost)
  cannot_write,
  bad_argument,  // a request that is invalid regardless of the data
};

// What went wrong, and where.
struct Error {
  ErrorCode code;
  std::string where;  // "body.dae:41", "mesh 'arm', vertex 12", "joint 'mChest'"
  std::string what;   // the offender and the remedy, one sentence each

  // "where: what", or only "what" if the place is unknown.
  std::string message() const { return where.empty() ? what : where + ": " + what; }
};

// A value or an Error; a Result<void> is an Error or nothing.
template <typename T>
using Result = tl::expected<T, Error>;
#ifndef Status  // X11's headers define Status as a macro; our public headers say Result<void>
using Status = Result<void>;
#endif

// Returns an error from a function.
inline tl::unexpected<Error> fail(ErrorCode code, std::string where, std::string what) {
  return tl::make_unexpected(Error{code, std::move(where), std::move(what)});
}

// Propagates the error of a failed Result or Status: if (!mesh) return error_of(mesh);
template <typename R>
tl::unexpected<Error> error_of(R&& failed) {
  return tl::make_unexpected(std::forward<R>(failed).error());
}

}  // namespace mannequin
