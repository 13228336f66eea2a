// The page's engine in node, compared with the program: node module_test.mjs PAGE PROGRAM SHARED. Joints
// within 1e-6 m, vertices within 1e-5 of the box, the same verdicts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";
import zlib from "node:zlib";

const [page, program, shared] = process.argv.slice(2);
const html = fs.readFileSync(page, "utf8");
const part = (id) => html.match(new RegExp(`<script id="${id}"[^>]*>([\\s\\S]*?)</script>`))[1];
const { Mannequin, MannequinError, NoMemory, unpackMeshes } = vm.runInThisContext(
  `${part("script-layout")}\n${part("script-module")}\n${part("script-meshes")}\n({ Mannequin, MannequinError, NoMemory, unpackMeshes })`);
// Plain bytes, as in a browser: a slice of a Buffer shares its memory.
const block = (id) => new Uint8Array(zlib.gunzipSync(Buffer.from(part(id), "base64")));
const compiled = new WebAssembly.Module(block("wasm"));

function json(...args) {
  try {
    return JSON.parse(execFileSync(program, [...args, "--json"], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] }));
  } catch (failed) {
    if (failed.status === 1) return JSON.parse(failed.stdout);
    throw failed;
  }
}

const engine = new Mannequin(compiled);
const weights = { 33: 1.5, 637: 0.8, 842: -0.6, 38: 1 };
const set = Object.entries(weights).flatMap(([id, weight]) => ["--set", `${id}=${weight}`]);
const moved = engine.avatar();
for (const [id, weight] of Object.entries(weights)) engine.setSlider(moved, Number(id), weight);

// The largest distance of a joint from where the program has it.
const names = engine.joints();
function jointsApart(avatar, options) {
  let far = 0;
  engine.call("avatar_evaluate", avatar);
  const wanted = json("joints", ...options).joints;
  assert.deepEqual(wanted.map((joint) => joint.name), names.map((joint) => joint.name));
  wanted.forEach((joint, index) => {
    const place = engine.jointPosition(avatar, index);
    joint.world_position.forEach((value, axis) => { far = Math.max(far, Math.abs(value - place[axis])); });
  });
  return far;
}
let worst = Math.max(jointsApart(engine.avatar(), []), jointsApart(moved, set));

// Of a set on an avatar against the program's: the largest distance, as a part of the box, or in metres.
function apart(file, loaded, avatar, options, metres = false) {
  const wanted = json("skin", file, ...options).meshes;
  assert.equal(wanted.length, loaded.meshes.length, file);
  let most = 0;
  loaded.meshes.forEach((mesh, index) => {
    engine.skin(avatar, mesh);
    const mine = engine.floats(mesh.positions, 3 * mesh.vertices), theirs = wanted[index].positions;
    assert.equal(theirs.length, mine.length, file);
    const least = [1e9, 1e9, 1e9], largest = [-1e9, -1e9, -1e9];
    let far = 0;
    for (let v = 0; v < mine.length; v += 3) {
      far = Math.max(far, Math.hypot(mine[v] - theirs[v], mine[v + 1] - theirs[v + 1], mine[v + 2] - theirs[v + 2]));
      for (let axis = 0; axis < 3; ++axis) {
        least[axis] = Math.min(least[axis], theirs[v + axis]);
        largest[axis] = Math.max(largest[axis], theirs[v + axis]);
      }
    }
    most = Math.max(most, metres ? far : far / Math.hypot(...largest.map((value, axis) => value - least[axis])));
  });
  return most;
}

const here = path.dirname(path.dirname(path.dirname(new URL(import.meta.url).pathname)));
const files = [path.join(here, "assets", "mannequin.glb")];
const fixtures = (folder, ending) => {
  const place = path.join(shared, "fixtures", folder);
  if (!fs.existsSync(place)) return (console.log(`skipped: ../shared/fixtures/${folder} is not there`), []);
  return fs.readdirSync(place).filter((name) => ending.test(name)).sort().map((name) => path.join(place, name));
};
files.push(...fixtures("ruth2", /\.dae$/), ...fixtures("bento", /\.dae$/), ...fixtures("gltf", /\.glb$/), ...fixtures("gltf/tiny", /\.glb$/), ...fixtures("mesh-asset", /\.skin.*\.(llmesh|slm)$/));
// Shapes, poses and animations by turns, one with each mesh: its own joint positions count, and each importer of .glb is used.
const IMPORTERS = ["viewer", "viewer-next", "strict"];
const shapes = fixtures("shapes", /\.xml$/), clips = [...fixtures("bvh", /\.bvh$/), ...fixtures("anim", /\.anim$/)];
let skinned = 0, cases = 0;
for (const [index, file] of files.entries())
  for (const importer of /\.glb$/.test(file) ? [1, 2, 3] : [1]) {
    const loaded = engine.load(path.basename(file), fs.readFileSync(file), importer), profile = ["--gltf", IMPORTERS[importer - 1]];
    const asset = !/\.(dae|glb)$/.test(file), worn = engine.avatar(), options = [...profile, "--joint-positions", "on"];
    if (!asset) skinned = Math.max(skinned, apart(file, loaded, moved, [...set, ...profile]));
    engine.call("avatar_wear", worn, loaded.handle, 0);
    const shape = shapes[index % shapes.length], clip = clips[index % clips.length];
    if (shape) {
      engine.setShape(worn, path.basename(shape), fs.readFileSync(shape));
      options.push("--shape", shape);
    }
    if (clip) {
      const { handle } = engine.clip(path.basename(clip), fs.readFileSync(clip));
      engine.call("avatar_set_clip", worn, handle, 0.6);
      options.push("--pose", clip, "--time", "0.6");
    }
    worst = Math.max(worst, jointsApart(worn, ["--wear", file, ...options]));
    skinned = Math.max(skinned, apart(file, loaded, worn, options));
    ++cases;
    engine.call("avatar_release", worn);
    engine.release(loaded);
  }
