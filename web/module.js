// The engine: the C library as WebAssembly. LAYOUT, the field
// offsets of its structures, is made from the C headers.
"use strict";

class MannequinError extends Error {}
// The module exceeds the memory a page may use.
class NoMemory extends Error {}

class Mannequin {
  // `module`: a compiled WebAssembly.Module. `log(severity, text)`: receives notes about readable files. An
  // instance that trapped is garbage-collected; create another.
  constructor(module, log = () => {}) {
    const nothing = () => 0;
    const wasi = { environ_get: nothing, fd_close: nothing, fd_seek: nothing,
      environ_sizes_get: (count, size) => { this.view().setUint32(count, 0, true); this.view().setUint32(size, 0, true); return 0; },
      fd_write: (file, parts, count, written) => { this.view().setUint32(written, 0, true); return 8; },
      proc_exit: () => { throw new WebAssembly.RuntimeError("ended"); } };
    const page = { log: (severity, at) => log(severity, this.text(at)), no_memory: () => { throw new NoMemory("There is not enough memory."); } };
    this.exports = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi, page }).exports;
    this.exports._initialize();
    this.out = this.exports.malloc(64);
    this.character = this.make("character_builtin");
    this.call("page_listen", this.character);
    this.skinner = this.make("skinner_create", 0);
  }

  view() { return new DataView(this.exports.memory.buffer); }
  bytes(at, count) { return new Uint8Array(this.exports.memory.buffer, at, count); }
  indices(at, count) { return new Uint32Array(this.exports.memory.buffer, at, count); }
  floats(at, count) { return new Float32Array(this.exports.memory.buffer, at, count); }

  text(at) {
    if (at === 0) return "";
    const all = new Uint8Array(this.exports.memory.buffer);
    return new TextDecoder().decode(all.slice(at, all.indexOf(0, at)));
  }

  alloc(count) {
    const at = this.exports.malloc(Math.max(count, 1));
    if (at === 0) throw new NoMemory("There is not enough memory.");
    return at;
  }

  // Calls use(address) with this many allocated bytes, and frees them afterwards.
  room(count, use) {
    const at = this.alloc(count);
    try {
      return use(at);
    } finally {
      this.exports.free(at);
    }
  }

  // Copies an array in, calls use(address, bytes) and frees it. A zero byte follows it.
  with(array, use) {
    const given = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    return this.room(given.length + 1, (at) => {
      const there = this.bytes(at, given.length + 1);
      there.set(given);
      there[given.length] = 0;
      return use(at, given.length);
    });
  }

  withText(text, use) { return this.with(new TextEncoder().encode(text), use); }
  withFile(name, bytes, use) { return this.withText(name, (named) => this.with(bytes, (at, count) => use(at, count, named))); }

  call(name, ...values) {
    if (this.exports["mannequin_" + name](...values) !== 0) throw new MannequinError(this.text(this.exports.mannequin_last_error()));
  }

  // Returns the handle or number that a function writes to its last argument.
  make(name, ...values) { this.call(name, ...values, this.out); return this.view().getUint32(this.out, true); }

  // The same, or null if the requested thing does not exist.
  find(name, ...values) {
    const status = this.exports["mannequin_" + name](...values, this.out);
    if (status === NOT_FOUND) return null;
    if (status !== 0) throw new MannequinError(this.text(this.exports.mannequin_last_error()));
    return this.out;
  }

  // Returns the bytes that a function copies after first returning their size: (..., out, capacity, needed).
  copied(name, ...values) {
    this.call(name, ...values, 0, 0, this.out);
    const size = this.view().getUint32(this.out, true);
    return this.room(size, (at) => {
      this.call(name, ...values, at, size, this.out);
      return this.bytes(at, size).slice();
    });
  }

  // A structure: writes the fields of `values`, and reads all back after use(address).
  struct(name, values, use) {
    const layout = LAYOUT[name];
    return this.room(layout.size, (at) => {
      this.bytes(at, layout.size).fill(0);
      this.view().setUint32(at, layout.size, true);
      for (const [field, value] of Object.entries(values)) {
        const [offset, kind] = layout.fields[field];
        this.view()["set" + kind](at + offset, value, true);
      }
      use(at);
      const view = this.view(), read = {};
      for (const [field, [offset, kind, count]] of Object.entries(layout.fields)) {
        const each = (index) => view["get" + kind](at + offset + index * SIZES[kind], true);
        read[field] = count ? Array.from({ length: count }, (_, index) => each(index)) : each(0);
      }
      return read;
    });
  }

  joints() {
    return Array.from({ length: this.make("joint_count", this.character) }, (_, index) => {
      const info = this.struct("mannequin_joint_info", {}, (at) => this.call("joint_get", this.character, index, at));
      return { index, name: this.text(info.name), parent: info.parent, kind: info.kind };
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
      this.withFile(name, bytes, (at, count, named) => { findings = this.make("check", this.character, at, count, named, options); }));
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

  load(name, bytes, importer) {
    let handle = 0;
    this.struct("mannequin_mesh_options", { importer }, (options) =>
      this.withFile(name, bytes, (at, count, named) => { handle = this.make("meshes_load", this.character, at, count, named, options); }));
    return this.meshesOf(handle, name);
  }

  // From arrays as unpackMeshes() returns them.
  fromArrays(given) {
    const rooms = [];
    const copy = (array) => {
      const at = this.alloc(array.byteLength);
      rooms.push(at);
      this.bytes(at, array.byteLength).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
      return at;
    };
    const text = (name) => copy(new TextEncoder().encode(name + "\0"));
    let handle = 0;
    try {
      const values = { vertex_count: given.positions.length / 3, name: text(given.name), positions: copy(given.positions),
        normals: copy(given.normals), joints: copy(given.slots), weights: copy(given.weights), indices: copy(given.indices),
        index_count: given.indices.length, joint_count: given.joints.length,
        joint_names: copy(Uint32Array.from(given.joints.map(text))), inverse_binds: copy(given.binds) };
      this.struct("mannequin_mesh_data", values, (at) => { handle = this.make("meshes_from_arrays", this.character, at); });
    } finally {
      for (const at of rooms) this.exports.free(at);
    }
    return this.meshesOf(handle, given.name);
  }

  clip(name, bytes) {
    const handle = this.withFile(name, bytes, (at, count, named) => this.make("clip_load", this.character, at, count, named));
    const info = this.struct("mannequin_clip_info", {}, (at) => this.call("clip_get", handle, at));
    return { handle, duration: info.duration, loops: info.loops !== 0, joints: info.joint_count };
  }

  // A set of meshes: { handle, name, meshes: [{ name, vertices, triangles: Uint32Array, positions, normals, ... }] }; positions and
  // normals are addresses of three floats per vertex, which skin() fills.
  meshesOf(handle, name) {
    const meshes = Array.from({ length: this.make("mesh_count", handle) }, (_, index) => {
      const info = this.struct("mannequin_mesh_info", {}, (at) => this.call("mesh_get", handle, index, at));
      const triangles = this.room(4 * info.index_count, (at) => {
        this.call("mesh_copy_indices", handle, index, at, info.index_count);
        return new Uint32Array(this.exports.memory.buffer.slice(at, at + 4 * info.index_count));
      });
      return { handle, index, name: this.text(info.name), vertices: info.vertex_count, rigged: info.rigged !== 0, palette: info.palette_size, faces: info.face_count,
        triangles, positions: this.alloc(12 * info.vertex_count), normals: this.alloc(12 * info.vertex_count) };
    });
    return { handle, name, meshes };
  }

  // The faces of a mesh: [{ first, count, material: its name }], of its corners, and two coordinates in pictures per vertex.
  faces(mesh) {
    return Array.from({ length: mesh.faces }, (_, index) => {
      const info = this.struct("mannequin_face_info", {}, (at) => this.call("mesh_get_face", mesh.handle, mesh.index, index, at));
      return { first: info.first_index, count: info.index_count, material: this.text(info.material) };
    });
  }
  coordinates(mesh) {
    return this.room(8 * mesh.vertices, (at) => {
      this.call("mesh_copy_uvs", mesh.handle, mesh.index, at, 2 * mesh.vertices);
      return this.floats(at, 2 * mesh.vertices).slice();
    });
  }

  // For a rigged mesh: { joints: the joint of each slot, -1 for none, slots: four per vertex, weights: four
  // per vertex }.
  influences(mesh) {
    const count = mesh.vertices;
    const joints = this.room(4 * mesh.palette, (at) => {
      this.call("mesh_copy_joints", mesh.handle, mesh.index, at, mesh.palette - 1);
      return [...new Int32Array(this.exports.memory.buffer.slice(at, at + 4 * (mesh.palette - 1))), -1];
    });
    return this.room(24 * count, (at) => {
      this.struct("mannequin_vertex_buffers", { vertex_count: count }, (buffers) =>
        this.call("mesh_copy_bound", mesh.handle, mesh.index, buffers, at + 16 * count, at));
      const memory = this.exports.memory.buffer;
      return { joints, weights: new Float32Array(memory.slice(at, at + 16 * count)), slots: new Uint16Array(memory.slice(at + 16 * count, at + 24 * count)) };
    });
  }

  // The joint positions of all meshes of a set: [{ joint, moved: [x, y, z] in metres from its default, counts, lock_scale, mesh }].
  offsets(set) {
    return set.meshes.filter((mesh) => mesh.rigged).flatMap((mesh) => Array.from({ length: this.make("mesh_offset_count", set.handle, mesh.index) }, (_, index) => ({
      ...this.struct("mannequin_offset_info", {}, (at) => this.call("mesh_get_offset", set.handle, mesh.index, index, at)), mesh: mesh.name })));
  }

  // The place, in the order of wearing, of the set that moved the joint; null: none did.
  offsetBy(avatar, joint) {
    const at = this.find("avatar_find_offset", avatar, joint);
    return at === null ? null : this.view().getUint32(at, true);
  }

  release(set) {
    for (const mesh of set.meshes) { this.exports.free(mesh.positions); this.exports.free(mesh.normals); }
    this.call("skinner_forget", this.skinner, set.handle);
    this.call("meshes_release", set.handle);
  }

  avatar() { return this.make("avatar_create", this.character); }
  setSlider(avatar, id, weight) { this.call("avatar_set_slider", avatar, id, weight); }

  slider(avatar, id) {
    const at = this.find("avatar_get_slider", avatar, id);
    return at === null ? null : this.view().getFloat64(at, true);
  }

  setShape(avatar, name, bytes) { this.withFile(name, bytes, (at, count, named) => this.call("avatar_set_shape", avatar, at, count, named)); }
  setPose(avatar, name, bytes) { this.withFile(name, bytes, (at, count, named) => this.call("avatar_set_pose", avatar, at, count, named)); }

  // `format`: 0 our JSON, 1 appearance XML.
  shape(avatar, format, name) { return this.withText(name, (named) => this.copied("avatar_copy_shape", avatar, format, named).slice(0, -1)); }

  handles(sets, use) { return this.with(Uint32Array.from(sets.map((set) => set.handle)), use); }
  glb(avatar, sets) { return this.handles(sets, (at) => this.copied("avatar_copy_glb", avatar, at, sets.length)); }

  // What a slider does to the meshes of the sets: { metres, bones, volumes, why, reason }.
  measure(avatar, sets, id) {
    return this.handles(sets, (at) => this.room(4096, (text) => {
      const effect = this.struct("mannequin_slider_effect", {}, (out) => this.call("avatar_measure_slider", avatar, at, sets.length, id, out, text, 4096));
      return { metres: effect.metres, bones: effect.bones !== 0, volumes: effect.volumes !== 0, why: effect.why, reason: this.text(text) };
    }));
  }

  // Places mRoot so that the feet are on the ground, and evaluates.
  stand(avatar) {
    const size = this.bodySize(avatar);
    this.room(56, (at) => {
      const view = this.view();
      [0, 0, size.root_above_ground, 0, 0, 0, 1].forEach((value, index) => view.setFloat64(at + 8 * index, value, true));
      this.call("avatar_set_root", avatar, at, at + 24);
    });
    this.call("avatar_evaluate", avatar);
    return size;
  }

  bodySize(avatar) {
    this.call("avatar_evaluate", avatar);
    return this.struct("mannequin_body_size", {}, (at) => this.call("avatar_get_body_size", avatar, at));
  }

  jointPosition(avatar, joint) {
    return this.room(24, (at) => {
      this.call("avatar_get_joint_position", avatar, joint, at);
      return [0, 8, 16].map((offset) => this.view().getFloat64(at + offset, true));
    });
  }

  // The world matrix of every joint, three rows of four each, of the avatar as last evaluated.
  matrices(avatar, count) {
    return this.room(48 * count, (at) => {
      this.call("avatar_copy_joint_matrices", avatar, 0, at, 12 * count);
      return this.floats(at, 12 * count).slice();
    });
  }

  // Of the avatar as last evaluated.
  skin(avatar, mesh) {
    this.struct("mannequin_vertex_buffers", { vertex_count: mesh.vertices, positions: mesh.positions, normals: mesh.normals }, (at) =>
      this.call("skinner_skin", this.skinner, avatar, mesh.handle, mesh.index, at));
  }
}
