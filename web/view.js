// Meshes in the view, for graphics in software: their triangles that cover a pixel, and drafts of them.
"use strict";

class MeshInView {
  // Holds memory of the engine until release(). `shades`: three bytes per vertex, or null.
  constructor(engine, mesh, shades) {
    const { vertices, triangles } = mesh;
    Object.assign(this, { engine, count: vertices, places: engine.alloc(64 + 112 + 83 * vertices + 8 * triangles.length) });
    this.looks = this.places + 16 * vertices;
    this.positions = this.looks + 32 * vertices;
    this.normals = this.positions + 12 * vertices;
    this.nearness = this.normals + 12 * vertices;
    this.values = this.nearness + 4 * vertices;
    this.matrix = this.values + 4 * vertices;
    this.scene = this.matrix + 64;
    this.triangles = this.scene + 112;
    this.kept = this.triangles + 4 * triangles.length;
    this.shades = shades ? this.kept + 4 * triangles.length : 0;
    engine.indices(this.triangles, triangles.length).set(triangles);
    this.paint().fill(-1);
    if (shades) engine.bytes(this.shades, 3 * vertices).set(shades);
  }
  release() { this.engine.exports.free(this.places); }

  // Positions and normals, as views of the engine's memory.
  vertices() { return [this.engine.floats(this.positions, 3 * this.count), this.engine.floats(this.normals, 3 * this.count)]; }
  move(...given) { this.vertices().forEach((its, which) => its.set(given[which])); }

  // One number per vertex, as a view of the engine's memory.
  paint() { return this.engine.floats(this.values, this.count); }

  // Sets the view, of `width` x `height` pixels. `matrix`: clip from world.
  look(matrix, width, height) {
    this.engine.floats(this.matrix, 16).set(matrix);
    Object.assign(this, { width, height });
    this.engine.exports.mannequin_page_project(this.positions, this.count, this.matrix, width, height, this.places, this.nearness);
  }

  // How many of `count` indices from `first` on are worth drawing; they are at `kept` then. If `closed`, none of triangles that face away.
  keep(first, count, closed) {
    return this.engine.exports.mannequin_page_visible(this.places, this.triangles + 4 * first, count, closed ? 1 : 0, this.width, this.height, this.kept);
  }

  // The same, as a view of the engine's memory.
  of(first, count, closed) { return this.engine.indices(this.kept, this.keep(first, count, closed)); }

  // Draws the whole mesh into the draft of that view. `light`: the direction of the light; `colour`: as on screen; `ramp`: seven colours to paint
  // with, or null.
  draw(draft, count, closed, light, colour, ramp) {
    const { exports } = this.engine;
    this.engine.floats(this.scene, 27).set([...light, ...colour, ...(ramp ?? []).flat()]);
    exports.mannequin_page_light(this.normals, this.count, this.nearness, this.scene, ramp ? this.values : 0, this.shades, this.looks);
    exports.mannequin_page_draw(this.places, this.looks, this.positions, this.matrix, this.kept, this.keep(0, count, closed), closed ? 1 : 0, draft.pixels, draft.nearness, this.width, this.height);
  }
}
