#include "tools/body/body.h"

#include "tools/body/complexion.h"
#include "tools/body/figure.h"

namespace mannequin::body {
namespace {

constexpr double kCell = 0.005;  // of the first, dense surface

}  // namespace

Body make_body(const Character& character, Sex sex) {
  Body body{make_rig(character, sex), {}, {}};
  RemeshSettings settings;
  settings.limit = edge_limit(body.rig);
  settings.creases = true;
  body.surface = sculpt(sculpt_figure(body.rig), kCell, settings);
  body.surface.colors = complexion(body.rig, body.surface);
  body.surface.has_grooves = true;
  body.weights = weigh(body.rig, body.surface.positions, body.surface.triangles, body.surface.twin);
  return body;
}

Bound body_mesh(const Body& body) {
  return bind(body.rig, body.surface, body.weights, "mannequin",
              {"skin", Vec4f(0.76f, 0.55f, 0.44f, 1.0f), ""});
}

}  // namespace mannequin::body
