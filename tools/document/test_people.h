// Shapes to try clothes on: twelve built-in ones, female and male, and those in a folder of the user's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/document/stand_in.h"
#include "tools/document/workbench.h"

namespace mannequin::document {

struct TestPerson {
  std::string name;
  Sex sex = Sex::female;
  SliderValues sliders;        // includes the sex; missing sliders are at their default
  std::filesystem::path file;  // its file; empty: built-in
};

// Six of each sex, which together cover both ends of customers' shapes: short and tall, slim and heavy,
// muscular, broad hips, broad shoulders.
std::vector<TestPerson> builtin_people(const Appearance& appearance);

class TestPeople {
 public:
  TestPeople(Workbench& bench, StandIn& stand_in);

  // The built-in ones, then the folder's by name.
  const std::vector<TestPerson>& list() const { return list_; }
  // The folder for the user's shapes (.xml, .json, .txt); empty if nothing is stored.
  const std::filesystem::path& folder() const { return folder_; }
  // Another folder, which has to exist. Also reads it.
  Status use_folder(const std::filesystem::path& folder);
  // Reads the folder again. A message names files that are not shapes.
  void read_folder();
  // Gives the avatar that shape, unchanged and with its sex: one undo step.
  void take(std::size_t person);

 private:
  Workbench& bench_;
  StandIn& stand_in_;
  std::filesystem::path folder_;
  std::vector<TestPerson> list_;
};

}  // namespace mannequin::document
