// The page in a browser, used as a person would: page_test.mjs BROWSER PAGE ROOT SHARED PICTURES [TEST]. BROWSER:
// chromium or firefox; TEST: a part of one test's name, which then runs after the first six.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { openBrowser, wait } from "./browser.mjs";

const name = process.argv[2];
const [page, root, shared, pictures] = process.argv.slice(3).map((given) => path.resolve(given));
fs.mkdirSync(pictures, { recursive: true });
const fixtures = path.join(shared, "fixtures"), has = fs.existsSync(fixtures);
if (!has) console.log("skipped: ../shared/fixtures is not there; only the project's own files are dropped");
// A file that the page was never tried with before, by the day: any that the uploader would take.
const bodies = has ? ["ruth2/Ruth2v4FeetHigh.dae", "ruth2/Ruth2v4Head.dae", "ruth2/Ruth2v4Hands.dae", "ruth2/Ruth2v4FeetFlat.dae", "bento/female_2016_08_05.dae"].map((file) => path.join(fixtures, file)) : [path.join(root, "assets", "dress.glb")];
const strange = bodies[Math.floor(Date.now() / 86400000) % bodies.length];

// As a woman's appearance editor has them, without clothing: so says the definition file.
const definitions = JSON.parse(fs.readFileSync(path.join(root, "assets", "appearance.json"), "utf8"));
const sections = ["Body", "Head", "Eyes", "Ears", "Nose", "Mouth", "Chin", "Torso", "Legs"];
const ids = definitions.sections.filter((section) => sections.includes(section.name)).flatMap((section) => section.parameters);
const countFor = (other) => ids.filter((id) => definitions.parameters.find((parameter) => parameter.id === id).sex !== other).length;

const browser = await openBrowser(name);
const { asked, problems } = browser;
const text = (id) => browser.run(`document.getElementById(${JSON.stringify(id)}).textContent`);
const value = (selector) => browser.run(`document.querySelector(${JSON.stringify(selector)}).value`);
const count = (selector) => browser.run(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((it) => it.offsetParent).length`);
const picture = (what) => browser.picture(path.join(pictures, `${name}-${what}.png`));
const settled = () => browser.run("new Promise((done) => { const look = () => page.dirty || page.camera.flight || page.moving ? requestAnimationFrame(look) : requestAnimationFrame(() => requestAnimationFrame(() => done(true))); look(); })");

// What is on the canvas: the share of pixels that are not the ground's, and a number for all of them.
const drawn = async () => {
  await settled();
  return browser.run(`(() => { page.drawNow(); const c = document.getElementById("canvas"), g = c.getContext("webgl2"), p = new Uint8Array(4 * c.width * c.height);
    g.readPixels(0, 0, c.width, c.height, g.RGBA, g.UNSIGNED_BYTE, p); let n = 0, s = 0;
    for (let i = 0; i < p.length; i += 4) if (p[i] !== p[0] || p[i + 1] !== p[1] || p[i + 2] !== p[2]) { ++n; s = (s * 31 + p[i]) % 1000003; }
    return [n / (c.width * c.height), s]; })()`);
};
const changes = async (work, what) => {
  const before = await drawn();
  await work();
  const after = await drawn();
  assert.notEqual(after[1], before[1], `${what} changed nothing in the picture`);
};
const row = (label) => `.slider input[type=range][aria-label="${label}"]`;
const downloaded = async (file) => {
  const there = path.join(browser.downloads, file);
  for (let tries = 0; tries < 100 && !(fs.existsSync(there) && fs.statSync(there).size > 0); ++tries) await wait(50);
  await wait(100);
  return fs.readFileSync(there);
};
// What the program for a command line says of a file.
const program = path.join(process.env.MANNEQUIN_BUILD_FOLDER ?? path.join(root, "build"), "mannequin");
const programChecks = (file) => JSON.parse(spawnSync(program, ["check", file, "--json"], { maxBuffer: 1 << 28 }).stdout);
const programSays = (file) => programChecks(file).verdict;
const treeOf = (glb) => JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)));
const verticesOf = (file) => {
  const tree = treeOf(fs.readFileSync(file));
  return tree.meshes.flatMap((mesh) => mesh.primitives).reduce((sum, { attributes }) => sum + tree.accessors[attributes.POSITION].count, 0);
};
const tests = [];
const test = (what, work) => tests.push([what, work]);

test("the avatar stands there, dressed", async () => {
  await browser.size(1440, 900);
  await browser.theme("dark");
  await browser.goto(`file://${page}`);
  await browser.until("document.body?.dataset.ready", "start");
  const [share] = await drawn();
  assert.ok(share > 0.03 && share < 0.6, `drawn: ${share}`);
  assert.equal(await browser.run("page.stage.skins.length"), 9);
  const worn = ["mannequin", "eyes", "hair", "top", "trousers", "boots"].reduce((sum, file) => sum + verticesOf(path.join(root, "assets", `${file}.glb`)), 0);
  assert.equal(await browser.run("page.stage.skins.reduce((sum, skin) => sum + skin.mesh.vertices, 0)"), worn);
  await picture("start-dark-1440x900");
});

