// The sliders, by section, as in the viewer's appearance editor.
"use strict";

class SliderPanel {
  constructor(place, page) {
    Object.assign(this, { place, page, rows: new Map(), effects: new Map(), due: [], queued: false, unfolded: new Set(), query: "", kept: null });
    for (const [title, ids] of SECTIONS) {
      const section = document.createElement("details"), known = ids.map((id) => page.stage.sliders.get(id)).filter(Boolean);
      section.dataset.section = title;
      section.open = title === "Body";
      const summary = element("summary", title), told = element("span", "", "told"), reset = element("button", "Reset", "plain");
      reset.type = "button";
      reset.setAttribute("aria-label", `Reset ${title}`);
      reset.addEventListener("click", (event) => {
        event.preventDefault();
        page.change(`resetting ${title}`, (next) => { for (const id of ids) next.weights.delete(id); });
      });
      summary.append(told, reset);
      section.append(summary, ...known.map((slider) => this.row(slider, title)));
      // One section open at a time, as in the viewer; the camera goes there. Not while several are searched.
      summary.addEventListener("click", (event) => {
        if (event.defaultPrevented || section.open || this.searched()) return;
        for (const other of place.children) if (other !== section) other.open = false;
        if ($("fly").checked) page.lookAt(title);
      });
      section.addEventListener("toggle", () => { if (section.open && page.started) this.measure(); });
      place.append(section);
    }
  }

  searched() { return this.wanted() !== "" || $("filter").value !== "all"; }
  wanted() { return $("find").value.trim().toLowerCase(); }

  row(slider, section) {
    const { page } = this, row = element("div", "", "slider"), line = element("div", "", "line");
    const name = element("button", slider.label, "name plain"), track = element("span", "", "track"), range = document.createElement("input"), number = document.createElement("input");
    const effect = element("button", "", "effect plain"), reset = element("button", "↺", "reset plain"), more = element("div", "", "more");
    const percent = (weight) => 100 * (weight - slider.min) / (slider.max - slider.min);
    row.dataset.id = slider.id;
    name.type = effect.type = reset.type = "button";
    name.setAttribute("aria-expanded", "false");
    name.title = `${ENDS[slider.id][0]} – ${ENDS[slider.id][1]}`;
    effect.setAttribute("aria-label", `What ${slider.label} does`);
    reset.setAttribute("aria-label", `Reset ${slider.label}`);
    reset.title = "Back to the default";
    Object.assign(range, { type: "range", min: 0, max: 100, step: 1 });
    Object.assign(number, { type: "number", min: 0, max: 100, step: 1, inputMode: "decimal" });
    range.setAttribute("aria-label", slider.label);
    number.setAttribute("aria-label", `${slider.label}, per cent`);
    track.style.setProperty("--default", percent(slider.default) / 100);
    track.append(range);
    const set = (value, gesture) => {
      const weight = slider.min + (slider.max - slider.min) * Math.min(100, Math.max(0, value)) / 100;
      page.setSlider(slider, weight, gesture);
    };
    range.addEventListener("input", () => set(Number(range.value), `slider ${slider.id}`));
    range.addEventListener("change", () => page.document.endGesture());
    range.addEventListener("keydown", (event) => { if (event.key === "Backspace" || event.key === "Delete") { event.preventDefault(); reset.click(); } });
    number.addEventListener("change", () => { if (number.value !== "" && Number.isFinite(Number(number.value))) set(Number(number.value), null); this.updateRow(this.rows.get(slider.id), true); });
    reset.addEventListener("click", () => page.setSlider(slider, null, null));
    const toggle = () => this.unfold(slider.id, !this.unfolded.has(slider.id));
    name.addEventListener("click", toggle);
    effect.addEventListener("click", toggle);
    more.hidden = true;
    line.append(name, track, number, effect, reset);
    row.append(line, more);
    this.rows.set(slider.id, { slider, section, row, name, range, number, effect, reset, more, percent, set });
    return row;
  }

  unfold(id, open) {
    const each = this.rows.get(id);
    each.name.setAttribute("aria-expanded", String(open));
    each.more.hidden = !open;
    if (open) this.unfolded.add(id);
    else { this.unfolded.delete(id); each.more.replaceChildren(); each.ends = null; }
    if (open) { this.explain(each); this.page.ends.want(); }
  }

  // What the unfolded part of a row says; the pictures are filled in by ends.js.
  explain(each) {
    const effect = this.effects.get(each.slider.id);
    if (!each.ends) {
      const pictures = element("div", "", "ends");
      each.ends = [0, 100].map((end, index) => {
        const button = element("button", "", "end"), canvas = document.createElement("canvas"), text = ENDS[each.slider.id][index];
        button.type = "button";
        button.setAttribute("aria-label", `${each.slider.label} towards ${text}`);
        button.title = "Steps a tenth of the way";
        canvas.width = canvas.height = 2 * 112;
        button.append(canvas, element("span", text));
        button.addEventListener("click", () => each.set(each.percent(this.weight(each.slider)) + (index === 0 ? -10 : 10), null));
        pictures.append(button);
        return canvas;
      });
      each.reason = element("p", "", "reason");
      each.more.replaceChildren(pictures, each.reason);
    }
    each.reason.textContent = !effect ? "…" : effect.reason ? effect.reason : lifts(effect) ? `Lifts the whole avatar, by ${each.slider.min} to ${each.slider.max} m, and changes no shape.`
      : `Moves what is worn by up to ${millimetres(effect.metres)}, through ${[effect.bones && "bones", effect.volumes && "collision volumes"].filter(Boolean).join(" and ") || "the avatar's height"}.`;
  }

