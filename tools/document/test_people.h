// Shapes to look at clothes on: twelve of ours, female and male, and those of a folder of one's own.
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
  SliderValues sliders;        // with the sex; those that are not named have their default
  std::filesystem::path file;  // that it came from; empty: one of ours
};

// Six of each sex, between them both ends of what customers' shapes have: short and tall, slim and heavy,
// muscular, broad hips, broad shoulders.
std::vector<TestPerson> builtin_people(const Appearance& appearance);

class TestPeople {
 public:
  TestPeople(Workbench& bench, StandIn& stand_in);

  // Ours, then those of the folder by name.
  const std::vector<TestPerson>& list() const { return list_; }
  // Where shapes (.xml, .json, .txt) of one's own lie; empty where nothing is kept.
  const std::filesystem::path& folder() const { return folder_; }
  // Looks again what is in the folder. A message names what is no shape.
  void read_folder();
  // The avatar takes that shape, as it is and with its sex: one step of undo.
  void take(std::size_t person);

 private:
  Workbench& bench_;
  StandIn& stand_in_;
  std::filesystem::path folder_;
  std::vector<TestPerson> list_;
};

}  // namespace mannequin::document
