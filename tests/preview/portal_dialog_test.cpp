// The dialog of the desktop's portal, whose place a thread of the test takes on a bus of its own.
#include <dbus/dbus.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <thread>

#include "tests/own_folder.h"
#include "tools/preview/platform/child_process.h"
#include "tools/preview/platform/system_dialog.h"

namespace mannequin::test {
namespace {

using preview::SystemDialog;

// As org.freedesktop.portal.Desktop has it, with one way to answer.
class FakePortal {
 public:
  enum class Way { chooses, cancels, waits, has_no_dialog };
  FakePortal(const std::string& address, Way way, std::vector<std::string> uris)
      : way_(way), uris_(std::move(uris)), bus_(dbus_connection_open_private(address.c_str(), nullptr)) {
    if (bus_ == nullptr) return;
    dbus_connection_set_exit_on_disconnect(bus_, FALSE);
    dbus_bus_register(bus_, nullptr);
    dbus_bus_request_name(bus_, "org.freedesktop.portal.Desktop", 0, nullptr);
    thread_ = std::thread([this] { serve(); });
  }
  ~FakePortal() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    if (bus_ == nullptr) return;
    dbus_connection_close(bus_);
    dbus_connection_unref(bus_);
  }
  FakePortal(const FakePortal&) = delete;
  FakePortal& operator=(const FakePortal&) = delete;

  bool works() const { return bus_ != nullptr; }
  // "method", "title", and options by name.
  std::map<std::string, std::string> asked() {
    const std::lock_guard lock(mutex_);
    return asked_;
  }
  bool was_closed() const { return closed_; }

 private:
  void serve() {
    while (!stop_ && dbus_connection_read_write(bus_, 20))
      while (DBusMessage* const message = dbus_connection_pop_message(bus_)) {
        if (dbus_message_is_method_call(message, "org.freedesktop.portal.FileChooser", "OpenFile") ||
            dbus_message_is_method_call(message, "org.freedesktop.portal.FileChooser", "SaveFile"))
          take(message);
        if (dbus_message_is_method_call(message, "org.freedesktop.portal.Request", "Close")) closed_ = true;
        dbus_message_unref(message);
      }
  }

  static std::string text_at(DBusMessageIter& at) {
    const char* text = "";
    dbus_message_iter_get_basic(&at, &text);
    return text;
  }

  void read(DBusMessage* message) {
    const std::lock_guard lock(mutex_);
    asked_ = {{"method", dbus_message_get_member(message)}};
    DBusMessageIter at, list;
    dbus_message_iter_init(message, &at);
    dbus_message_iter_next(&at);  // the window it belongs to
    asked_["title"] = text_at(at);
    dbus_message_iter_next(&at);
    for (dbus_message_iter_recurse(&at, &list); dbus_message_iter_get_arg_type(&list) == DBUS_TYPE_DICT_ENTRY;
         dbus_message_iter_next(&list)) {
      DBusMessageIter entry, value;
      dbus_message_iter_recurse(&list, &entry);
      const std::string name = text_at(entry);
      dbus_message_iter_next(&entry);
      dbus_message_iter_recurse(&entry, &value);
      switch (dbus_message_iter_get_arg_type(&value)) {
        case DBUS_TYPE_STRING:
          asked_[name] = text_at(value);
          break;
        case DBUS_TYPE_BOOLEAN: {
          dbus_bool_t on = FALSE;
          dbus_message_iter_get_basic(&value, &on);
          asked_[name] = on ? "yes" : "no";
          break;
        }
        case DBUS_TYPE_ARRAY: {
          DBusMessageIter bytes;
          const char* text = nullptr;
          int count = 0;
          dbus_message_iter_recurse(&value, &bytes);
          dbus_message_iter_get_fixed_array(&bytes, &text, &count);
          asked_[name] = std::string(text, static_cast<std::size_t>(count));
          break;
        }
        default:
          break;
      }
    }
  }

  void take(DBusMessage* message) {
    read(message);
    if (way_ == Way::has_no_dialog) {
      DBusMessage* const error =
          dbus_message_new_error(message, DBUS_ERROR_UNKNOWN_METHOD, "no such interface");
      dbus_connection_send(bus_, error, nullptr);
      dbus_message_unref(error);
      return;
    }
    std::string sender = dbus_message_get_sender(message);
    sender.erase(0, 1);
    for (char& each : sender)
      if (each == '.') each = '_';
    const std::string path =
        "/org/freedesktop/portal/desktop/request/" + sender + "/" + asked()["handle_token"];
    const char* handle = path.c_str();
    DBusMessage* const reply = dbus_message_new_method_return(message);
    dbus_message_append_args(reply, DBUS_TYPE_OBJECT_PATH, &handle, DBUS_TYPE_INVALID);
    dbus_connection_send(bus_, reply, nullptr);
    dbus_message_unref(reply);
    if (way_ != Way::waits) respond(path, dbus_message_get_sender(message));
  }

  void respond(const std::string& path, const char* to) {
    DBusMessage* const signal =
        dbus_message_new_signal(path.c_str(), "org.freedesktop.portal.Request", "Response");
    dbus_message_set_destination(signal, to);
    DBusMessageIter at, results;
    dbus_message_iter_init_append(signal, &at);
    const dbus_uint32_t how = way_ == Way::chooses ? 0 : 1;
    dbus_message_iter_append_basic(&at, DBUS_TYPE_UINT32, &how);
    dbus_message_iter_open_container(&at, DBUS_TYPE_ARRAY, "{sv}", &results);
    if (way_ == Way::chooses) {
      DBusMessageIter entry, value, list;
      const char* name = "uris";
      dbus_message_iter_open_container(&results, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
      dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
      dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "as", &value);
      dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "s", &list);
      for (const std::string& uri : uris_) {
        const char* text = uri.c_str();
        dbus_message_iter_append_basic(&list, DBUS_TYPE_STRING, &text);
      }
      dbus_message_iter_close_container(&value, &list);
      dbus_message_iter_close_container(&entry, &value);
      dbus_message_iter_close_container(&results, &entry);
    }
    dbus_message_iter_close_container(&at, &results);
    dbus_connection_send(bus_, signal, nullptr);
    dbus_connection_flush(bus_);
    dbus_message_unref(signal);
  }

