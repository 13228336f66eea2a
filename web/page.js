// The page: connects document, engine, picture and panels.
"use strict";

const $ = (id) => document.getElementById(id);
const say = (text) => { $("status").textContent = text; };

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Runs work(), which rebuilds the content of an element, and restores the focus inside it: where it was, else to the first that can have it.
function keepingFocus(place, work) {
  const name = (it) => `${it.tagName} ${it.getAttribute("aria-label") ?? it.textContent}`, held = place.contains(document.activeElement) ? name(document.activeElement) : null;
  work();
  if (held === null) return;
  const all = [...place.querySelectorAll("button, input, select, summary")];
  (all.find((it) => name(it) === held) ?? all[0])?.focus({ preventScroll: true });
}

// Whether the engine has failed and must be restarted.
const ended = (problem) => problem instanceof WebAssembly.RuntimeError || problem instanceof RangeError || problem instanceof NoMemory;

const RESTS = 200; // milliseconds after which nothing is in motion any more

class Page {
  constructor(compiled, blocks) {
    Object.assign(this, { document: new PageDocument(), camera: new Camera(), picture: new Picture($("canvas")), show: { joints: false, volumes: false },
      joint: null, spot: null, paint: "none", marked: [], touched: -1e9, moving: false, dirty: null, started: false, lastProblem: "", saved: 0, reading: null });
    this.stage = new Stage(compiled, blocks, this.picture, () => this.refresh());
    this.stage.apply(this.document.now);
    this.moveNow();
    this.camera.yaw = 0.35;
    this.camera.pitch = 0.05;
    const { middle, half } = this.boxOf(this.stage.skins.map((skin) => skin.mesh));
    Object.assign(this.camera, { target: middle, distance: this.camera.reach(half, this.aspect()) });
    this.drawNow();
  }

  // The interface, after the first picture.
  begin() {
    this.sliders = new SliderPanel($("sliders"), this);
    this.worn = new WornPanel($("files-worn"), this);
    this.joints = new JointPanel($("joints"), this);
    this.ends = new EndPictures(this);
    this.clip = new ClipBar(this);
    this.policy = new PolicyNote();
    listen(this);
    this.panels();
    this.started = true;
  }

  // --- Changes of the document ---

  // One undo step; mutate(state) makes the change. `culprit`: a file that is new. Returns false, with nothing
  // changed, if it failed.
  change(what, mutate, culprit = null, beginClip = false) {
    this.document.remember(what);
    mutate(this.document.now);
    const done = this.safely(() => this.stage.apply(this.document.now, (file) => { this.reading = file; }), culprit);
    this.reading = null;
    if (!done && this.document.past.at(-1)?.what === what) {
      this.document.now = this.document.past.pop().state;
      this.safely(() => this.stage.apply(this.document.now));
    }
    this.changed(beginClip);
    return done;
  }

  // Updates everything that shows the document.
  changed(beginClip = false) {
    this.touched = performance.now();
    this.clip.update(beginClip);
    if (this.joint !== null && this.joint >= this.stage.joints.length) this.joint = null;
    this.refresh({ shape: true, paint: true });
    this.panels();
  }

  panels() {
    this.worn.update();
    this.sliders.update();
    this.sliders.forget();
    this.joints.update();
    this.ends.forget();
    const state = this.document.now;
    $(state.sex).checked = true;
    $("undo").disabled = this.document.past.length === 0;
    $("redo").disabled = this.document.future.length === 0;
    $("undo").title = this.document.past.length ? `Undo ${this.document.past.at(-1).what} (Ctrl+Z)` : "Nothing to undo";
    $("redo").title = this.document.future.length ? `Redo ${this.document.future.at(-1).what} (Ctrl+Y)` : "Nothing to redo";
    const refused = [...this.stage.worn.values()].filter((worn) => !worn.report.accepted).length;
    $("tab-worn").textContent = `Worn${state.files.length ? ` ${state.files.length}` : ""}${refused ? " ✕" : ""}`;
  }

  setSlider(slider, weight, gesture) {
    this.touched = performance.now();
    this.document.remember(slider.label, gesture);
    const { weights } = this.document.now;
    if (weight === null || weight === slider.default) weights.delete(slider.id);
    else weights.set(slider.id, weight);
    if (gesture === null) this.refresh({ shape: true });
    else this.glide({ shape: true });
    this.sliders.updateRow(this.sliders.rows.get(slider.id));
    clearTimeout(this.later);
    this.later = setTimeout(() => this.panels(), 150);
  }

