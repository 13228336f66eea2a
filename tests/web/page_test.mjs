// The page in headless Chromium, used as a person would: page_test.mjs PAGE ROOT SHARED PICTURES.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

// As a woman's appearance editor has them, without clothing: so says the definition file.
const definitions = JSON.parse(fs.readFileSync(path.resolve(process.argv[3], "assets", "appearance.json"), "utf8"));
const sections = ["Body", "Head", "Eyes", "Ears", "Nose", "Mouth", "Chin", "Torso", "Legs"];
const sliders = definitions.sections.filter((section) => sections.includes(section.name)).flatMap((section) => section.parameters)
  .filter((id) => definitions.parameters.find((parameter) => parameter.id === id).sex !== "male").length;
const [page, root, shared, pictures] = process.argv.slice(2).map((given) => path.resolve(given));
fs.mkdirSync(pictures, { recursive: true });
const home = fs.mkdtempSync(path.join(os.tmpdir(), "mannequin-page-"));
const browser = spawn("chromium", ["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
  `--user-data-dir=${home}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

// The browser's protocol over its pipe: one JSON object after another, each ended by a zero.
let next = 1, rest = "";
const waiting = new Map(), heard = [];
browser.stdio[4].on("data", (data) => {
  rest += data;
  for (let end = rest.indexOf("\0"); end >= 0; end = rest.indexOf("\0")) {
    const message = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    if (message.id) {
      const [done, failed] = waiting.get(message.id);
      if (message.error) failed(new Error(JSON.stringify(message.error)));
      else done(message.result);
    } else heard.push(message);
  }
});
const send = (method, params = {}, sessionId) => new Promise((done, failed) => {
  waiting.set(next, [done, failed]);
  browser.stdio[3].write(`${JSON.stringify({ id: next++, method, params, sessionId })}\0`);
});

async function main() {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const tell = (method, params) => send(method, params, sessionId);
  const run = async (expression) => {
    const made = await tell("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    assert.ok(!made.exceptionDetails, JSON.stringify(made.exceptionDetails));
    return made.result.value;
  };
  const until = async (expression, what) => {
    for (let tries = 0; tries < 300; ++tries) {
      if (await run(expression)) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    assert.fail(`${what}: ${await run("document.getElementById('status')?.textContent")}`);
  };
  const picture = async (name) => {
    const { data } = await tell("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(path.join(pictures, `${name}.png`), Buffer.from(data, "base64"));
  };
  for (const domain of ["Page", "Runtime", "Network", "DOM", "Log"]) await tell(`${domain}.enable`);
  await tell("Emulation.setDeviceMetricsOverride", { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false });
  const began = Date.now();
  await tell("Page.navigate", { url: `file://${page}` });
  await until("document.body?.dataset.ready === 'yes'", "start");
  const first = Date.now() - began;
  await picture("start-1440x900");

  // What is on the canvas: the share of pixels that are not the ground's.
  const drawn = `(() => { const c = document.getElementById("canvas"), g = c.getContext("webgl2"), p = new Uint8Array(4 * c.width * c.height);
    g.readPixels(0, 0, c.width, c.height, g.RGBA, g.UNSIGNED_BYTE, p); let n = 0, s = 0;
    for (let i = 0; i < p.length; i += 4) if (p[i] !== p[0] || p[i + 1] !== p[1] || p[i + 2] !== p[2]) { ++n; s = (s * 31 + p[i]) % 1000003; }
    return [n / (c.width * c.height), s]; })()`;
  const [share, before] = await run(drawn);
  assert.ok(share > 0.03 && share < 0.6, `drawn: ${share}`);

  // A slider, by the keyboard: focus, then End.
  assert.equal(await run("document.querySelectorAll('.slider input').length"), sliders);
  const height = await run("document.getElementById('height').textContent");
  await run("document.querySelector('[aria-label=Height]').focus()");
  for (const type of ["keyDown", "keyUp"]) await tell("Input.dispatchKeyEvent", { type, key: "End", code: "End", windowsVirtualKeyCode: 35 });
  await until(`document.getElementById('height').textContent !== ${JSON.stringify(height)}`, "Height");
  assert.notEqual((await run(drawn))[1], before);
  const step = await run(`(() => { const input = document.querySelector('[aria-label="Body Fat"]'), began = performance.now();
    for (let i = 0; i < 50; ++i) { input.value = String(2 * i); input.dispatchEvent(new Event("input")); }
    return (performance.now() - began) / 50; })()`);

  // A file of one's own.
  const given = path.join(shared, "fixtures", "ruth2", "Ruth2v4FeetFlat.dae");
  const file = fs.existsSync(given) ? given : path.join(root, "assets", "dress.glb");
  const { root: document } = await tell("DOM.getDocument");
  const choose = async (name) => {
    const { nodeId } = await tell("DOM.querySelector", { nodeId: document.nodeId, selector: "#files" });
    await tell("DOM.setFileInputFiles", { nodeId, files: [name] });
  };
  await choose(file);
  await until("document.querySelector('#verdicts .accepted') !== null", "verdict");
  await picture("worn-1440x900");
  const worn = (await run(drawn))[1];
  await run("document.querySelector('[aria-label=\"Body Fat\"]').focus()");
  for (const type of ["keyDown", "keyUp"]) await tell("Input.dispatchKeyEvent", { type, key: "Home", code: "Home", windowsVirtualKeyCode: 36 });
  assert.notEqual((await run(drawn))[1], worn);

  // What is no mesh is said to be none, and nothing is lost.
  const broken = path.join(home, "broken.dae");
  fs.writeFileSync(broken, "<COLLADA");
  await choose(broken);
  await until("document.querySelector('#verdicts .rejected') !== null", "the broken file");
  assert.equal(await run("document.querySelectorAll('#verdicts h3').length"), 2);

  // A module that ends is started again with the same document.
  await run("engine.exports.mannequin_avatar_evaluate = undefined, guarded(() => { throw new WebAssembly.RuntimeError('tried'); })");
  assert.match(await run("document.getElementById('status').textContent"), /nothing is lost/);
  assert.equal(await run("document.querySelectorAll('#verdicts h3').length"), 2);
  assert.equal(await run("document.querySelector('[aria-label=Height]').value"), "100");
  assert.notEqual(await run("document.getElementById('height').textContent"), height);

  for (const [width, tall] of [[1280, 720], [390, 844]]) {
    await tell("Emulation.setDeviceMetricsOverride", { width, height: tall, deviceScaleFactor: 1, mobile: width < 500 });
    await run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assert.ok(await run("document.documentElement.scrollWidth <= innerWidth"), `${width} is too narrow`);
    await picture(`worn-${width}x${tall}`);
  }

  // Nobody was asked for anything, and everything that can be used has a name.
  const asked = heard.filter((message) => message.method === "Network.requestWillBeSent").map((message) => message.params.request.url);
  assert.deepEqual(asked.filter((url) => !url.startsWith("blob:") && !url.startsWith("data:")), [`file://${page}`]);
  assert.match(await run("fetch('https://example.com').then(() => 'reached', (problem) => 'refused')"), /refused/);
  const { nodes } = await tell("Accessibility.getFullAXTree");
  const nameless = nodes.filter((node) => ["button", "slider", "checkbox", "combobox", "searchbox"].includes(node.role?.value) && !node.name?.value);
  assert.deepEqual(nameless.map((node) => node.role.value), []);
  const problems = heard.filter((message) => message.method === "Runtime.exceptionThrown" ||
    (message.method === "Log.entryAdded" && message.params.entry.level === "error" && !message.params.entry.text.includes("example.com")));
  assert.deepEqual(problems.map((message) => JSON.stringify(message.params)), []);
  console.log(`page: ${fs.statSync(page).size} bytes, first picture after ${first} ms, a slider step ${step.toFixed(1)} ms`);
}

main().then(() => 0, (problem) => (console.error(problem), 1)).then(async (code) => {
  const ended = new Promise((done) => browser.once("exit", done));
  browser.kill();
  await ended;
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  process.exit(code);
});
