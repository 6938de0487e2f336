import System

/// Finds data files of the program, installed or in the source tree that it was built in.
enum InstalledFile {
  /// Where a file or a folder may be, the likeliest first.
  /// - Parameter name: Its name below `../share/photocell`, seen from the program, and below `Assets`.
  /// - Returns: Paths; empty where the program's own folder is unknown.
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
