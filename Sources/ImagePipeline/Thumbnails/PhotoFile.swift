package import Base
import Glibc

package struct PhotoFile: Hashable, Sendable {
  /// Absolute, without empty components, dots and terminating zero.
  package let path: [UInt8]
  package let version: FileVersion

  /// The version must have been read before the file's content: one that is too new would show a
  /// wrong thumbnail. Nil if the path exceeds PATH_MAX. Blocks if the path contains `..`.
  package init?(_ version: FileVersion, at path: [UInt8], workingFolder: [UInt8]) {
    guard path.count < PATH_MAX, let path = AbsolutePath.normalized(path, in: workingFolder) else {
      return nil
    }
    (self.path, self.version) = (path, version)
  }

  /// Stats a file; blocks; nil if there is no regular file, or as above.
  package init?(path: [UInt8], workingFolder: [UInt8]) {
    guard let version = FileVersion(path: path) else { return nil }
    self.init(version, at: path, workingFolder: workingFolder)
  }

  var parts: (folder: ArraySlice<UInt8>, name: ArraySlice<UInt8>) {
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return (path[..<start], path[start...])
  }
}

extension PhotoFile: ThumbnailSubject {
  package var uri: PhotoURI { PhotoURI(path: path) }
  package var addresses: [PhotoURI] { PhotoURI.spellings(ofPath: path) }
  package var byteCount: Int { version.byteCount }
  package var modified: FileTime { version.modified }

  /// Times to the nanosecond, and the inode number.
  package var facts: [(ThumbnailText, String)] {
    [
      (.exactlyModified, version.modified.exactText),
      (.exactlyChanged, version.changed.exactText),
      (.inode, String(version.inode)),
    ]
  }

  /// The inode number only if it survives remounting; blocks.
  package var lastingFacts: [(ThumbnailText, String)] {
    FileSystem.hasStableInodes(at: path) ? facts : facts.filter { $0.0 != .inode }
  }

  package var isUnchanged: Bool { PhotoFile(path: path, workingFolder: []) == self }
  package func isThumbnail(in place: ThumbnailPlace) -> Bool { place.contains(self) }
}

/// The source of a thumbnail: a version of a file, local or on a server.
package protocol ThumbnailSubject: Sendable {
  var uri: PhotoURI { get }
  /// All URIs that thumbnails of other programs may have, including ours.
  var addresses: [PhotoURI] { get }
  var byteCount: Int { get }
  var modified: FileTime { get }
  /// Further facts of the version; a thumbnail must agree with each that it has.
  var facts: [(ThumbnailText, String)] { get }
  /// The facts that stay the same, which are written; blocks.
  var lastingFacts: [(ThumbnailText, String)] { get }

  /// Whether the file is still that version; blocks.
  var isUnchanged: Bool { get }
  func isThumbnail(in place: ThumbnailPlace) -> Bool
}

/// A version of a photo's file on a server, as listed.
package struct ServedPhotoFile: Hashable, Sendable {
  /// Display address, such as `s3://bucket/2024/a.jpg`.
  private let place: ByteString
  package let byteCount: Int
  package let modified: FileTime
  private let entityTag: String?

  /// Nil without time and size: versions could hardly be distinguished.
  ///
  /// `place` has no credentials, `entityTag` no quotes; `modified` in seconds since 1970.
  package init?(place: ByteString, byteCount: Int?, modified: Int?, entityTag: String?) {
    guard let byteCount, let modified else { return nil }
    (self.place, self.byteCount) = (place, byteCount)
    self.modified = FileTime(seconds: modified)
    self.entityTag = entityTag
  }
}

extension ServedPhotoFile: ThumbnailSubject {
  package var uri: PhotoURI { PhotoURI(place: place.bytes) }
  package var addresses: [PhotoURI] { [uri] }
  package var facts: [(ThumbnailText, String)] { entityTag.map { [(.entityTag, $0)] } ?? [] }
  package var lastingFacts: [(ThumbnailText, String)] { facts }
  /// Another version is another photo in the listing.
  package var isUnchanged: Bool { true }
  package func isThumbnail(in place: ThumbnailPlace) -> Bool { false }
}

/// The canonical URI of a photo, which identifies it in the Thumbnail Managing Standard.
package struct PhotoURI: Hashable, Sendable {
  package let bytes: [UInt8]
}

extension PhotoURI {
  private static let prefix = Array("file://".utf8)
  /// The characters that GLib does not escape (`g_filename_to_uri`): thumbnails are found by the
  /// digest of the URI, so every byte matters.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)
  /// Qt leaves more unescaped (`QUrl::FullyEncoded`), and so do KDE's thumbnails.
  private static let plainInQt = plain.union(";[]".utf8)

  /// The path must be absolute, without empty components and dots.
  package init(path: [UInt8]) {
    self.init(bytes: Self.prefix + Self.escaped(path))
  }

  init(place: [UInt8]) {
    self.init(bytes: Self.escaped(place))
  }

  /// The URI as GLib spells it, and as Qt does if that differs.
  package static func spellings(ofPath path: [UInt8]) -> [PhotoURI] {
    let canonical = PhotoURI(path: path)
    let inQt = PhotoURI(bytes: prefix + escaped(path, except: plainInQt))
    return inQt == canonical ? [canonical] : [canonical, inQt]
  }

  /// The URIs in a repository beside the file: as in version 0.9 of the standard, and as in 0.8.
  package static func relative(name: ArraySlice<UInt8>) -> [PhotoURI] {
    let name = escaped(name)
    return [PhotoURI(bytes: Array("./".utf8) + name), PhotoURI(bytes: name)]
  }

  /// File name of the thumbnail (standard, section 6).
  package var thumbnailName: String { MD5.hexDigits(of: bytes) + ".png" }

  /// The path of an absolute file URI; nil for any other.
  package static func path(of address: [UInt8]) -> [UInt8]? {
    guard address.starts(with: prefix + [UInt8(ascii: "/")]) else { return nil }
    let path = PercentEncoding.strictlyDecoded(address[prefix.count...])
    return path?.contains(0) == false ? path : nil
  }

  private static func escaped(
    _ path: some Sequence<UInt8>, except plain: Set<UInt8> = plain
  ) -> [UInt8] {
    path.flatMap { plain.contains($0) ? [$0] : PercentEncoding.escape($0) }
  }
}

/// Makes paths absolute as file managers do, so that their thumbnails are found.
package enum AbsolutePath {
  private static let slash = UInt8(ascii: "/")

  /// The working directory by the links that the user followed, as file managers show it and `PWD`
  /// has it (POSIX, `pwd -L`), unless that is another; blocks; nil if it is gone.
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
    LongPath.status(of: Array(path.utf8)).map { [UInt64($0.st_dev), UInt64($0.st_ino)] }
  }
}