test("edges are as dark as what they are of", async () => {
  // Below the arms: columns whose lowest pixel is much brighter than those above it.
  const [bright, columns] = await browser.run(`(() => { const { picture } = page, { gl } = picture, made = [0, 0];
    for (const moving of [true, false]) { picture.fit(moving); page.drawFitted(); const { width, height } = picture.canvas, p = new Uint8Array(4 * width * height);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, p);
      const light = (x, y) => p[4 * (y * width + x)] + p[4 * (y * width + x) + 1] + p[4 * (y * width + x) + 2];
      for (let x = 0; x < width; ++x) { let y = 0; while (y < height && light(x, y) === light(0, 0)) ++y;
        if (y + 3 < height) { ++made[1]; if (light(x, y) - Math.max(light(x, y + 2), light(x, y + 3)) > 150) ++made[0]; } } }
    page.drawNow(); return made; })()`);
  // The insides of the sleeves, which face upwards, are few.
  assert.ok(columns > 400 && bright < columns / 100, `${bright} of ${columns} columns`);
});

// Views of the avatar: whole, from behind, of its face, from inside it, from below, and between its arm and its chest.
const VIEWS = "[{}, { yaw: 2.5, pitch: 0.6 }, { distance: 0.6, target: [0, 0, 1.6] }, { distance: 0.1, target: [0, 0, 1] }, { pitch: -1.4 }, { distance: 0.3, target: [0, 0.3, 1.4], yaw: 1.2 }]";
// The canvas as drawn now, in a page's script.
const GRAB = `const grab = () => { page.drawFitted(); const { canvas: { width, height }, gl } = page.picture, pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels); return pixels; };`;

test("without a graphics card triangles that cover no pixel are left out, and the picture is the same", async () => {
  if (!await browser.run("page.picture.software")) return;
  const [different, shares, culls] = await browser.run(`(() => {
    const { picture, stage, camera } = page, { gl } = picture, drawTriangles = picture.drawTriangles, different = [], shares = [], culls = [];
    let drawn = 0, all = 0, outsides = 0;
    ${GRAB}
    const indices = new Map(stage.skins.map(({ mesh }) => [picture.drawn.get(mesh), mesh.triangles]));
    picture.fit(false);
    for (const view of ${VIEWS}) {
      page.camera = Object.assign(new Camera(), view);
      drawn = all = outsides = 0;
      picture.drawTriangles = function (made, first, count, closed) { drawn += made.view.of(first, count, closed).length; all += count; outsides += closed; drawTriangles.call(this, made, first, count, closed); };
      const some = grab();
      shares.push(drawn / all);
      culls.push(outsides);
      picture.drawTriangles = (made, first, count) => { gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices.get(made), gl.STREAM_DRAW); gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 4 * first); };
      const every = grab();
      different.push(some.reduce((sum, value, at) => sum + (value !== every[at]), 0));
    }
    delete picture.drawTriangles;
    page.camera = camera;
    page.drawNow();
    return [different, shares, culls];
  })()`);
  assert.deepEqual(different, different.map(() => 0), "other pixels");
  assert.ok(shares.every((share) => share > 0.01 && share < 0.7), `shares ${shares}`);
  assert.deepEqual(culls, different.map(() => 1)); // the body has no inside that could be seen
});

test("without a graphics card drafts show what WebGL would", async () => {
  if (!await browser.run("page.picture.software")) return;
  const paint = (what) => browser.run(`(() => { const it = document.getElementById("paint"); it.value = "${what}"; it.dispatchEvent(new Event("change")); })()`);
  for (const [compared, painted] of [[false, "none"], [true, "none"], [true, "distance"], [false, "count"]]) {
    await browser.run(`(() => { const it = document.getElementById("compare"); if (it.checked !== ${compared}) it.click(); })()`);
    await paint(painted);
    await settled();
    const views = await browser.run(`(() => {
      const { picture, camera } = page, { gl } = picture, made = [];
      ${GRAB}
      let calls = 0;
      picture.fit(true);
      for (const view of ${VIEWS}) {
        page.camera = Object.assign(new Camera(), view);
        calls = 0;
        gl.drawElements = (...given) => { ++calls; WebGL2RenderingContext.prototype.drawElements.apply(gl, given); };
        picture.draft = true;
        const draft = grab(), drafted = calls;
        picture.draft = false; // as many pixels, by WebGL
        const whole = grab();
        let shown = 0, other = 0, sum = 0;
        for (let at = 0; at < whole.length; at += 4) {
          if (whole[at] === whole[0] && whole[at + 1] === whole[1] && draft[at] === whole[0] && draft[at + 1] === whole[1]) continue;
          const far = Math.max(...[0, 1, 2, 3].map((each) => Math.abs(draft[at + each] - whole[at + each])));
          ++shown;
          sum += far;
          if (far > 24) ++other;
        }
        made.push({ drafted, byWebGL: calls - drafted, shown, other: other / shown, mean: sum / shown });
      }
      delete gl.drawElements;
      page.camera = camera;
      page.drawNow();
      return made;
    })()`);
    for (const view of views) {
      assert.ok(view.drafted === 0 && view.byWebGL > 0 && view.shown > 500, JSON.stringify(view));
      // Their light and paint are of vertices, not of pixels, and edges may be drawn one pixel further.
      assert.ok(painted === "none" ? view.other < 0.02 && view.mean < 2.5 : view.other < 0.05 && view.mean < 4, `${painted}, ${compared}: ${JSON.stringify(view)}`);
    }
  }
  await paint("none");
  await settled();
});

