// Colours of what is drawn: the two themes, and ramps of seven evenly spaced stops.
"use strict";

const RAMPS = {
  viridis: ["440154", "443983", "31688e", "21918c", "35b779", "8ed645", "fde725"],
  batlow: ["011959", "144d62", "3c6d56", "818232", "d19342", "fdac9c", "facbf8"],
};
const ramp = (name) => RAMPS[name].map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255));

// For worn files, in order; distinct from skin and clothes, and from each other in grey, too.
const TINTS = [[0.2, 0.45, 0.75], [0.85, 0.55, 0.15], [0.3, 0.6, 0.35], [0.6, 0.3, 0.6], [0.75, 0.7, 0.3], [0.25, 0.6, 0.65]];
const cssColour = (rgb) => `rgb(${rgb.map((value) => Math.round(255 * value)).join(" ")})`;

// Whether the page is dark now: as chosen, else the system's setting.
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

// For joint marks; the shape shows the state, too.
const MARKS = {
  dark: { ground: [0.169, 0.184, 0.204], plain: "#a0a7ae", weighted: "#3fa7ff", offset: "#ff7043", selected: "#ffffff", volume: "#f0e442", attachment: "#2fa37f", halo: "#14161a" },
  light: { ground: [0.875, 0.886, 0.898], plain: "#6b747d", weighted: "#2a6fdb", offset: "#c2410c", selected: "#000000", volume: "#4a1a6a", attachment: "#00594a", halo: "#ffffff" },
};
const marks = () => MARKS[isDark() ? "dark" : "light"];

// The paint of a mesh's vertices: { value: 0 to 1 for each vertex, or -1 for none }, the ramp, and a legend.
// `influences`: as Mannequin.influences() returns them; null: not rigged.
const PAINTS = {
  weights: {
    title: (page) => page.joint === null ? "Weights: choose a joint" : `Weight of ${page.stage.joints[page.joint].name}`, ramp: "viridis",
    ends: () => ["0", "0.5", "1"], none: "no weight",
    values(influences, count, page) {
      const values = new Float32Array(count).fill(-1);
      if (!influences || page.joint === null) return values;
      const { joints, slots, weights } = influences, slot = joints.indexOf(page.joint);
      if (slot < 0) return values;
      for (let v = 0; v < count; ++v) {
        let sum = 0;
        for (let k = 4 * v; k < 4 * v + 4; ++k) if (slots[k] === slot) sum += weights[k];
        if (sum > 0) values[v] = sum;
      }
      return values;
    },
  },
  count: {
    title: () => "Joints per vertex", ramp: "viridis", ends: () => ["1", "", "4"], none: "none", steps: true,
    values(influences, count) {
      const values = new Float32Array(count).fill(-1);
      if (!influences) return values;
      for (let v = 0; v < count; ++v) {
        let number = 0;
        for (let k = 4 * v; k < 4 * v + 4; ++k) if (influences.weights[k] > 0 && influences.joints[influences.slots[k]] >= 0) ++number;
        if (number > 0) values[v] = (number - 1) / 3;
      }
      return values;
    },
  },
  distance: { title: () => "Distance from the default shape", ramp: "batlow", ends: (page) => ["0", "", `${(1000 * page.stage.farthest).toFixed(0)} mm`], none: "" },
};
