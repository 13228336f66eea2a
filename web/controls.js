// Input: pointer, touch, keys, buttons, dropped files.
"use strict";

const VIEWS = { front: [0, 0], side: [Math.PI / 2, 0], back: [Math.PI, 0], quarter: [0.6, 0.12] };

function listenToView(page) {
  const canvas = $("canvas"), { camera } = page, pointers = new Map();
  let apart = 0, middle = null, far = 0, hover = 0;
  const draw = () => page.glide();
  const at = (event) => [event.clientX - canvas.getBoundingClientRect().left, event.clientY - canvas.getBoundingClientRect().top];
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("pointerdown", (event) => {
    pointers.set(event.pointerId, event);
    try { canvas.setPointerCapture(event.pointerId); } catch { /* it has left already */ }
    apart = 0;
    middle = null;
    if (pointers.size === 1) far = 0;
  });
  canvas.addEventListener("pointercancel", (event) => { pointers.delete(event.pointerId); apart = 0; middle = null; });
  canvas.addEventListener("pointerup", (event) => {
    const alone = pointers.size === 1;
    pointers.delete(event.pointerId);
    apart = 0;
    middle = null;
    if (!alone || far > 5 || event.button > 0) return;
    const found = page.under(...at(event));
    page.spot = null;
    if (found?.joint !== undefined) page.select(found.joint);
    else if (!found) page.select(null);
    else if (page.paint === "weights") page.select(strongest(page, found));
    else draw();
    page.tellUnder(...at(event));
  });
  canvas.addEventListener("dblclick", (event) => {
    const found = page.under(...at(event));
    if (found) page.flyTo(found.place ?? page.stage.placeOf(found.joint), Math.max(0.4, Math.min(camera.distance, 1.2)));
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      clearTimeout(hover);
      if (event.pointerType === "mouse" && !page.playing()) hover = setTimeout(() => { if (!page.dirty) page.tellUnder(...at(event)); }, 40);
      return;
    }
    pointers.set(event.pointerId, event);
    const x = event.clientX - before.clientX, y = event.clientY - before.clientY;
    far += Math.hypot(x, y);
    if (far <= 5) return;
    if (pointers.size === 1) {
      if (event.shiftKey || (event.buttons & 6) !== 0) camera.pan(x / canvas.clientHeight, -y / canvas.clientHeight);
      else camera.turn(-x * 0.008, y * 0.008);
    } else {
      const [a, b] = [...pointers.values()], now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), centre = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
      if (apart > 0) camera.zoom(apart / now);
      if (middle) camera.pan((centre[0] - middle[0]) / canvas.clientHeight, -(centre[1] - middle[1]) / canvas.clientHeight);
      apart = now;
      middle = centre;
    }
    draw();
  });
  canvas.addEventListener("pointerleave", (event) => {
    clearTimeout(hover);
    if (event.pointerType === "mouse") $("under").textContent = "";
  });
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); camera.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) * 0.0015)); draw(); }, { passive: false });
  const move = (right, up) => camera.pan(right, up);
  const keys = { ArrowLeft: (shift) => shift ? move(0.05, 0) : camera.turn(-0.1, 0), ArrowRight: (shift) => shift ? move(-0.05, 0) : camera.turn(0.1, 0),
    ArrowUp: (shift) => shift ? move(0, -0.05) : camera.turn(0, 0.1), ArrowDown: (shift) => shift ? move(0, 0.05) : camera.turn(0, -0.1),
    "+": () => camera.zoom(0.9), "=": () => camera.zoom(0.9), "-": () => camera.zoom(1.1) };
  canvas.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key](event.shiftKey);
    draw();
  });
  canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); say("The graphics card took the picture away; it comes back by itself. Nothing is lost."); });
  canvas.addEventListener("webglcontextrestored", () => {
    page.picture.end();
    page.picture = page.stage.picture = new Picture(canvas);
    page.picture.start(page.stage.engine);
    page.refresh({ paint: true });
  });
  new ResizeObserver(() => page.refresh()).observe(canvas);
}

// The joint that a vertex follows most.
function strongest(page, found) {
  const influences = page.stage.influencesOf(found.skin.mesh);
  if (!influences) return null;
  let best = 4 * found.vertex;
  for (let k = best; k < 4 * found.vertex + 4; ++k) if (influences.weights[k] > influences.weights[best]) best = k;
  const joint = influences.joints[influences.slots[best]];
  return joint >= 0 ? joint : null;
}

function view(page, name) {
  const height = page.stage.size.height;
  if (name === "fit") { page.frame(); return; }
  if (name === "face") { page.camera.fly({ yaw: 0.2, pitch: 0.03, ...sectionLook("Head", page.stage, height) }, () => page.glide()); return; }
  const [yaw, pitch] = VIEWS[name];
  page.camera.fly({ yaw, pitch }, () => page.glide());
}

