#include "tools/mannequin/fit_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/lower_case.h"
#include "engine/io/xml_text.h"
#include "engine/platform/path.h"
#include "tools/document/sheet_grid.h"
#include "tools/mannequin/html_page.h"

namespace mannequin::program {
namespace {

constexpr std::size_t kPicturedCases = 24, kTableCases = 25;
constexpr Vec3f kCloth(0.56f, 0.68f, 0.86f);
constexpr double kCutBefore = 0.004;  // metres before a place that is covered: where pictures of it are cut

// One case, measured again for its pictures.
struct PosedCase {
  const FitCase* one = nullptr;
  PosedSurface body, garment;
  std::vector<double> outside;  // metres; per vertex of the body, 0 if not outside
  // The deepest place that can be seen, or else the deepest one; none if nothing is outside.
  std::optional<document::SweptFault> shown;
};

document::FitScene scene_of(const FitInputs& in) {
  static const std::vector<std::shared_ptr<const document::WornGeometry>> kNoOthers;
  return {in.character, in.body, in.garment_surfaces, kNoOthers};
}

// The index of a fault's case.
std::size_t case_of(const FitResults& results, const document::SweptFault& fault) {
  const FitInputs& in = results.in;
  const std::size_t number =
      (fault.shape * in.poses.size() + fault.pose) * in.garments.size() + fault.garment;
  const auto found = std::ranges::lower_bound(results.report.cases, number, {}, &FitCase::number);
  return static_cast<std::size_t>(found - results.report.cases.begin());
}

PosedCase pose_case(const FitResults& results, std::size_t which) {
  const FitInputs& in = results.in;
  const SweptGarments& swept = results.swept;
  const FitCase& one = results.report.cases[which];
  const std::size_t posed = one.number / in.garments.size();
  AvatarInputs inputs;
  inputs.worn = in.base.worn;
  inputs.sliders = in.shapes[posed / in.poses.size()].sliders;
  inputs.pose = in.poses[posed % in.poses.size()].pose;
  const AvatarState state = evaluate_avatar(in.character, inputs);
  PosedCase out{&one,
                pose_surface(in.body, state.joints),
                pose_surface(in.garment_surfaces[one.garment], state.joints),
                std::vector<double>(in.body.vertex_count(), 0.0),
                {}};
  const GarmentPair& pair = swept.pairs[one.garment];
  GarmentMeter meter(pair);
  meter.measure(out.body.positions, out.body.normals, out.garment.positions);
  for (std::size_t i = 0; i < pair.counted().size(); ++i)
    out.outside[pair.counted()[i]] = std::max(0.0, meter.vertices()[i].outside);
  std::vector<document::SweptFault> faults =
      document::worst_faults(scene_of(in), state, std::span(swept.cases).subspan(which, 1));
  if (!faults.empty()) out.shown = std::move(faults.front());
  return out;
}

std::vector<Vec3f> heat_colours(std::span<const double> values, double most) {
  std::vector<Vec3f> colours;
  for (const double value : values) colours.push_back(heat_colour(value > kOutsideAbove ? value : 0.0, most));
  return colours;
}

// The side, out of four, from which the place that is shown is most visible.
std::string best_side(const PosedCase& posed) {
  const Vec3 from = posed.shown ? posed.shown->from : Vec3(1.0, 0.0, 0.0);
  if (std::abs(from.x) >= std::abs(from.y)) return from.x >= 0.0 ? "front" : "back";
  return from.y > 0.0 ? "left" : "right";
}

FigurePicture case_picture(const FitInputs& in, const PosedCase& posed, int width, int height, bool close) {
  const FitCase& one = *posed.one;
  PictureView view = whole_view(posed.body.positions, best_side(posed), static_cast<double>(width) / height);
  if (close && posed.shown) {
    view.centre = Vec3(posed.body.positions[posed.shown->vertex]);
    const Vec3& from = posed.shown->from;
    view.towards = -(std::abs(from.z) < 0.999 ? from : from + Vec3(0.05, 0.0, 0.0));  // not along Z
    view.height = 0.35;
    if (posed.shown->covered) view.cut = -kCutBefore;
  }
  FigurePicture picture(width, height);
  const std::vector<Surface::Triangle> body = in.body.triangles(),
                                       garment = in.garment_surfaces[one.garment].triangles();
  const std::vector<Vec3f> heat = heat_colours(posed.outside, posed.shown ? posed.shown->depth : 1.0),
                           cloth(posed.garment.positions.size(), kCloth);
  picture.draw({posed.garment.positions, posed.garment.normals, cloth, garment}, view);
  picture.draw({posed.body.positions, posed.body.normals, heat, body}, view);
  if (posed.shown) picture.mark(Vec3(posed.body.positions[posed.shown->vertex]), view);
  return picture;
}

// The whole body, and in the corner a close-up of the place that is shown, which arms may hide.
FigurePicture case_with_inset(const FitInputs& in, const PosedCase& posed, int width, int height) {
  FigurePicture picture = case_picture(in, posed, width, height, false);
  const int side = 11 * width / 24;
  if (posed.shown) {
    FigurePicture frame(side + 2, side + 2);
    frame.fill(Vec3f(0.08f, 0.08f, 0.10f));
    picture.paste(frame, width - side - 2, height - side - 2);
    FigurePicture close = case_picture(in, posed, side, side, true);
    if (posed.shown->covered) close.write(4, 4, "cut open");
    picture.paste(close, width - side - 1, height - side - 1);
  }
  return picture;
}

std::string region_of(const FitCase& one) {
  return one.json["region"].is_string() ? one.json["region"].get<std::string>() : std::string("nowhere");
}

// The cases of the worst places, and the deepest of the cover's, or the first case if there are none; first
// those that show something that can be seen, the deepest first.
std::vector<PosedCase> pictured_cases(const FitResults& results) {
  const FitReport& report = results.report;
  std::vector<std::size_t> deepest = report.cover, chosen;
  std::ranges::stable_sort(deepest, std::ranges::greater(),
                           [&](std::size_t i) { return report.cases[i].depth; });
  const auto choose = [&](std::size_t i) {
    if (chosen.size() < kPicturedCases && std::ranges::find(chosen, i) == chosen.end()) chosen.push_back(i);
  };
  for (const document::SweptFault& fault : results.faults) choose(case_of(results, fault));
  for (const std::size_t i : deepest) choose(i);
  if (chosen.empty() && !report.cases.empty()) chosen.push_back(0);
  std::vector<PosedCase> cases;
  for (const std::size_t i : chosen) cases.push_back(pose_case(results, i));
  std::ranges::stable_sort(cases, {}, [](const PosedCase& posed) {
    return posed.shown ? std::pair(posed.shown->covered, -posed.shown->depth) : std::pair(true, 0.0);
  });
  return cases;
}

// "217: 20.3 mm left hip"
std::string shown_text(const PosedCase& posed) {
  if (!posed.shown) return fmt::format("{}: nothing outside", posed.one->number);
  return fmt::format("{}: {:.1f} mm {}", posed.one->number, 1000.0 * posed.shown->depth, posed.shown->region);
}

Result<std::string> heat_map(const FitInputs& in, const SweptGarments& swept, std::size_t garment) {
  AvatarInputs inputs;
  inputs.worn = in.base.worn;
  inputs.sliders = in.base.sliders;
  const PosedSurface body = pose_surface(in.body, evaluate_avatar(in.character, inputs).joints);
  const std::vector<double> worst(swept.worst[garment].begin(), swept.worst[garment].end());
  const double most = worst.empty() ? 0.0 : *std::ranges::max_element(worst);
  const std::vector<Vec3f> colours = heat_colours(worst, most);
  const std::vector<Surface::Triangle> triangles = in.body.triangles();
  std::string out;
  for (const char* from : {"front", "back", "left", "right"}) {
    FigurePicture picture(260, 400);
    picture.draw({body.positions, body.normals, colours, triangles},
                 whole_view(body.positions, from, 260.0 / 400.0));
    const Result<std::string> figure =
        html_figure(picture, fmt::format("{}, from the {}", in.garments[garment].source, from));
    if (!figure) return error_of(figure);
    out += *figure;
  }
  return out +
         fmt::format("<p class=\"small\">Grey: never outside. Yellow to dark red: up to {:.1f} mm.</p>\n",
                     1000.0 * most);
}

std::string case_table(const FitReport& report) {
  std::vector<const FitCase*> cases;
  for (const FitCase& one : report.cases)
    if (!one.outside.empty()) cases.push_back(&one);
  std::ranges::stable_sort(cases, [](const FitCase* a, const FitCase* b) { return a->depth > b->depth; });
  std::string out =
      "<table><tr><th class=\"n\">Case<th class=\"n\">Depth mm<th class=\"n\">Area "
      "cm&#178;<th>Where<th>Vertex<th>Garment<th>Shape and pose</tr>\n";
  for (std::size_t i = 0; i < std::min(cases.size(), kTableCases); ++i)
    out += fmt::format(
        "<tr><td class=\"n\">{}<td class=\"n\">{:.1f}<td class=\"n\">{:.1f}<td>{}<td>{}<td>{}<td>{}</tr>\n",
        cases[i]->number, 1000.0 * cases[i]->depth, 1e4 * cases[i]->json["area"].get<double>(),
        io::xml_text(region_of(*cases[i])), io::xml_text(cases[i]->json["vertex"].dump()),
        io::xml_text(report.garments[cases[i]->garment].name), io::xml_text(cases[i]->name));
  out += "</table>\n";
  if (cases.size() > kTableCases)
    out +=
        fmt::format("<p class=\"small\">And {} more; --json has them all.</p>\n", cases.size() - kTableCases);
  return out;
}

constexpr const char* kDefinition =
    "<h2>What is measured</h2>\n<p>A vertex of the body <b>counts</b> if in the bind pose the garment lies "
    "within "
    "30 mm along its outward normal. Its <b>depth</b> is its distance outside the garment, measured to the "
    "nearest "
    "point of the garment whose normal is within 90&#176; of the body's. The <b>area</b> is the sum of a "
    "third of "
    "the area of the triangles around each vertex that is outside by more than 0.1 mm.</p>\n";

// As one types it where the files are.
std::string mend_command(const FitInputs& in, const std::string& garment) {
  const auto typed = [](const std::string& name) {
    return name.find(' ') == std::string::npos ? name : '"' + name + '"';
  };
  const std::string ending = lower_ending(path_of_utf8(garment));
  const std::string mended =
      garment.substr(0, garment.rfind('.')) + "_mended" + (ending == ".gltf" ? ".glb" : ending);
  std::string command = "mannequin mend " + typed(garment);
  for (const io::BoundMeshFile& body : in.body_files)
    if (!body.is_builtin) command += " --body " + typed(body.source);
  return command + " -o " + typed(mended);
}

std::string next_steps(const FitInputs& in, const FitReport& report) {
  std::vector<bool> faulty(report.garments.size(), false);
  for (const FitCase& one : report.cases)
    if (!one.outside.empty()) faulty[one.garment] = true;
  std::string commands;
  for (std::size_t g = 0; g < faulty.size(); ++g)
    if (faulty[g])
      commands += fmt::format("<br><code>{}</code>", io::xml_text(mend_command(in, report.garments[g].name)));
  return fmt::format(
      "<h2>What to do next</h2>\n<ol>\n"
      "<li>Let Mannequin mend it, here or in the window (<i>Fit</i>, <i>Mend a garment</i>). It changes "
      "weights and moves vertices by up to a centimetre; your file stays as it is. {}</li>\n"
      "<li>Run this again on the result. With <code>--limit 2mm</code> a build server can watch over "
      "it.</li>\n"
      "<li>For what is left, write {} shapes that together show every fault as files (<code>mannequin fit "
      "... --cover shapes</code>), open them in the window, and change the garment by hand. Or leave out the "
      "body under the cloth (<code>mannequin mend ... "
      "--body-without body.glb</code>).</li>\n</ol>\n",
      commands, report.cover.size());
}

// "The body pokes through dress.glb ..."; there is at least one fault.
std::string verdict(const FitResults& results) {
  const FitReport& report = results.report;
  const auto place = [&](const document::SweptFault& fault) {
    return fmt::format("through {} by up to {:.1f} mm, at the <b>{}</b>: {}",
                       io::xml_text(report.garments[fault.garment].name), 1000.0 * fault.depth,
                       io::xml_text(fault.region), io::xml_text(report.cases[case_of(results, fault)].name));
  };
  const document::SweptFault& first = results.faults.front();
  std::string out =
      fmt::format("<p class=\"verdict bad\">The body pokes {}{}.</p>\n",
                  first.covered ? "through only where nobody sees it, as in a fold: " : "", place(first));
  const auto deepest = std::ranges::max_element(results.faults, {}, &document::SweptFault::depth);
  if (!first.covered && deepest->covered)
    out += fmt::format("<p>It is deeper where nobody sees it, as in a fold: {}.</p>\n", place(*deepest));
  return out;
}

}  // namespace

Result<std::string> fit_page(const FitResults& results) {
  const auto& [in, swept, report, found] = results;
  std::string body;
  const auto add = [&](const Result<std::string>& part) {
    if (part) body += *part;
    return part.has_value();
  };
  const bool faults = !found.empty();
  if (!faults) {
    body += fmt::format("<p class=\"verdict good\">The body does not poke through in any of {} cases.</p>\n",
                        report.cases.size());
  } else {
    body += verdict(results);
    const PosedCase posed = pose_case(results, case_of(results, found.front()));
    const bool covered = posed.shown && posed.shown->covered;
    const Result<std::string> whole = html_figure(case_picture(in, posed, 360, 560, false),
                                                  "The worst place, seen from the " + best_side(posed)),
                              close = html_figure(
                                  case_picture(in, posed, 560, 560, true),
                                  covered ? "The same place cut open, 35 cm high, since no side shows it"
                                          : "The same place from close by, 35 cm high");
    if (!add(whole)) return error_of(whole);
    if (!add(close)) return error_of(close);
    body += next_steps(in, report);
  }
  for (const FitGarment& garment : report.garments) {
    if (garment.inside_out)
      body += fmt::format(
          "<p class=\"verdict bad\">{} is inside out: its faces point at the body. It was measured "
          "as though they were turned. Flip its normals before the upload.</p>\n",
          io::xml_text(garment.name));
    if (garment.counted == 0)
      body += fmt::format(
          "<p class=\"verdict bad\">{} covers no vertex of the body, so nothing was measured.</p>\n",
          io::xml_text(garment.name));
  }
  body += "<h2>Everywhere, over all shapes and poses</h2>\n";
  for (std::size_t g = 0; g < in.garments.size(); ++g) {
    const Result<std::string> map = heat_map(in, swept, g);
    if (!add(map)) return error_of(map);
  }
  if (faults) {
    body +=
        "<h2>The worst places, and the deepest cases</h2>\n<p class=\"small\">Each with the deepest place "
        "that is seen. Where none is, the deepest one, cut open; these come last.</p>\n";
    for (const PosedCase& posed : pictured_cases(results)) {
      const Result<std::string> figure =
          html_figure(case_with_inset(in, posed, 240, 360),
                      fmt::format("{}{}. {}", shown_text(posed),
                                  posed.shown && posed.shown->covered ? ", hidden" : "", posed.one->name));
      if (!add(figure)) return error_of(figure);
    }
    body += "<h2>The deepest cases, seen or hidden</h2>\n" + case_table(report);
  }
  body += kDefinition;
  std::string title = "How";
  for (std::size_t g = 0; g < in.garments.size(); ++g)
    title += (g == 0 ? " " : " and ") + in.garments[g].source;
  return html_page(title + (in.garments.size() == 1 ? " fits" : " fit"), body);
}

Result<io::Bytes> fit_contact_sheet(const FitResults& results) {
  constexpr int kWidth = 240, kHeight = 360, kCaption = 40, kLetters = 30;
  const std::vector<PosedCase> cases = pictured_cases(results);
  const auto count = static_cast<int>(cases.size());
  const document::SheetGrid grid{count, document::columns_of_sheet(count), kWidth, kHeight, kCaption};
  FigurePicture sheet(grid.sheet_width(), grid.sheet_height());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const int x = grid.x(static_cast<int>(i)), y = grid.y(static_cast<int>(i));
    const PosedCase& posed = cases[i];
    sheet.paste(case_with_inset(results.in, posed, kWidth, kHeight), x, y);
    sheet.write(x + 2, y + kHeight + 4, shown_text(posed).substr(0, kLetters));
    sheet.write(x + 2, y + kHeight + 20, posed.one->name.substr(0, kLetters));
  }
  return sheet.png();
}

}  // namespace mannequin::program