test("graphics that are taken away come back with the same picture", async () => {
  const before = await drawn();
  const taken = await browser.run(`(async () => { const gl = page.picture.gl, lose = gl.getExtension("WEBGL_lose_context"), canvas = document.getElementById("canvas");
    const next = (what) => new Promise((done) => canvas.addEventListener(what, () => setTimeout(done), { once: true }));
    const lost = next("webglcontextlost"); lose.loseContext(); await lost;
    const back = next("webglcontextrestored"); lose.restoreContext(); await back;
    return page.picture.gl.isContextLost(); })()`);
  assert.equal(taken, false);
  assert.deepEqual(await drawn(), before);
});

test("from the page to one's own mesh under a slider", async () => {
  const began = Date.now();
  await browser.drop([strange], 700, 450);
  await browser.until("document.querySelector('.file .accepted, .file .rejected') !== null", "verdict");
  await settled();
  assert.ok(await browser.run(`(() => { const m = page.camera.matrix(page.aspect()); return page.stage.skins.filter((skin) => skin.own).every(({ mesh }) => { const p = page.stage.positions(mesh);
    for (let v = 0; v < p.length; v += 3) { const at = (row) => m[row] * p[v] + m[4 + row] * p[v + 1] + m[8 + row] * p[v + 2] + m[12 + row]; if (Math.abs(at(0)) > at(3) || Math.abs(at(1)) > at(3)) return false; }
    return true; }); })()`), "all of it is seen");
  await changes(() => browser.slide(row("Height"), 0.95), "Height");
  const off = await browser.run("Math.hypot(...page.boxOf(page.stage.skins.filter((skin) => skin.own).map((skin) => skin.mesh)).middle.map((value, axis) => value - page.camera.target[axis]))");
  assert.ok(off < 1e-6, `the camera is ${off} m beside the mesh that grew`);
  const took = (Date.now() - began) / 1000;
  assert.ok(took < 60, `${took} s`);
  assert.ok(Number(await value(row("Height"))) > 80, "the slider is where it was dragged");
  assert.equal(await value('[aria-label="Height, per cent"]'), await value(row("Height")));
  console.log(`  ${path.basename(strange)} moves under a slider after ${took.toFixed(1)} s`);
  await picture("worn-dark-1440x900");
});

test("without a graphics card pictures in motion are drafts, and whole ones follow", async () => {
  if (!await browser.run("page.picture.software")) return;
  assert.equal(await browser.run("page.picture.gl.getContextAttributes().antialias"), false);
  const size = () => browser.run("[page.picture.canvas.width, page.picture.canvas.height]"), whole = await size();
  const [x, y] = await browser.middle("#canvas");
  await browser.pointer([["move", x, y], ["down"], ["move", x + 30, y]]);
  await browser.until("page.picture.draft", "a draft");
  assert.deepEqual(await size(), whole.map((pixels) => Math.round(pixels / 2)));
  await browser.pointer([["move", x, y], ["up"]]);
  await settled();
  assert.deepEqual(await size(), whole);
});

test("undo and redo by keys, a number typed, a reset", async () => {
  const tall = await text("height");
  await browser.click("#canvas");
  await browser.key("z", true);
  await browser.until(`document.getElementById("height").textContent !== ${JSON.stringify(tall)}`, "undo");
  await browser.key("y", true);
  await browser.until(`document.getElementById("height").textContent === ${JSON.stringify(tall)}`, "redo");
  await browser.click('[aria-label="Height, per cent"]');
  await browser.run(`document.querySelector('[aria-label="Height, per cent"]').select()`);
  await browser.type("37");
  await browser.key("Tab");
  await settled();
  assert.equal(await value(row("Height")), "37");
  await browser.click('[aria-label="Reset Height"]');
  await settled();
  assert.equal(await value(row("Height")), "53");
});

test("sliders of both sexes, their effects and reasons", async () => {
  assert.equal(await browser.run(`[...document.querySelectorAll(".slider")].filter((row) => !row.hidden).length`), countFor("male"));
  await browser.until(`document.querySelector('[aria-label="What Height does"]').textContent.includes("mm")`, "millimetres");
  await changes(() => browser.click("label:has(#male)"), "male");
  assert.equal(await browser.run(`[...document.querySelectorAll(".slider")].filter((row) => !row.hidden).length`), countFor("female"));
  await browser.click("label:has(#female)");
  // The other way to a section: its heading, by keys.
  await browser.run(`document.querySelector("[data-section=Torso] summary").focus()`);
  await browser.key("Enter");
  await browser.until(`[...document.querySelectorAll("[data-section=Torso] .slider:not([hidden]) .effect")].every((it) => it.textContent !== "")`, "effects of Torso");
  assert.equal(await browser.run(`document.querySelectorAll("#sliders details[open]").length`), 1);
});

