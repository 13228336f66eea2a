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

// One case, measured again for its pictures.
struct PosedCase {
  PosedSurface body, garment;
  std::vector<double> outside;  // metres; per vertex of the body, 0 if not outside
};

PosedCase pose_case(const FitInputs& in, const SweptGarments& swept, const FitCase& one) {
  const std::size_t posed = one.number / in.garments.size();
  AvatarInputs inputs;
  inputs.worn = in.base.worn;
  inputs.sliders = in.shapes[posed / in.poses.size()].sliders;
  inputs.pose = in.poses[posed % in.poses.size()].pose;
  const AvatarState state = evaluate_avatar(in.character, inputs);
  PosedCase out{pose_surface(in.body, state.joints),
                pose_surface(in.garment_surfaces[one.garment], state.joints),
                std::vector<double>(in.body.vertex_count(), 0.0)};
  const GarmentPair& pair = swept.pairs[one.garment];
  GarmentMeter meter(pair);
  meter.measure(out.body.positions, out.body.normals, out.garment.positions);
  for (std::size_t i = 0; i < pair.counted().size(); ++i)
    out.outside[pair.counted()[i]] = std::max(0.0, meter.vertices()[i].outside);
  return out;
}

std::vector<Vec3f> heat_colours(std::span<const double> values, double most) {
  std::vector<Vec3f> colours;
  for (const double value : values) colours.push_back(heat_colour(value > kOutsideAbove ? value : 0.0, most));
  return colours;
}

// The case's outermost body vertex, as an index into all of the body's vertices.
std::optional<std::size_t> worst_vertex(const PosedCase& posed) {
  const auto most = std::ranges::max_element(posed.outside);
  if (most == posed.outside.end() || !(*most > 0.0)) return std::nullopt;
  return static_cast<std::size_t>(most - posed.outside.begin());
}

// The side, out of four, from which a place is most visible.
std::string best_side(const Vec3f& normal) {
  if (std::abs(normal.x) >= std::abs(normal.y)) return normal.x >= 0.0f ? "front" : "back";
  return normal.y > 0.0f ? "left" : "right";
}

FigurePicture case_picture(const FitInputs& in, const FitCase& one, const PosedCase& posed, int width,
                           int height, bool close) {
  const std::optional<std::size_t> worst = worst_vertex(posed);
  PictureView view = whole_view(posed.body.positions, worst ? best_side(posed.body.normals[*worst]) : "front",
                                static_cast<double>(width) / height);
  if (close && worst) {
    view.centre = Vec3(posed.body.positions[*worst]);
    const Vec3 normal(posed.body.normals[*worst]);
    const Vec3 level(normal.x, normal.y, 0.5 * normal.z);
    if (std::abs(level.x) + std::abs(level.y) > 1e-3) view.towards = -glm::normalize(level);
    view.height = 0.35;
  }
  FigurePicture picture(width, height);
  const std::vector<Surface::Triangle> body = in.body.triangles(),
                                       garment = in.garment_surfaces[one.garment].triangles();
  const std::vector<Vec3f> heat = heat_colours(posed.outside, std::max(one.depth, 1e-6)),
                           cloth(posed.garment.positions.size(), kCloth);
  picture.draw({posed.garment.positions, posed.garment.normals, cloth, garment}, view);
  picture.draw({posed.body.positions, posed.body.normals, heat, body}, view);
  if (worst) picture.mark(Vec3(posed.body.positions[*worst]), view);
  return picture;
}

// The whole body, and in the corner a close-up of the worst place, which arms may hide.
FigurePicture case_with_inset(const FitInputs& in, const FitCase& one, const PosedCase& posed, int width,
                              int height) {
  FigurePicture picture = case_picture(in, one, posed, width, height, false);
  const int side = 11 * width / 24;
  if (worst_vertex(posed)) {
    FigurePicture frame(side + 2, side + 2);
    frame.fill(Vec3f(0.08f, 0.08f, 0.10f));
    picture.paste(frame, width - side - 2, height - side - 2);
    picture.paste(case_picture(in, one, posed, side, side, true), width - side - 1, height - side - 1);
  }
  return picture;
}

std::string region_of(const FitCase& one) {
  return one.json["region"].is_string() ? one.json["region"].get<std::string>() : std::string("nowhere");
}

