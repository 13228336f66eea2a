"""Faulty .dae files: an arm as COLLADA, its text changed as the pages of docs/findings describe it."""
import re


def replaced(old, new, count=1):
    def spoil(text):
        if old not in text:
            raise ValueError(f"the arm has no {old}")
        return text.replace(old, new, count)
    return spoil


def binds_changed(joints, change):
    """change(sixteen numbers by rows) of the inverse binds of these joints of the dress."""
    def spoil(text):
        names = re.search(r"<Name_array[^>]*>([^<]*)<", text).group(1).split()

        def one(match):
            numbers = [float(x) for x in match.group(2).split()]
            for joint in joints:
                at = 16 * names.index(joint)
                numbers[at:at + 16] = change(numbers[at:at + 16])
            return match.group(1) + " ".join(map(repr, numbers)) + "<"
        return re.sub(r'(<float_array id="dress-skin-binds-array"[^>]*>)([^<]*)<', one, text)
    return spoil


def turned(m):
    """By a quarter about the avatar's Z, at the joint."""
    return [-x for x in m[4:8]] + m[0:4] + m[8:]


def grown(m):
    return [1.7 * x for x in m[:12]] + m[12:]


def elsewhere(m):
    return m[:11] + [m[11] + 0.25] + m[12:]


def nodes_without_places(text):
    return re.sub(r'<matrix sid="transform">[^<]*</matrix>', "", text)


def half_weights(text):
    def half(match):
        return match.group(1) + " ".join(repr(float(x) / 2) for x in match.group(2).split()) + "<"
    return re.sub(r'(<float_array id="dress-skin-weights-array"[^>]*>)([^<]*)<', half, text)


def in_the_mesh(element):
    """Another element after the triangles; {inputs} stands for theirs."""
    def spoil(text):
        inputs = re.search(r"<triangles[^>]*>((?:<input[^>]*>)+)", text).group(1)
        return text.replace("</triangles>", "</triangles>" + element.replace("{inputs}", inputs), 1)
    return spoil


def another_geometry(text, name):
    geometry = re.search(r"<geometry .*?</geometry>", text, re.S).group(0)
    return geometry.replace('"dress', f'"{name}').replace('"#dress', f'"#{name}')


def second_geometry(text):
    return text.replace("</library_geometries>", another_geometry(text, "spare") + "</library_geometries>")


def outline(text):
    """An object of three lines."""
    geometry = another_geometry(text, "outline")
    inputs = re.search(r"<triangles[^>]*>((?:<input[^>]*>)+)", geometry).group(1)
    lines = f'<lines count="3">{inputs}<p>0 0 0 1 1 1 1 1 1 2 2 2 2 2 2 0 0 0</p></lines>'
    geometry = re.sub(r"<triangles.*</triangles>", lines, geometry, flags=re.S)
    node = '<node id="outline" name="outline" type="NODE"><instance_geometry url="#outline-mesh"/></node>'
    return text.replace("</library_geometries>", geometry + "</library_geometries>").replace("</visual_scene>", node + "</visual_scene>")


def neck_as_abdomen(text):
    """Another name of mTorso, which is there already."""
    return re.sub(r"\bmNeck\b", "abdomen", text)


def with_lookat(text):
    return text.replace('type="NODE"><instance_geometry', 'type="NODE"><lookat>0 0 0 1 0 0 0 0 1</lookat><instance_geometry')


HIPS = ["mHipLeft", "mHipRight"]
# Code -> (file of fixtures/spoilt/dae or the built-in dress, change of its text)
SPOILS = {
    "accessor_count": ("ok_triangles", replaced('count="32" stride="3"', 'count="33" stride="3"')),
    "namespace": ("ok_triangles", replaced(' xmlns="http://www.collada.org/2005/11/COLLADASchema"', "")),
    "negative_scale": ("unrigged", replaced('type="NODE"><instance_geometry', 'type="NODE"><scale>-1 1 1</scale><instance_geometry')),
    "unsupported_transform": ("unrigged", with_lookat),
    "not_in_scene": ("dress", second_geometry),
    "degenerate_triangles": ("dress", in_the_mesh('<triangles count="1" material="dress">{inputs}<p>0 0 0 0 0 0 1 1 1</p></triangles>')),
    "small_polygons": ("dress", in_the_mesh('<polylist count="2">{inputs}<vcount>2 3</vcount>'
                                            '<p>0 0 0 1 1 1 0 0 0 1 1 1 2 2 2</p></polylist>')),
    "skipped_primitive": ("dress", in_the_mesh('<lines count="1">{inputs}<p>0 0 0 1 1 1</p></lines>')),
    "weight_sums": ("dress", half_weights), "joint_positions_unknown": ("dress", nodes_without_places),
    "no_triangles": ("dress", outline),
    "duplicate_joint": ("dress", neck_as_abdomen),
    "bind_rotation": ("dress", binds_changed(HIPS, turned)),
    "bind_scale": ("dress", binds_changed(["mPelvis"], grown)),
    "moved_at_rest": ("dress", binds_changed(HIPS, elsewhere)),
}