  step(undone, word) {
    if (undone === null) { say(`Nothing to ${word}.`); return; }
    const clip = this.stage.clipFile;
    this.safely(() => this.stage.apply(this.document.now));
    this.changed(this.document.now.clip !== null && this.document.now.clip.bytes !== clip?.bytes);
    say(`${word === "undo" ? "Undone" : "Done again"}: ${undone}.`);
  }

  // Runs what may crash the engine; if it does, restarts it with the same document, without the file
  // responsible. True if it succeeded.
  safely(work, culprit = null) {
    try {
      work();
      return true;
    } catch (problem) {
      if (problem instanceof MannequinError) {
        this.lastProblem = sentence(problem.message);
        say(this.lastProblem);
        return false;
      }
      if (!ended(problem)) throw problem;
      this.restart(culprit ?? this.reading, problem instanceof NoMemory);
      return false;
    }
  }

  restart(culprit, noMemory) {
    const told = [];
    for (let tries = 0; tries < 8; ++tries) {
      if (culprit) {
        this.document.leaveOut(culprit);
        told.push(noMemory ? `${culprit.name} needs more memory than a page may use (2 GiB), and was left out: reduce or split the mesh, or use the program for Windows or Debian.`
          : `${culprit.name} ended the engine, which was started again without it. Everything else is as it was. Please report the file.`);
      }
      this.reading = null;
      try {
        this.stage.start();
        this.stage.apply(this.document.now, (file) => { this.reading = file; });
        break;
      } catch (problem) {
        if (!this.reading || !ended(problem)) throw problem;
        culprit = this.reading;
        noMemory = problem instanceof NoMemory;
      }
    }
    this.lastProblem = told.join(" ") || "The engine ended and was started again; nothing is lost.";
    say(this.lastProblem);
    if (this.started) this.changed();
  }

  // --- The picture ---

  compared() { return $("compare").checked; }
  playing() { return this.clip?.running ?? false; }

  // Draws with the next frame; `what`: { shape, pose, paint }, what else is outdated.
  refresh(what = {}) {
    if (this.dirty) { Object.assign(this.dirty, what); return; }
    this.dirty = { ...what };
    requestAnimationFrame(() => this.safely(() => this.renew()));
  }

