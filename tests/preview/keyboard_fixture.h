// The real window without a pointer: keyboard only.
#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <thread>
#include <variant>

#include "tests/own_folder.h"
#include "tests/preview/tour.h"

namespace mannequin::test {

// A part of an item's name in ImGui: its label, or its number in a list.
using IdPart = std::variant<const char*, int>;
using IdPath = std::vector<IdPart>;

class KeyboardTest : public testing::Test {
 protected:
  static constexpr int kHeight = 33, kBodyFat = 637;  // sliders

  void SetUp() override;
  // Closes the window, and opens it with the settings of before.
  void start_again();

  preview::Workspace& workspace() { return tour_->workspace(); }
  const ParameterDesc& parameter(int id) const;
  double percent(int id);

  // A small figure that moves the chest; the window shows its row, joints and findings.
  std::filesystem::path write_figure(const std::string& name);
  void wear(const std::filesystem::path& path);
  void wait_for_findings();
  template <typename Busy>
  void wait_while(Busy&& busy) {
    for (int i = 0; i < 2000 && busy(); ++i) {
      tour_->settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_FALSE(busy());
  }
  // By F3, as a user without a pointer does.
  void command(const std::string& name);

  void tab() { tour_->key(SDLK_TAB); }
  void shift_tab() { tour_->key(SDLK_TAB, KMOD_LSHIFT); }
  // The part of the window that has the keys by its ImGui name; empty: the view.
  std::string area() const;
  void go_to(const std::string& area);  // by Ctrl+Tab
  // Whether the focus is on that thing of the focused window; and the walk there by Tab, or another key.
  bool on(const IdPath& path) const;
  void walk_to(const IdPath& path, SDL_Keycode key = SDLK_TAB);
  // That it is focused and has its frame in the picture.
  void expect_frame();
  // That nothing in the right column is cut at its edge.
  void expect_right_column_fits();

  Character character_ = builtin_character();
  std::filesystem::path folder_;
  std::unique_ptr<Tour> tour_;

 private:
  void start();
  static Character builtin_character();
};

}  // namespace mannequin::test
