// What is drawn over the picture: joints, bones, collision volumes, and the place of a finding.
"use strict";

// Shape says the state, colour repeats it: ring, disc where a mesh has weights, diamond where a worn mesh moves the joint.
function drawMarks(canvas, page) {
  page.marked = [];
  const nothing = !page.show.joints && !page.show.volumes && page.joint === null && !page.spot;
  if (nothing && canvas.hidden) return;
  canvas.hidden = false;
  const pen = canvas.getContext("2d"), scale = Math.min(devicePixelRatio, 2);
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  const { stage } = page, colours = marks(), half = page.compared() ? width / 2 : width, left = width - half;
  const matrix = page.camera.matrix(half / height);
  // Projects a point of the world into the view; null behind the camera.
  const project = (p) => {
    const at = (row) => matrix[row] * p[0] + matrix[4 + row] * p[1] + matrix[8 + row] * p[2] + matrix[12 + row], w = at(3);
    return w > 0 ? [left + (at(0) / w + 1) * half / 2, (1 - at(1) / w) * height / 2] : null;
  };
  const stroke = (path, colour, thick, dash = []) => {
    pen.setLineDash(dash);
    pen.lineWidth = thick + 2;
    pen.strokeStyle = colours.halo;
    pen.globalAlpha = 0.6;
    pen.stroke(path);
    pen.globalAlpha = 1;
    pen.lineWidth = thick;
    pen.strokeStyle = colour;
    pen.stroke(path);
    pen.setLineDash([]);
  };
  const label = (text, x, y) => {
    pen.font = "600 14px system-ui, sans-serif";
    const wide = pen.measureText(text).width, at = Math.max(left + 6, Math.min(width - wide - 10, x + 12));
    pen.fillStyle = colours.halo;
    pen.globalAlpha = 0.85;
    pen.fillRect(at - 5, y - 11, wide + 10, 22);
    pen.globalAlpha = 1;
    pen.fillStyle = colours.selected;
    pen.textBaseline = "middle";
    pen.fillText(text, at, y);
  };
  // Beside the default shape, only in the half that is one's own.
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, half, height);
  pen.clip();
  if (page.show.volumes) drawVolumes();
  if (page.show.joints) drawJoints();
  else if (page.joint !== null) mark(stage.joints[page.joint]);
  if (page.spot && stage.skins.some((skin) => skin.mesh === page.spot.mesh)) {
    const p = project(page.spot.place());
    if (p) {
      const cross = new Path2D();
      cross.arc(p[0], p[1], 9, 0, 2 * Math.PI);
      for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) { cross.moveTo(p[0] + 4 * x, p[1] + 4 * y); cross.lineTo(p[0] + 15 * x, p[1] + 15 * y); }
      stroke(cross, colours.selected, 2);
      label(page.spot.label, ...p);
    }
  }
  pen.restore();
  canvas.hidden = nothing; // which leaves less to compose

  function drawVolumes() {
    for (const joint of stage.joints) {
      if (joint.kind !== 1) continue;
      const m = stage.matrices.subarray(12 * joint.index, 12 * joint.index + 12), path = new Path2D();
      const corner = (axis, sign) => project([0, 1, 2].map((row) => m[4 * row + 3] + sign * m[4 * row + axis]));
      for (const [a, b] of [[0, 1], [1, 2], [2, 0]])
        for (const s of [1, -1]) for (const t of [1, -1]) {
          const p = corner(a, s), q = corner(b, t);
          if (p && q) { path.moveTo(...p); path.lineTo(...q); }
        }
      stroke(path, joint.index === page.joint ? colours.selected : colours.volume, joint.index === page.joint ? 2 : 1, [4, 3]);
      const middle = project(stage.placeOf(joint.index));
      if (middle) page.marked.push([joint.index, ...middle]);
      if (middle && joint.index === page.joint && !page.show.joints) label(joint.name, ...middle);
    }
  }

  function drawJoints() {
    const bones = stage.joints.filter((joint) => joint.kind === 0);
    for (const joint of bones) {
      if (joint.parent < 0) continue;
      const p = project(stage.placeOf(joint.index)), q = project(stage.placeOf(joint.parent));
      if (!p || !q) continue;
      const path = new Path2D();
      path.moveTo(...p);
      path.lineTo(...q);
      const weighted = stage.counts[joint.index] > 0;
      stroke(path, weighted ? colours.weighted : colours.plain, weighted ? 2 : 1);
    }
    for (const joint of bones) if (joint.index !== page.joint) mark(joint);
    if (page.joint !== null) mark(stage.joints[page.joint]);
  }

  function mark(joint) {
    const p = project(stage.placeOf(joint.index));
    if (!p) return;
    page.marked.push([joint.index, ...p]);
    const weighted = stage.counts[joint.index] > 0, moved = stage.moved.has(joint.index), shape = new Path2D(), size = moved ? 6 : weighted ? 4 : 3.5;
    if (moved) {
      shape.moveTo(p[0], p[1] - size);
      for (const [x, y] of [[1, 0], [0, 1], [-1, 0]]) shape.lineTo(p[0] + size * x, p[1] + size * y);
      shape.closePath();
    } else shape.arc(p[0], p[1], size, 0, 2 * Math.PI);
    const colour = moved ? colours.offset : joint.kind === 2 ? colours.attachment : weighted ? colours.weighted : colours.plain;
    stroke(shape, colour, 1.5);
    if (weighted) { pen.fillStyle = colour; pen.fill(shape); }
    if (joint.index !== page.joint) return;
    const frame = new Path2D();
    frame.rect(p[0] - 9, p[1] - 9, 18, 18);
    stroke(frame, colours.selected, 2);
    label(joint.name, ...p);
  }
}
