// Finds what is under the pointer.
"use strict";

// The nearest hit on `skins`, [{ mesh, positions }], along a ray: { skin, vertex, place, distance }, where
// vertex is the nearest of the triangle's; null: none.
function pick(skins, from, way) {
  let best = null;
  for (const skin of skins) {
    const p = skin.positions, triangles = skin.mesh.triangles;
    for (let t = 0; t < triangles.length; t += 3) {
      const a = 3 * triangles[t], b = 3 * triangles[t + 1], c = 3 * triangles[t + 2];
      const e1x = p[b] - p[a], e1y = p[b + 1] - p[a + 1], e1z = p[b + 2] - p[a + 2], e2x = p[c] - p[a], e2y = p[c + 1] - p[a + 1], e2z = p[c + 2] - p[a + 2];
      const hx = way[1] * e2z - way[2] * e2y, hy = way[2] * e2x - way[0] * e2z, hz = way[0] * e2y - way[1] * e2x;
      const det = e1x * hx + e1y * hy + e1z * hz;
      if (det > -1e-14 && det < 1e-14) continue;
      const sx = from[0] - p[a], sy = from[1] - p[a + 1], sz = from[2] - p[a + 2], u = (sx * hx + sy * hy + sz * hz) / det;
      if (u < 0 || u > 1) continue;
      const qx = sy * e1z - sz * e1y, qy = sz * e1x - sx * e1z, qz = sx * e1y - sy * e1x, v = (way[0] * qx + way[1] * qy + way[2] * qz) / det;
      if (v < 0 || u + v > 1) continue;
      const distance = (e2x * qx + e2y * qy + e2z * qz) / det;
      if (distance <= 0 || (best && distance >= best.distance)) continue;
      const corner = 1 - u - v >= u && 1 - u - v >= v ? 0 : u >= v ? 1 : 2;
      best = { skin, vertex: triangles[t + corner], distance, place: from.map((value, axis) => value + distance * way[axis]) };
    }
  }
  return best;
}
