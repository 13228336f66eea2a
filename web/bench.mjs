// Measures the page, as a table: bench.mjs BROWSER PAGE [RUNS]. Bytes, the first picture after opening the
// page, and a step of a slider of the dressed body at 1280 x 720, until the picture is drawn: a whole one, and one in motion, which is a
// draft without a graphics card.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openBrowser } from "../tests/web/browser.mjs";

const [name, given, runs = "5"] = process.argv.slice(2), page = path.resolve(given);
const STEPS = 60;
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const first = [], ready = [];
const steps = {}, busy = {};
let version = "", vertices = 0, graphics = "";
for (let run = 0; run < Number(runs); ++run) {
  const browser = await openBrowser(name);
  version = browser.version;
  await browser.size(1280, 720);
  await browser.goto(`file://${page}`);
  await browser.until("document.body?.dataset.ready", "start");
  first.push(Number(await browser.run("document.body.dataset.first")));
  ready.push(Number(await browser.run("document.body.dataset.ready")));
  if (run === Number(runs) - 1) {
    vertices = await browser.run("page.stage.skins.reduce((sum, skin) => sum + skin.mesh.vertices, 0)");
    graphics = await browser.run(`(() => { const gl = page.picture.gl, more = gl.getExtension("WEBGL_debug_renderer_info"); return gl.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : gl.RENDERER); })()`);
    await browser.until("!page.sliders.queued", "what sliders do is measured");
    for (const moving of [false, true]) {
      const before = await browser.processorTime?.();
      steps[moving] = await browser.run(`(async () => {
      const gl = page.picture.gl, fat = page.stage.sliders.get(637), all = { engine: [], script: [], drawn: [] };
      const drawn = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      for (let step = 0; step < ${STEPS}; ++step) {
        await new Promise((done) => requestAnimationFrame(done));
        drawn();
        const began = performance.now();
        page.document.now.weights.set(fat.id, fat.min + (fat.max - fat.min) * (step % 51) / 50);
        page.stage.shape(page.stage.avatar, "female", page.document.now.weights);
        const size = page.stage.engine.stand(page.stage.avatar);
        for (const { mesh } of page.stage.skins) page.stage.engine.skin(page.stage.avatar, mesh);
        all.engine.push(performance.now() - began);
        const again = performance.now();
        page.dirty = { shape: true };
        page.moving = ${moving};
        page.renew();
        all.script.push(performance.now() - again);
        drawn();
        all.drawn.push(performance.now() - again);
      }
      for (const each of Object.values(all)) { each.splice(0, 10); each.sort((a, b) => a - b); }
      return Object.fromEntries(Object.entries(all).map(([what, each]) => [what, [each[Math.floor(each.length / 2)], each[Math.floor(0.95 * each.length)]]]));
      })()`);
      const after = await browser.processorTime?.();
      busy[moving] = before && ["renderer", "GPU"].map((kind) => 1000 * (after[kind] - before[kind]) / STEPS);
    }
  }
  await browser.close();
}
const bytes = fs.statSync(page).size, row = (what, now, goal, ok) => console.log(`| ${what} | ${now} | ${goal} | ${ok ? "yes" : "NO"} |`);
console.log(`${version}, ${graphics}, ${vertices} vertices, ${runs} starts; ${os.cpus().length} × ${os.cpus()[0].model}, load ${os.loadavg()[0].toFixed(1)}\n\n| what | measured | goal | met |\n| --- | --- | --- | --- |`);
row("the page", `${(bytes / 1e6).toFixed(2)} MB`, "2 MB", bytes <= 2e6);
row("first picture, median", `${middle(first)} ms`, "1500 ms", middle(first) <= 1500);
row("first picture, slowest", `${Math.max(...first)} ms`, "1500 ms", Math.max(...first) <= 1500);
row("ready for use, median", `${middle(ready)} ms`, "–", true);
for (const [moving, kind] of [[true, "in motion"], [false, "at rest"]]) {
  const step = steps[moving];
  row(`slider step ${kind}: engine alone, median`, `${step.engine[0].toFixed(1)} ms`, "8 ms", step.engine[0] <= 8);
  row(`slider step ${kind}: all of the page's work, median`, `${step.script[0].toFixed(1)} ms`, "8 ms", step.script[0] <= 8);
  row(`slider step ${kind}: until the picture is drawn, median`, `${step.drawn[0].toFixed(1)} ms`, "8 ms", step.drawn[0] <= 8);
  row(`slider step ${kind}: until the picture is drawn, 95 of 100`, `${step.drawn[1].toFixed(1)} ms`, "–", true);
  // The engine twice: alone and with the page.
  if (busy[moving]) row(`slider step ${kind}: processor time, page and engine (twice)`, `${busy[moving][0].toFixed(1)} ms`, "–", true);
  if (busy[moving]) row(`slider step ${kind}: processor time, software graphics`, `${busy[moving][1].toFixed(1)} ms`, "–", true);
}
