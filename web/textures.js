// The pictures of materials: base colours out of .glb files, and .gltf files with their buffers.
"use strict";

const LONGEST = 4096; // side of a picture

// The longer side in texels, as a PNG or JPEG says it; null: it is neither. The browser would unpack first.
function sideOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length > 24 && view.getUint32(0) === 0x89504e47) return Math.max(view.getUint32(16), view.getUint32(20));
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    // A frame: not tables, extensions or arithmetic conditioning.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) return Math.max(view.getUint16(at + 5), view.getUint16(at + 7));
  }
  return null;
}

// The JSON and the bytes of a file. A .gltf with files beside it was made a .glb.
function partsOfGltf(bytes) {
  if (bytes[0] !== 0x67) { // the g of "glTF"
    const tree = JSON.parse(new TextDecoder().decode(bytes)), inside = /^data:[^,]*;base64,(.*)$/.exec(tree.buffers?.[0]?.uri ?? "");
    return { tree, binary: inside ? Uint8Array.from(atob(inside[1]), (letter) => letter.charCodeAt(0)) : null };
  }
  const json = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  return { tree: JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + json))), binary: bytes.subarray(28 + json) };
}

// By name: { colour, bytes: the file of the picture or null, picture: the same unpacked or null, cutoff: of its alpha }. None, where no
// material has a picture.
function materialsOf(name, bytes) {
  const made = new Map();
  if (!/\.(glb|gltf)$/i.test(name)) return made;
  try {
    const { tree, binary } = partsOfGltf(bytes);
    for (const material of tree.materials ?? []) {
      const base = material.pbrMetallicRoughness ?? {}, image = tree.images?.[tree.textures?.[base.baseColorTexture?.index]?.source];
      const view = tree.bufferViews?.[image?.bufferView], begin = view?.byteOffset ?? 0;
      const cutoff = material.alphaMode === "MASK" ? material.alphaCutoff ?? 0.5 : material.alphaMode === "BLEND" ? 0.5 : 0;
      made.set(material.name ?? "", { colour: (base.baseColorFactor ?? [1, 1, 1]).slice(0, 3), cutoff, picture: null,
        bytes: view && binary && !view.buffer ? binary.slice(begin, begin + view.byteLength) : null });
    }
  } catch { /* what is wrong with it is among its findings */ }
  return [...made.values()].some((material) => material.bytes) ? made : new Map();
}

// Unpacks the pictures of a worn file, and calls draw() for each.
async function unpackPictures(worn, draw) {
  for (const material of worn.materials.values()) {
    const side = material.bytes && sideOf(material.bytes);
    if (!side || side > LONGEST) continue;
    material.picture = await createImageBitmap(new Blob([material.bytes]), { premultiplyAlpha: "none", colorSpaceConversion: "none" }).catch(() => null);
    material.bytes = null;
    draw();
  }
}