function listen(page) {
  listenToView(page);
  const on = (id, event, work) => $(id).addEventListener(event, work);
  on("files", "change", (event) => { take(page, [...event.target.files]); event.target.value = ""; });
  on("undo", "click", () => page.step(page.document.undo(), "undo"));
  on("redo", "click", () => page.step(page.document.redo(), "redo"));
  on("resetall", "click", () => page.change("the default shape", (next) => { next.weights.clear(); next.shape = ""; }));
  for (const sex of ["female", "male"]) on(sex, "change", () => page.change(sex === "male" ? "male" : "female", (next) => { next.sex = sex; }));
  for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => view(page, button.dataset.view));
  for (const button of document.querySelectorAll("[data-save]")) button.addEventListener("click", () => {
    save(page, button.dataset.save);
    if (button.dataset.save !== "glb" && button.dataset.save !== "png") page.saved = page.document.past.length;
    for (const menu of document.querySelectorAll(".menu")) menu.open = false;
  });
  for (const what of ["joints", "volumes"]) on(`show${what}`, "change", (event) => { page.show[what] = event.target.checked; page.refresh(); });
  on("paint", "change", (event) => {
    page.paint = event.target.value;
    if (page.paint === "weights" && page.joint === null) { page.joint = page.stage.jointCalled("mChest"); page.joints.update(); }
    page.refresh({ paint: true });
  });
  on("compare", "change", () => page.refresh({ shape: true, paint: true }));
  on("find", "input", () => { page.sliders.update(); page.sliders.measure(); });
  on("filter", "change", () => { page.sliders.update(); page.sliders.measure(); });
  on("findjoint", "input", () => page.joints.update());
  on("jointfilter", "change", () => page.joints.update());
  on("theme", "change", (event) => {
    if (event.target.value) document.documentElement.dataset.theme = event.target.value;
    else delete document.documentElement.dataset.theme;
    page.refresh();
    page.ends.forget();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { page.refresh(); page.ends.forget(); });
  on("showlicences", "click", async () => {
    $("licencestext").textContent ||= new TextDecoder().decode(await unpacked("terms"));
    $("licences").showModal();
  });
  on("closelicences", "click", () => $("licences").close());
  const tabs = ["worn", "shape", "joints"];
  tabs.forEach((name, index) => {
    on(`tab-${name}`, "click", () => page.showPanel(name));
    on(`tab-${name}`, "keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!way) return;
      const next = tabs[(index + way + tabs.length) % tabs.length];
      page.showPanel(next);
      $(`tab-${next}`).focus();
    });
  });
  // A click elsewhere, or Esc, closes a menu.
  addEventListener("click", (event) => { for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false; });
  addEventListener("keydown", (event) => keyPressed(page, event));

  let over = 0;
  addEventListener("dragenter", (event) => { event.preventDefault(); ++over; $("drop").hidden = false; });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("dragleave", () => { if (--over <= 0) { over = 0; $("drop").hidden = true; } });
  addEventListener("drop", (event) => { event.preventDefault(); over = 0; $("drop").hidden = true; take(page, [...event.dataTransfer.files]); });
  addEventListener("beforeunload", (event) => { if (page.document.now.weights.size > 0 && page.document.past.length > page.saved) event.preventDefault(); });
}

function keyPressed(page, event) {
  if (event.key === "Escape") {
    for (const menu of document.querySelectorAll(".menu[open]")) { menu.open = false; menu.querySelector("summary").focus(); }
    page.spot = null;
    page.select(null);
    return;
  }
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const typing = event.target.matches?.("input[type=number], input[type=search]");
    const way = event.key.toLowerCase() === "z" ? (event.shiftKey ? "redo" : "undo") : event.key.toLowerCase() === "y" ? "redo" : null;
    if (way && !typing) { event.preventDefault(); page.step(page.document[way](), way); }
    return;
  }
  if (event.altKey || event.target.matches?.("input, select, textarea")) return;
  const clicks = { j: "showjoints", v: "showvolumes", c: "compare" };
  const views = { 1: "front", 2: "side", 3: "back", 4: "quarter", 5: "face", f: "fit", Home: "fit" };
  if (clicks[event.key]) $(clicks[event.key]).click();
  else if (views[event.key]) view(page, views[event.key]);
  else if (event.key === "w") { $("paint").value = page.paint === "weights" ? "none" : "weights"; $("paint").dispatchEvent(new Event("change")); }
  else if (event.key === " " && !event.target.matches?.("button, summary, a") && page.stage.clip) page.clip.run(!page.clip.running);
  else return;
  event.preventDefault();
}
