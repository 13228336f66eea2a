#include "tools/mannequin/program.h"

#include <fmt/format.h>

#include <cstdio>

namespace mannequin::program {

int report(const Error& error) {
  fmt::print(stderr, "mannequin: {}\n", error.message());
  switch (error.code) {
    case ErrorCode::no_device:
    case ErrorCode::device:
      return kNoDevice;
    case ErrorCode::bad_argument:
      return kWrongUsage;
    case ErrorCode::cannot_read:
    case ErrorCode::bad_data:
    case ErrorCode::unsupported:
    case ErrorCode::cannot_write:
      break;
  }
  return kUnreadable;
}

void report(const io::Notes& notes, bool verbose) {
  for (const io::Note& note : notes) {
    if (note.severity == io::Severity::info && !verbose) continue;
    const char* word = note.severity == io::Severity::error     ? "error"
                       : note.severity == io::Severity::warning ? "warning"
                                                                : "note";
    fmt::print(stderr, "{}: {}: {} [{}]\n", word, note.where, note.what, note.code);
  }
}

void finish(const Result<int>& outcome) {
  throw CLI::RuntimeError(outcome ? *outcome : report(outcome.error()));
}

}  // namespace mannequin::program