  // The same, for one of many pictures in motion, which may be drafts. Then comes a whole one.
  glide(what = {}) {
    this.moving = true;
    this.refresh(what);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => { this.moving = false; if (this.picture.draft) this.refresh(); }, RESTS);
  }

  renew() {
    const dirty = this.dirty ?? {}, state = this.document.now;
    this.dirty = null;
    this.picture.fit(this.moving);
    if (dirty.shape) this.stage.shape(this.stage.avatar, state.sex, state.weights);
    if (dirty.shape || dirty.pose) this.stage.pose(state, this.clip?.time ?? 0);
    if (dirty.shape || dirty.pose || dirty.paint) this.moveNow(dirty.paint || this.paint === "distance");
    const held = dirty.shape && this.camera.held && !this.camera.flight ? this.boxOf(this.own()) : null;
    if (held) this.camera.follow(held.middle);
    this.drawFitted();
  }

  moveNow(paint = true) {
    this.stage.move(this.document.now, this.compared() || this.paint === "distance");
    if (paint) this.paintNow();
  }

  paintNow() {
    if (this.paint === "none") return;
    const { stage } = this;
    for (const { mesh, distances } of stage.skins) {
      const values = this.paint === "distance" ? distances.map((far) => far / Math.max(stage.farthest, 1e-6))
        : PAINTS[this.paint].values(stage.influencesOf(mesh), mesh.vertices, this);
      this.picture.paint(mesh, values);
      if (this.compared()) this.picture.paint(mesh.triangles, this.paint === "distance" ? new Float32Array(mesh.vertices) : values);
    }
  }

  drawNow() {
    this.picture.fit();
    this.drawFitted();
  }

  drawFitted() {
    const { stage, picture } = this;
    const { width, height } = picture.canvas, ramped = this.paint === "none" ? null : ramp(PAINTS[this.paint].ramp);
    const half = Math.floor(width / 2), whole = [0, 0, width, height];
    if (this.compared()) {
      picture.draw(this.camera, stage.drawn((mesh) => mesh.triangles), [0, 0, half, height], ramped);
      picture.draw(this.camera, stage.drawn(), [half, 0, width - half, height], ramped);
    } else picture.draw(this.camera, stage.drawn(), whole, ramped);
    $("halves").hidden = !this.compared();
    drawMarks($("marks"), this);
    const feet = stage.size.height / 0.3048;
    const told = `Height ${stage.size.height.toFixed(2)} m, ${Math.floor(feet)} ft ${Math.round((feet % 1) * 12)} in`;
    if ($("height").textContent !== told) $("height").textContent = told;
    this.legend();
  }

  legend() {
    const paint = PAINTS[this.paint];
    $("legend").hidden = !paint;
    if (!paint) return;
    $("legendtitle").textContent = paint.title(this);
    paint.ends(this).forEach((text, index) => { $(`legend${index}`).textContent = text; });
    $("legendbar").className = paint.ramp;
    $("legendnone").hidden = !paint.none;
    $("legendnonetext").textContent = paint.none;
  }

  // --- The camera ---

  lookAt(section) { this.camera.fly({ yaw: 0.35, pitch: 0.05, ...sectionLook(section, this.stage, this.stage.size.height) }, () => this.glide()); }
  flyTo(target, distance) { this.camera.fly({ target, distance }, () => this.glide()); }

  // The user's own meshes, or everything shown. The shape moves own meshes, and the camera with them.
  frame() {
    if (this.dirty) this.safely(() => this.renew());
    const own = this.own(), box = this.boxOf(own.length ? own : this.stage.skins.map((skin) => skin.mesh));
    if (!box) return;
    this.flyTo(box.middle, this.camera.reach(box.half, this.aspect()));
    if (own.length) this.camera.held = box.middle;
  }
  own() { return this.stage.skins.filter((skin) => skin.own).map((skin) => skin.mesh); }

  // Of what is one's own.
  aspect() { return $("canvas").clientWidth / (this.compared() ? 2 : 1) / Math.max(1, $("canvas").clientHeight); }

  // Of meshes as they are now: { middle, half: of each edge }; null where there is none, or not in numbers.
  boxOf(meshes) {
    const least = [1e9, 1e9, 1e9], most = [-1e9, -1e9, -1e9];
    for (const mesh of meshes) {
      const p = this.stage.positions(mesh);
      for (let at = 0; at < p.length; ++at) { const axis = at % 3; if (p[at] < least[axis]) least[axis] = p[at]; if (p[at] > most[axis]) most[axis] = p[at]; }
    }
    const half = most.map((value, axis) => (value - least[axis]) / 2);
    return half.every((value) => value >= 0 && Number.isFinite(value)) ? { middle: least.map((value, axis) => value + half[axis]), half } : null;
  }

  select(joint) {
    this.joint = joint;
    if (joint !== null) say(this.jointText(joint));
    this.joints.update();
    this.refresh({ paint: this.paint === "weights" });
  }

  jointText(index) {
    const { stage } = this, moved = stage.moved.get(index);
    return `${stage.joints[index].name}${moved ? `, moved ${(1000 * Math.hypot(...moved.moved)).toFixed(2)} mm by ${moved.by}` : ""}, ${plural(stage.counts[index], "vertex", "vertices")} with weights`;
  }

  // The place of a finding: { mesh, vertex }, { joint } or { mesh }; null: nowhere in particular.
  placeOfFinding(worn, finding) {
    const mesh = worn.set?.meshes.find((each) => each.name === finding.mesh) ?? (worn.set?.meshes.length === 1 ? worn.set.meshes[0] : null);
    if (mesh && finding.vertex >= 0 && finding.vertex < mesh.vertices) return { mesh, vertex: finding.vertex };
    const joint = finding.joint ? this.stage.jointCalled(finding.joint) : null;
    if (joint !== null) return { joint };
    return mesh && finding.mesh ? { mesh } : null;
  }

  showFinding(worn, finding) {
    const found = this.placeOfFinding(worn, finding);
    if (!found) return;
    if (!worn.file.visible) this.change(worn.file.name, (next) => { next.files.find((file) => file.key === worn.file.key).visible = true; });
    if (this.dirty) this.safely(() => this.renew());
    this.spot = null;
    if (found.vertex !== undefined) {
      const at = () => [...this.stage.positions(found.mesh).subarray(3 * found.vertex, 3 * found.vertex + 3)];
      this.spot = { mesh: found.mesh, label: `vertex ${found.vertex} of ${found.mesh.name}`, place: at };
      this.flyTo(at(), 0.6);
      say(sentence(finding.message));
    } else if (found.joint !== undefined) {
      $("showjoints").checked = this.show.joints = true;
      this.select(found.joint);
      this.flyTo(this.stage.placeOf(found.joint), 0.9);
    } else {
      // All of a mesh: its name at its middle.
      const box = () => this.boxOf([found.mesh]);
      if (!box()) return;
      this.spot = { mesh: found.mesh, label: `mesh ${found.mesh.name}`, place: () => box()?.middle ?? [0, 0, 0] };
      this.flyTo(box().middle, this.camera.reach(box().half, this.aspect()));
      say(sentence(finding.message));
    }
    if (matchMedia("(max-width: 760px)").matches) $("stage").scrollIntoView();
  }

  // What is at a point of the canvas, in its CSS pixels: a joint's mark, or a vertex of a mesh.
  under(x, y) {
    const near = this.marked.filter(([, px, py]) => Math.hypot(px - x, py - y) < 11).sort((a, b) => Math.hypot(a[1] - x, a[2] - y) - Math.hypot(b[1] - x, b[2] - y))[0];
    if (near) return { joint: near[0] };
    const canvas = $("canvas"), half = this.compared() ? canvas.clientWidth / 2 : canvas.clientWidth, left = canvas.clientWidth - half;
    if (x < left) return null;
    const way = this.camera.ray(2 * (x - left) / half - 1, 1 - 2 * y / canvas.clientHeight, half / canvas.clientHeight);
    return pick(this.stage.skins.map((skin) => ({ mesh: skin.mesh, skin, positions: this.stage.positions(skin.mesh) })), this.camera.place(), way);
  }

  weightsText(mesh, vertex) {
    const influences = this.stage.influencesOf(mesh);
    if (!influences) return "not rigged";
    const { joints, slots, weights } = influences, all = [];
    for (let k = 4 * vertex; k < 4 * vertex + 4; ++k) if (weights[k] > 0 && joints[slots[k]] >= 0) all.push([weights[k], joints[slots[k]]]);
    all.sort((a, b) => b[0] - a[0]);
    return all.length ? all.map(([weight, joint]) => `${this.stage.joints[joint].name} ${weight.toFixed(2)}`).join(", ") : "no weight";
  }

  tellUnder(x, y) {
    const found = this.under(x, y), far = found?.skin?.skin.distances;
    $("under").textContent = !found ? "" : found.joint !== undefined ? this.jointText(found.joint)
      : `${found.skin.mesh.name}, vertex ${found.vertex}: ${this.weightsText(found.skin.mesh, found.vertex)}${far && this.paint === "distance" ? `; ${(1000 * far[found.vertex]).toFixed(1)} mm from the default` : ""}`;
  }

  showPanel(name) {
    for (const each of ["worn", "shape", "joints"]) {
      $(`tab-${each}`).setAttribute("aria-selected", String(each === name));
      $(`tab-${each}`).tabIndex = each === name ? 0 : -1;
      $(`panel-${each}`).classList.toggle("chosen", each === name);
    }
    // If the left column is always visible, the other one keeps a panel of its own.
    $("side").dataset.chosen = name;
    if (name !== "worn") $("side").dataset.beside = name;
    if (name === "shape") this.sliders?.measure();
  }
}

// The page's blocks: gzip in Base64.
async function unpacked(id) {
  const text = $(id).textContent;
  const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

var page; // for tests, too
(async () => {
  try {
    const [compiled, female] = await Promise.all([unpacked("wasm").then((bytes) => WebAssembly.compile(bytes)), unpacked("woman")]);
    const blocks = { female, male: null };
    page = new Page(compiled, { female: () => blocks.female, male: () => blocks.male });
    document.body.dataset.first = performance.now().toFixed(0);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    blocks.male = await unpacked("man");
    page.begin();
    page.showPanel("shape");
    say("Drop a file anywhere, or choose Open files.");
    document.body.dataset.ready = performance.now().toFixed(0);
  } catch (problem) {
    say(`This did not start: ${problem.message}`);
    throw problem;
  }
})();
