/// Files that are opened as folders, by name.
package enum ArchiveName {
  private static let extensions: Set = [
    "zip", "cbz", "tar", "cbt", "tgz", "txz", "tzst", "tbz2", "7z", "cb7", "rar", "cbr",
  ]
  private static let compressions: Set = ["gz", "xz", "zst", "bz2", "lz4"]

  package static func matches(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    let parts = name.suffix(16).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self).lowercased() }
    guard parts.count > 1, let last = parts.last else { return false }
    return extensions.contains(last)
      || compressions.contains(last) && parts.count > 2 && parts[parts.count - 2] == "tar"
  }
}

package struct ArchiveMember: Hashable, Sendable {
  /// In bytes.
  package static let nameLimit = 4096
  /// Photos of an archive; the rest is not listed.
  package static let countLimit = 100_000
  /// Of all paths, in bytes; the rest is not listed.
  package static let pathsLimit = 16 << 20
  /// In bytes; larger photos are refused.
  package static let sizeLimit = 512_000_000

  /// Its position among all members of the archive.
  package let index: Int
  /// Components joined by single slashes, none of them empty, `.` or `..`; untrusted bytes.
  package let path: [UInt8]
  /// In bytes; nil if unknown.
  package let byteCount: Int?
  /// In seconds since 1970.
  package let modified: Int

  /// Nil for a name without components, or that exceeds `nameLimit`. What would lead out of the
  /// archive is dropped: a leading slash, `.` and `..`.
  package init?(index: Int, name: [UInt8], byteCount: Int?, modified: Int) {
    let slash = UInt8(ascii: "/")
    let parts = name.split(separator: slash).filter {
      !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) && !$0.contains(0)
    }
    path = Array(parts.joined(separator: [slash]))
    (self.index, self.byteCount, self.modified) = (index, byteCount, modified)
    guard (1...Self.nameLimit).contains(path.count), name.last != slash else { return nil }
  }
}

package enum ArchiveEnd: UInt8, Hashable, Sendable, CustomStringConvertible {
  case whole
  case damaged
  case tooMany
  case notAnArchive
  case encrypted
  case tooLarge
  case noSuchMember
  case noLibrary
  /// At a limit of time or memory.
  case stopped

  package var description: String {
    switch self {
    case .whole: "complete"
    case .damaged: "the archive is damaged"
    case .tooMany: "too many files or photos in the archive"
    case .notAnArchive: "not an archive"
    case .encrypted: "encrypted"
    case .tooLarge: "larger than \(ArchiveMember.sizeLimit / 1_000_000) MB"
    case .noSuchMember: "no longer in the archive"
    case .noLibrary: "libarchive is not installed"
    case .stopped: "the archive is too large to be listed whole"
    }
  }
}
