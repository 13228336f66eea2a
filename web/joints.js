// The table of joints: which are moved, by which file, and how many vertices follow each.
"use strict";

class JointPanel {
  constructor(place, page) { Object.assign(this, { place, page }); }

  update() { keepingFocus(this.place, () => this.make()); }

  make() {
    const { page } = this, { stage } = page, wanted = $("findjoint").value.trim().toLowerCase(), only = $("jointfilter").value;
    const rows = stage.joints.filter((joint) => joint.kind < 2 && joint.name.toLowerCase().includes(wanted) &&
      (only === "all" || (only === "moved" ? stage.moved.has(joint.index) : stage.counts[joint.index] > 0)));
    rows.sort((a, b) => (stage.moved.has(b.index) - stage.moved.has(a.index)) || a.index - b.index);
    const body = document.createElement("tbody");
    for (const joint of rows) {
      const moved = stage.moved.get(joint.index), row = document.createElement("tr"), name = document.createElement("th"), button = element("button", "", "plain");
      const sign = moved ? (stage.counts[joint.index] ? "◆" : "◇") : stage.counts[joint.index] ? "●" : "○";
      name.scope = "row";
      button.type = "button";
      button.append(element("span", sign, moved ? "sign moved" : stage.counts[joint.index] ? "sign weighted" : "sign"), joint.name);
      button.setAttribute("aria-pressed", String(page.joint === joint.index));
      button.addEventListener("click", () => page.select(page.joint === joint.index ? null : joint.index));
      button.addEventListener("dblclick", () => { page.select(joint.index); page.flyTo(stage.placeOf(joint.index), 0.8); });
      name.append(button);
      row.append(name, element("td", moved ? (1000 * Math.hypot(...moved.moved)).toFixed(2) : ""), element("td", stage.counts[joint.index] ? stage.counts[joint.index].toLocaleString("en").replaceAll(",", "\u2009") : ""));
      if (moved) row.title = `${moved.by} moves ${joint.name} by ${moved.moved.map((value) => (1000 * value).toFixed(2)).join(", ")} mm (x, y, z)${moved.others.length ? `; also set by ${moved.others.join(", ")}` : ""}`;
      if (joint.index === page.joint) row.className = "selected";
      body.append(row);
      if (moved) {
        const told = document.createElement("tr"), cell = element("td", `set by ${moved.by}: ${moved.moved.map((value) => (1000 * value).toFixed(1)).join(", ")} mm${moved.others.length ? `; ${moved.others.join(", ")} would set it, too` : ""}`, "by");
        cell.colSpan = 3;
        told.append(cell);
        body.append(told);
      }
    }
    this.place.querySelector("tbody").replaceWith(body);
    const noise = [...stage.moved.values()].filter((each) => Math.hypot(...each.moved) < 0.001).length;
    $("jointsum").textContent = stage.moved.size === 0 ? "No worn mesh moves a joint." : `${plural(stage.moved.size, "joint")} moved${noise ? `, ${noise} of them by less than 1 mm: likely rounding` : ""}. Length sliders do not act on them.`;
  }
}
