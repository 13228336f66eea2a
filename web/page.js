// The page: what is worn, the sliders, and what the uploader would say.
"use strict";

const $ = (id) => document.getElementById(id);
const COLOURS = [[0.35, 0.55, 0.75], [0.75, 0.5, 0.35], [0.45, 0.65, 0.4], [0.65, 0.45, 0.65], [0.7, 0.65, 0.35]];
const SKIN = [0.82, 0.72, 0.64];
const TOO_LARGE = 256 * 2 ** 20;

// All that has to be kept to start the engine again: files, and weights of sliders by id.
const kept = { files: [], clip: null, weights: new Map() };
let compiled, engine, picture, avatar, body, worn = [], clip = null, began = 0;

function say(text) { $("status").textContent = text; }

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

async function unpacked() {
  const text = $("wasm").textContent.trim();
  const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// A new engine with the same files and sliders. `without`: a file that is to be left out.
function start(without) {
  engine = new Mannequin(compiled);
  picture.forgetAll();
  avatar = engine.avatar();
  body = engine.body();
  worn = [];
  clip = null;
  kept.files = kept.files.filter((file) => file !== without);
  if (kept.clip === without) kept.clip = null;
  for (const [id, weight] of kept.weights) engine.setSlider(avatar, id, weight);
  $("verdicts").replaceChildren();
  for (const file of [...kept.files]) wear(file);
  if (kept.clip) { clip = engine.clip(kept.clip.name, kept.clip.bytes); began = performance.now(); }
}

// Runs what may end the engine; if it does, it is started again without the file that did it.
function guarded(work, culprit) {
  try {
    work();
  } catch (problem) {
    if (!(problem instanceof WebAssembly.RuntimeError) && !(problem instanceof RangeError)) {
      say(problem.message);
      return;
    }
    start(culprit);
    say(culprit ? `${culprit.name} ended the engine, which was started again without it. Please report the file.`
      : "The engine ended and was started again; nothing is lost.");
  }
  show();
}

function wear(file) {
  const importer = Number($("importer").value), positions = $("positions").checked;
  const report = engine.check(file.name, file.bytes, positions, importer);
  const place = element("section", "");
  place.append(element("h3", file.name), element("p", report.accepted ? "The uploader would accept this." : "The uploader would reject this.",
    report.accepted ? "accepted" : "rejected"));
  const list = element("ul", "");
  for (const finding of report.findings) {
    const where = [finding.mesh && `mesh '${finding.mesh}'`, finding.vertex >= 0 && `vertex ${finding.vertex}`].filter(Boolean).join(", ");
    const item = element("li", `${{ error: "Error", warning: "Warning", info: "Note" }[finding.severity]}: ${where ? where + ": " : ""}${finding.message}.`);
    if (finding.remedy) item.append(element("br", ""), `→ ${finding.remedy}.`);
    list.append(item);
  }
  place.append(list);
  $("verdicts").append(place);
  try {
    const set = engine.load(file.name, file.bytes, importer);
    // Those of mesh assets always count.
    if (positions || /\.(mesh|llmesh|slm)$/i.test(file.name)) engine.call("avatar_wear", avatar, set.handle, 0);
    worn.push(set);
  } catch (problem) {
    if (!(problem instanceof MannequinError)) throw problem;
    place.append(element("p", problem.message));
  }
}

function show() {
  const size = engine.stand(avatar);
  $("height").textContent = `Height: ${size.height.toFixed(2)} m`;
  const shown = [];
  for (const set of $("body").checked ? [body, ...worn] : worn)
    for (const mesh of set.meshes) {
      engine.skin(avatar, mesh);
      picture.update(mesh, engine.floats(mesh.positions, 3 * mesh.vertices), engine.floats(mesh.normals, 3 * mesh.vertices));
      shown.push([mesh, set === body ? SKIN : COLOURS[worn.indexOf(set) % COLOURS.length]]);
    }
  picture.draw(shown, [0, 0, size.root_above_ground * 0.9]);
}

async function take(files) {
  for (const given of files) {
    if (given.size > TOO_LARGE) { say(`${given.name} has ${(given.size / 2 ** 20).toFixed(0)} MiB, more than the 256 that fit into a page.`); continue; }
    const file = { name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) };
    say(given.name);
    if (/\.(anim|bvh)$/i.test(file.name)) {
      guarded(() => { clip = engine.clip(file.name, file.bytes); kept.clip = file; began = performance.now(); }, file);
      play();
    } else {
      kept.files.push(file);
      guarded(() => wear(file), file);
    }
  }
}