test("a dead slider says why; the ends have pictures that are buttons", async () => {
  await browser.click("#find");
  await browser.type("love handles");
  await settled();
  assert.equal(await count(".slider"), 1);
  await browser.click(".slider:not([hidden]) .name");
  await browser.until(`document.querySelector(".reason").textContent.length > 10`, "the reason");
  await browser.click(".slider:not([hidden]) .name");
  // One that moves every body, which are others by the day.
  await browser.run(`document.getElementById("find").select()`);
  await browser.type("leg length");
  await settled();
  assert.equal(await count(".slider"), 1);
  await browser.click(".slider:not([hidden]) .name");
  await browser.until(`[...document.querySelectorAll(".end canvas")].filter((it) => it.offsetParent && page.ends.drawn.get(it) === page.ends.version).length === 2`, "pictures of the ends");
  const seen = await browser.run(`[...document.querySelectorAll(".end canvas")].filter((it) => it.offsetParent).map((c) => { const p = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; let n = 0, s = 0;
    for (let i = 0; i < p.length; i += 4) { if (p[i] !== p[0]) ++n; s = (s * 31 + p[i]) % 1000003; } return [n / (c.width * c.height), s]; })`);
  assert.equal(seen.length, 2);
  for (const [share] of seen) assert.ok(share > 0.02, `the picture of an end is empty: ${share}`);
  assert.notEqual(seen[0][1], seen[1][1], "both ends look the same");
  const before = Number(await value('.slider:not([hidden]) input[type=range]'));
  await browser.click(".end:last-child");
  await settled();
  assert.equal(Number(await value('.slider:not([hidden]) input[type=range]')), Math.min(100, before + 10));
  await picture("ends-1440x900");
  await browser.click(".slider:not([hidden]) .name");
  await browser.run(`(document.getElementById("find").value = "", document.getElementById("find").dispatchEvent(new Event("input")), 1)`);
  // Eyelashes and the like are the system body's.
  const reasons = await browser.run(`(() => { const all = []; for (const each of page.sliders.rows.values()) { const effect = page.stage.engine.measure(page.stage.avatar, page.stage.measured(page.document.now), each.slider.id);
    if (effect.why !== 0) all.push(effect.reason); } return all; })()`);
  assert.ok(reasons.length > 3 && reasons.every((reason) => reason.length > 20), reasons.join("|"));
});

test("joints, volumes, weights in colour, distances, compared", async () => {
  await browser.click(".menu:nth-of-type(2) > summary");
  await browser.click("label:has(#showjoints)");
  await browser.click("label:has(#showvolumes)");
  await browser.key("Escape");
  await settled();
  assert.ok(await browser.run("page.marked.length") > 100);
  await picture("joints-1440x900");
  await browser.click("#tab-joints");
  await browser.click("#findjoint");
  await browser.type("mKneeLeft");
  await browser.click("#joints tbody button");
  assert.match(await text("status"), /^mKneeLeft/);
  await changes(async () => { await browser.click("#canvas"); await browser.run("page.select(page.stage.jointCalled('mKneeLeft'))"); await browser.key("w"); }, "weights");
  assert.match(await text("legendtitle"), /mKneeLeft/);
  await picture("weights-1440x900");
  await browser.run(`(document.getElementById("paint").value = "distance", document.getElementById("paint").dispatchEvent(new Event("change")), 1)`);
  await browser.run(`page.setSlider(page.stage.sliders.get(33), 2, null)`);
  await settled();
  assert.ok(Number((await text("legend2")).replace(" mm", "")) > 50, await text("legend2"));
  await changes(() => browser.key("c"), "compare");
  assert.equal(await browser.run(`document.getElementById("halves").hidden`), false);
  await picture("compare-1440x900");
  await browser.key("c");
  await browser.run(`(document.getElementById("paint").value = "none", document.getElementById("paint").dispatchEvent(new Event("change")), 1)`);
  await browser.key("j");
  await browser.key("v");
  await browser.run(`page.step(page.document.undo(), "undo")`);
});

if (has) test("joint offsets with the switch; mesh assets; the importer", async () => {
  await browser.drop([path.join(fixtures, "ruth2", "Ruth2v4Body.dae")], 700, 450);
  await browser.until(`[...document.querySelectorAll(".file h3")].some((it) => it.textContent === "Ruth2v4Body.dae")`, "the body");
  await settled();
  const positions = '[aria-label="Use the joint positions of Ruth2v4Body.dae"]';
  assert.equal(await browser.run("page.stage.moved.size"), 0);
  assert.equal(await browser.run("page.document.now.body || page.document.now.clothes"), false); // a body replaces the built-in one
  await changes(() => browser.click(positions), "joint positions");
  const moved = await browser.run("page.stage.moved.size");
  assert.ok(moved > 3, `${moved} moved`);
  assert.match(await text("jointsum"), new RegExp(`^${moved} joint`));
  await picture("offsets-1440x900");
  await browser.click(positions);
  await settled();
  assert.equal(await browser.run("page.stage.moved.size"), 0);
  await browser.click('[aria-label="Take off Ruth2v4Body.dae"]');
  assert.equal(await browser.run("page.document.now.body"), !path.basename(strange).startsWith("female"));
  await browser.drop([path.join(fixtures, "mesh-asset", "Ruth2v4Head.skin_joints.llmesh"), path.join(fixtures, "gltf", "Ruth2v4FeetFlat.glb")], 700, 450);
  await browser.until(`document.querySelectorAll(".file").length === 3`, "an asset and a .glb");
  await browser.until(`document.getElementById("status").textContent.includes("2 files")`, "one summary");
  assert.equal(await count(".file select"), 1);
  await browser.run(`(() => { const it = document.querySelector(".file select"); it.value = "3"; it.dispatchEvent(new Event("change")); })() ?? 1`);
  assert.equal(await browser.run("page.document.now.files.at(-1).importer"), 3);
  for (const file of ["Ruth2v4Head.skin_joints.llmesh", "Ruth2v4FeetFlat.glb"]) await browser.click(`[aria-label="Take off ${file}"]`);
});

