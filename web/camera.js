// The camera. Z up, metres; the avatar faces X. Yaw 0 is its front.
"use strict";

const FIELD = 0.4; // half the angle of view, radians

class Camera {
  constructor() { Object.assign(this, { yaw: 0.5, pitch: 0.1, distance: 3.7, target: [0, 0, 0.95], flight: 0, held: null }); } // held: the place of what it follows

  eye() { return [Math.cos(this.yaw) * Math.cos(this.pitch), Math.sin(this.yaw) * Math.cos(this.pitch), Math.sin(this.pitch)]; }
  right() { return [-Math.sin(this.yaw), Math.cos(this.yaw), 0]; }
  up() {
    const back = this.eye(), right = this.right();
    return [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
  }
  place() { return this.eye().map((value, axis) => this.target[axis] + value * this.distance); }
  // On narrow screens the width is the limit.
  focus(aspect) { return 1 / Math.tan(FIELD) / Math.max(1, 0.62 / aspect); }

  // Clip from world, column-major.
  matrix(aspect) {
    const back = this.eye(), right = this.right(), up = this.up(), place = this.place();
    const dot = (a) => a[0] * place[0] + a[1] * place[1] + a[2] * place[2];
    const near = Math.min(0.02, this.distance / 20), far = 60, focus = this.focus(aspect), scale = (far + near) / (near - far);
    const rows = [[...right.map((v) => v * focus / aspect), -dot(right) * focus / aspect], [...up.map((v) => v * focus), -dot(up) * focus],
      [...back.map((v) => v * scale), -dot(back) * scale + 2 * far * near / (near - far)], [...back.map((v) => -v), dot(back)]];
    return new Float32Array([0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column])));
  }

  // From how far a box, given by half its edges, fills the view.
  reach(half, aspect) {
    const across = (way) => Math.abs(way[0]) * half[0] + Math.abs(way[1]) * half[1] + Math.abs(way[2]) * half[2], focus = this.focus(aspect);
    return Math.min(20, Math.max(0.3, across(this.eye()) + 1.15 * focus * Math.max(across(this.up()), across(this.right()) / aspect)));
  }

  // The direction through a point of the view, both from -1 to 1, right and up.
  ray(x, y, aspect) {
    const focus = this.focus(aspect), back = this.eye(), right = this.right(), up = this.up();
    const way = [0, 1, 2].map((axis) => right[axis] * x * aspect / focus + up[axis] * y / focus - back[axis]);
    const length = Math.hypot(...way);
    return way.map((value) => value / length);
  }

  turn(yaw, pitch) {
    this.flight = 0;
    this.yaw += yaw;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + pitch));
  }
  zoom(factor) {
    this.flight = 0;
    this.distance = Math.min(20, Math.max(0.1, this.distance * factor));
  }
  // In fractions of the view's height.
  pan(right, up) {
    this.flight = 0;
    this.held = null;
    const reach = 2 * this.distance * Math.tan(FIELD), across = this.right(), above = this.up();
    this.target = this.target.map((value, axis) => value - reach * (right * across[axis] + up * above[axis]));
  }
  // Goes as far as what it follows, which is now there.
  follow(there) {
    this.target = this.target.map((value, axis) => value + there[axis] - this.held[axis]);
    this.held = there;
  }

  // Moves there in 0.4 s, or at once for users who want no motion. draw() is called for each frame.
  fly(there, draw) {
    const from = { yaw: this.yaw, pitch: this.pitch, distance: this.distance, target: this.target };
    const to = { ...from, ...there };
    this.held = null;
    to.yaw += 2 * Math.PI * Math.round((from.yaw - to.yaw) / (2 * Math.PI));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) { this.flight = 0; Object.assign(this, to); draw(); return; }
    const flight = this.flight = performance.now();
    const step = () => {
      if (this.flight !== flight) return;
      const part = Math.min(1, (performance.now() - flight) / 400), t = part * part * (3 - 2 * part), between = (a, b) => a + (b - a) * t;
      this.yaw = between(from.yaw, to.yaw);
      this.pitch = between(from.pitch, to.pitch);
      this.distance = between(from.distance, to.distance);
      this.target = from.target.map((value, axis) => between(value, to.target[axis]));
      draw();
      if (part < 1) requestAnimationFrame(step);
      else this.flight = 0;
    };
    step();
  }
}