  weight(slider) { return this.page.document.now.weights.get(slider.id) ?? slider.default; }

  // One row's value; a number that is being typed stays, unless `typed`.
  updateRow(each, typed = false) {
    const { slider } = each, value = each.percent(this.weight(slider)), edited = this.page.document.now.weights.has(slider.id);
    if (Math.abs(Number(each.range.value) - value) > 0.5 || document.activeElement !== each.range) each.range.value = String(value);
    if (typed || document.activeElement !== each.number) each.number.value = Math.abs(value - Math.round(value)) < 1e-6 ? String(Math.round(value)) : value.toFixed(1);
    each.reset.classList.toggle("unseen", !edited);
    each.reset.tabIndex = edited ? 0 : -1;
    each.row.classList.toggle("edited", edited);
  }

  // Values, sex, search and filter.
  update() {
    const state = this.page.document.now, wanted = this.wanted(), filter = $("filter").value;
    for (const each of this.rows.values()) {
      this.updateRow(each);
      const { slider } = each, effect = this.effects.get(slider.id), words = `${slider.label} ${ENDS[slider.id].join(" ")} ${slider.id}`.toLowerCase();
      each.row.hidden = (slider.sex === 1 && state.sex === "male") || (slider.sex === 2 && state.sex === "female") || (wanted !== "" && !words.includes(wanted)) ||
        (filter === "edited" && !state.weights.has(slider.id)) || (filter === "moves" && effect !== undefined && effect.why !== 0);
    }
    for (const section of this.place.children) {
      const rows = [...section.querySelectorAll(".slider")], edited = rows.filter((row) => row.classList.contains("edited") && !row.hidden).length;
      section.hidden = rows.every((row) => row.hidden);
      section.querySelector(".told").textContent = edited ? `${edited} edited` : "";
      section.querySelector("summary button").hidden = edited === 0;
    }
    this.unfoldFound(`${filter} ${wanted}`);
    $("nosliders").hidden = [...this.place.children].some((section) => !section.hidden);
    const own = `Default ${state.sex}`;
    $("shapename").textContent = state.shape ? state.shape : state.weights.size ? `${own}, changed` : own;
  }

  // What is found is unfolded; afterwards, what was before.
  unfoldFound(query) {
    if (query === this.query) return;
    this.query = query;
    const sections = [...this.place.children];
    if (this.searched()) {
      this.kept ??= sections.filter((section) => section.open);
      for (const section of sections) section.open = true;
    } else if (this.kept) {
      for (const section of sections) section.open = this.kept.includes(section);
      this.kept = null;
    }
  }

  // Marks all measurements as outdated.
  forget() {
    this.effects.clear();
    this.due = [];
    for (const each of this.rows.values()) each.effect.classList.add("old");
    this.measure();
  }

  // Measures sliders one by one while nothing else is to be done, those that are seen first.
  measure() {
    const seen = (each) => !each.row.hidden && each.row.closest("details").open;
    const filter = $("filter").value === "moves";
    this.due = [...this.rows.values()].filter((each) => !this.effects.has(each.slider.id) && !each.row.hidden && (filter || seen(each)));
    if (this.queued || this.due.length === 0) return;
    this.queued = true;
    const idle = window.requestIdleCallback ? (work) => requestIdleCallback(work, { timeout: 500 }) : (work) => setTimeout(work, 30);
    const step = () => {
      if (performance.now() - this.page.touched < 150) { idle(step); return; }
      const began = performance.now();
      while (this.due.length > 0 && performance.now() - began < 12) {
        const each = this.due.shift();
        if (this.effects.has(each.slider.id)) continue;
        if (!this.page.safely(() => { this.effects.set(each.slider.id, this.page.stage.engine.measure(this.page.stage.avatar, this.page.stage.measured(this.page.document.now), each.slider.id)); })) { this.queued = false; setTimeout(() => this.measure(), 500); return; }
        this.tell(each);
      }
      if (this.due.length > 0) { idle(step); return; }
      this.queued = false;
      if (filter) this.update();
    };
    idle(step);
  }

  tell(each) {
    const effect = this.effects.get(each.slider.id), dead = effect.why !== 0;
    each.effect.textContent = dead ? "why not?" : `${[effect.bones && "B", effect.volumes && "V"].filter(Boolean).join("")} ${effect.metres > 0 ? millimetres(effect.metres) : ""}`.trim();
    if (lifts(effect)) each.effect.textContent = "lifts all";
    each.effect.title = dead ? effect.reason : lifts(effect) ? "Lifts the whole avatar" : `Moves what is worn by up to ${millimetres(effect.metres)} (B: bones, V: collision volumes)`;
    each.effect.classList.remove("old");
    each.row.classList.toggle("dead", dead);
    if (this.unfolded.has(each.slider.id)) this.explain(each);
  }
}

// Hover: no joint moves, but all of the avatar.
const lifts = (effect) => effect.why === 0 && !effect.bones && !effect.volumes;
const millimetres = (metres) => metres >= 0.00995 ? `${(1000 * metres).toFixed(0)} mm` : `${(1000 * metres).toFixed(1)} mm`;
