#include "tools/preview/platform/posix/portal_dialog.h"

#include <dbus/dbus.h>
#include <poll.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "tools/document/file_address.h"

namespace mannequin::preview {
namespace {

constexpr const char* kPortal = "org.freedesktop.portal.Desktop";
constexpr const char* kPortalObject = "/org/freedesktop/portal/desktop";
constexpr const char* kFileChooser = "org.freedesktop.portal.FileChooser";
constexpr const char* kPortalRequest = "org.freedesktop.portal.Request";
constexpr const char* kToken = "mannequin";
// To begin: the portal may have to be started first.
constexpr std::chrono::seconds kLongestSilence{10};

struct CloseConnection {
  void operator()(DBusConnection* connection) const {
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
  }
};
struct ReleaseMessage {
  void operator()(DBusMessage* message) const { dbus_message_unref(message); }
};
using Connection = std::unique_ptr<DBusConnection, CloseConnection>;
using PortalMessage = std::unique_ptr<DBusMessage, ReleaseMessage>;

// Only to a bus that is there: the library's own way starts one, and keeps the address that it found first.
Connection connect() {
  const char* const given = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  const char* const folder = std::getenv("XDG_RUNTIME_DIR");
  std::string address = given == nullptr ? "" : given;
  if (address.empty() && folder != nullptr) address = std::string("unix:path=") + folder + "/bus";
  if (address.empty()) return nullptr;
  Connection connection(dbus_connection_open_private(address.c_str(), nullptr));
  if (connection == nullptr) return nullptr;
  dbus_connection_set_exit_on_disconnect(connection.get(), FALSE);
  return dbus_bus_register(connection.get(), nullptr) ? std::move(connection) : nullptr;
}

// Appends to a message. Once there was no memory, nothing more is appended.
class MessageWriter {
 public:
  explicit MessageWriter(DBusMessage* message) { dbus_message_iter_init_append(message, &at_); }
  bool complete() const { return complete_; }

  void text(const std::string& value) {
    const char* const pointer = value.c_str();
    complete_ = complete_ && dbus_message_iter_append_basic(&at_, DBUS_TYPE_STRING, &pointer);
  }
  void flag(bool value) {
    const dbus_bool_t number = value ? TRUE : FALSE;
    complete_ = complete_ && dbus_message_iter_append_basic(&at_, DBUS_TYPE_BOOLEAN, &number);
  }
  // With the 0 at its end, as the portal takes paths.
  void path(const std::string& value) {
    inside(DBUS_TYPE_ARRAY, "y", [&] {
      const char* const bytes = value.c_str();
      complete_ = dbus_message_iter_append_fixed_array(&at_, DBUS_TYPE_BYTE, &bytes,
                                                       static_cast<int>(value.size()) + 1);
    });
  }
  template <typename Fill>
  void inside(int type, const char* content, Fill&& fill) {
    if (!complete_) return;
    DBusMessageIter outside = at_, within;
    complete_ = dbus_message_iter_open_container(&outside, type, content, &within);
    if (!complete_) return;
    at_ = within;
    fill();
    within = at_;
    if (complete_)
      complete_ = dbus_message_iter_close_container(&outside, &within);
    else
      dbus_message_iter_abandon_container(&outside, &within);
    at_ = outside;
  }
  template <typename Fill>
  void option(const char* name, const char* type, Fill&& fill) {
    inside(DBUS_TYPE_DICT_ENTRY, nullptr, [&] {
      text(name);
      inside(DBUS_TYPE_VARIANT, type, fill);
    });
  }

