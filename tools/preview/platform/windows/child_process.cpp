#include "tools/preview/platform/child_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "engine/platform/path.h"
#include "engine/platform/windows/handle.h"

namespace mannequin::preview {
namespace {

// As programs split their command line into arguments again.
std::wstring quoted(const std::wstring& argument) {
  std::wstring text = L"\"";
  std::size_t slashes = 0;
  for (const wchar_t c : argument) {
    if (c == L'"') text.append(slashes + 1, L'\\');
    slashes = c == L'\\' ? slashes + 1 : 0;
    text += c;
  }
  return text.append(slashes, L'\\') + L'"';
}

Handle nothing_to_inherit(DWORD access) {
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  return Handle(
      CreateFileW(L"NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, nullptr));
}

}  // namespace

std::filesystem::path find_program(std::string_view name) {
  const wchar_t* const path = _wgetenv(L"PATH");
  std::wstring_view rest = path == nullptr ? L"" : path;
  while (!rest.empty()) {
    const std::wstring_view folder = rest.substr(0, rest.find(L';'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const std::filesystem::path found =
        std::filesystem::path(folder) / path_of_utf8(std::string(name) + ".exe");
    std::error_code error;
    if (!folder.empty() && std::filesystem::is_regular_file(found, error)) return found;
  }
  return {};
}

struct ChildProcess::System {
  System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;
  ~System() {
    input.close();
    if (!process) return;
    TerminateProcess(*process, 1);
    WaitForSingleObject(*process, INFINITE);
  }
  std::string name;
  Handle process, input;
};

ChildProcess::ChildProcess(std::unique_ptr<System> system) : system_(std::move(system)) {}
ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;
ChildProcess::~ChildProcess() = default;

Result<ChildProcess> ChildProcess::begin(const std::filesystem::path& program,
                                         const std::vector<std::string>& arguments) {
  auto system = std::make_unique<System>();
  system->name = program.filename().string();
  const auto failed = [&] {
    return fail(ErrorCode::no_device, system->name,
                fmt::format("could not be started: {}", last_error_text()));
  };
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  HANDLE read = nullptr, write = nullptr;
  if (!CreatePipe(&read, &write, &inherited, 1 << 20)) return failed();
  const Handle its_input(read);
  system->input = Handle(write);
  SetHandleInformation(write, HANDLE_FLAG_INHERIT, 0);
  const Handle nothing = nothing_to_inherit(GENERIC_WRITE);
  std::wstring line = quoted(program.native());
  for (const std::string& each : arguments) line += L' ' + quoted(path_of_utf8(each).native());
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = *its_input;
  start.hStdOutput = start.hStdError = *nothing;
  PROCESS_INFORMATION made{};
  if (!CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr,
                      nullptr, &start, &made))
    return failed();
  CloseHandle(made.hThread);
  system->process = Handle(made.hProcess);
  return ChildProcess(std::move(system));
}

Status ChildProcess::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto most = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1 << 24));
    if (!WriteFile(*system_->input, bytes.data(), most, &written, nullptr))
      return fail(ErrorCode::cannot_write, system_->name,
                  fmt::format("takes nothing more: {}", last_error_text()));
    bytes = bytes.subspan(written);
  }
  return {};
}

std::optional<Status> ChildProcess::ended() {
  system_->input.close();
  if (!system_->process) return Status();
  if (WaitForSingleObject(*system_->process, 0) == WAIT_TIMEOUT) return std::nullopt;
  DWORD code = 1;
  GetExitCodeProcess(*system_->process, &code);
  system_->process.close();
  if (code == 0) return Status();
  return fail(ErrorCode::cannot_write, system_->name, fmt::format("ended with error {}", code));
}

}  // namespace mannequin::preview
