// A picture that the engine's module draws, where graphics in software would take longer.
"use strict";

class Draft {
  constructor(gl) {
    Object.assign(this, { gl, engine: null, room: 0, at: 0, texture: gl.createTexture(), frame: gl.createFramebuffer(), size: [0, 0] });
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.frame);
    gl.framebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  }

  // In the memory of another engine from now on.
  start(engine) { Object.assign(this, { engine, room: 0, at: 0 }); }
  release() { this.engine.exports.free(this.at); }

  // Begins a picture of one colour, from 0 to 1.
  begin(width, height, ground) {
    const { engine } = this, count = width * height + 3; // four pixels are written at once
    if (count > this.room) {
      this.release();
      this.start(engine);
      this.at = engine.alloc(8 * count);
      this.room = count;
    }
    Object.assign(this, { width, height, pixels: this.at, nearness: this.at + 4 * count });
    const [red, green, blue] = ground.map((value) => Math.round(255 * value));
    engine.indices(this.pixels, count).fill((255 << 24 | blue << 16 | green << 8 | red) >>> 0);
    engine.floats(this.nearness, count).fill(0);
  }

  // Shows it with its lower left corner there. The canvas must have been cleared for this frame, or Chromium shows nothing.
  show(left, bottom) {
    const { gl, width, height } = this, bytes = this.engine.bytes(this.pixels, 4 * width * height);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (this.size[0] === width && this.size[1] === height) gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    this.size = [width, height];
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.frame);
    gl.blitFramebuffer(0, 0, width, height, left, bottom, left + width, bottom + height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  }
}