if (has) test("a shape, a pose and a clip", async () => {
  await browser.drop([path.join(fixtures, "shapes", "Emily.xml")], 700, 450);
  await browser.until(`document.getElementById("shapename").textContent === "Emily.xml"`, "the shape");
  assert.ok(await browser.run("page.document.now.weights.size") > 20);
  await browser.run("page.lookAt('Body')");
  const pose = path.join(browser.home, "bent.json");
  fs.writeFileSync(pose, JSON.stringify({ rotations: { mShoulderLeft: [0.5, 0, 0, 0.866], mElbowLeft: [0, 0, -0.6, 0.8] } }));
  await changes(() => browser.drop([pose], 700, 450).then(() => browser.until(`document.getElementById("clipname").textContent === "bent.json"`, "the pose")), "the pose");
  await browser.drop([path.join(fixtures, "bvh", "avatar_dance1.bvh")], 700, 450);
  await browser.until(`document.getElementById("clipname").textContent === "avatar_dance1.bvh"`, "the clip");
  assert.equal(await text("play"), "▶ Play"); // no motion is wanted
  await changes(() => browser.slide("#time", 0.5), "time");
  await browser.click("#play");
  const before = await text("seconds");
  await browser.until(`document.getElementById("seconds").textContent !== ${JSON.stringify(before)}`, "it plays");
  await browser.click("#play");
  await picture("clip-1440x900");
  await browser.click("#stop");
  await settled();
  assert.equal(await count("#clip"), 0);
  // Keys that fight the sliders are told, here and while it plays.
  await browser.drop([path.join(fixtures, "anim", "bento_randomize_bones_and_attachments.anim")], 700, 450);
  await browser.until(`/position keys of .* override sliders and worn meshes/.test(document.getElementById("status").textContent)`, "the summary");
  assert.match(await text("clipnotes"), /^▲ The position keys of mFace.* override sliders and worn meshes for these joints/);
  await picture("fights-1440x900");
  await browser.click("#stop");
  await settled();
});

test("saves shape, .glb and picture", async () => {
  await browser.run("page.setSlider(page.stage.sliders.get(33), 1.5, null)");
  await settled();
  const save = async (which) => { await browser.click(".menu:nth-of-type(1) > summary"); await browser.click(`[data-save=${which}]`); };
  await save("json");
  const shape = (await browser.run("(page.document.now.shape || 'shape').replace(/\\.[^.]*$/, '')"));
  const json = JSON.parse(await downloaded(`${shape}.json`));
  assert.equal(json.params[33]?.weight ?? json.params[33], 1.5);
  await save("xml");
  assert.match((await downloaded(`${shape}.xml`)).toString(), /<param id="33"/);
  await save("glb");
  assert.equal((await downloaded("avatar.glb")).subarray(0, 4).toString(), "glTF");
  await save("png");
  assert.equal((await downloaded("avatar.png")).subarray(1, 4).toString(), "PNG");
});

test("what is no mesh is told so, and nothing is lost", async () => {
  const files = await count(".file"), broken = path.join(browser.home, "broken.dae"), notes = path.join(browser.home, "notes.rtf");
  fs.writeFileSync(broken, "<COLLADA");
  fs.writeFileSync(notes, "hello");
  await browser.drop([broken], 700, 450);
  await browser.until("document.querySelector('.file .rejected') !== null", "the broken file");
  assert.equal(await count(".file"), files + 1);
  await browser.drop([notes], 700, 450);
  await browser.until("document.getElementById('status').textContent.includes('notes.rtf is none of the files')", "no mesh");
  const clip = path.join(browser.home, "broken.anim");
  fs.writeFileSync(clip, "\x01");
  await browser.drop([clip], 700, 450);
  await browser.until("document.getElementById('status').textContent.includes('broken.anim')", "no clip");
  assert.equal(await browser.run("page.document.now.clip"), null);
  const large = path.join(browser.home, "large.dae");
  fs.closeSync(fs.openSync(large, "w"));
  fs.truncateSync(large, 300 * 2 ** 20);
  await browser.choose("#files", [large]);
  await browser.until("/300 MiB; a page can take 256 MiB/.test(document.getElementById('status').textContent)", "too large");
  // By a key: the focus stays in the panel, though its button goes.
  await browser.run(`document.querySelector('[aria-label="Take off broken.dae"]').focus()`);
  await browser.key("Enter");
  await browser.until(`!document.querySelector('[aria-label="Take off broken.dae"]')`, "taken off");
  assert.ok(await browser.run("document.getElementById('files-worn').contains(document.activeElement)"), "the focus is lost");
  if (!browser.touch) return; // a folder can only be dropped
  const folder = path.join(browser.home, "folder.dae");
  fs.mkdirSync(folder);
  await browser.drop([folder], 700, 450);
  await browser.until("document.getElementById('status').textContent.includes('folder.dae cannot be read')", "a folder");
  // And what comes after it is taken.
  await browser.drop([notes], 700, 450);
  await browser.until("document.getElementById('status').textContent.includes('notes.rtf is none of the files')", "the next file");
});

