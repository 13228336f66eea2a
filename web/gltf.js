// A .gltf with the files that hold its numbers.
"use strict";

// A .gltf as a .glb, which holds the files it refers to, as far as they are among `all`; the uploader takes both alike, but no
// data: URIs. Throws with the names of the missing ones. What cannot be read stays as it is: the engine says why.
async function withBuffers(file, all) {
  let tree;
  try { tree = JSON.parse(new TextDecoder().decode(file.bytes)); } catch { return file; }
  const buffers = Array.isArray(tree?.buffers) ? tree.buffers : [];
  const outside = buffers.filter((part) => typeof part?.uri === "string" && !part.uri.startsWith("data:"));
  if (outside.length === 0) return file;
  const missing = [], parts = [];
  for (const { uri } of outside) {
    let wanted = uri;
    try { wanted = decodeURIComponent(uri); } catch { /* as it is */ }
    const found = all.find((other) => other.name === wanted.split("/").pop());
    const data = await found?.arrayBuffer().catch(() => null);
    if (data) parts.push(new Uint8Array(data));
    else missing.push(wanted);
  }
  if (missing.length > 0) throw new MannequinError(`${file.name} needs ${plural(missing.length, "more file")}: ${missing.join(", ")}. Drop them together with it, or export as .glb, which holds everything.`);
  outside.forEach(({ uri, byteLength }, index) => {
    if (parts[index].length < byteLength) throw new MannequinError(`${uri} has ${parts[index].length} bytes, and ${file.name} needs ${byteLength}. Export it again.`);
  });
  return { ...file, bytes: asGlb(tree, outside, parts) };
}

const whole4 = (size) => 4 * Math.ceil(size / 4);

// A .glb of `tree`, whose buffers `outside` become one, with `parts` for their bytes.
function asGlb(tree, outside, parts) {
  const starts = new Map();
  let length = 0;
  outside.forEach((part, index) => {
    starts.set(part, length);
    length += whole4(parts[index].length);
  });
  const others = tree.buffers.filter((part) => !starts.has(part));
  for (const view of Array.isArray(tree.bufferViews) ? tree.bufferViews : []) {
    const part = tree.buffers[view?.buffer], offset = view?.byteOffset ?? 0;
    // What reaches beyond its own buffer still does, though others follow.
    if (starts.has(part)) Object.assign(view, { buffer: 0, byteOffset: offset + (offset + view.byteLength > part.byteLength ? length : starts.get(part)) });
    else if (part) view.buffer = 1 + others.indexOf(part);
  }
  tree.buffers = [{ byteLength: length }, ...others];
  const json = new TextEncoder().encode(JSON.stringify(tree)), binary = 20 + whole4(json.length), made = new Uint8Array(binary + 8 + length).fill(0x20, 20, binary);
  new Uint32Array(made.buffer, 0, 5).set([0x46546c67, 2, made.length, binary - 20, 0x4e4f534a]);
  new Uint32Array(made.buffer, binary, 2).set([length, 0x004e4942]);
  made.set(json, 20);
  outside.forEach((part, index) => made.set(parts[index], binary + 8 + starts.get(part)));
  return made;
}
