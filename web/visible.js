// Leaves out the triangles of a mesh that cover no pixel.
"use strict";

class VisibleTriangles {
  // Holds memory of the engine until release().
  constructor(engine, mesh) {
    const { vertices, triangles } = mesh;
    Object.assign(this, { engine, vertices, matrix: engine.alloc(64 + 28 * vertices + 8 * triangles.length) });
    this.positions = this.matrix + 64;
    this.places = this.positions + 12 * vertices;
    this.triangles = this.places + 16 * vertices;
    this.kept = this.triangles + 4 * triangles.length;
    engine.indices(this.triangles, triangles.length).set(triangles);
  }
  release() { this.engine.exports.free(this.matrix); }

  move(positions) { this.engine.floats(this.positions, 3 * this.vertices).set(positions); }

  // Sets the view, of `width` x `height` pixels. `matrix`: clip from world.
  look(matrix, width, height) {
    this.engine.floats(this.matrix, 16).set(matrix);
    this.engine.exports.mannequin_page_project(this.positions, this.vertices, this.matrix, width, height, this.places);
    Object.assign(this, { width, height });
  }

  // Of `count` indices from `first` on, those worth drawing, as a view of the engine's memory; if `closed`, none of triangles that
  // face away.
  of(first, count, closed) {
    const kept = this.engine.exports.mannequin_page_visible(this.places, this.triangles + 4 * first, count, closed ? 1 : 0, this.width, this.height, this.kept);
    return this.engine.indices(this.kept, kept);
  }
}