if (has) test("Show flies to what a finding is about", async () => {
  await browser.drop([path.join(fixtures, "ruth2", "Ruth2v4Body.dae")], 700, 450);
  await browser.until(`[...document.querySelectorAll(".file h3")].some((it) => it.textContent === "Ruth2v4Body.dae")`, "the body");
  await settled();
  const before = await browser.run("JSON.stringify(page.camera.target)");
  assert.ok(await count(".findings button") > 0);
  await browser.click(".findings button");
  await settled();
  assert.notEqual(await browser.run("JSON.stringify(page.camera.target)"), before);
  await picture("finding-1440x900");
});

function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; ++bit) sum = sum & 1 ? sum >>> 1 ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

// A .glb of one mesh with a picture for its material: `texels`, rows of [red, green, blue], the upper row first.
function withPicture(file, texels) {
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]), length = Buffer.alloc(4), sum = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(texels[0].length, 0);
  head.writeUInt32BE(texels.length, 4);
  head.set([8, 2], 8); // three bytes a texel
  const rows = Buffer.concat(texels.map((row) => Buffer.from([0, ...row.flat()])));
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", head), chunk("IDAT", zlib.deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
  const data = fs.readFileSync(file), tree = treeOf(data), binary = data.subarray(28 + data.readUInt32LE(12));
  tree.bufferViews.push({ buffer: 0, byteOffset: binary.length, byteLength: png.length });
  Object.assign(tree, { images: [{ bufferView: tree.bufferViews.length - 1, mimeType: "image/png" }], textures: [{ source: 0 }] });
  tree.materials[0].pbrMetallicRoughness = { baseColorTexture: { index: 0 } };
  const all = Buffer.concat([binary, png, Buffer.alloc((4 - png.length % 4) % 4)]);
  tree.buffers[0].byteLength = all.length;
  let json = Buffer.from(JSON.stringify(tree));
  json = Buffer.concat([json, Buffer.alloc((4 - json.length % 4) % 4, " ")]);
  const numbers = (...values) => Buffer.from(Uint32Array.from(values).buffer);
  return Buffer.concat([numbers(0x46546c67, 2, 28 + json.length + all.length, json.length, 0x4e4f534a), json, numbers(all.length, 0x004e4942), all]);
}

test("base colours of a .glb", async () => {
  const red = [230, 20, 20], green = [20, 200, 20], file = path.join(browser.home, "pictured.glb");
  fs.writeFileSync(file, withPicture(path.join(root, "assets", "top.glb"), [[red, red], [green, green]]));
  await browser.choose("#files", [file]);
  await browser.until(`[...document.querySelectorAll(".file h3")].some((it) => it.textContent === "pictured.glb")`, "the file");
  await browser.run("page.taking.then(() => 1)");
  await browser.until("page.picture.textures.size === 1", "its picture");
  await settled();
  // How many pixels are red and green, and how high these are in the middle.
  const seen = await browser.run(`(() => { page.drawNow(); const { gl, canvas: c } = page.picture, p = new Uint8Array(4 * c.width * c.height); gl.readPixels(0, 0, c.width, c.height, gl.RGBA, gl.UNSIGNED_BYTE, p);
    const found = [[0, 0], [0, 0]], add = (which, at) => { ++which[0]; which[1] += Math.floor(at / 4 / c.width); };
    for (let i = 0; i < p.length; i += 4) { if (p[i] > 2 * p[i + 1] && p[i] > 4 * p[i + 2]) add(found[0], i); if (p[i + 1] > 3 * p[i] && p[i + 1] > 3 * p[i + 2]) add(found[1], i); }
    return found.map(([number, rows]) => [number, rows / number]); })()`);
  const [[reds, above], [greens, below]] = seen;
  assert.ok(reds > 100 && greens > 100 && above > below + 30, `red and green: ${seen}`);
  await picture("pictured-1440x900");
  await browser.click('[aria-label="Take off pictured.glb"]');
  await settled();
  assert.equal(await browser.run("page.picture.textures.size"), 0);
});

// A .gltf of a .glb, whose numbers are in two files beside it; their last `short` bytes are left out.
function withFilesBeside(glb, folder, name, short = 0) {
  const data = fs.readFileSync(glb), tree = treeOf(data), binary = data.subarray(28 + data.readUInt32LE(12));
  const half = tree.bufferViews[Math.floor(tree.bufferViews.length / 2)].byteOffset;
  for (const view of tree.bufferViews) if (view.byteOffset >= half) Object.assign(view, { buffer: 1, byteOffset: view.byteOffset - half });
  const beside = [["one.bin", binary.subarray(0, half)], ["one more.bin", binary.subarray(half)]];
  tree.buffers = beside.map(([file, bytes]) => ({ uri: encodeURIComponent(file), byteLength: bytes.length }));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), JSON.stringify(tree));
  for (const [file, bytes] of beside) fs.writeFileSync(path.join(folder, file), bytes.subarray(0, bytes.length - short));
  return [name, ...beside.map(([file]) => file)].map((file) => path.join(folder, file));
}

