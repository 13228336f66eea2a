// Draws meshes that the engine skinned, by WebGL 2. Z up; the avatar looks along X.
"use strict";

class Picture {
  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
    if (!this.gl) throw new Error("This browser has no WebGL 2, which the picture needs.");
    this.yaw = 0.5;
    this.pitch = 0.1;
    this.distance = 2.9;
    this.drawn = new Map(); // mesh -> its buffers
    const gl = this.gl;
    this.program = gl.createProgram();
    const vertex = `#version 300 es
      in vec3 position; in vec3 normal; uniform mat4 seen; out vec3 toward;
      void main() { toward = normal; gl_Position = seen * vec4(position, 1.0); }`;
    const fragment = `#version 300 es
      precision highp float; in vec3 toward; uniform vec3 colour; uniform vec3 eye; out vec4 shown;
      void main() {
        vec3 n = normalize(toward);
        if (dot(n, eye) < 0.0) n = -n;
        float light = 0.35 + 0.5 * max(dot(n, normalize(eye + vec3(0.0, 0.0, 0.6))), 0.0) + 0.15 * n.z;
        shown = vec4(colour * light, 1.0);
      }`;
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.bindAttribLocation(this.program, 0, "position");
    gl.bindAttribLocation(this.program, 1, "normal");
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.program));
  }

  // Puts the mesh's present vertices, Float32Arrays of three per vertex, onto the device.
  update(mesh, positions, normals) {
    const gl = this.gl;
    let made = this.drawn.get(mesh);
    if (!made) {
      made = { array: gl.createVertexArray(), positions: gl.createBuffer(), normals: gl.createBuffer(), indices: gl.createBuffer(),
        count: mesh.triangles.length };
      gl.bindVertexArray(made.array);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, made.indices);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles, gl.STATIC_DRAW);
      [made.positions, made.normals].forEach((buffer, slot) => {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, 12 * mesh.vertices, gl.DYNAMIC_DRAW);
        gl.enableVertexAttribArray(slot);
        gl.vertexAttribPointer(slot, 3, gl.FLOAT, false, 0, 0);
      });
      this.drawn.set(mesh, made);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, made.positions);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, positions);
    gl.bindBuffer(gl.ARRAY_BUFFER, made.normals);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, normals);
  }

  forgetAll() {
    const gl = this.gl;
    for (const made of this.drawn.values()) {
      gl.deleteVertexArray(made.array);
      for (const buffer of [made.positions, made.normals, made.indices]) gl.deleteBuffer(buffer);
    }
    this.drawn.clear();
  }

  // `shown`: [mesh, colour]; the target is in metres.
  draw(shown, target) {
    const gl = this.gl, canvas = this.canvas;
    const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio)), height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    gl.viewport(0, 0, width, height);
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    gl.clearColor(...(dark ? [0.14, 0.15, 0.16] : [0.88, 0.89, 0.9]), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(this.program);
    const eye = [Math.cos(this.yaw) * Math.cos(this.pitch), Math.sin(this.yaw) * Math.cos(this.pitch), Math.sin(this.pitch)];
    gl.uniformMatrix4fv(gl.getUniformLocation(this.program, "seen"), false, this.matrix(eye, target, width / height));
    gl.uniform3fv(gl.getUniformLocation(this.program, "eye"), eye);
    const colour = gl.getUniformLocation(this.program, "colour");
    for (const [mesh, its] of shown) {
      const made = this.drawn.get(mesh);
      if (!made) continue;
      gl.uniform3fv(colour, its);
      gl.bindVertexArray(made.array);
      gl.drawElements(gl.TRIANGLES, made.count, gl.UNSIGNED_INT, 0);
    }
  }

  // Clip from world, column-major, for an eye in this direction from the target.
  matrix(eye, target, aspect) {
    const back = eye, right = [-Math.sin(this.yaw), Math.cos(this.yaw), 0];
    const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
    const place = target.map((value, axis) => value + back[axis] * this.distance);
    const dot = (a) => a[0] * place[0] + a[1] * place[1] + a[2] * place[2];
    const near = 0.02, far = 50, focus = 1 / Math.tan(0.4) / Math.max(1, 0.75 / aspect);
    const rows = [[...right.map((v) => v * focus / aspect), -dot(right) * focus / aspect], [...up.map((v) => v * focus), -dot(up) * focus],
      null, [...back.map((v) => -v), dot(back)]];
    // z of clip space = (far + near) / (near - far) * z of the eye's + 2 far near / (near - far), where the eye's is back . p - back . place
    const scale = (far + near) / (near - far);
    rows[2] = [...back.map((v) => v * scale), -dot(back) * scale + 2 * far * near / (near - far)];
    return new Float32Array([0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column])));
  }
}