function play() {
  if (!clip) return;
  guarded(() => { engine.call("avatar_set_clip", avatar, clip.handle, (performance.now() - began) / 1000); });
  requestAnimationFrame(play);
}

function makeSliders() {
  const place = $("sliders"), known = new Map(engine.sliders().map((slider) => [slider.id, slider]));
  for (const [title, ids] of SECTIONS) {
    const section = document.createElement("details");
    section.open = title === "Body";
    section.append(element("summary", title));
    // The body of the page is a woman's.
    for (const id of ids) if (known.has(id) && known.get(id).sex !== 2) section.append(sliderRow(known.get(id)));
    place.append(section);
  }
}

function sliderRow(slider) {
  const row = element("label", "", "slider"), input = document.createElement("input"), told = document.createElement("output");
  input.type = "range";
  input.max = "100";
  input.dataset.default = String(Math.round(100 * (slider.default - slider.min) / (slider.max - slider.min)));
  input.value = input.dataset.default;
  input.setAttribute("aria-label", slider.label);
  told.textContent = input.value;
  input.addEventListener("input", () => {
    const weight = slider.min + (slider.max - slider.min) * Number(input.value) / 100;
    told.textContent = input.value;
    kept.weights.set(slider.id, weight);
    guarded(() => engine.setSlider(avatar, slider.id, weight));
  });
  row.append(element("span", slider.label), input, told);
  return row;
}

function listen() {
  const canvas = $("canvas"), pointers = new Map();
  let apart = 0;
  canvas.addEventListener("pointerdown", (event) => { pointers.set(event.pointerId, event); canvas.setPointerCapture(event.pointerId); apart = 0; });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => { pointers.delete(event.pointerId); apart = 0; });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    pointers.set(event.pointerId, event);
    if (pointers.size === 1) {
      turn(-(event.clientX - before.clientX) * 0.008, (event.clientY - before.clientY) * 0.008);
    } else {
      const [a, b] = [...pointers.values()], now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      if (apart > 0) zoom(apart / now);
      apart = now;
    }
  });
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(event.deltaY * 0.001)); }, { passive: false });
  const keys = { ArrowLeft: () => turn(-0.1, 0), ArrowRight: () => turn(0.1, 0), ArrowUp: () => turn(0, 0.1), ArrowDown: () => turn(0, -0.1),
    "+": () => zoom(0.9), "-": () => zoom(1.1) };
  canvas.addEventListener("keydown", (event) => { if (keys[event.key]) { event.preventDefault(); keys[event.key](); } });
  const turn = (yaw, pitch) => {
    picture.yaw += yaw;
    picture.pitch = Math.min(1.5, Math.max(-1.5, picture.pitch + pitch));
    guarded(() => {});
  };
  const zoom = (factor) => { picture.distance = Math.min(20, Math.max(0.2, picture.distance * factor)); guarded(() => {}); };

  $("files").addEventListener("change", (event) => { take([...event.target.files]); event.target.value = ""; });
  $("clear").addEventListener("click", () => { kept.files = []; kept.clip = null; guarded(() => start()); say("Nothing is worn."); });
  $("reset").addEventListener("click", () => {
    kept.weights.clear();
    for (const input of document.querySelectorAll(".slider input")) { input.value = input.dataset.default; input.nextSibling.textContent = input.value; }
    guarded(() => engine.call("avatar_reset_sliders", avatar));
  });
  for (const id of ["importer", "positions"]) $(id).addEventListener("change", () => guarded(() => start()));
  $("body").addEventListener("change", () => guarded(() => {}));
  $("find").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const row of document.querySelectorAll(".slider")) row.hidden = !row.firstChild.textContent.toLowerCase().includes(wanted);
    for (const section of document.querySelectorAll("#sliders details")) {
      section.hidden = section.querySelector(".slider:not([hidden])") === null;
      if (wanted) section.open = true;
    }
  });
  addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("drop"); });
  addEventListener("dragleave", () => document.body.classList.remove("drop"));
  addEventListener("drop", (event) => { event.preventDefault(); document.body.classList.remove("drop"); take([...event.dataTransfer.files]); });
  addEventListener("resize", () => guarded(() => {}));
}

(async () => {
  try {
    compiled = await WebAssembly.compile(await unpacked());
    picture = new Picture($("canvas"));
    start();
    makeSliders();
    listen();
    show();
    say("Drop a file anywhere.");
    document.body.dataset.ready = "yes";
  } catch (problem) {
    say(`This did not start: ${problem.message}`);
  }
})();
