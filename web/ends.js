// Pictures of the avatar with one slider at its minimum and at its maximum, for unfolded rows: one per frame.
"use strict";

// The camera of the viewer's appearance editor: joint, and distance in metres, which our wider lens reduces.
const LOOKS = { Head: ["mHead", 0.9], Eyes: ["mHead", 0.7], Ears: ["mHead", 0.8], Nose: ["mHead", 0.7], Mouth: ["mHead", 0.7], Chin: ["mHead", 0.7],
  Torso: ["mTorso", 1.8], Legs: ["mPelvis", 2.6] };

function sectionLook(section, stage, height) {
  const look = LOOKS[section];
  if (!look) {
    // The viewer's height ends below the top of the head.
    const top = Math.max(height, stage.placeOf(stage.jointCalled("mSkull"))[2] + 0.12);
    return { target: [0, 0, 0.5 * top], distance: 1.45 * top };
  }
  const target = stage.placeOf(stage.jointCalled(look[0]));
  if (section === "Legs") target[2] *= 0.6;
  if (target[2] > 1 && look[1] < 1) target[2] += 0.06;
  return { target, distance: 0.7 * look[1] };
}

class EndPictures {
  constructor(page) { Object.assign(this, { page, queued: false, version: 0, drawn: new Map() }); }

  // Marks all of them as outdated.
  forget() { ++this.version; this.want(); }

  want() {
    if (this.queued || this.page.sliders.unfolded.size === 0) return;
    this.queued = true;
    setTimeout(() => requestAnimationFrame(() => { this.queued = false; this.step(); }), 60);
  }

  step() {
    const { page } = this;
    if (performance.now() - page.touched < 200 || page.playing()) { this.want(); return; }
    for (const id of page.sliders.unfolded) {
      const each = page.sliders.rows.get(id);
      if (each.row.hidden || !each.ends || (this.drawn.get(each.ends[0]) === this.version && this.drawn.get(each.ends[1]) === this.version)) continue;
      const end = this.drawn.get(each.ends[0]) === this.version ? 1 : 0;
      if (!page.safely(() => this.draw(each, end))) return;
      this.drawn.set(each.ends[end], this.version);
      this.want();
      return;
    }
  }

  draw(each, end) {
    const { page } = this, { stage, picture } = page, state = page.document.now, { slider } = each, canvas = each.ends[end];
    const weights = new Map(state.weights);
    const at = (weight) => { weights.set(slider.id, weight); stage.engine.setSlider(stage.avatar, slider.id, weight); };
    // Both from the same place, so that a difference in size is visible.
    at(end === 0 ? slider.max : slider.min);
    const other = stage.engine.stand(stage.avatar).height;
    at(end === 0 ? slider.min : slider.max);
    stage.move(state, false);
    const camera = new Camera();
    Object.assign(camera, { yaw: 0.35, pitch: 0.05 }, sectionLook(each.section, stage, Math.max(other, stage.size.height)));
    picture.fit();
    const side = Math.min(canvas.width, picture.canvas.width, picture.canvas.height);
    picture.draw(camera, stage.drawn(), [0, 0, side, side], null);
    canvas.getContext("2d").drawImage(picture.canvas, 0, picture.canvas.height - side, side, side, 0, 0, canvas.width, canvas.height);
    stage.shape(stage.avatar, state.sex, state.weights);
    page.moveNow();
    page.drawNow();
  }
}
