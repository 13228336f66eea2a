/* Stands in for mannequin.exe where the test of mannequin-window.exe looks at how it is started: writes its
 * command line, and whether it has a console that shows, to said.txt beside it; fails, with a reason, if a
 * file is called missing.dae; leaves another program behind, which has all that it was given, if one is
 * called left.dae. */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

static void leave(const wchar_t* program) {
  wchar_t command[] = L"left";
  PROCESS_INFORMATION made;
  STARTUPINFOW start;
  GetStartupInfoW(&start); /* its own */
  CreateProcessW(program, command, NULL, NULL, TRUE, 0, NULL, NULL, &start, &made);
}

int main(void) {
  wchar_t path[MAX_PATH], program[MAX_PATH];
  char line[4000];
  FILE* file;
  if (wcscmp(GetCommandLineW(), L"left") == 0) Sleep(INFINITE);
  GetModuleFileNameW(NULL, path, MAX_PATH);
  wcscpy(program, path);
  wcscpy(wcsrchr(path, L'\\') + 1, L"said.txt");
  file = _wfopen(path, L"wb");
  WideCharToMultiByte(CP_UTF8, 0, GetCommandLineW(), -1, line, sizeof line, NULL, NULL);
  fprintf(file, "%s\n%d\n", line, IsWindowVisible(GetConsoleWindow()));
  fclose(file);
  if (wcsstr(GetCommandLineW(), L"left.dae") != NULL) leave(program);
  if (wcsstr(GetCommandLineW(), L"missing.dae") == NULL) return 0;
  fputs("missing.dae cannot be read.\n", stderr);
  return 3;
}
