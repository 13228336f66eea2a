// The engine: the C library as WebAssembly. LAYOUT, the places of the fields of its structures, is made from the C headers.
"use strict";

class MannequinError extends Error {}

class Mannequin {
  // `module`: a compiled WebAssembly.Module. An instance that trapped is left to the collector; make another.
  constructor(module) {
    const nothing = () => 0;
    const wasi = { environ_get: nothing, fd_close: nothing, fd_seek: nothing,
      environ_sizes_get: (count, size) => { this.view().setUint32(count, 0, true); this.view().setUint32(size, 0, true); return 0; },
      fd_write: (file, parts, count, written) => { this.view().setUint32(written, 0, true); return 8; },
      proc_exit: () => { throw new WebAssembly.RuntimeError("ended"); } };
    this.exports = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi }).exports;
    this.exports._initialize();
    this.out = this.exports.malloc(64);
    this.character = this.make("character_builtin");
    this.skinner = this.make("skinner_create", 0);
  }

  view() { return new DataView(this.exports.memory.buffer); }
  bytes(at, count) { return new Uint8Array(this.exports.memory.buffer, at, count); }
  floats(at, count) { return new Float32Array(this.exports.memory.buffer, at, count); }

  text(at) {
    if (at === 0) return "";
    const all = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
  }

  alloc(count) {
    const at = this.exports.malloc(Math.max(count, 1));
    if (at === 0) throw new MannequinError("There is not enough memory for this file; try a smaller one.");
    return at;
  }

  // Copies bytes in, calls use(address, count) and frees them.
  with(bytes, use) {
    const at = this.alloc(bytes.length + 1);
    try {
      const there = this.bytes(at, bytes.length + 1);
      there.set(bytes);
      there[bytes.length] = 0;
      return use(at, bytes.length);
    } finally {
      this.exports.free(at);
    }
  }

  withText(text, use) { return this.with(new TextEncoder().encode(text), use); }

  call(name, ...values) {
    if (this.exports["mannequin_" + name](...values) !== 0) throw new MannequinError(this.text(this.exports.mannequin_last_error()));
  }

  // The handle or number that a function writes to its last argument.
  make(name, ...values) { this.call(name, ...values, this.out); return this.view().getUint32(this.out, true); }

  // A structure: fields of `values` are written, all are read back after use(address).
  struct(name, values, use) {
    const layout = LAYOUT[name];
    const at = this.alloc(layout.size);
    try {
      this.bytes(at, layout.size).fill(0);
      this.view().setUint32(at, layout.size, true);
      for (const [field, value] of Object.entries(values)) {
        const [offset, kind] = layout.fields[field];
        this.view()["set" + kind](at + offset, value, true);
      }
      use(at);
      const read = {};
      for (const [field, [offset, kind]] of Object.entries(layout.fields)) read[field] = this.view()["get" + kind](at + offset, true);
      return read;
    } finally {
      this.exports.free(at);
    }
  }

  joints() {
    return Array.from({ length: this.make("joint_count", this.character) }, (_, index) => {
      const info = this.struct("mannequin_joint_info", {}, (at) => this.call("joint_get", this.character, index, at));
      return { index, name: this.text(info.name), parent: info.parent };
    });
  }

  sliders() {
    return Array.from({ length: this.make("slider_count", this.character) }, (_, index) => {
      const info = this.struct("mannequin_slider_info", {}, (at) => this.call("slider_get", this.character, index, at));
      return { id: info.id, label: this.text(info.label), min: info.min, max: info.max, default: info.default_weight, sex: info.sex };
    });
  }

  // `importer`: 1 viewer, 2 next viewer, 3 glTF.
  check(name, bytes, jointPositions, importer) {
    let findings = 0;
    this.struct("mannequin_check_options", { joint_positions: jointPositions ? 1 : 0, importer }, (options) =>
      this.withText(name, (named) => this.with(bytes, (at, count) => {
        findings = this.make("check", this.character, at, count, named, options);
      })));
    this.call("findings_count", findings, this.out, this.out + 4);
    const count = this.view().getUint32(this.out, true), refused = this.view().getInt32(this.out + 4, true);
    const list = Array.from({ length: count }, (_, index) => {
      const info = this.struct("mannequin_finding_info", {}, (at) => this.call("findings_get", findings, index, at));
      return { severity: ["info", "warning", "error"][info.severity], code: this.text(info.code), mesh: this.text(info.mesh),
        joint: this.text(info.joint), vertex: Number(info.vertex), message: this.text(info.message), remedy: this.text(info.remedy) };
    });
    this.call("findings_release", findings);
    return { accepted: refused === 0, findings: list };
  }

  body() { return this.meshesOf(this.make("meshes_builtin_body", this.character)); }

  load(name, bytes, importer) {
    let handle = 0;
    this.struct("mannequin_mesh_options", { importer }, (options) => this.withText(name, (named) => this.with(bytes, (at, count) => {
      handle = this.make("meshes_load", this.character, at, count, named, options);
    })));
    return this.meshesOf(handle);
  }

  clip(name, bytes) {
    const handle = this.withText(name, (named) => this.with(bytes, (at, count) => this.make("clip_load", this.character, at, count, named)));
    const info = this.struct("mannequin_clip_info", {}, (at) => this.call("clip_get", handle, at));
    return { handle, duration: info.duration };
  }

  // A set of meshes: { handle, meshes: [{ name, vertices, triangles: Uint32Array, positions, normals }] }; the last two are
  // addresses of three floats per vertex, which skin() fills.
  meshesOf(handle) {
    const meshes = Array.from({ length: this.make("mesh_count", handle) }, (_, index) => {
      const info = this.struct("mannequin_mesh_info", {}, (at) => this.call("mesh_get", handle, index, at));
      const at = this.alloc(4 * info.index_count);
      this.call("mesh_copy_indices", handle, index, at, info.index_count);
      const triangles = new Uint32Array(this.exports.memory.buffer.slice(at, at + 4 * info.index_count));
      this.exports.free(at);
      return { handle, index, name: this.text(info.name), vertices: info.vertex_count, rigged: info.rigged !== 0, triangles,
        positions: this.alloc(12 * info.vertex_count), normals: this.alloc(12 * info.vertex_count) };
    });
    return { handle, meshes };
  }

  release(set) {
    for (const mesh of set.meshes) { this.exports.free(mesh.positions); this.exports.free(mesh.normals); }
    this.call("skinner_forget", this.skinner, set.handle);
    this.call("meshes_release", set.handle);
  }

  avatar() { return this.make("avatar_create", this.character); }
  setSlider(avatar, id, weight) { this.call("avatar_set_slider", avatar, id, weight); }

  // Places mRoot so that the feet are on the ground.
  stand(avatar) {
    const size = this.bodySize(avatar);
    const at = this.alloc(56);
    const view = this.view();
    [0, 0, size.root_above_ground, 0, 0, 0, 1].forEach((value, index) => view.setFloat64(at + 8 * index, value, true));
    this.call("avatar_set_root", avatar, at, at + 24);
    this.exports.free(at);
    this.call("avatar_evaluate", avatar);
    return size;
  }

  bodySize(avatar) {
    this.call("avatar_evaluate", avatar);
    return this.struct("mannequin_body_size", {}, (at) => this.call("avatar_get_body_size", avatar, at));
  }

  jointPosition(avatar, joint) {
    const at = this.alloc(24);
    this.call("avatar_get_joint_position", avatar, joint, at);
    const place = [0, 8, 16].map((offset) => this.view().getFloat64(at + offset, true));
    this.exports.free(at);
    return place;
  }

  // Of the avatar as last evaluated.
  skin(avatar, mesh) {
    this.struct("mannequin_vertex_buffers", { vertex_count: mesh.vertices, positions: mesh.positions, normals: mesh.normals }, (at) =>
      this.call("skinner_skin", this.skinner, avatar, mesh.handle, mesh.index, at));
  }
}