// The cover's cases, the deepest first; the first case if the cover is empty.
std::vector<const FitCase*> pictured_cases(const FitReport& report) {
  std::vector<const FitCase*> cases;
  for (const std::size_t i : report.cover) cases.push_back(&report.cases[i]);
  std::ranges::stable_sort(cases, [](const FitCase* a, const FitCase* b) { return a->depth > b->depth; });
  if (cases.size() > kPicturedCases) cases.resize(kPicturedCases);
  if (cases.empty() && !report.cases.empty()) cases.push_back(&report.cases.front());
  return cases;
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
      "<li>For what is left, write the {} shapes below as files (<code>mannequin fit ... --cover "
      "shapes</code>), open them in the window, and change the garment by hand: together they show every "
      "fault, the worst at the {}. Or leave out the body under the cloth (<code>mannequin mend ... "
      "--body-without body.glb</code>).</li>\n</ol>\n",
      commands, report.cover.size(), io::xml_text(region_of(*report.worst())));
}

}  // namespace

Result<std::string> fit_page(const FitInputs& in, const SweptGarments& swept, const FitReport& report) {
  const FitCase* worst = report.worst();
  std::string body;
  const auto add = [&](const Result<std::string>& part) {
    if (part) body += *part;
    return part.has_value();
  };
  const bool faults = worst != nullptr && !report.cover.empty();
  if (!faults) {
    body += fmt::format("<p class=\"verdict good\">The body does not poke through in any of {} cases.</p>\n",
                        report.cases.size());
  } else {
    body += fmt::format(
        "<p class=\"verdict bad\">The body pokes through {} by up to {:.1f} mm, at the <b>{}</b>: {}.</p>\n",
        io::xml_text(report.garments[worst->garment].name), 1000.0 * worst->depth,
        io::xml_text(region_of(*worst)), io::xml_text(worst->name));
    const PosedCase posed = pose_case(in, swept, *worst);
    const auto vertex = worst_vertex(posed);
    const std::string side = vertex ? best_side(posed.body.normals[*vertex]) : "front";
    const Result<std::string> whole = html_figure(case_picture(in, *worst, posed, 360, 560, false),
                                                  "The worst place, seen from the " + side),
                              close = html_figure(case_picture(in, *worst, posed, 560, 560, true),
                                                  "The same place from close by, 35 cm high");
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
    body += fmt::format("<h2>{} cases that together show every fault</h2>\n", report.cover.size());
    for (const FitCase* one : pictured_cases(report)) {
      const Result<std::string> figure = html_figure(
          case_with_inset(in, *one, pose_case(in, swept, *one), 240, 360),
          fmt::format("{}: {:.1f} mm, {}. {}", one->number, 1000.0 * one->depth, region_of(*one), one->name));
      if (!add(figure)) return error_of(figure);
    }
    body += "<h2>The worst cases</h2>\n" + case_table(report);
  }
  body += kDefinition;
  std::string title = "How";
  for (std::size_t g = 0; g < in.garments.size(); ++g)
    title += (g == 0 ? " " : " and ") + in.garments[g].source;
  return html_page(title + (in.garments.size() == 1 ? " fits" : " fit"), body);
}

Result<io::Bytes> fit_contact_sheet(const FitInputs& in, const SweptGarments& swept,
                                    const FitReport& report) {
  constexpr int kWidth = 240, kHeight = 360, kCaption = 40;
  const std::vector<const FitCase*> cases = pictured_cases(report);
  const auto count = static_cast<int>(cases.size());
  const document::SheetGrid grid{count, document::columns_of_sheet(count), kWidth, kHeight, kCaption};
  FigurePicture sheet(grid.sheet_width(), grid.sheet_height());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const int x = grid.x(static_cast<int>(i)), y = grid.y(static_cast<int>(i));
    const FitCase& one = *cases[i];
    sheet.paste(case_with_inset(in, one, pose_case(in, swept, one), kWidth, kHeight), x, y);
    sheet.write(x + 4, y + kHeight + 4,
                fmt::format("{}: {:.1f} mm {}", one.number, 1000.0 * one.depth, region_of(one)));
    sheet.write(x + 4, y + kHeight + 20, one.name.substr(0, 28));
  }
  return sheet.png();
}

}  // namespace mannequin::program
