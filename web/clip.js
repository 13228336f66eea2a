// The bar under the picture while an animation plays.
"use strict";

class ClipBar {
  constructor(page) {
    Object.assign(this, { page, time: 0, running: false, last: 0 });
    $("play").addEventListener("click", () => this.run(!this.running));
    $("time").addEventListener("input", () => { this.time = Number($("time").value); this.run(false); page.glide({ pose: true }); });
    $("stop").addEventListener("click", () => page.change("stopping the animation", (next) => { next.clip = null; next.pose = null; }));
  }

  // Updates from the document.
  update(begin) {
    const { clip } = this.page.stage, state = this.page.document.now;
    $("clip").hidden = !state.clip && !state.pose;
    $("clipname").textContent = state.clip?.name ?? state.pose?.name ?? "";
    for (const id of ["play", "time", "seconds"]) $(id).hidden = !clip;
    const notes = clip?.notes ?? [];
    $("clipnotes").hidden = notes.length === 0;
    $("clipnotes").textContent = notes.map((note) => `▲ ${note}`).join(" ");
    if (!clip) { this.run(false); return; }
    if (begin) this.time = 0;
    $("time").max = String(clip.duration);
    $("time").step = "any";
    if (begin) this.run(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.tell();
  }

  tell() {
    const { clip } = this.page.stage;
    if (!clip) return;
    $("time").value = String(this.time);
    $("seconds").textContent = `${this.time.toFixed(2)} / ${clip.duration.toFixed(2)} s`;
    $("time").setAttribute("aria-valuetext", $("seconds").textContent);
    $("play").textContent = this.running ? "❚❚ Pause" : "▶ Play";
  }

  run(on) {
    const begins = on && !this.running;
    this.running = on;
    if (begins) {
      this.last = performance.now();
      requestAnimationFrame(() => this.tick());
    }
    this.tell();
  }

  tick() {
    const { clip } = this.page.stage, now = performance.now();
    if (!this.running || !clip) return;
    this.time += (now - this.last) / 1000;
    this.last = now;
    if (clip.duration > 0) this.time %= clip.duration;
    this.page.glide({ pose: true });
    this.tell();
    requestAnimationFrame(() => this.tick());
  }
}
