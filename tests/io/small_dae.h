// A small COLLADA document in parts that a test can replace: a quad of four positions on two joints.
#pragma once

#include <string>

#include "engine/io/bound_mesh.h"
#include "engine/io/file.h"

namespace mannequin::test {

struct SmallDae {
  std::string root = R"(<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">)";
  std::string asset = R"(<unit name="meter" meter="1"/><up_axis>Z_UP</up_axis>)";
  std::string effects;  // inside <library_effects>
  std::string materials, images;
  std::string positions = R"(<float_array id="p-array" count="12">0 0 0 1 0 0 1 1 0 0 1 0</float_array>)";
  std::string normals = R"(<float_array id="n-array" count="3">0 0 1</float_array>)";
  std::string uvs = R"(<float_array id="t-array" count="8">0 0 1 0 1 1 0 1</float_array>)";
  std::string vertices = R"(<input semantic="POSITION" source="#p"/>)";
  std::string primitives = R"(<triangles material="skin" count="2">
<input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="NORMAL" source="#n" offset="1"/>
<input semantic="TEXCOORD" source="#t" offset="2" set="0"/>
<p>0 0 0 1 0 1 2 0 2 0 0 0 2 0 2 3 0 3</p></triangles>)";
  std::string geometries;  // further ones
  std::string bind_shape = "<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>";
  std::string joints = R"(<Name_array id="j-array" count="2">mPelvis mTorso</Name_array>)";
  std::string binds = R"(<float_array id="b-array" count="32">1 0 0 0 0 1 0 0 0 0 1 -1 0 0 0 1
1 0 0 0 0 1 0 0 0 0 1 -1.2 0 0 0 1</float_array>)";
  std::string weights = R"(<float_array id="w-array" count="3">1 0.25 0.75</float_array>)";
  std::string joints_element =
      R"(<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>)";
  std::string vertex_weights = R"(<vertex_weights count="4">
<input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>
<vcount>1 2 1 1</vcount>
<v>0 0 0 1 1 2 1 0 1 0</v></vertex_weights>)";
  std::string controllers;  // further ones
  std::string joint_nodes =
      R"(<node id="mPelvis" name="mPelvis" sid="mPelvis" type="JOINT"><translate sid="translate">0 0 1.067</translate>
<node id="mTorso" name="mTorso" sid="mTorso" type="JOINT"><matrix sid="transform">1 0 0 0.01 0 1 0 0.02 0 0 1 0.084 0 0 0 1</matrix></node></node>)";
  std::string instances =
      R"(<node id="leaf-node" name="leaf"><instance_controller url="#leaf-skin"><skeleton>#mPelvis</skeleton>
<bind_material><technique_common><instance_material symbol="skin" target="#skin-material"/></technique_common></bind_material>
</instance_controller></node>)";
  std::string nodes;  // <library_nodes>
  bool rigged = true;

  static std::string source(const std::string& id, const std::string& array, int stride) {
    return "<source id=\"" + id + "\">" + array + "<technique_common><accessor source=\"#" + id +
           "-array\" stride=\"" + std::to_string(stride) + "\"/></technique_common></source>\n";
  }

  std::string skin(const std::string& id, const std::string& target) const {
    return "<controller id=\"" + id + "\"><skin source=\"" + target + "\">" + bind_shape +
           source("j", joints, 1) + source("b", binds, 16) + source("w", weights, 1) + joints_element +
           vertex_weights + "</skin></controller>\n";
  }

  std::string text() const {
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + root + "\n<asset>" + asset +
           "</asset>\n<library_images>" + images + "</library_images><library_effects>" + effects +
           "</library_effects>\n<library_materials>" + materials +
           "</library_materials>\n<library_geometries><geometry id=\"leaf-mesh\" name=\"leaf\"><mesh>\n" +
           source("p", positions, 3) + source("n", normals, 3) + source("t", uvs, 2) + "<vertices id=\"v\">" +
           vertices + "</vertices>\n" + primitives + "\n</mesh></geometry>" + geometries +
           "</library_geometries>\n" +
           (rigged ? "<library_controllers>" + skin("leaf-skin", "#leaf-mesh") + controllers +
                         "</library_controllers>\n"
                   : "") +
           "<library_nodes>" + nodes +
           "</library_nodes><library_visual_scenes><visual_scene id=\"Scene\">\n" + joint_nodes + "\n" +
           instances +
           "\n</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene "
           "url=\"#Scene\"/></scene>\n</COLLADA>\n";
  }

  Result<io::BoundMeshFile> read() const { return read_text(text()); }

  static Result<io::BoundMeshFile> read_text(std::string_view text) {
    return io::read_collada(std::as_bytes(std::span(text)), "small.dae");
  }
};

}  // namespace mannequin::test
