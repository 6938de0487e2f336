import Catalog
import Glibc
import Values

/// Where the demo photos are: beside the installed program, or in the tree it was built in.
enum DemoPhotosFolder {
  /// The folder, or nil where there is none.
  static var path: ByteString? {
    guard var folder = programFolder else { return nil }
    var candidates = [folder + "/../share/photocell/photos"]
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      candidates.append(folder + "/Assets/photos")
    }
    return candidates.map { ByteString($0) }.first { FolderCatalog.problems(in: [$0]).isEmpty }
  }

  private static var programFolder: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    let program = String(cString: path)
    return program.lastIndex(of: "/").map { String(program[..<$0]) }
  }
}
