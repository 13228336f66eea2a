// Draws meshes skinned by the engine, with WebGL 2.
"use strict";

const VERTEX = `#version 300 es
in vec3 position; in vec3 normal; in float value; in vec3 shade; uniform mat4 seen; out vec3 toward; out float painted; out vec3 shaded;
void main() { toward = normal; painted = value; shaded = shade; gl_Position = seen * vec4(position, 1.0); }`;
// Painted meshes are almost flat-lit; vertices without a value are grey and hatched.
const FRAGMENT = `#version 300 es
precision highp float; in vec3 toward; in float painted; in vec3 shaded; uniform vec3 colour; uniform vec3 eye; uniform vec3 stops[7]; uniform float paint; out vec4 shown;
void main() {
  vec3 n = normalize(toward);
  if (dot(n, eye) < 0.0) n = -n;
  float key = max(dot(n, normalize(eye + vec3(0.0, 0.0, 0.6))), 0.0);
  if (paint < 0.5) { shown = vec4(pow(colour * shaded, vec3(1.0 / 2.2)) * (0.38 + 0.5 * key + 0.12 * n.z), 1.0); return; }
  vec3 flat_colour = mod(gl_FragCoord.x + gl_FragCoord.y, 8.0) < 1.5 ? vec3(0.42) : vec3(0.56);
  if (painted >= 0.0) {
    float at = clamp(painted, 0.0, 1.0) * 6.0;
    int below = int(min(floor(at), 5.0));
    flat_colour = mix(stops[below], stops[below + 1], at - float(below));
  }
  shown = vec4(flat_colour * (0.82 + 0.18 * key), 1.0);
}`;

class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    // Edges are smooth where there is a graphics card; without one, that is two thirds of the time for a picture.
    const wanted = { preserveDrawingBuffer: true };
    const gl = this.gl = canvas.getContext("webgl2", { ...wanted, antialias: true, failIfMajorPerformanceCaveat: true }) ?? canvas.getContext("webgl2", { ...wanted, antialias: false });
    if (!gl) throw new Error("This browser has no WebGL 2, which the picture needs.");
    this.drawn = new Map(); // mesh -> its buffers
    this.program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    ["position", "normal", "value", "shade"].forEach((name, slot) => gl.bindAttribLocation(this.program, slot, name));
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.program) || "The picture's program was refused.");
    this.at = Object.fromEntries(["seen", "colour", "eye", "stops", "paint"].map((name) => [name, gl.getUniformLocation(this.program, name)]));
  }

  // Uploads the current vertices of `mesh`, Float32Arrays of three per vertex, under `key`.
  update(key, mesh, positions, normals) {
    const gl = this.gl;
    let made = this.drawn.get(key);
    if (!made) {
      made = { array: gl.createVertexArray(), buffers: [gl.createBuffer(), gl.createBuffer()], indices: gl.createBuffer(), values: gl.createBuffer(),
        count: mesh.triangles.length, painted: false };
      gl.bindVertexArray(made.array);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, made.indices);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STATIC_DRAW);
      made.buffers.forEach((buffer, slot) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, 12 * mesh.vertices, gl.DYNAMIC_DRAW);
        gl.enableVertexAttribArray(slot);
        gl.vertexAttribPointer(slot, 3, gl.FLOAT, false, 0, 0);
      });
      if (mesh.shades) {
        made.shades = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, made.shades);
        gl.bufferData(gl.ARRAY_BUFFER, mesh.shades, gl.STATIC_DRAW);
        gl.enableVertexAttribArray(3);
        gl.vertexAttribPointer(3, 3, gl.UNSIGNED_BYTE, true, 0, 0);
      }
      this.drawn.set(key, made);
    }
    [positions, normals].forEach((numbers, slot) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, made.buffers[slot]);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers);
    });
  }

  // One number per vertex, which determines its colour on a painted mesh.
  paint(key, values) {
    const gl = this.gl, made = this.drawn.get(key);
    if (!made) return;
    gl.bindVertexArray(made.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, made.values);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(2);
    gl.vertexAttribPointer(2, 1, gl.FLOAT, false, 0, 0);
  }

  forget(key) {
    const gl = this.gl, made = this.drawn.get(key);
    if (!made) return;
    gl.deleteVertexArray(made.array);
    for (const buffer of [...made.buffers, made.indices, made.values, made.shades ?? null]) gl.deleteBuffer(buffer);
    this.drawn.delete(key);
  }
  forgetAll() { for (const key of [...this.drawn.keys()]) this.forget(key); }

  // Matches the canvas to the screen's resolution; true if its size changed.
  fit() {
    const canvas = this.canvas, scale = Math.min(devicePixelRatio, 2);
    const width = Math.max(1, Math.round(canvas.clientWidth * scale)), height = Math.max(1, Math.round(canvas.clientHeight * scale));
    if (canvas.width === width && canvas.height === height) return false;
    canvas.width = width;
    canvas.height = height;
    return true;
  }

  // Draws into a part of the canvas, [left, bottom, width, height] in its pixels. `shown`: [key, colour];
  // `ramp`: seven colours to paint with; null: each in its own colour.
  draw(camera, shown, part, ramp) {
    const gl = this.gl;
    gl.viewport(...part);
    gl.scissor(...part);
    gl.enable(gl.SCISSOR_TEST);
    gl.clearColor(...marks().ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(this.program);
    gl.vertexAttrib3f(3, 1, 1, 1); // of meshes without shades
    gl.uniformMatrix4fv(this.at.seen, false, camera.matrix(part[2] / part[3]));
    gl.uniform3fv(this.at.eye, camera.eye());
    gl.uniform1f(this.at.paint, ramp ? 1 : 0);
    if (ramp) gl.uniform3fv(this.at.stops, ramp.flat());
    for (const [key, colour] of shown) {
      const made = this.drawn.get(key);
      if (!made) continue;
      gl.uniform3fv(this.at.colour, colour);
      gl.bindVertexArray(made.array);
      gl.drawElements(gl.TRIANGLES, made.count, gl.UNSIGNED_INT, 0);
    }
  }
}
