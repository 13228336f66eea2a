#include "engine/platform/program.h"

#include <fcntl.h>
#include <io.h>

#include <cstdio>
#include <cstdlib>

#include "engine/platform/windows/handle.h"
// After windows.h.
#include <shellapi.h>

namespace mannequin {
namespace {

std::string utf8_of(const wchar_t* text) {
  const int bytes = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  std::string out(static_cast<std::size_t>(bytes), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, out.data(), bytes, nullptr, nullptr);
  out.resize(out.size() - 1);  // its zero
  return out;
}

UINT console_before = 0;
void give_console_back() { SetConsoleOutputCP(console_before); }

bool has_own_console() {
  DWORD all[2];
  return GetConsoleProcessList(all, 2) == 1;
}

bool is_console(DWORD which) {
  DWORD mode = 0;
  return GetConsoleMode(GetStdHandle(which), &mode) != FALSE;
}

}  // namespace

std::vector<std::string> start_program(int, char**) {
  SetDllDirectoryW(L"");  // no library from the folder of a file that somebody opened
  ::_setmode(::_fileno(stdout), _O_BINARY);
  ::_setmode(::_fileno(stderr), _O_BINARY);
  console_before = GetConsoleOutputCP();
  if (console_before != 0 && SetConsoleOutputCP(CP_UTF8)) std::atexit(give_console_back);
  std::vector<std::string> arguments;
  int count = 0;
  LPWSTR* const words = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int i = 1; i < count; ++i) arguments.push_back(utf8_of(words[i]));
  LocalFree(words);
  return arguments;
}

bool errors_are_watched() { return ::_isatty(::_fileno(stderr)) != 0; }

bool has_display() { return true; }

void leave_own_console() {
  if (has_own_console()) FreeConsole();
}

void let_own_console_be_read() {
  if (!has_own_console() || !is_console(STD_INPUT_HANDLE) || !is_console(STD_ERROR_HANDLE)) return;
  std::fputs("\nPress Enter to close this.\n", stderr);
  while (const int key = std::getchar())
    if (key == '\n' || key == EOF) break;
}

std::filesystem::path home_folder() {
  const wchar_t* const home = ::_wgetenv(L"USERPROFILE");
  return home != nullptr ? home : L"";
}

}  // namespace mannequin
