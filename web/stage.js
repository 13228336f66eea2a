// The avatar defined by the document: the engine, what is worn, and the current vertices.
"use strict";

class Stage {
  // `blocks`: { female, male }, each a function that returns the packed body and clothes.
  // draw(): called once more of what is worn can be drawn.
  constructor(compiled, blocks, picture, draw) {
    Object.assign(this, { compiled, blocks, picture, draw });
    this.start();
  }

  // A new engine that wears nothing yet.
  start() {
    this.heard = new Set(); // what the engine remarked about files that it could read; of poses it does so each time
    this.engine = new Mannequin(this.compiled, (severity, text) => this.heard.add(text));
    this.joints = this.engine.joints();
    this.sliders = new Map(this.engine.sliders().map((slider) => [slider.id, slider]));
    this.avatar = this.engine.avatar();
    this.plain = this.engine.avatar();
    this.builtin = {};
    this.worn = new Map(); // key of a file -> { file, set, report, problem, offsets }
    this.order = [];       // of sets that move joints
    this.clip = null;
    this.clipFile = null;
    this.moved = new Map();
    this.counts = new Uint32Array(this.joints.length);
    this.farthest = 0;
    this.skins = [];
    this.picture.start(this.engine);
  }

  bodyOf(sex) {
    this.builtin[sex] ??= unpackMeshes(this.blocks[sex]()).map((given) => {
      const set = Object.assign(this.engine.fromArrays(given), { colour: given.colour, clothing: given.clothing });
      Object.assign(set.meshes[0], { shades: given.shades, closed: given.closed });
      return set;
    });
    return this.builtin[sex];
  }

  // The sets shown, with their colours: [{ set, colour, own }].
  shown(state) {
    const all = [];
    if (state.body || state.clothes) {
      for (const set of this.bodyOf(state.sex)) if (set.clothing ? state.clothes : state.body) all.push({ set, colour: set.colour, own: false });
    }
    state.files.forEach((file, index) => {
      const worn = this.worn.get(file.key);
      if (file.visible && worn?.set) all.push({ set: worn.set, colour: TINTS[index % TINTS.length], own: true });
    });
    return all;
  }

  // The meshes on which to measure sliders: the user's own, or the built-in ones if there are none.
  measured(state) {
    const shown = this.shown(state), own = shown.filter((each) => each.own);
    return (own.length ? own : shown).map((each) => each.set);
  }

  // Reads one worn file, and the uploader's verdict on it.
  read(file) {
    const report = this.engine.check(file.name, file.bytes, file.positions, file.importer);
    const worn = { file: { ...file }, set: null, report, problem: null, offsets: [], materials: new Map() };
    try {
      worn.set = this.engine.load(file.name, file.bytes, file.importer);
      worn.offsets = this.engine.offsets(worn.set);
      for (const mesh of worn.set.meshes) mesh.influences = mesh.rigged ? this.engine.influences(mesh) : null;
      worn.materials = materialsOf(file.name, file.bytes);
      if (worn.materials.size > 0) {
        for (const mesh of worn.set.meshes) {
          mesh.coordinates = this.engine.coordinates(mesh);
          mesh.parts = this.engine.faces(mesh).map((face) => ({ ...face, material: worn.materials.get(face.material) ?? null }));
        }
        unpackPictures(worn, this.draw);
      }
    } catch (problem) {
      if (!(problem instanceof MannequinError)) throw problem;
      worn.problem = problem.message;
    }
    this.worn.set(file.key, worn);
    return worn;
  }

  drop(key) {
    const worn = this.worn.get(key);
    if (worn?.set) {
      for (const avatar of [this.avatar, this.plain]) this.engine.call("avatar_take_off", avatar, worn.set.handle);
      for (const mesh of worn.set.meshes) { this.picture.forget(mesh); this.picture.forget(mesh.triangles); }
      for (const { picture } of worn.materials.values()) this.picture.forgetTexture(picture);
      this.engine.release(worn.set);
    }
    this.worn.delete(key);
  }

  // Applies the document to the avatar. Throws what the engine
  // throws; calls `about(file)` before each file it reads.
  apply(state, about = () => {}) {
    const wanted = new Map(state.files.map((file) => [file.key, file]));
    for (const [key, worn] of [...this.worn])
      if (!wanted.has(key) || worn.file.importer !== wanted.get(key).importer) this.drop(key);
    for (const file of state.files) {
      about(file);
      const worn = this.worn.get(file.key);
      if (!worn) this.read(file);
      else if (worn.file.positions !== file.positions) worn.report = this.engine.check(file.name, file.bytes, file.positions, file.importer);
      this.worn.get(file.key).file = { ...file };
    }
    about(null);
    // Joint positions, in order of wearing. Those of mesh assets always apply.
    const order = state.files.map((file) => this.worn.get(file.key)).filter((worn) => worn.set && (worn.file.positions || isAsset(worn.file.name)));
    if (order.length !== this.order.length || order.some((worn, index) => worn.set !== this.order[index].set)) {
      for (const avatar of [this.avatar, this.plain]) {
        for (const worn of this.worn.values()) if (worn.set) this.engine.call("avatar_take_off", avatar, worn.set.handle);
        for (const worn of order) this.engine.call("avatar_wear", avatar, worn.set.handle, 0);
      }
    }
    this.order = order;
    this.shape(this.avatar, state.sex, state.weights);
    this.shape(this.plain, state.sex, new Map());
    if (state.clip?.bytes !== this.clipFile?.bytes) {
      if (this.clip) this.engine.call("clip_release", this.clip.handle);
      this.clip = this.clipFile = null;
      about(state.clip);
      if (state.clip) {
        const [clip, notes] = this.remarks(state.clip, () => this.engine.clip(state.clip.name, state.clip.bytes));
        this.clip = { ...clip, notes };
      }
      about(null);
      this.clipFile = state.clip;
    }
    this.pose(state, 0);
    this.findOffsets();
    this.countWeights(state);
  }

