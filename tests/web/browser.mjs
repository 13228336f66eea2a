// A browser that a test uses as a person would: Chromium by its own protocol over a pipe, Firefox by
// WebDriver BiDi.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const KEYS = { End: 35, Home: 36, ArrowRight: 39, ArrowLeft: 37, Tab: 9, Enter: 13, Escape: 27, " ": 32 };
const BIDI_KEYS = { End: "\uE010", Home: "\uE011", ArrowRight: "\uE014", ArrowLeft: "\uE012", Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", Control: "\uE009" };
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// What both have: waiting, clicks on elements, a drag of a slider.
class Browser {
  constructor(home) { this.home = home; this.asked = []; this.problems = []; }

  async until(expression, what, seconds = 40) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
      if (await this.run(expression)) return;
      await wait(60);
    }
    assert.fail(`${what}: ${await this.run("document.getElementById('status')?.textContent")}`);
  }

  // The middle of what a selector names, scrolled into view, as [x, y]; it must be what a click there would reach.
  async middle(selector) {
    const found = await this.run(`(() => { const it = document.querySelector(${JSON.stringify(selector)});
      if (!it) return "is not there";
      it.scrollIntoView({ block: "center" });
      const box = it.getBoundingClientRect(), at = [box.left + box.width / 2, box.top + box.height / 2];
      if (box.width === 0) return "cannot be seen";
      const top = document.elementFromPoint(...at);
      if (!top || !(it === top || it.contains(top) || top.contains(it))) return "is behind " + (top && (top.id || top.className || top.tagName));
      return at; })()`);
    assert.ok(Array.isArray(found), `${selector} ${found}`);
    return found;
  }

  async click(selector) {
    const at = await this.middle(selector);
    await this.pointer([["move", ...at], ["down"], ["up"]]);
  }

  // Drags the thumb of a range to a share of its width.
  async slide(selector, share) {
    const [, y] = await this.middle(selector);
    const [left, width, now] = await this.run(`(() => { const it = document.querySelector(${JSON.stringify(selector)}), box = it.getBoundingClientRect();
      return [box.left, box.width, (it.value - it.min) / (it.max - it.min)]; })()`);
    const at = (part) => left + 8 + (width - 16) * part;
    const path = [["move", at(now), y], ["down"]];
    for (let step = 1; step <= 8; ++step) path.push(["move", at(now + (share - now) * step / 8), y]);
    await this.pointer([...path, ["up"]]);
  }

  async close() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill();
    await Promise.race([ended, wait(5000).then(() => this.process.kill("SIGKILL"))]);
    await ended;
    this.manager?.kill();
    this.screen?.kill();
    // Processes of the browser outlive it for a moment, and write.
    for (let tries = 0; tries < 50 && fs.existsSync(this.home); ++tries) {
      try { fs.rmSync(this.home, { recursive: true, force: true }); } catch { await wait(100); }
    }
  }
}

