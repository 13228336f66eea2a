#include "tools/document/test_people.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "engine/core/lower_case.h"
#include "engine/io/shape_file.h"
#include "tools/document/reason.h"
#include "tools/document/small_files.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

// Sliders by the ids that viewers have permanently assigned.
enum Slider : int {
  height = 33,
  thickness = 34,
  body_fat = 637,
  shoulders = 36,
  torso_length = 38,
  breasts = 105,
  buoyancy = 507,
  belly = 157,
  love_handles = 676,
  female_muscles = 649,
  male_muscles = 678,
  pectorals = 685,
  neck = 683,
  arms = 693,
  hips = 37,
  butt = 795,
  saddle_bags = 753,
  leg_length = 692,
  leg_muscles = 652,
  head_size = 682,
};

struct Percent {
  Slider slider;
  double percent;
};

TestPerson make_person(const Appearance& appearance, const char* name, Sex sex,
                       std::initializer_list<Percent> values) {
  TestPerson person{name, sex, {}, {}};
  person.sliders[kMaleParameter] = sex == Sex::male ? 1.0 : 0.0;
  for (const Percent& value : values)
    if (const ParameterIndex index = appearance.find(value.slider); index != kNoParameter)
      person.sliders[value.slider] = weight_from_percent(appearance[index], value.percent);
  return person;
}

}  // namespace

std::vector<TestPerson> builtin_people(const Appearance& appearance) {
  const auto female = [&](const char* name, std::initializer_list<Percent> values) {
    return make_person(appearance, name, Sex::female, values);
  };
  const auto male = [&](const char* name, std::initializer_list<Percent> values) {
    return make_person(appearance, name, Sex::male, values);
  };
  return {
      female("Petite", {{height, 15},
                        {thickness, 15},
                        {breasts, 25},
                        {hips, 42},
                        {butt, 20},
                        {head_size, 62},
                        {leg_length, 42},
                        {arms, 68}}),
      female("Average", {{height, 45},
                         {thickness, 35},
                         {body_fat, 8},
                         {breasts, 48},
                         {hips, 55},
                         {butt, 35},
                         {leg_muscles, 45}}),
      female("Tall", {{height, 92},
                      {thickness, 18},
                      {breasts, 35},
                      {leg_length, 82},
                      {torso_length, 58},
                      {hips, 50},
                      {arms, 88},
                      {shoulders, 48}}),
      female("Athletic", {{height, 60},
                          {thickness, 40},
                          {female_muscles, 85},
                          {breasts, 30},
                          {shoulders, 62},
                          {hips, 50},
                          {butt, 45},
                          {leg_muscles, 85},
                          {neck, 60}}),
      female("Curvy", {{height, 55},
                       {thickness, 40},
                       {breasts, 82},
                       {buoyancy, 30},
                       {hips, 82},
                       {butt, 80},
                       {saddle_bags, 45},
                       {leg_muscles, 65},
                       {belly, 10}}),
      female("Plus size", {{height, 42},
                           {thickness, 85},
                           {body_fat, 70},
                           {breasts, 88},
                           {belly, 70},
                           {love_handles, 75},
                           {hips, 85},
                           {butt, 85},
                           {saddle_bags, 70},
                           {leg_muscles, 80},
                           {neck, 75}}),
      male(
          "Short",
          {{height, 22}, {thickness, 45}, {shoulders, 52}, {male_muscles, 45}, {leg_length, 38}, {hips, 40}}),
      male("Slender", {{height, 68},
                       {thickness, 10},
                       {male_muscles, 18},
                       {shoulders, 46},
                       {hips, 36},
                       {leg_muscles, 25},
                       {pectorals, 20}}),
      male("Middling", {{height, 65},
                        {thickness, 45},
                        {body_fat, 12},
                        {male_muscles, 50},
                        {shoulders, 62},
                        {belly, 15},
                        {hips, 42},
                        {neck, 62}}),
      male("Muscular", {{height, 80},
                        {thickness, 75},
                        {male_muscles, 100},
                        {pectorals, 90},
                        {shoulders, 92},
                        {neck, 90},
                        {hips, 45},
                        {leg_muscles, 92},
                        {butt, 35}}),
      male("Heavy", {{height, 60},
                     {thickness, 92},
                     {body_fat, 72},
                     {belly, 92},
                     {love_handles, 80},
                     {shoulders, 66},
                     {hips, 62},
                     {butt, 60},
                     {neck, 92},
                     {leg_muscles, 75}}),
      male("Giant", {{height, 100},
                     {thickness, 70},
                     {male_muscles, 70},
                     {shoulders, 85},
                     {leg_length, 72},
                     {torso_length, 70},
                     {arms, 92},
                     {neck, 80},
                     {head_size, 42}}),
  };
}

TestPeople::TestPeople(Workbench& bench, StandIn& stand_in)
    : bench_(bench), stand_in_(stand_in), list_(builtin_people(bench.character().appearance)) {
  if (bench_.settings.keeps()) folder_ = bench_.settings.folder_for_samples() / "people";
  read_folder();
}

Status TestPeople::use_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    return fail(ErrorCode::cannot_read, folder.string(), tr("is not a folder; name one with shapes"));
  folder_ = folder;
  read_folder();
  return {};
}

void TestPeople::read_folder() {
  std::erase_if(list_, [](const TestPerson& person) { return !person.file.empty(); });
  std::error_code none;
  if (folder_.empty() || !std::filesystem::is_directory(folder_, none)) return;
  std::vector<std::filesystem::path> files;
  constexpr std::array kShapeEndings = {".xml", ".json", ".txt"};
  for (const auto& entry : std::filesystem::directory_iterator(folder_, none))
    if (std::ranges::find(kShapeEndings, lower_ending(entry.path())) != kShapeEndings.end())
      files.push_back(entry.path());
  std::ranges::sort(files);
  SmallFiles small;
  for (const std::filesystem::path& file : files) {
    const Result<io::Bytes> bytes = small.read(file);
    Result<io::ShapeFile> shape =
        bytes ? io::read_shape(*bytes, file.filename().string(), bench_.character().appearance)
              : Result<io::ShapeFile>(error_of(bytes));
    if (!shape) {
      bench_.report(Message::Kind::warning, named_reason(shape.error(), file));
      continue;
    }
    const auto male = shape->sliders.find(kMaleParameter);
    const Sex sex = male != shape->sliders.end() && male->second > 0.5 ? Sex::male : Sex::female;
    list_.push_back({file.stem().string(), sex, std::move(shape->sliders), file});
  }
}

void TestPeople::take(std::size_t person) {
  const TestPerson& taken = list_[person];
  AvatarChoice choice = bench_.choice();
  const Sex before = bench_.avatar.sex();
  bench_.record(tr("Shape of {}", taken.name), /*leaves_shape=*/true);
  choice.shape.clear();  // saving it must not replace the file of the one before
  choice.sliders = taken.sliders;
  choice.apply_parameters = true;
  bench_.avatar.choose(std::move(choice));
  if (bench_.avatar.sex() != before) stand_in_.change_sex();
  bench_.report_state(Message::Kind::done, tr("Took the shape of {}", taken.name));
}

}  // namespace mannequin::document