  // What work() returns, which reads a file, and the remarks on it, as sentences.
  remarks(file, work) {
    this.heard.clear();
    const made = work(), without = (text) => text.replace(/ \[\w+\]$/, "");
    return [made, [...this.heard].map((text) => sentence(without(text.startsWith(`${file.name}: `) ? text.slice(file.name.length + 2) : text)))];
  }

  shape(avatar, sex, weights) {
    this.engine.call("avatar_reset_sliders", avatar);
    this.engine.setSlider(avatar, 80, sex === "male" ? 1 : 0);
    for (const [id, weight] of weights) this.engine.setSlider(avatar, id, weight);
  }

  pose(state, seconds) {
    for (const avatar of [this.avatar, this.plain]) {
      if (this.clip) this.engine.call("avatar_set_clip", avatar, this.clip.handle, seconds);
      else if (state.pose) this.engine.setPose(avatar, state.pose.name, state.pose.bytes);
      else this.engine.call("avatar_clear_pose", avatar);
    }
  }

  findOffsets() {
    this.moved = new Map();
    const wanted = new Set(this.order.flatMap((worn) => worn.offsets.filter((offset) => offset.counts).map((offset) => offset.joint)));
    for (const joint of wanted) {
      const place = this.engine.offsetBy(this.avatar, joint);
      if (place === null) continue;
      const worn = this.order[place], offset = worn.offsets.findLast((each) => each.joint === joint && each.counts);
      if (offset) this.moved.set(joint, { ...offset, by: worn.file.name, others: this.order.filter((each) => each !== worn && each.offsets.some((one) => one.joint === joint && one.counts)).map((each) => each.file.name) });
    }
  }

  influencesOf(mesh) {
    if (mesh.influences === undefined) mesh.influences = mesh.rigged ? this.engine.influences(mesh) : null;
    return mesh.influences;
  }

  // Weighted vertices by joint, over what is shown.
  countWeights(state) {
    this.counts = new Uint32Array(this.joints.length);
    for (const set of this.measured(state)) for (const mesh of set.meshes) {
      const influences = this.influencesOf(mesh);
      if (!influences) continue;
      mesh.vertexCounts ??= (() => {
        const counts = new Uint32Array(this.joints.length), { joints, slots, weights } = influences;
        for (let at = 0; at < slots.length; ++at) if (weights[at] > 0 && joints[slots[at]] >= 0) ++counts[joints[slots[at]]];
        return counts;
      })();
      mesh.vertexCounts.forEach((count, joint) => { this.counts[joint] += count; });
    }
  }

  // Evaluates and skins what is shown. `compare`: also the default shape.
  move(state, compare) {
    const { engine } = this;
    this.size = engine.stand(this.avatar);
    this.matrices = engine.matrices(this.avatar, this.joints.length);
    if (compare) this.plainSize = engine.stand(this.plain);
    this.skins = [];
    this.farthest = 0;
    for (const { set, colour, own } of this.shown(state)) for (const mesh of set.meshes) {
      const skin = { mesh, set, colour, own, plain: null, distances: null };
      this.picture.hold(mesh, mesh);
      if (compare) {
        this.picture.hold(mesh.triangles, mesh);
        engine.skin(this.plain, mesh);
        skin.plain = engine.floats(mesh.positions, 3 * mesh.vertices).slice();
        this.picture.update(mesh.triangles, skin.plain, engine.floats(mesh.normals, 3 * mesh.vertices));
      }
      engine.skin(this.avatar, mesh);
      this.picture.update(mesh, engine.floats(mesh.positions, 3 * mesh.vertices), engine.floats(mesh.normals, 3 * mesh.vertices));
      if (compare) {
        const now = engine.floats(mesh.positions, 3 * mesh.vertices);
        skin.distances = new Float32Array(mesh.vertices);
        for (let v = 0; v < mesh.vertices; ++v) {
          const far = Math.hypot(now[3 * v] - skin.plain[3 * v], now[3 * v + 1] - skin.plain[3 * v + 1], now[3 * v + 2] - skin.plain[3 * v + 2]);
          skin.distances[v] = far;
          if (far > this.farthest) this.farthest = far;
        }
      }
      this.skins.push(skin);
    }
  }

  // What is shown, for Picture.draw; `key` names the vertices.
  drawn(key = (mesh) => mesh) { return this.skins.map(({ mesh, colour }) => [key(mesh), colour, mesh.closed ?? false, mesh.parts]); }

  // The current vertices: a view of the engine's memory, valid until the next call into it.
  positions(mesh) { return this.engine.floats(mesh.positions, 3 * mesh.vertices); }
  placeOf(joint) { return [3, 7, 11].map((at) => this.matrices[12 * joint + at]); }
  jointCalled(name) { return this.joints.find((joint) => joint.name === name)?.index ?? null; }
}

const isAsset = (name) => /\.(mesh|llmesh|slm)$/i.test(name);
