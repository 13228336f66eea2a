// Handles dropped or chosen files: what each is, and what happens to it.
"use strict";

const TOO_LARGE = 256 * 2 ** 20;
const MIB = (size) => `${(size / 2 ** 20).toFixed(size < 10 * 2 ** 20 ? 1 : 0)} MiB`;

// "mesh", "shape", "pose" or "clip", by name and content; null: none of these.
function kindOf(name, bytes) {
  const ending = name.toLowerCase().match(/\.[^.]*$/)?.[0] ?? "", text = () => new TextDecoder().decode(bytes.subarray(0, 1 << 20));
  if ([".dae", ".glb", ".gltf", ".mesh", ".llmesh", ".slm"].includes(ending)) return "mesh";
  if ([".anim", ".bvh"].includes(ending)) return "clip";
  if ([".xml", ".txt", ".bodypart"].includes(ending)) return "shape";
  if (ending === ".json") return /"(rotations|positions)"\s*:/.test(text()) && !/"params"\s*:/.test(text()) ? "pose" : /"params"\s*:/.test(text()) ? "shape" : null;
  return null;
}

// Takes files one after another, after those still being read; each is one undo step.
function take(page, files) {
  page.taking = (page.taking ?? Promise.resolve()).then(() => takeAll(page, files));
  return page.taking;
}

async function takeAll(page, files) {
  const taken = [], refused = [], told = [], { body, clothes } = page.document.now;
  const refuse = (text) => refused.push(text);
  for (const given of files) {
    if (/\.bin$/i.test(given.name) && files.some((other) => /\.gltf$/i.test(other.name))) continue;
    if (given.size > TOO_LARGE) { refuse(`${given.name} has ${MIB(given.size)}; a page can take ${MIB(TOO_LARGE)}. Reduce or split the mesh, or use the program for Windows or Debian.`); continue; }
    say(`Reading ${given.name}, ${MIB(given.size)}…`);
    await new Promise((done) => setTimeout(done, 20)); // so that it is visible
    const bytes = await given.arrayBuffer().catch(() => null);
    if (!bytes) { refuse(`${given.name} cannot be read: it is a folder, or was moved, or is not yours to read.`); continue; }
    let file = { name: given.name, bytes: new Uint8Array(bytes) };
    const kind = kindOf(file.name, file.bytes);
    if (!kind) { refuse(`${file.name} is none of the files for this page: .dae, .glb, .gltf and mesh assets, shapes (.xml, .json), poses (.json), .anim and .bvh.`); continue; }
    try {
      if (/\.gltf$/i.test(file.name)) file = await withBuffers(file, files);
      const [done, remarks] = page.stage.remarks(file, () => takeOne(page, kind, file));
      if (done) taken.push(file.name);
      else refuse(page.lastProblem);
      // Meshes have theirs among their findings.
      if (done && kind !== "mesh") told.push(...remarks);
    } catch (problem) {
      if (!(problem instanceof MannequinError)) throw problem;
      refuse(problem.message);
    }
  }
  if (refused.length > 0) say(`${taken.length ? `${taken.length} taken, ${refused.length} not: ` : ""}${refused.join(" ")}`);
  else if (taken.length > 0) {
    const { now } = page.document, gone = [body && !now.body && "body", clothes && !now.clothes && "clothes"].filter(Boolean).join(" and ");
    say(`${taken.length === 1 ? `${taken[0]} is` : `${taken.length} files are`} here${gone ? `, and the built-in ${gone} put away` : ""}.${told.map((text) => ` ${text}`).join("")}`);
  }
}

// What is built in goes where something of one's own is worn, as in the window: the clothes for any mesh, the body for a body. Part of
// the step that the file is.
function standBack(page, worn) {
  const state = page.document.now;
  if (!worn.set) return;
  if (looksLikeBody(worn.set, page.stage)) state.body = state.clothes = false;
  else if (state.files.length === 1) state.clothes = false;
  else return;
  page.changed();
}

// And it comes back where the last body, or the last mesh, is taken off.
function comeBack(page, next, gone) {
  const bodies = next.files.some((file) => { const { set } = page.stage.worn.get(file.key) ?? {}; return set && looksLikeBody(set, page.stage); });
  if (next.files.length === 0 && !next.body) next.body = next.clothes = true;
  else if (gone?.set && looksLikeBody(gone.set, page.stage) && !bodies) next.body = true;
}

// Uses one file that was read; false, with page.lastProblem set, if it could not be used.
function takeOne(page, kind, file) {
  const { stage } = page;
  page.lastProblem = `${file.name} could not be used.`;
  if (kind === "mesh") {
    const key = page.document.next++;
    const done = page.change(file.name, (next) => { next.files.push({ ...file, key, visible: true, positions: false, importer: 1 }); }, file);
    if (done) {
      standBack(page, stage.worn.get(key));
      page.showPanel("worn");
      page.frame();
    }
    return done;
  }
  if (kind === "clip") return page.change(file.name, (next) => { next.clip = file; next.pose = null; }, file, true);
  if (kind === "pose") return page.change(file.name, (next) => { next.pose = file; next.clip = null; }, file);
  // The engine parses the shape; its values go into the document.
  let sex = page.document.now.sex;
  const weights = new Map();
  const read = page.safely(() => {
    const avatar = stage.engine.avatar();
    try {
      stage.engine.setShape(avatar, file.name, file.bytes);
      const male = stage.engine.slider(avatar, 80);
      if (male !== null) sex = male > 0.5 ? "male" : "female";
      for (const slider of stage.sliders.values()) {
        const weight = slider.id === 80 ? null : stage.engine.slider(avatar, slider.id);
        if (weight !== null && weight !== slider.default) weights.set(slider.id, Math.min(slider.max, Math.max(slider.min, weight)));
      }
    } finally {
      stage.engine.call("avatar_release", avatar);
    }
  }, file);
  if (read) page.change(file.name, (next) => { Object.assign(next, { sex, weights, shape: file.name }); });
  if (read) page.showPanel("shape");
  return read;
}