 private:
  DBusMessageIter at_{};
  bool complete_ = true;
};

// The library ends the program for other texts.
bool can_be_sent(const std::string& text) { return dbus_validate_utf8(text.c_str(), nullptr); }

PortalMessage message_for(const SystemDialog::Question& question) {
  PortalMessage message(dbus_message_new_method_call(kPortal, kPortalObject, kFileChooser,
                                                     question.save ? "SaveFile" : "OpenFile"));
  if (message == nullptr) return nullptr;
  std::error_code unknown;
  const bool is_folder = std::filesystem::is_directory(question.start, unknown);
  const std::string folder = (is_folder ? question.start : question.start.parent_path()).string(),
                    name = is_folder ? std::string() : question.start.filename().string();
  MessageWriter write(message.get());
  write.text("");  // above no certain window
  write.text(can_be_sent(question.title) ? question.title : std::string());
  write.inside(DBUS_TYPE_ARRAY, "{sv}", [&] {
    write.option("handle_token", "s", [&] { write.text(kToken); });
    write.option("multiple", "b", [&] { write.flag(question.several); });
    write.option("current_folder", "ay", [&] { write.path(folder); });
    if (question.save && can_be_sent(name)) write.option("current_name", "s", [&] { write.text(name); });
  });
  return write.complete() ? std::move(message) : nullptr;
}

// Where the portal says what was chosen: known before, so that no answer is missed.
std::string request_path(DBusConnection* connection) {
  std::string sender = dbus_bus_get_unique_name(connection);
  sender.erase(0, 1);  // ":1.42"
  for (char& each : sender)
    if (each == '.') each = '_';
  return std::string(kPortalObject) + "/request/" + sender + '/' + kToken;
}

void listen_at(DBusConnection* connection, const std::string& request) {
  const std::string rule = std::string("type='signal',interface='") + kPortalRequest +
                           "',member='Response',path='" + request + "'";
  dbus_bus_add_match(connection, rule.c_str(), nullptr);
}

std::vector<std::filesystem::path> chosen_paths(DBusMessage* response) {
  std::vector<std::filesystem::path> paths;
  DBusMessageIter at, list;
  dbus_uint32_t how = 1;
  if (!dbus_message_has_signature(response, "ua{sv}") || !dbus_message_iter_init(response, &at)) return paths;
  dbus_message_iter_get_basic(&at, &how);
  dbus_message_iter_next(&at);
  if (how != 0) return paths;  // cancelled
  for (dbus_message_iter_recurse(&at, &list); dbus_message_iter_get_arg_type(&list) == DBUS_TYPE_DICT_ENTRY;
       dbus_message_iter_next(&list)) {
    DBusMessageIter entry, value, address;
    const char* name = nullptr;
    dbus_message_iter_recurse(&list, &entry);
    dbus_message_iter_get_basic(&entry, &name);
    dbus_message_iter_next(&entry);
    dbus_message_iter_recurse(&entry, &value);
    if (std::string_view(name) != "uris" || dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_ARRAY)
      continue;
    for (dbus_message_iter_recurse(&value, &address);
         dbus_message_iter_get_arg_type(&address) == DBUS_TYPE_STRING; dbus_message_iter_next(&address)) {
      const char* text = nullptr;
      dbus_message_iter_get_basic(&address, &text);
      if (auto path = document::path_of_address(text)) paths.push_back(std::move(*path));
    }
  }
  return paths;
}

void close_request(DBusConnection* connection, const std::string& request) {
  const PortalMessage close(dbus_message_new_method_call(kPortal, request.c_str(), kPortalRequest, "Close"));
  if (close == nullptr) return;
  dbus_message_set_no_reply(close.get(), TRUE);
  dbus_connection_send(connection, close.get(), nullptr);
  dbus_connection_flush(connection);
}

}  // namespace

std::optional<std::vector<std::filesystem::path>> ask_portal(const SystemDialog::Question& question,
                                                             int stop) {
  using Paths = std::vector<std::filesystem::path>;
  const Connection connection = connect();
  const PortalMessage message = connection == nullptr ? nullptr : message_for(question);
  if (message == nullptr) return std::nullopt;
  std::string request = request_path(connection.get());
  listen_at(connection.get(), request);
  dbus_uint32_t call = 0;
  int bus = -1;
  if (!dbus_connection_send(connection.get(), message.get(), &call) ||
      !dbus_connection_get_unix_fd(connection.get(), &bus))
    return std::nullopt;
  dbus_connection_flush(connection.get());
  bool begun = false;
  const auto asked = std::chrono::steady_clock::now();
  for (;;) {
    while (const PortalMessage each{dbus_connection_pop_message(connection.get())}) {
      const int type = dbus_message_get_type(each.get());
      const bool answers = dbus_message_get_reply_serial(each.get()) == call;
      if (answers && type == DBUS_MESSAGE_TYPE_ERROR) return std::nullopt;
      if (answers && type == DBUS_MESSAGE_TYPE_METHOD_RETURN) {
        begun = true;
        const char* its = nullptr;
        if (dbus_message_get_args(each.get(), nullptr, DBUS_TYPE_OBJECT_PATH, &its, DBUS_TYPE_INVALID) &&
            request != its) {  // portals before 0.9 choose their own
          request = its;
          listen_at(connection.get(), request);
        }
      }
      if (dbus_message_is_signal(each.get(), kPortalRequest, "Response") &&
          dbus_message_has_path(each.get(), request.c_str()))
        return chosen_paths(each.get());
    }
    if (!dbus_connection_get_is_connected(connection.get()))
      return begun ? std::optional(Paths()) : std::nullopt;
    const auto waited = std::chrono::steady_clock::now() - asked;
    if (!begun && waited > kLongestSilence) {
      close_request(connection.get(), request);
      return std::nullopt;
    }
    pollfd ends[2] = {{bus, POLLIN, 0}, {stop, POLLIN, 0}};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(kLongestSilence - waited).count();
    ::poll(ends, 2, begun ? -1 : static_cast<int>(left) + 1);
    if (ends[1].revents != 0) {
      close_request(connection.get(), request);
      return Paths();
    }
    dbus_connection_read_write(connection.get(), 0);
  }
}

}  // namespace mannequin::preview
