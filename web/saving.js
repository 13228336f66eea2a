// Saves shapes, the visible meshes as .glb, and the picture. Files go to the browser's downloads.
"use strict";

function download(name, bytes, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes instanceof Blob ? bytes : new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  say(`Saved ${name}.`);
}

function save(page, what) {
  const { stage } = page, state = page.document.now, name = (state.shape || "shape").replace(/\.[^.]*$/, "");
  if (what === "xml") page.safely(() => download(`${name}.xml`, stage.engine.shape(stage.avatar, 1, name), "application/xml"));
  if (what === "json") page.safely(() => download(`${name}.json`, stage.engine.shape(stage.avatar, 0, name), "application/json"));
  if (what === "glb") {
    const sets = stage.shown(state).map((each) => each.set);
    if (sets.length === 0) { say("Nothing is shown, so there is nothing to save."); return; }
    page.safely(() => download("avatar.glb", stage.engine.glb(stage.avatar, sets), "model/gltf-binary"));
  }
  if (what === "png") {
    page.drawNow();
    const all = document.createElement("canvas"), pen = all.getContext("2d");
    all.width = page.picture.canvas.width;
    all.height = page.picture.canvas.height;
    pen.drawImage(page.picture.canvas, 0, 0);
    pen.drawImage($("marks"), 0, 0, all.width, all.height);
    all.toBlob((blob) => download("avatar.png", blob), "image/png");
  }
}
