import Catalog
internal import System
import Values

/// Where the demo photos are: beside the installed program, or in the tree it was built in.
enum DemoPhotosFolder {
  /// The folder, or nil where there is none.
  static var path: ByteString? {
    guard var folder = OwnProgram.folder else { return nil }
    var candidates = [installed(for: folder)]
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      candidates.append(folder + "/Assets/photos")
    }
    return candidates.map { ByteString($0) }.first { FolderCatalog.problems(in: [$0]).isEmpty }
  }

  /// The folder, or where it should be, which is good for saying that nothing is there.
  static var expectedPath: ByteString {
    path ?? ByteString(installed(for: OwnProgram.folder ?? ""))
  }

  /// `../share/photocell/photos` as seen from the folder of the program.
  private static func installed(for folder: String) -> String {
    folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.endIndex) + "/share/photocell/photos"
  }
}
