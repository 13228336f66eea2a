// A file that another program saved again while the window has weights for it that no file has.
#pragma once

#include <filesystem>
#include <memory>

#include "tools/document/worn_file.h"

namespace mannequin::document {

// Its meshes as they are now, with the weights of `before`, whose mesh of the same name has them: vertex by
// vertex if only the shape has changed, else by place. ReadMesh::carried says what became of them. A mesh
// that is new keeps what weights the file has for it. Any thread; also reports lack of memory. Fails as
// read_mesh.
ReadMesh read_and_carry(const std::filesystem::path& path, const MeshReading& reading,
                        const io::BoundMeshFile& before, const Skeleton& skeleton,
                        const ImporterProfile& importer);

}  // namespace mannequin::document
