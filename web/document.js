// All the user's choices: what is worn and how, sliders, pose or clip. Plain data, from which everything else
// can be rebuilt, with undo for every change.
"use strict";

class PageDocument {
  constructor() {
    // files: [{ key, name, bytes, visible, positions, importer }], in order of wearing; weights: by the slider's id, where not default.
    this.now = { sex: "female", shape: "", weights: new Map(), files: [], pose: null, clip: null, body: true, clothes: true };
    this.past = [];
    this.future = [];
    this.gesture = null;
    this.next = 1;
  }

  copy(state) { return { ...state, weights: new Map(state.weights), files: state.files.map((file) => ({ ...file })) }; }

  // Call before a change. Changes of one gesture, such as dragging one slider, are undone together.
  remember(what, gesture = null) {
    if (gesture !== null && gesture === this.gesture) return;
    this.gesture = gesture;
    this.past.push({ what, state: this.copy(this.now) });
    if (this.past.length > 200) this.past.shift();
    this.future = [];
  }
  endGesture() { this.gesture = null; }

  // The name of what was undone, or null.
  undo() { return this.swap(this.past, this.future); }
  redo() { return this.swap(this.future, this.past); }
  swap(from, to) {
    const step = from.pop();
    if (!step) return null;
    to.push({ what: step.what, state: this.now });
    this.now = step.state;
    this.gesture = null;
    return step.what;
  }

  // Removes a file that is unavailable, now and in the whole undo history.
  leaveOut(file) {
    for (const state of [this.now, ...[...this.past, ...this.future].map((step) => step.state)]) {
      state.files = state.files.filter((other) => other.bytes !== file.bytes);
      if (state.clip?.bytes === file.bytes) state.clip = null;
      if (state.pose?.bytes === file.bytes) state.pose = null;
    }
  }
}