test("a .gltf with files beside it is what a .glb is", async () => {
  const top = path.join(browser.home, "top.glb");
  fs.writeFileSync(top, withPicture(path.join(root, "assets", "top.glb"), [[[230, 20, 20]]]));
  const gltf = withFilesBeside(top, path.join(browser.home, "beside"), "beside.gltf");
  const sets = [gltf, ...(has ? [["Ruth2v4Body.gltf", "Ruth2v4Body.bin"].map((file) => path.join(fixtures, "gltf", file))] : [])];
  for (const set of sets) {
    const name = path.basename(set[0]);
    await browser.choose("#files", set);
    await browser.until(`[...document.querySelectorAll(".file h3")].some((it) => it.textContent === ${JSON.stringify(name)})`, name);
    await browser.run("page.taking.then(() => 1)");
    const { accepted, codes, vertices } = await browser.run(`(() => { const worn = page.stage.worn.get(page.document.now.files.at(-1).key);
      return { accepted: worn.report.accepted, codes: worn.report.findings.map((it) => it.code), vertices: worn.set?.meshes.reduce((sum, mesh) => sum + mesh.vertices, 0) }; })()`);
    assert.deepEqual(await browser.run(`[...document.querySelectorAll(".remedy")].map((it) => it.textContent).filter((it) => / \\(?--/.test(it))`), [], "options of the command line");
    if (set === gltf) {
      assert.equal(vertices, verticesOf(top));
      await browser.until("page.picture.textures.size === 1", "its picture");
    }
    if (fs.existsSync(program)) {
      const { verdict, findings } = programChecks(set[0]), there = new Set(findings.map((it) => it.code));
      assert.equal(accepted ? "accepted" : "rejected", verdict, name);
      assert.deepEqual(codes.filter((code) => !there.has(code)), [], name);
    }
    await browser.click(`[aria-label="Take off ${name}"]`);
    await settled();
  }
  await browser.choose("#files", withFilesBeside(top, path.join(browser.home, "short"), "short.gltf", 8));
  await browser.until("/one.bin has [0-9]+ bytes, and short.gltf needs/.test(document.getElementById('status').textContent)", "a short one");
  // What comes after a strange one is taken.
  const strange = ["5", "null", "[5]"].map((buffers, index) => {
    const file = path.join(browser.home, `strange${index}.gltf`);
    fs.writeFileSync(file, `{"asset": {"version": "2.0"}, "buffers": ${buffers}}`);
    return file;
  });
  await browser.choose("#files", [...strange, path.join(root, "assets", "boots.glb")]);
  await browser.until(`[...document.querySelectorAll(".file h3")].some((it) => it.textContent === "boots.glb")`, "the next file");
  for (const file of [...strange, "boots.glb"]) {
    const off = `[aria-label="Take off ${path.basename(file)}"]`;
    if (await count(off) > 0) await browser.click(off);
  }
  await settled();
});

// A sample of files that are spoilt on purpose, through the page: the program's verdicts, and everything else stays.
const spoilt = ["spoilt/dae", "spoilt/gltf", "spoilt/asset"].flatMap((folder) => {
  const place = path.join(fixtures, folder), all = has ? fs.readdirSync(place).filter((file) => /\.(dae|glb|llmesh)$/.test(file)).sort() : [];
  return all.filter((_, index) => index % 6 === 0).map((file) => path.join(place, file));
}).concat(has ? fs.readdirSync(path.join(fixtures, "hostile")).filter((file) => /\.(dae|glb)$/.test(file)).map((file) => path.join(fixtures, "hostile", file)) : []);
if (spoilt.length > 0 && fs.existsSync(program)) test("spoilt files: the verdicts of the program", async () => {
  const before = await browser.run("page.document.past.length"), height = await text("height"), wanted = {};
  for (const file of spoilt) wanted[path.basename(file)] = programSays(file);
  await browser.run("(window.before = page.stage.engine, 1)");
  await browser.choose("#files", spoilt);
  await browser.until(`[...document.querySelectorAll(".file h3")].some((it) => it.textContent === ${JSON.stringify(path.basename(spoilt.at(-1)))})`, "the last of them", 300);
  await browser.run("page.taking.then(() => 1)");
  const said = await browser.run(`Object.fromEntries([...document.querySelectorAll(".file")].map((it) => [it.querySelector("h3").textContent, it.querySelector(".accepted") && !it.querySelector(".rejected") ? "accepted" : "rejected"]))`);
  for (const [file, verdict] of Object.entries(wanted)) assert.equal(said[file], verdict, file);
  assert.ok(await browser.run("window.before === page.stage.engine"), "the module ended");
  await browser.run(`(() => { while (page.document.past.length > ${before}) page.step(page.document.undo(), "undo"); })() ?? 1`);
  await settled();
  assert.equal(await text("height"), height);
  console.log(`  ${spoilt.length} files`);
});
else console.log("skipped: spoilt files, which need build/mannequin and ../shared/fixtures");

test("a module that ends is started again with the same document", async () => {
  const files = await count(".file"), height = await text("height"), tall = await value(row("Height"));
  const old = await browser.run("(window.before = page.stage.engine, 1)");
  assert.equal(old, 1);
  // As a fault of the engine would: the next call traps.
  await browser.run("(page.stage.engine.exports = { ...page.stage.engine.exports, mannequin_avatar_evaluate: () => { throw new WebAssembly.RuntimeError('unreachable'); } }, page.refresh({ shape: true }), 1)");
  await browser.until("/nothing is lost/.test(document.getElementById('status').textContent)", "a new engine");
  await settled();
  assert.ok(await browser.run("window.before !== page.stage.engine"));
  assert.equal(await count(".file"), files);
  assert.equal(await text("height"), height);
  assert.equal(await value(row("Height")), tall);
  // Memory that runs out while a file is read.
  await browser.run("(page.stage.engine.exports = { ...page.stage.engine.exports, mannequin_check: () => { throw new NoMemory('none'); } }, 1)");
  await browser.choose("#files", [path.join(root, "assets", "top.glb")]);
  await browser.until("/top.glb needs more memory than a page may use/.test(document.getElementById('status').textContent)", "no memory");
  await settled();
  assert.equal(await count(".file"), files);
  assert.equal(await text("height"), height);
});