  const Way way_;
  const std::vector<std::string> uris_;
  DBusConnection* bus_;
  std::atomic<bool> stop_ = false, closed_ = false;
  std::mutex mutex_;
  std::map<std::string, std::string> asked_;
  std::thread thread_;
};

class PortalDialogTest : public testing::Test {
 protected:
  using Way = FakePortal::Way;

  void SetUp() override {
    if (preview::find_program("dbus-daemon").empty()) GTEST_SKIP() << "dbus-daemon is not installed";
    folder_ = own_folder();
    std::FILE* const daemon = ::popen("dbus-daemon --session --fork --print-address=1 --print-pid=1", "r");
    ASSERT_NE(daemon, nullptr);
    char line[400] = {};
    if (std::fgets(line, sizeof line, daemon) != nullptr)
      address_ = std::string(line, std::string_view(line).find('\n'));
    if (std::fgets(line, sizeof line, daemon) != nullptr) daemon_ = std::atoi(line);
    ::pclose(daemon);
    ASSERT_GT(daemon_, 0);
    if (const char* before = std::getenv("DBUS_SESSION_BUS_ADDRESS")) before_ = before;
    ::setenv("DBUS_SESSION_BUS_ADDRESS", address_.c_str(), 1);
    path_ = std::getenv("PATH");
    ::setenv("PATH", folder_.c_str(), 1);  // without zenity
  }
  void TearDown() override {
    if (daemon_ <= 0) return;
    ::setenv("PATH", path_.c_str(), 1);
    ::kill(daemon_, SIGTERM);
    if (before_.empty())
      ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
    else
      ::setenv("DBUS_SESSION_BUS_ADDRESS", before_.c_str(), 1);
  }

  static SystemDialog::Answer answer_of(SystemDialog& dialog) {
    for (int i = 0; i < 4000; ++i) {
      if (auto answer = dialog.take()) return *answer;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "no answer";
    return {};
  }

  std::filesystem::path folder_;
  std::string address_, before_, path_;
  pid_t daemon_ = 0;
};

TEST_F(PortalDialogTest, SeveralFilesAreChosen) {
  FakePortal portal(address_, Way::chooses, {"file:///a%20folder/dress.dae", "file:///b/%C3%B6l.glb"});
  ASSERT_TRUE(portal.works());
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = false, .several = true, .title = "Open files", .start = folder_}));
  const auto chosen = answer_of(dialog);
  ASSERT_EQ(chosen.paths.size(), 2u);
  EXPECT_EQ(chosen.paths[0], "/a folder/dress.dae");
  EXPECT_EQ(chosen.paths[1], "/b/\u00f6l.glb");
  const auto asked = portal.asked();
  EXPECT_EQ(asked.at("method"), "OpenFile");
  EXPECT_EQ(asked.at("title"), "Open files");
  EXPECT_EQ(asked.at("multiple"), "yes");
  EXPECT_EQ(asked.at("current_folder"), folder_.string() + '\0');
}

TEST_F(PortalDialogTest, ANameToSaveToIsProposed) {
  FakePortal portal(address_, Way::chooses, {"file:///tmp/other.xml"});
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = true, .several = false, .title = "Save", .start = folder_ / "shape.xml"}));
  EXPECT_EQ(answer_of(dialog), (SystemDialog::Answer{.shown = true, .paths = {"/tmp/other.xml"}}));
  EXPECT_EQ(portal.asked().at("method"), "SaveFile");
  EXPECT_EQ(portal.asked().at("current_name"), "shape.xml");
}

TEST_F(PortalDialogTest, NamesThatAreNoUtf8DoNotEndTheProgram) {
  FakePortal portal(address_, Way::chooses, {"file:///tmp/%FF.glb"});
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask(
      {.save = true, .several = false, .title = "In place of \xff", .start = folder_ / "\xff.glb"}));
  EXPECT_EQ(answer_of(dialog), (SystemDialog::Answer{.shown = true, .paths = {"/tmp/\xff.glb"}}));
}

TEST_F(PortalDialogTest, ACancelledOneChoosesNothing) {
  FakePortal portal(address_, Way::cancels, {});
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
  EXPECT_EQ(answer_of(dialog), (SystemDialog::Answer{.shown = true, .paths = {}}));
}

TEST_F(PortalDialogTest, WithoutOneTheWindowAsksItself) {
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
  EXPECT_FALSE(answer_of(dialog).shown);
  FakePortal portal(address_, Way::has_no_dialog, {});
  ASSERT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
  EXPECT_FALSE(answer_of(dialog).shown);
}

// Else a window that is closed would wait for it, and the dialog would stay.
TEST_F(PortalDialogTest, ItGoesWithTheWindow) {
  FakePortal portal(address_, Way::waits, {});
  {
    SystemDialog dialog;
    ASSERT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
    for (int i = 0; i < 2000 && portal.asked().empty(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_FALSE(dialog.take());
  }
  for (int i = 0; i < 400 && !portal.was_closed(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(portal.was_closed());
}

}  // namespace
}  // namespace mannequin::test
