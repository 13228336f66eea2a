// The panel of what is worn, with one row per file.
"use strict";

class WornPanel {
  constructor(place, page) { Object.assign(this, { place, page }); }

  // Rebuilds the rows from the document. Folded rows stay folded.
  update() { keepingFocus(this.place, () => this.make()); }

  make() {
    const { page } = this, state = page.document.now;
    const folded = new Set([...this.place.querySelectorAll("details:not([open])")].map((each) => each.dataset.key));
    this.place.replaceChildren();
    // First: whoever drops a body wants the built-in one away.
    const built = element("section", "", "builtin");
    built.append(element("h3", "Built in"), this.tick("Body", state.body, (on) => page.change("the body", (next) => { next.body = on; }), "The built-in body"),
      this.tick("Clothes", state.clothes, (on) => page.change("the clothes", (next) => { next.clothes = on; }), "The built-in top, trousers and boots"));
    this.place.append(built);
    if (state.files.length === 0) this.place.append(element("p", "Nothing of your own is worn. Drop a rigged mesh anywhere, or choose Open files.", "hint"));
    for (const [index, file] of state.files.entries()) this.place.append(this.row(file, index, folded));
  }

  tick(text, on, change, name = text) {
    const label = element("label", "", "tick"), input = document.createElement("input");
    input.type = "checkbox";
    input.checked = on;
    if (name !== text) input.setAttribute("aria-label", name);
    input.addEventListener("change", () => change(input.checked));
    label.append(input, ` ${text}`);
    return label;
  }

  row(file, index, folded) {
    const { page } = this, worn = page.stage.worn.get(file.key), row = element("section", "", "file");
    row.setAttribute("aria-label", file.name);
    const head = element("div", "", "line"), swatch = element("span", "", "swatch"), off = element("button", "✕", "plain");
    swatch.style.setProperty("--tint", cssColour(TINTS[index % TINTS.length].map((value) => value ** (1 / 2.2))));
    off.type = "button";
    off.setAttribute("aria-label", `Take off ${file.name}`);
    off.title = "Take off";
    off.addEventListener("click", () => page.change(`taking off ${file.name}`, (next) => {
      next.files = next.files.filter((other) => other.key !== file.key);
      comeBack(page, next, worn);
    }));
    head.append(this.tick("", file.visible, (on) => this.set(file, "visible", on), `Show ${file.name}`), swatch, element("h3", file.name), off);
    row.append(head);
    if (!worn) return row;
    row.append(verdict(worn));
    if (worn.problem) row.append(element("p", `${sentence(worn.problem)} It is not shown.`, "rejected"));
    if (worn.set) row.append(...this.facts(file, worn));
    if (worn.report.findings.length > 0) {
      const details = document.createElement("details");
      details.dataset.key = file.key;
      details.open = !folded.has(String(file.key));
      details.append(element("summary", plural(worn.report.findings.length, "finding")),
        findingsList(worn, (finding) => page.showFinding(worn, finding), (finding) => page.placeOfFinding(worn, finding)));
      row.append(details);
    } else row.append(element("p", "No problems found.", "hint"));
    return row;
  }

  facts(file, worn) {
    const vertices = worn.set.meshes.reduce((sum, mesh) => sum + mesh.vertices, 0), moved = new Set(worn.offsets.filter((offset) => offset.counts).map((offset) => offset.joint));
    const joints = new Set(worn.set.meshes.flatMap((mesh) => mesh.influences ? mesh.influences.joints.filter((joint) => joint >= 0) : []));
    const made = [element("p", `${plural(vertices, "vertex", "vertices")}, ${plural(joints.size, "joint")}`, "hint")];
    if (isAsset(file.name)) made.push(element("p", moved.size ? `Moves ${plural(moved.size, "joint")}: those of mesh assets always count.` : "Moves no joints.", "hint"));
    else if (moved.size === 0) made.push(element("p", "Moves no joints.", "hint"));
    else {
      made.push(this.tick("Use its joint positions", file.positions, (on) => this.set(file, "positions", on), `Use the joint positions of ${file.name}`));
      made.push(element("p", file.positions ? `It moves ${plural(moved.size, "joint")}.`
        : `It has positions for ${plural(moved.size, "joint")}, which are ignored, as when the box is not ticked at upload.`, "hint"));
    }
    if (/\.(glb|gltf)$/i.test(file.name)) {
      const label = element("label", "Read as by "), select = document.createElement("select");
      for (const [value, text] of [[1, "Second Life viewers"], [2, "the next viewer"], [3, "the glTF specification"]]) {
        const option = element("option", text);
        option.value = value;
        option.selected = file.importer === value;
        select.append(option);
      }
      select.addEventListener("change", () => this.set(file, "importer", Number(select.value)));
      label.append(select);
      made.push(label);
    }
    return made;
  }

  set(file, what, value) {
    this.page.change(file.name, (next) => { next.files.find((other) => other.key === file.key)[what] = value; });
  }
}
