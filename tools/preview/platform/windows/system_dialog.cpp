#include "tools/preview/platform/system_dialog.h"

#include <SDL_video.h>

#include <chrono>
#include <string_view>

#include "engine/platform/path.h"
#include "engine/platform/windows/handle.h"
// After windows.h.
#include <shlobj.h>

namespace mannequin::preview {
namespace {

// A COM object that releases itself.
template <typename T>
class Owned {
 public:
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (object_ != nullptr) object_->Release();
  }
  T** to() { return &object_; }
  T* get() const { return object_; }
  T* operator->() const { return object_; }

 private:
  T* object_ = nullptr;
};

// As long as this lives, the thread may use COM.
class Com {
 public:
  Com() : usable_(SUCCEEDED(CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE))) {}
  Com(const Com&) = delete;
  Com& operator=(const Com&) = delete;
  ~Com() {
    if (usable_) CoUninitialize();
  }
  explicit operator bool() const { return usable_; }

 private:
  bool usable_;
};

std::filesystem::path path_of(IShellItem* item) {
  PWSTR name = nullptr;
  std::filesystem::path path;
  if (SUCCEEDED(item->GetDisplayName(SIGDN_FILESYSPATH, &name))) path = name;
  CoTaskMemFree(name);
  return path;
}

void begin_at(IFileDialog& dialog, const std::filesystem::path& start) {
  std::error_code unknown;
  const std::filesystem::path whole = std::filesystem::absolute(start, unknown).make_preferred();
  const bool is_folder = std::filesystem::is_directory(whole, unknown);
  Owned<IShellItem> folder;
  const std::filesystem::path in = is_folder ? whole : whole.parent_path();
  if (SUCCEEDED(SHCreateItemFromParsingName(in.c_str(), nullptr, IID_IShellItem,
                                            reinterpret_cast<void**>(folder.to()))))
    dialog.SetFolder(folder.get());
  if (!is_folder) dialog.SetFileName(whole.filename().c_str());
}

SystemDialog::Answer chosen(IFileDialog& dialog, bool save) {
  SystemDialog::Answer answer;
  const auto add = [&](IShellItem* item) {
    if (std::filesystem::path path = path_of(item); !path.empty()) answer.paths.push_back(std::move(path));
  };
  if (save) {
    Owned<IShellItem> item;
    if (SUCCEEDED(dialog.GetResult(item.to()))) add(item.get());
    return answer;
  }
  Owned<IShellItemArray> items;
  DWORD count = 0;
  if (FAILED(static_cast<IFileOpenDialog&>(dialog).GetResults(items.to())) || FAILED(items->GetCount(&count)))
    return answer;
  for (DWORD i = 0; i < count; ++i) {
    Owned<IShellItem> item;
    if (SUCCEEDED(items->GetItemAt(i, item.to()))) add(item.get());
  }
  return answer;
}

SystemDialog::Answer answer_to(const SystemDialog::Question& question) {
  const Com com;
  Owned<IFileDialog> dialog;
  // Each class is asked for its own interface, which begins with the common one.
  if (!com ||
      FAILED(CoCreateInstance(question.save ? CLSID_FileSaveDialog : CLSID_FileOpenDialog, nullptr,
                              CLSCTX_INPROC_SERVER, question.save ? IID_IFileSaveDialog : IID_IFileOpenDialog,
                              reinterpret_cast<void**>(dialog.to()))))
    return {.shown = false, .paths = {}};
  FILEOPENDIALOGOPTIONS options = 0;
  dialog->GetOptions(&options);
  options |= FOS_FORCEFILESYSTEM | FOS_NOCHANGEDIR;
  options |= question.save ? FOS_OVERWRITEPROMPT : FOS_FILEMUSTEXIST;
  if (question.several) options |= FOS_ALLOWMULTISELECT;
  dialog->SetOptions(options);
  dialog->SetTitle(path_of_utf8(question.title).c_str());
  begin_at(*dialog.get(), question.start);
  return SUCCEEDED(dialog->Show(nullptr)) ? chosen(*dialog.get(), question.save) : SystemDialog::Answer{};
}

BOOL CALLBACK close_window(HWND window, LPARAM) {
  PostMessageW(window, WM_CLOSE, 0, 0);
  return TRUE;
}

}  // namespace

SystemDialog::~SystemDialog() {
  if (!thread_.joinable()) return;
  // It may have only begun to open, or ask something itself.
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (answered_) break;
      if (shown_by_ != 0) EnumThreadWindows(static_cast<DWORD>(shown_by_), close_window, 0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  thread_.join();
}

bool SystemDialog::usable() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  return driver != nullptr && std::string_view(driver) == "windows";
}

bool SystemDialog::ask(const Question& question) {
  if (asking()) return false;
  answered_ = false;
  shown_by_ = 0;
  thread_ = std::thread([this, question] { show(question); });
  return true;
}

void SystemDialog::show(const Question& question) {
  {
    const std::lock_guard lock(mutex_);
    shown_by_ = GetCurrentThreadId();
  }
  answer(answer_to(question));
}

}  // namespace mannequin::preview
