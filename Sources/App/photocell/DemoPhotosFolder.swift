import Catalog
import Values

/// Where the demo photos are: beside the installed program, or in the tree it was built in.
enum DemoPhotosFolder {
  /// The folder, or nil where there is none.
  static var path: ByteString? {
    candidates.first { FolderCatalog.problems(in: [$0]).isEmpty }
  }

  /// The folder, or where it should be, which is good for saying that nothing is there.
  static var expectedPath: ByteString {
    path ?? candidates.first ?? ByteString("/share/photocell/photos")
  }

  private static var candidates: [ByteString] {
    InstalledFile.paths("photos").map { ByteString($0) }
  }
}
