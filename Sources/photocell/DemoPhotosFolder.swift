import Base
import Catalogs

/// Locates the demo photos, beside the installed program or in the source tree.
enum DemoPhotosFolder {
  static var path: ByteString? {
    candidates.first { FolderCatalog.problems(in: [$0]).isEmpty }
  }

  /// The folder, or where it was expected, for error messages.
  static var expectedPath: ByteString {
    path ?? candidates.first ?? ByteString("/share/photocell/photos")
  }

  private static var candidates: [ByteString] {
    InstalledFile.paths("photos").map { ByteString($0) }
  }
}
