internal import Base
internal import Glibc

/// Makes paths absolute as file managers do, so that their thumbnails are found.
package enum AbsolutePath {
  private static let slash = UInt8(ascii: "/")

  /// The working directory by the name that the shell uses; blocks; nil if it is gone.
  ///
  /// The kernel knows a directory by its real path only, while file managers show it by the links
  /// that the user followed, as `PWD` does (POSIX, `pwd -L`). `pwd` is ignored if it is not the
  /// working directory.
  package static func workingFolder(pwd: String?) -> [UInt8]? {
    guard let pwd, pwd.hasPrefix("/"), let named = identity(of: pwd), named == identity(of: ".")
    else { return real(Array(".".utf8)) }
    return Array(pwd.utf8)
  }

  /// An absolute path without empty components and dots.
  ///
  /// `..` is resolved by the kernel, since it leads out of a link's target, not out of the
  /// directory that contains the link.
  package static func normalized(_ path: [UInt8], in folder: [UInt8]) -> [UInt8]? {
    let whole = path.first == slash ? path : folder + [slash] + path
    var parts = parts(of: whole)
    guard whole.first == slash, let name = parts.popLast() else { return nil }
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) {
      guard let real = real(join(parts)) else { return nil }
      parts = self.parts(of: real)
    }
    return join(parts + [name])
  }

  /// The same for a directory, given as a path that is empty or ends in a slash.
  ///
  /// Blocks if the path contains `..`; nil if the directory does not exist.
  package static func folder(_ folder: [UInt8], in workingFolder: [UInt8]) -> [UInt8]? {
    // Only the directory of a name that does not exist is looked up.
    normalized(folder + [UInt8(ascii: "x")], in: workingFolder).map { path in
      path.count > 2 ? path.dropLast(2) : [slash]
    }
  }

  private static func parts(of path: [UInt8]) -> [ArraySlice<UInt8>] {
    path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
  }

  private static func join(_ parts: [ArraySlice<UInt8>]) -> [UInt8] {
    parts.flatMap { [slash] + $0 }
  }

  private static func real(_ path: [UInt8]) -> [UInt8]? {
    guard let resolved = unsafe realpath(path.cString, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}