test("touch: one finger turns, two zoom", async () => {
  if (!browser.touch) return;
  await browser.size(390, 844, true);
  await settled();
  const [x, y] = await browser.middle("#canvas"), yaw = await browser.run("page.camera.yaw"), far = await browser.run("page.camera.distance");
  await browser.touch([[[x, y]], [[x + 20, y]], [[x + 60, y]]]);
  assert.notEqual(await browser.run("page.camera.yaw"), yaw);
  await browser.touch([[[x - 30, y], [x + 30, y]], [[x - 40, y], [x + 40, y]], [[x - 80, y], [x + 80, y]]]);
  assert.ok(await browser.run("page.camera.distance") < far);
});

test("it fits on screens, dark and light", async () => {
  for (const theme of ["dark", "light"]) for (const [width, height] of [[1440, 900], [1280, 720], [390, 844]]) {
    await browser.size(width, height, width < 500);
    await browser.theme(theme);
    for (const panel of ["shape", "worn", "joints"]) {
      if (panel === "worn" && width > 1099) continue;
      await browser.click(`#tab-${panel}`);
      await settled();
      assert.ok(await browser.run("document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"), `${width}x${height}: does not fit`);
      // Nothing of a panel reaches beyond it.
      const wide = await browser.run(`[...document.querySelectorAll(".panel")].filter((it) => it.offsetParent && it.scrollWidth > it.clientWidth).map((it) => it.id)`);
      assert.deepEqual(wide, [], `${width}x${height}`);
      await picture(`${panel}-${theme}-${width}x${height}`);
    }
  }
});

test("the licences of what is in it", async () => {
  await browser.size(1440, 900);
  await browser.click(".menu.help > summary");
  await browser.click("#showlicences");
  await browser.until("document.getElementById('licences').open", "the licences");
  const told = await text("licencestext");
  for (const part of ["MIT License", "pugixml", "zlib", "fmt", "glm", "nlohmann", "libc++", "wasi-libc"]) assert.ok(told.includes(part), part);
  await picture("licences-1440x900");
  await browser.click("#closelicences");
  assert.equal(await browser.run("document.getElementById('licences').open"), false);
});

test("everything has a name and can be reached by Tab", async () => {
  await browser.size(1440, 900);
  if (browser.names) {
    const nameless = (await browser.names()).filter((node) => ["button", "slider", "spinbutton", "checkbox", "radio", "combobox", "searchbox", "tab"].includes(node.role) && !node.name);
    assert.deepEqual(nameless, []);
  }
  // All that can be reached, from the first on; of radio buttons, the one that is on.
  const wanted = await browser.run(`(() => { window.reached = new Set(); window.ringless = [];
    document.addEventListener("focusin", ({ target }) => { reached.add(target);
      if (getComputedStyle(target).outlineStyle === "none" && getComputedStyle(target.closest(".button") ?? target).outlineStyle === "none") ringless.push(target.id || target.textContent); });
    window.wanted = [...document.querySelectorAll("button, input, select, summary, [tabindex]")].filter((it) => it.tabIndex >= 0 && !it.disabled &&
      !(it.type === "radio" && !it.checked) && it.checkVisibility({ visibilityProperty: true }));
    wanted[0].focus();
    ringless.length = 0; // rings are for those who use keys
    return wanted.length; })()`);
  const all = () => browser.run("wanted.filter((it) => it.isConnected && !reached.has(it)).map((it) => it.outerHTML.slice(0, 120))");
  for (let presses = 0; presses < wanted + 20; ++presses) {
    await browser.key("Tab");
    if (presses % 10 === 9 && (await all()).length === 0) break;
  }
  assert.deepEqual(await all(), [], `of ${wanted}`);
  assert.deepEqual(await browser.run("ringless"), []);
});

test("nobody was asked for anything, and nothing failed unseen", async () => {
  // Firefox does not tell of files, not even of the page itself.
  assert.deepEqual(asked.filter((url) => !/^(blob|data|about):/.test(url) && url !== `file://${page}`), []);
  assert.match(await text("policy"), /^✓ Nothing leaves this page: 0 requests/);
  assert.match(await text("policytext"), /default-src 'none'/);
  assert.deepEqual(problems, []);
  assert.match(await browser.run("fetch('https://example.com').then(() => 'reached', () => 'refused')"), /refused/);
  await browser.until("/1 refused/.test(document.getElementById('policy').textContent)", "the refusal is told");
});

const chosen = process.argv[7] ? tests.filter(([what], index) => index < 6 || what.includes(process.argv[7])) : tests;
let failed = 0;
for (const [what, work] of chosen) {
  try {
    await work();
    console.log(`ok ${what}`);
  } catch (problem) {
    ++failed;
    console.log(`FAILED ${what}: ${problem.stack?.split("\n").slice(0, 14).join("\n") ?? problem}`);
    await picture(`failed-${failed}`).catch(() => {});
  }
}
await browser.close();
console.log(`${browser.version}: ${chosen.length - failed} of ${chosen.length} tests, pictures in ${pictures}`);
process.exit(failed ? 1 : 0);
