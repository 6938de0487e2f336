internal import Glibc

/// Makes paths absolute in the way of the file managers, so that their thumbnails are found.
package enum AbsolutePath {
  private static let slash = UInt8(ascii: "/")

  /// The folder in which relative paths begin, by the name that the shell calls it; blocks.
  ///
  /// The kernel knows a folder by its real path alone, while file managers show it by the links
  /// that the user went through, as `PWD` does (POSIX, `pwd -L`).
  /// - Parameter pwd: The variable `PWD`; ignored where it is not the working folder.
  /// - Returns: An absolute path as bytes; nil where the folder has gone.
  package static func workingFolder(pwd: String?) -> [UInt8]? {
    guard let pwd, pwd.hasPrefix("/"), let named = identity(of: pwd), named == identity(of: ".")
    else { return real(Array(".".utf8)) }
    return Array(pwd.utf8)
  }

  /// An absolute path without empty parts and dots.
  ///
  /// Two dots are resolved by the kernel, since they lead out of a link's target and not of the
  /// folder that holds the link.
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

  /// The absolute path of a folder without empty parts and dots; blocks where it has two dots.
  /// - Parameters:
  ///   - folder: A path that is empty or ends in a slash.
  ///   - workingFolder: Where relative paths begin, an absolute path.
  /// - Returns: Nil where the folder is not there.
  package static func folder(_ folder: [UInt8], in workingFolder: [UInt8]) -> [UInt8]? {
    // Of a name that is not there only the folder is looked at.
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
