/* Stands in for mannequin.exe where the test of mannequin-window.exe looks at how it is started: writes its
 * command line, and whether it has a console that shows, to said.txt beside it; fails, with a reason, if a
 * file is called missing.dae. */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

int main(void) {
  wchar_t path[MAX_PATH];
  char line[4000];
  FILE* file;
  GetModuleFileNameW(NULL, path, MAX_PATH);
  wcscpy(wcsrchr(path, L'\\') + 1, L"said.txt");
  file = _wfopen(path, L"wb");
  WideCharToMultiByte(CP_UTF8, 0, GetCommandLineW(), -1, line, sizeof line, NULL, NULL);
  fprintf(file, "%s\n%d\n", line, IsWindowVisible(GetConsoleWindow()));
  fclose(file);
  if (wcsstr(GetCommandLineW(), L"missing.dae") == NULL) return 0;
  fputs("missing.dae cannot be read.\n", stderr);
  return 3;
}
