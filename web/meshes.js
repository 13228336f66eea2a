// Unpacks the built-in body, its eyes and hair, and its clothes, which meshes.py packed.
"use strict";

// Unpacks one block: [{ name, clothing, colour, closed, shades, joints: names, positions, normals, indices, slots, weights, binds }],
// arrays as mannequin_meshes_from_arrays takes them. shades: what the colour is multiplied with, three bytes per vertex; null: nothing.
// closed: no edge is open.
function unpackMeshes(block) {
  const length = new DataView(block.buffer, block.byteOffset).getUint32(0, true);
  const headers = JSON.parse(new TextDecoder().decode(block.subarray(4, 4 + length)));
  let at = 4 + length;
  const take = (count) => block.subarray(at, at += count);
  const pairs = (count) => {
    const low = take(count), high = take(count), made = new Uint16Array(count);
    for (let index = 0; index < count; ++index) made[index] = low[index] | high[index] << 8;
    return made;
  };
  return headers.map((header) => {
    const count = header.vertices, positions = new Float32Array(3 * count), normals = new Float32Array(3 * count);
    for (let axis = 0; axis < 3; ++axis) {
      const codes = pairs(count), least = header.least[axis];
      for (let vertex = 0, value = 0; vertex < count; ++vertex) {
        const code = codes[vertex];
        value = value + (code & 1 ? -(code + 1 >> 1) : code >> 1) & 0xffff;
        positions[3 * vertex + axis] = least + header.step * value;
      }
    }
    const across = take(count), along = take(count);
    for (let vertex = 0, a = 0, b = 0; vertex < count; ++vertex) {
      a = a + across[vertex] & 255;
      b = b + along[vertex] & 255;
      const u = (a - 127) / 127, v = (b - 127) / 127, z = 1 - Math.abs(u) - Math.abs(v);
      const x = z < 0 ? (1 - Math.abs(v)) * (u >= 0 ? 1 : -1) : u, y = z < 0 ? (1 - Math.abs(u)) * (v >= 0 ? 1 : -1) : v;
      const size = 1 / Math.sqrt(x * x + y * y + z * z);
      normals[3 * vertex] = x * size;
      normals[3 * vertex + 1] = y * size;
      normals[3 * vertex + 2] = z * size;
    }
    const codes = pairs(header.indices), indices = new Uint32Array(header.indices);
    for (let index = 0, following = 0; index < header.indices; ++index) {
      indices[index] = following - codes[index];
      if (codes[index] === 0) ++following;
    }
    const slots = new Uint16Array(4 * count), weights = new Float32Array(4 * count);
    for (let k = 0; k < 4; ++k) {
      const plane = take(count);
      for (let vertex = 0; vertex < count; ++vertex) slots[4 * vertex + k] = plane[vertex];
    }
    for (let k = 1; k < 4; ++k) {
      const plane = take(count);
      for (let vertex = 0; vertex < count; ++vertex) weights[4 * vertex + k] = plane[vertex] / 255;
    }
    for (let vertex = 0; vertex < 4 * count; vertex += 4) weights[vertex] = 1 - weights[vertex + 1] - weights[vertex + 2] - weights[vertex + 3];
    const binds = new Float32Array(take(64 * header.joints.length).slice().buffer);
    const shades = header.shaded ? new Uint8Array(3 * count) : null;
    for (let axis = 0; shades && axis < 3; ++axis) {
      const plane = take(count);
      for (let vertex = 0, value = 0; vertex < count; ++vertex) shades[3 * vertex + axis] = value = value + plane[vertex] & 255;
    }
    return { name: header.name, clothing: header.clothing, colour: header.colour, closed: header.closed, shades, joints: header.joints, positions, normals, indices, slots, weights, binds };
  });
}
