// mannequin-window.exe, for a double-click, a shortcut, and files dropped on it or opened with it:
// "mannequin.exe preview FILES...", without the console that a program of the command line would open. What
// that says if it fails is shown in a box.
#include <windows.h>

#include <string>
#include <thread>

namespace {

std::wstring own_folder() {
  std::wstring path(32768, L'\0');  // the longest
  path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return path.substr(0, path.find_last_of(L'\\') + 1);
}

std::wstring wide(const std::string& utf8) {
  std::wstring made(utf8.size(), L'\0');
  made.resize(static_cast<std::size_t>(MultiByteToWideChar(
      CP_UTF8, 0, utf8.data(), static_cast<int>(utf8.size()), made.data(), static_cast<int>(made.size()))));
  return made;
}

// A pipe does not end with the program that writes to it: whatever that has started, Windows' desktop among
// it, may hold it open for much longer. So an end is written to it then, which no message contains.
constexpr char kEnd = '\0';

void write_end(HANDLE program, HANDLE pipe) {
  WaitForSingleObject(program, INFINITE);
  DWORD written = 0;
  WriteFile(pipe, &kEnd, sizeof kEnd, &written, nullptr);
}

// What comes through a pipe until the end; of much, the last part.
std::string read_all(HANDLE pipe) {
  constexpr std::size_t kMost = 2000;
  std::string all;
  char part[512];
  for (DWORD count = 0; ReadFile(pipe, part, sizeof part, &count, nullptr) != FALSE && count > 0;) {
    all.append(part, count);
    if (const std::size_t end = all.find(kEnd); end != std::string::npos) {
      all.resize(end);
      break;
    }
    if (all.size() > kMost) all.erase(0, all.size() - kMost);
  }
  return all;
}

int fail(const std::wstring& text, DWORD code) {
  MessageBoxW(nullptr, text.c_str(), L"Mannequin", MB_ICONERROR | MB_OK);
  return static_cast<int>(code);
}

}  // namespace

int WINAPI wWinMain(HINSTANCE, HINSTANCE, LPWSTR files, int) {
  const std::wstring program = own_folder() + L"mannequin.exe";
  std::wstring command = L"\"" + program + L"\" preview " + files;
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  HANDLE errors = nullptr;
  if (CreatePipe(&errors, &start.hStdError, &inherited, 0) == FALSE)
    return fail(L"Mannequin did not start.", GetLastError());
  SetHandleInformation(errors, HANDLE_FLAG_INHERIT, 0);
  start.hStdInput = start.hStdOutput =
      CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                  OPEN_EXISTING, 0, nullptr);
  PROCESS_INFORMATION made{};
  if (CreateProcessW(program.c_str(), command.data(), nullptr, nullptr, TRUE, CREATE_NO_WINDOW, nullptr,
                     nullptr, &start, &made) == FALSE)
    return fail(L"There is no mannequin.exe beside this program: unpack all of the zip, and start it there.",
                GetLastError());
  AllowSetForegroundWindow(made.dwProcessId);
  std::thread ending(write_end, made.hProcess, start.hStdError);
  const std::string told = read_all(errors);
  ending.join();
  DWORD code = 0;
  GetExitCodeProcess(made.hProcess, &code);
  if (code == 0) return 0;
  return fail(told.empty() ? L"Mannequin ended unexpectedly." : wide(told), code);
}