class Chromium extends Browser {
  static async open() {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "mannequin-page-"));
    const browser = new Chromium(home);
    browser.process = spawn("chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      `--user-data-dir=${home}/profile`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let next = 1, rest = "";
    const waiting = new Map(), heard = (message) => browser.heard(message);
    browser.process.stdio[4].on("data", (data) => {
      rest += data;
      for (let end = rest.indexOf("\0"); end >= 0; end = rest.indexOf("\0")) {
        const message = JSON.parse(rest.slice(0, end));
        rest = rest.slice(end + 1);
        if (!message.id) { heard(message); continue; }
        const [done, failed] = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.error) failed(new Error(JSON.stringify(message.error)));
        else done(message.result);
      }
    });
    const send = (method, params = {}, sessionId) => new Promise((done, failed) => {
      waiting.set(next, [done, failed]);
      browser.process.stdio[3].write(`${JSON.stringify({ id: next++, method, params, sessionId })}\0`);
    });
    const { targetId } = await send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    browser.tell = (method, params) => send(method, params, sessionId);
    // Seconds of processor time so far, by kind of process: whatever else the machine does.
    browser.processorTime = async () => {
      const made = {};
      for (const { type, cpuTime } of (await send("SystemInfo.getProcessInfo")).processInfo) made[type] = (made[type] ?? 0) + cpuTime;
      return made;
    };
    browser.downloads = path.join(home, "downloads");
    fs.mkdirSync(browser.downloads);
    await send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: browser.downloads });
    for (const domain of ["Page", "Runtime", "Network", "DOM", "Log"]) await browser.tell(`${domain}.enable`);
    browser.version = (await send("Browser.getVersion")).product;
    return browser;
  }

  heard({ method, params }) {
    if (method === "Network.requestWillBeSent") this.asked.push(params.request.url);
    if (method === "Runtime.exceptionThrown") this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error") this.problems.push(params.entry.text);
  }

  async goto(url) { await this.tell("Page.navigate", { url }); }
  async run(expression) {
    const made = await this.tell("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    assert.ok(!made.exceptionDetails, JSON.stringify(made.exceptionDetails?.exception?.description ?? made.exceptionDetails));
    return made.result.value;
  }
  async size(width, height, touch = false) {
    await this.tell("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: touch ? 2 : 1, mobile: touch });
    await this.tell("Emulation.setTouchEmulationEnabled", { enabled: touch });
  }
  async theme(name) { await this.tell("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: name }, { name: "prefers-reduced-motion", value: "reduce" }] }); }
  async picture(file) {
    const { data } = await this.tell("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }
  async pointer(steps) {
    let at = [0, 0], held = false;
    for (const [what, ...where] of steps) {
      if (what === "move") at = where;
      if (what !== "move") held = what === "down";
      await this.tell("Input.dispatchMouseEvent", { type: { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" }[what], x: at[0], y: at[1],
        button: what === "move" && !held ? "none" : "left", buttons: held ? 1 : 0, clickCount: what === "move" ? 0 : 1 });
    }
  }
  async touch(fingers) { // a list of moments, each a list of points
    await this.tell("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers[0].map(([x, y], id) => ({ x, y, id })) });
    for (const points of fingers.slice(1)) await this.tell("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await this.tell("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }
  async key(key, control = false) {
    const code = KEYS[key] ?? key.toUpperCase().charCodeAt(0), modifiers = control ? 2 : 0;
    const text = key.length === 1 && !control ? { text: key } : key === "Enter" ? { text: "\r" } : {};
    await this.tell("Input.dispatchKeyEvent", { type: "keyDown", key, code: key, windowsVirtualKeyCode: code, modifiers, ...text });
    await this.tell("Input.dispatchKeyEvent", { type: "keyUp", key, code: key, windowsVirtualKeyCode: code, modifiers });
  }
  async type(text) { await this.tell("Input.insertText", { text }); }
  async choose(selector, files) {
    const { root } = await this.tell("DOM.getDocument");
    const { nodeId } = await this.tell("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.tell("DOM.setFileInputFiles", { nodeId, files });
  }
  // Files dropped on a place of the page.
  async drop(files, x, y) {
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"]) await this.tell("Input.dispatchDragEvent", { type, x, y, data });
  }
  async names() {
    const { nodes } = await this.tell("Accessibility.getFullAXTree");
    return nodes.filter((node) => !node.ignored).map((node) => ({ role: node.role?.value, name: node.name?.value }));
  }
}

class Firefox extends Browser {
  static async open() {
    assert.ok(globalThis.WebSocket, "run node with --experimental-websocket");
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "mannequin-page-"));
    const browser = new Firefox(home), profile = path.join(home, "profile");
    fs.mkdirSync(profile);
    browser.downloads = path.join(home, "downloads");
    fs.mkdirSync(browser.downloads);
    // WebGL in software, no calls home, downloads without a question.
    fs.writeFileSync(path.join(profile, "user.js"), Object.entries({ "webgl.force-enabled": true, "webgl.disable-fail-if-major-performance-caveat": true,
      "app.update.enabled": false, "datareporting.policy.dataSubmissionEnabled": false, "toolkit.telemetry.enabled": false, "browser.shell.checkDefaultBrowser": false,
      "browser.download.folderList": 2, "browser.download.dir": browser.downloads, "browser.download.useDownloadDir": true, "browser.download.alwaysOpenPanel": false, "ui.prefersReducedMotion": 1,
      "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false, "app.normandy.enabled": false, "remote.prefs.recommended": true })
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`).join("\n"));
    // Without a display there is no WebGL in it, and without a window manager no focus.
    browser.screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
    const display = await new Promise((done, failed) => {
      browser.screen.stdio[3].once("data", (number) => done(`:${String(number).trim()}`));
      browser.screen.once("error", failed);
      browser.screen.once("exit", () => failed(new Error("Xvfb did not start")));
    });
    browser.manager = spawn("matchbox-window-manager", { stdio: "ignore", env: { ...process.env, DISPLAY: display } });
    browser.process = spawn("firefox-esr", ["--no-remote", "--remote-debugging-port=0", "--profile", profile, "data:text/html,start"],
      { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: home, DISPLAY: display, WAYLAND_DISPLAY: "" } });
    const url = await new Promise((done, failed) => {
      let told = "";
      browser.process.stderr.on("data", (data) => {
        told += data;
        const found = told.match(/WebDriver BiDi listening on (ws:\/\/\S+)/);
        if (found) done(found[1]);
      });
      browser.process.once("exit", () => failed(new Error(told)));
      setTimeout(() => failed(new Error(`Firefox did not start: ${told}`)), 60000);
    });
    const socket = new WebSocket(`${url}/session`), waiting = new Map();
    await new Promise((done, failed) => { socket.onopen = done; socket.onerror = () => failed(new Error("no connection to Firefox")); });
    let next = 1;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (!message.id) { browser.heard(message); return; }
      const [done, failed] = waiting.get(message.id);
      if (message.type === "error") failed(new Error(`${message.error}: ${message.message}`));
      else done(message.result);
    };
    browser.tell = (method, params = {}) => new Promise((done, failed) => {
      waiting.set(next, [done, failed]);
      socket.send(JSON.stringify({ id: next++, method, params }));
    });
    const session = await browser.tell("session.new", { capabilities: {} });
    browser.version = `Firefox ${session.capabilities.browserVersion}`;
    await browser.tell("session.subscribe", { events: ["network.beforeRequestSent", "log.entryAdded"] });
    browser.context = (await browser.tell("browsingContext.getTree")).contexts[0].context;
    return browser;
  }

  heard({ method, params }) {
    if (method === "network.beforeRequestSent") this.asked.push(params.request.url);
    if (method === "log.entryAdded" && params.level === "error") this.problems.push(params.text);
  }
  async goto(url) { await this.tell("browsingContext.navigate", { context: this.context, url, wait: "none" }); }
  async run(expression) {
    const made = await this.tell("script.evaluate", { expression: `Promise.resolve(${expression}).then((value) => JSON.stringify({ value }))`, target: { context: this.context }, awaitPromise: true });
    if (made.type === "exception") assert.fail(`${expression}: ${made.exceptionDetails.text}`);
    return JSON.parse(made.result.value).value;
  }
  async size(width, height) { await this.tell("browsingContext.setViewport", { context: this.context, viewport: { width, height } }); }
  // By the page's own menu, where there is a page.
  async theme(name) {
    await this.run(`(() => { const menu = document.getElementById("theme"); if (menu) { menu.value = ${JSON.stringify(name)}; menu.dispatchEvent(new Event("change")); } return 1; })()`);
  }
  async picture(file) {
    const { data } = await this.tell("browsingContext.captureScreenshot", { context: this.context });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }
  async pointer(steps) {
    const actions = steps.map(([what, x, y]) => what === "move" ? { type: "pointerMove", x: Math.round(x), y: Math.round(y) } : { type: what === "down" ? "pointerDown" : "pointerUp", button: 0 });
    await this.tell("input.performActions", { context: this.context, actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
  }
  async key(key, control = false) {
    const value = BIDI_KEYS[key] ?? key, actions = [{ type: "keyDown", value }, { type: "keyUp", value }];
    if (control) { actions.unshift({ type: "keyDown", value: BIDI_KEYS.Control }); actions.push({ type: "keyUp", value: BIDI_KEYS.Control }); }
    await this.tell("input.performActions", { context: this.context, actions: [{ type: "key", id: "keys", actions }] });
  }
  async type(text) { for (const letter of text) await this.key(letter); }
  async choose(selector, files) {
    const { nodes } = await this.tell("browsingContext.locateNodes", { context: this.context, locator: { type: "css", value: selector } });
    await this.tell("input.setFiles", { context: this.context, element: { sharedId: nodes[0].sharedId }, files });
  }
  async drop(files) { await this.choose("#files", files); } // BiDi has no drag of files
}

export const openBrowser = (name) => name === "firefox" ? Firefox.open() : Chromium.open();
export { wait };
