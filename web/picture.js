// Draws meshes skinned by the engine, with WebGL 2; without a graphics card, drafts with the engine's module.
"use strict";

// Colours are as on screen, not linear.
// Of meshes with and without pictures. Shades darken a material's colour.
const VERTEX = (textured) => `#version 300 es
in vec3 position; in vec3 normal; in float value; in vec3 shade; uniform mat4 seen; out vec3 toward; out float painted; out vec3 shaded;
${textured ? "in vec2 coordinate; out vec2 place;" : ""}
void main() { toward = normal; painted = value; shaded = shade; gl_Position = seen * vec4(position, 1.0); ${textured ? "place = vec2(coordinate.x, 1.0 - coordinate.y);" : ""} }`;
// Painted meshes are almost flat-lit; vertices without a value are grey and hatched.
const FRAGMENT = (textured) => `#version 300 es
precision highp float; uniform vec3 light;
float key(vec3 n) { return max(dot(n, light), 0.0); }
float lit(vec3 n) { return 0.38 + 0.5 * key(n) + 0.12 * n.z; }
in vec3 toward; in float painted; in vec3 shaded; uniform vec3 colour; uniform vec3 stops[7]; uniform bool paint; out vec4 shown;
${textured ? "in vec2 place; uniform sampler2D picture; uniform float cutoff;" : ""}
void main() {
  vec4 material = ${textured ? "texture(picture, place) * vec4(colour, 1.0)" : "vec4(colour, 1.0)"};
  ${textured ? "if (material.a < cutoff) discard;" : ""}
  vec3 n = normalize(gl_FrontFacing ? toward : -toward);
  if (!paint) { shown = vec4(material.rgb * shaded * lit(n), 1.0); return; }
  vec3 flat_colour = mod(gl_FragCoord.x + gl_FragCoord.y, 8.0) < 1.5 ? vec3(0.42) : vec3(0.56);
  if (painted >= 0.0) {
    float at = clamp(painted, 0.0, 1.0) * 6.0;
    int below = int(min(floor(at), 5.0));
    flat_colour = mix(stops[below], stops[below + 1], at - float(below));
  }
  shown = vec4(flat_colour * (0.82 + 0.18 * key(n)), 1.0);
}`;

const onScreen = (linear) => linear ** (1 / 2.2);

// Whether the browser draws without a graphics card.
function drawsInSoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const told = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /SwiftShader|llvmpipe|softpipe|Basic Render|Software/i.test(name);
}

