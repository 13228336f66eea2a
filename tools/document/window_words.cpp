#include "tools/document/window_words.h"

#include <algorithm>
#include <array>

#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

struct Words {
  std::string_view english;  // all that the engine says
  const char* window;
};

constexpr const char* kOtherViewer = marked(
    "choose the other viewer in its row and look. If the difference shows, move weight from the "
    "collision volumes to bones, or upload as .dae");

constexpr std::array kWords = {
    Words{"check again with joint positions on if they are intended",
          marked("turn joint positions on, if they are meant")},
    Words{"include the joint positions at upload (--joint-positions on), or bind it to an armature with the "
          "avatar's own joint positions",
          marked("turn joint positions on in its row, and include them at upload; or bind it to an armature "
                 "with the avatar's own joint positions")},
    Words{"make it again with the joint positions of its source (--joint-positions on), or bind it to an "
          "armature with the avatar's own joint positions",
          marked("make it again with the joint positions of its source, or bind it to an armature with the "
                 "avatar's own joint positions")},
    Words{"viewers disagree about collision volumes that are rotated at rest: look at both with --gltf, and "
          "if the difference shows, move weight from these volumes to bones, or upload it as .dae, whose "
          "binds nobody rebuilds: mannequin convert IN.glb OUT.dae --gltf viewer-next",
          kOtherViewer},
    Words{"if the difference shows, move weight from these volumes to bones, or upload a .dae whose volumes "
          "have the avatar's rotation; --gltf viewer-next makes one of a .glb",
          kOtherViewer},
    Words{"write it again with the binds that the viewer makes: mannequin convert IN.glb OUT.dae --gltf "
          "viewer-next",
          kOtherViewer},
    Words{
        "nothing, if it looks right with --gltf viewer. Other programs show it as the file says: bind to an "
        "armature that keeps the scale and the axes of the avatar's joints, and all agree",
        marked("nothing, if it looks right here. For other programs, bind it to an armature that keeps the "
               "scale and the axes of the avatar's joints")},
    Words{"select armature and mesh together when you export, or attach it as a rigid object",
          marked("give it weights in the Bind tab, attach it if it is a rigid object, or select armature and "
                 "mesh together when you export")},
    // About binding: the names are those of the Bind tab.
    Words{"apply scale and export in metres, or give the metres per unit (--mesh-scale, for .obj)",
          marked("apply scale and export in metres; the unit of an .obj is chosen in its row")},
    Words{"is a kilometre or more from the origin, or not finite; the mesh is probably not in metres: scale "
          "it, or use --mesh-scale for an .obj",
          marked("is a kilometre or more from the origin, or not finite; the mesh is probably not in metres: "
                 "scale it, or choose the unit of an .obj in its row")},
    Words{
        "check their weights; move the part closer to the body (of an .obj that lies on its back, say which "
        "axis is up: --mesh-up), or choose another source with --from",
        marked("check their weights; move the part closer to the body (of an .obj that lies on its back, "
               "choose in its row which axis is up), or choose another source at From")},
    Words{
        "move the mesh to the avatar (pelvis at 1.067 m), rotate its up axis to Z (or say which it is: "
        "--mesh-up, for .obj), or choose other joints",
        marked("move the mesh to the avatar (pelvis at 1.067 m), rotate its up axis to Z (that of an .obj is "
               "chosen in its row), or choose other joints")},
    Words{"weight the source there, or choose another one with --from",
          marked("weight the source there, or choose another one at From")},
    Words{"delete duplicate and inner faces, or separate them from the rest; or use --method voxel",
          marked("delete duplicate and inner faces, or separate them from the rest; or choose the method "
                 "voxel")},
    Words{"fill the opening, or use --method voxel, which closes it; if it is meant, check the weights",
          marked("fill the opening, or choose the method voxel, which closes it; if it is meant, check the "
                 "weights")},
    Words{"merge vertices by distance and remove faces without area, or use --on-failure voxel",
          marked("merge vertices by distance and remove faces without area, or weight what gets none through "
                 "voxels")},
    Words{"merge vertices by distance, or give those in one place one weight with --weld 0.0001",
          marked("merge vertices by distance, or tick weld, which gives those in one place one weight")},
    Words{"merge vertices by distance, or give those in one place one weight with --weld 0.0002",
          marked("merge vertices by distance, or tick weld and choose 0.2 mm, which gives those in one place "
                 "one weight")},
    Words{"move these parts to the source, delete them, or choose another source with --from",
          marked("move these parts to the source, delete them, or choose another source at From")},
    Words{"rotate its up axis to Z, or say which it is (--mesh-up, for .obj)",
          marked("rotate its up axis to Z; that of an .obj is chosen in its row")},
    Words{
        "join the part to the body, move it so that a bone is inside it, name the bones that should move it "
        "with --joints, or use --on-failure voxel or transfer",
        marked("join the part to the body, move it so that a bone is inside it, name the bones that should "
               "move it at Joints, or weight what gets none through voxels or by transfer")},
    Words{"merge vertices by distance and remove faces without area",
          marked("merge vertices by distance and remove faces without area")},
    Words{
        "join the part to the body, move it so that a bone is inside it, name the bones that should move it "
        "with --joints",
        marked("join the part to the body, move it so that a bone is inside it, name the bones that should "
               "move it at Joints")},
    Words{"prune less: give a smaller --prune, or none", marked("prune less, or not at all")},
    Words{"weight them in the file, or use --on-failure voxel or transfer",
          marked("weight them in the file, through voxels or by transfer")},
    Words{"name the bones that should move them with --joints",
          marked("name the bones that should move them at Joints")},
    Words{"there is no bone to bind to; name bones with --joints",
          marked("there is no bone to bind to; name bones at Joints")},
    Words{"give vertices in one place the same weights: mannequin bind IN.glb -o OUT.glb --method preserve "
          "--weld 0.0001",
          marked("give vertices in one place the same weights: in the Bind tab, preserve the weights and "
                 "tick weld")},
    Words{"if few vertices are wrong, smooth the weights: mannequin bind IN.glb -o OUT.glb --method preserve "
          "--smooth 3; else take them from a body: mannequin bind IN.glb -o OUT.glb",
          marked("if few vertices are wrong, smooth the weights: in the Bind tab, preserve them and smooth 3 "
                 "times; else transfer them from a body")},
    Words{
        "is a fit plan, not a shape; give it to fit or mend with --sweep, or in the window's Fit tab choose "
        "a "
        "plan file at Plan, and type its path",
        marked("is a fit plan, not a shape; in the Fit tab, choose a plan file at Plan, and type its path")},
    Words{"put both sides into one file, or mirror the other way round with --mirror-from",
          marked("put both sides into one file, or mirror the other way round")}};

}  // namespace

std::string in_window_words(std::string_view english) {
  const auto words = std::ranges::find(kWords, english, &Words::english);
  return words == kWords.end() ? tr_sentence(english) : tr(words->window);
}

}  // namespace mannequin::document
