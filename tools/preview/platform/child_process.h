// A program that runs beside this one, started without a shell, and reads what is written to it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::preview {

// Where a shell would find it; empty if nowhere.
std::filesystem::path find_program(std::string_view name);

class ChildProcess {
 public:
  // arguments: after its name, UTF-8. What it prints goes nowhere, except for its errors.
  static Result<ChildProcess> begin(const std::filesystem::path& program,
                                    const std::vector<std::string>& arguments);
  ChildProcess(ChildProcess&&) noexcept;
  ChildProcess& operator=(ChildProcess&&) noexcept;
  ~ChildProcess();  // if it still runs, ends it at once

  // Waits until it has taken all of it. Fails if it has ended; ended() then says why.
  Status write(std::span<const std::byte> bytes);
  // From the first call on, there is nothing more to read for it. Nothing: it is still at work. Fails with
  // its last words if it did.
  std::optional<Status> ended();

 private:
  struct System;
  explicit ChildProcess(std::unique_ptr<System> system);
  std::unique_ptr<System> system_;
};

}  // namespace mannequin::preview