class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    // Without a graphics card, smooth edges would be two thirds of the time for a picture, pictures in motion are drafts with
    // half as many pixels each way, and triangles that cover no pixel are left out.
    this.software = drawsInSoftware();
    this.draft = false;
    const gl = this.gl = canvas.getContext("webgl2", { antialias: !this.software });
    if (!gl) throw new Error("This browser has no WebGL 2, which the picture needs.");
    this.drafted = this.software ? new Draft(gl) : null;
    this.drawn = new Map();    // mesh -> its buffers
    this.textures = new Map(); // picture -> its texture
    this.plain = this.program(VERTEX(false), FRAGMENT(false));
  }

  // For meshes of `engine` only, of which there are none yet.
  start(engine) {
    for (const made of this.drawn.values()) made.view = null; // in the memory of another engine
    this.drafted?.start(engine);
    for (const key of [...this.drawn.keys()]) this.forget(key);
    for (const picture of [...this.textures.keys()]) this.forgetTexture(picture);
    this.engine = engine;
  }

  // Gives back the engine's memory.
  end() {
    for (const { view } of this.drawn.values()) view?.release();
    this.drafted?.release();
  }

  program(vertex, fragment) {
    const gl = this.gl, made = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(made, shader);
    }
    ["position", "normal", "value", "coordinate", "shade"].forEach((name, slot) => gl.bindAttribLocation(made, slot, name));
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) || "The picture's program was refused.");
    return { made, at: Object.fromEntries(["seen", "colour", "light", "stops", "paint", "cutoff"].map((name) => [name, gl.getUniformLocation(made, name)])) };
  }

  // The texture of a picture, an ImageBitmap.
  texture(picture) {
    const gl = this.gl;
    if (!this.textures.has(picture)) {
      const made = gl.createTexture();
      gl.bindTexture(gl.TEXTURE_2D, made);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture);
      gl.generateMipmap(gl.TEXTURE_2D);
      this.textures.set(picture, made);
    }
    return this.textures.get(picture);
  }
  forgetTexture(picture) {
    if (this.textures.has(picture)) this.gl.deleteTexture(this.textures.get(picture));
    this.textures.delete(picture);
  }

  // Makes room for the vertices of `mesh` under `key`. May move the engine's memory, and so end views of it.
  hold(key, mesh) {
    if (this.drawn.has(key)) return;
    const gl = this.gl;
    const shades = mesh.shades?.map((linear) => Math.round(255 * onScreen(linear / 255)));
    const made = { array: gl.createVertexArray(), buffers: [gl.createBuffer(), gl.createBuffer()], indices: gl.createBuffer(), values: gl.createBuffer(), coordinates: gl.createBuffer(),
      count: mesh.triangles.length, view: this.software ? new MeshInView(this.engine, mesh, shades) : null, waiting: new Map() };
    gl.bindVertexArray(made.array);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, made.indices);
    if (!made.view) gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STATIC_DRAW);
    made.buffers.forEach((buffer, slot) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, 12 * mesh.vertices, gl.DYNAMIC_DRAW);
      gl.enableVertexAttribArray(slot);
      gl.vertexAttribPointer(slot, 3, gl.FLOAT, false, 0, 0);
    });
    if (mesh.coordinates) {
      gl.bindBuffer(gl.ARRAY_BUFFER, made.coordinates);
      gl.bufferData(gl.ARRAY_BUFFER, mesh.coordinates, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(3);
      gl.vertexAttribPointer(3, 2, gl.FLOAT, false, 0, 0);
    }
    if (shades) {
      made.shades = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, made.shades);
      gl.bufferData(gl.ARRAY_BUFFER, shades, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(4);
      gl.vertexAttribPointer(4, 3, gl.UNSIGNED_BYTE, true, 0, 0);
    }
    this.drawn.set(key, made);
  }

  // Takes the current vertices of a mesh, Float32Arrays of three per vertex.
  update(key, positions, normals) {
    const made = this.drawn.get(key);
    if (!made.view) { this.upload(made, positions, normals); return; }
    made.view.move(positions, normals);
    made.waiting.set("vertices", () => this.upload(made, ...made.view.vertices())); // drafts need none of it
  }

  upload(made, positions, normals) {
    const gl = this.gl;
    [positions, normals].forEach((numbers, slot) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, made.buffers[slot]);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers);
    });
  }

  // One number per vertex, which determines its colour on a painted mesh.
  paint(key, values) {
    const made = this.drawn.get(key);
    if (!made) return;
    if (!made.view) { this.uploadPaint(made, values); return; }
    made.view.paint().set(values);
    made.waiting.set("paint", () => this.uploadPaint(made, made.view.paint()));
  }

  uploadPaint(made, values) {
    const gl = this.gl;
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
    for (const buffer of [...made.buffers, made.indices, made.values, made.coordinates, made.shades ?? null]) gl.deleteBuffer(buffer);
    made.view?.release();
    this.drawn.delete(key);
  }

  // Matches the canvas to the screen's resolution, or to that of a draft if `moving`.
  fit(moving = false) {
    this.draft = moving && this.software;
    const canvas = this.canvas, scale = Math.min(devicePixelRatio, 2) * (this.draft ? 0.5 : 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * scale)), height = Math.max(1, Math.round(canvas.clientHeight * scale));
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width;
    canvas.height = height;
  }

  // Draws into a part of the canvas, [left, bottom, width, height] in its pixels. `shown`: [key, colour, closed, parts]: of what is closed,
  // only the outside is drawn, and parts with a picture, [{ first, count, material }], are drawn with it; `ramp`: seven colours to paint
  // with; null: each in its own colour.
  draw(camera, shown, part, ramp) {
    const gl = this.gl, matrix = camera.matrix(part[2] / part[3]);
    const [x, y, z] = camera.eye(), above = [x, y, z + 0.6], length = Math.hypot(...above), light = above.map((value) => value / length);
    const meshes = shown.filter(([key]) => this.drawn.has(key)).map(([key, colour, closed, parts]) => ({ made: this.drawn.get(key), colour, closed,
      pictured: !ramp && parts?.some(({ material }) => material?.picture) ? parts : null }));
    for (const { made } of meshes) made.view?.look(matrix, part[2], part[3]);
    gl.viewport(...part);
    gl.scissor(...part);
    gl.enable(gl.SCISSOR_TEST);
    gl.clearColor(...marks().ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (this.draft && !meshes.some(({ pictured }) => pictured)) {
      this.drafted.begin(part[2], part[3], marks().ground);
      for (const { made, colour, closed } of meshes) made.view.draw(this.drafted, made.count, closed, light, colour.map(onScreen), ramp);
      this.drafted.show(part[0], part[1]);
      return;
    }
    gl.enable(gl.DEPTH_TEST);
    gl.vertexAttrib3f(4, 1, 1, 1); // of meshes without shades
    const begun = new Set();
    // A program, with what all meshes have in common.
    const use = (program) => {
      gl.useProgram(program.made);
      if (begun.has(program)) return program.at;
      begun.add(program);
      gl.uniformMatrix4fv(program.at.seen, false, matrix);
      gl.uniform3fv(program.at.light, light);
      gl.uniform1i(program.at.paint, ramp ? 1 : 0);
      if (ramp) gl.uniform3fv(program.at.stops, ramp.flat());
      return program.at;
    };
    for (const { made, colour, closed, pictured } of meshes) {
      for (const upload of made.waiting.values()) upload();
      made.waiting.clear();
      if (closed) gl.enable(gl.CULL_FACE);
      else gl.disable(gl.CULL_FACE);
      gl.bindVertexArray(made.array);
      for (const { first, count, material } of pictured ?? [{ first: 0, count: made.count, material: null }]) {
        const at = use(this.programFor(material?.picture));
        gl.uniform3fv(at.colour, (material?.colour ?? colour).map(onScreen));
        if (material?.picture) {
          gl.bindTexture(gl.TEXTURE_2D, this.texture(material.picture));
          gl.uniform1f(at.cutoff, material.cutoff);
        }
        this.drawTriangles(made, first, count, closed);
      }
    }
  }

  programFor(textured) { return textured ? this.textured ??= this.program(VERTEX(true), FRAGMENT(true)) : this.plain; }

  // Draws `count` indices of a mesh from `first` on.
  drawTriangles(made, first, count, closed) {
    const gl = this.gl;
    if (!made.view) { gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 4 * first); return; }
    const indices = made.view.of(first, count, closed);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STREAM_DRAW);
    gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0);
  }
}
