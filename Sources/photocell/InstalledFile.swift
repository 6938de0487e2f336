import Base
import Catalogs

enum InstalledFile {
  /// Candidate paths, most likely first; empty if the program's own folder is unknown.
  ///
  /// `name` is relative to `../share/photocell`, seen from the program, and to `Assets`.
  static func paths(_ name: String) -> [String] {
    guard var folder = OwnProgram.folder else { return [] }
    let parent = folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.endIndex)
    var paths = ["\(parent)/share/photocell/\(name)"]
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      paths.append("\(folder)/Assets/\(name)")
    }
    return paths
  }
}

enum DemoPhotosFolder {
  static var path: ByteString? {
    candidates.first { FolderCatalog.problems(in: [$0]).isEmpty }
  }

  /// For error messages.
  static var expectedPath: ByteString {
    path ?? candidates.first ?? ByteString("/share/photocell/photos")
  }

  private static var candidates: [ByteString] {
    InstalledFile.paths("photos").map { ByteString($0) }
  }
}