assert.ok(worst < 1e-6, `joints: ${worst}`);
assert.ok(skinned < 1e-5, `vertices: ${skinned}`);

// Of what has no open edges, only the outside is drawn: the body, not eyes and hair, nor the clothes with their turned-in hems and soles.
for (const id of ["woman", "man"])
  for (const { name, closed, positions, indices } of unpackMeshes(block(id))) {
    assert.equal(closed, name === "mannequin", `${name} of the ${id}`);
    const places = new Map(), edges = new Set(), place = (v) => {
      const key = positions.subarray(3 * v, 3 * v + 3).join();
      if (!places.has(key)) places.set(key, v);
      return places.get(key);
    };
    const corners = Array.from(indices, place);
    for (let t = 0; t < corners.length; t += 3) for (let k = 0; k < 3; ++k) edges.add(`${corners[t + k]} ${corners[t + (k + 1) % 3]}`);
    assert.equal([...edges].every((edge) => edges.has(edge.split(" ").reverse().join(" "))), closed, `${name} of the ${id}`);
  }

// The body and clothes of the page have fewer digits than those of the program: within 0.5 mm of these, on any shape.
let packed = 0;
for (const [id, ending] of [["woman", ""], ["man", "_male"]]) {
  const given = unpackMeshes(block(id));
  for (const name of new Set(given.map((mesh) => mesh.name))) {
    const loaded = given.filter((mesh) => mesh.name === name).map((mesh) => engine.fromArrays(mesh));
    const whole = { meshes: loaded.flatMap((each) => each.meshes) };
    packed = Math.max(packed, apart(path.join(here, "assets", `${name}${ending}.glb`), whole, moved, [...set, "--gltf", "strict"], true));
    for (const each of loaded) engine.release(each);
  }
}
assert.ok(packed < 5e-4, `the built-in meshes: ${packed} m`);

// Spoilt files: the verdicts of the program. What the module does not survive, the page starts again after.
let same = 0, ended = 0, other = new Mannequin(compiled);
const spoilt = [...fixtures("spoilt/dae", /\.dae$/), ...fixtures("spoilt/gltf", /\.glb$/), ...fixtures("spoilt/asset", /\.llmesh$/),
  ...fixtures("hostile", /\.(dae|glb)$/)];
for (const file of [...files.slice(0, 4), ...spoilt]) {
  // Building the mesh, which sliders need, may find more.
  const told = spoilt.includes(file) ? json("check", file) : json("check", file, "--no-sliders");
  let report;
  try {
    report = other.check(path.basename(file), fs.readFileSync(file), false, 1);
  } catch (problem) {
    assert.ok(problem instanceof WebAssembly.RuntimeError || problem instanceof NoMemory || problem instanceof MannequinError, `${file}: ${problem}`);
    console.log(`ended by ${path.basename(file)}: ${problem.message}`);
    ++ended;
    other = new Mannequin(compiled);
    continue;
  }
  if (told.verdict === (report.accepted ? "accepted" : "rejected")) ++same;
  else console.log(`${path.basename(file)}: ${told.verdict}, here ${report.accepted ? "accepted" : "rejected"}: ${report.findings[0]?.message} / ${told.findings[0]?.message}`);
}
console.log(`joints ${worst.toExponential(1)} m, vertices ${skinned.toExponential(1)} of the box, ${files.length} files, ${cases} avatars; built-in meshes ${(1000 * packed).toFixed(2)} mm; verdicts: ${same} the same, ${ended} ended, of ${spoilt.length + Math.min(files.length, 4)}`);
assert.equal(same + ended, spoilt.length + Math.min(files.length, 4));
assert.equal(ended, 0);
