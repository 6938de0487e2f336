package import Base
import Glibc
package import HTTP

/// The state of a catalog at one moment: sorted entries so far, folders, notices and errors.
package struct CatalogSnapshot: Sendable {
  /// Sorted; an entry keeps its id across snapshots even if it changes or moves.
  package var entries: [CatalogEntry]
  /// Replaces `entries` for catalogs too large for memory.
  package var paged: PagedEntries?
  /// Subfolders in natural order, if a single folder is shown.
  package var folders: [Subfolder] = []
  /// The path prefix of the single folder that is shown; nil for other sources.
  package var place: ByteString?
  package var named: PhotoID?
  /// A filter to begin with; nil to keep the present one.
  package var filter: String?
  /// Raw files and videos that are not listed, by the pictures they are paired with.
  package var raws: [PhotoID: [PhotoID]] = [:]
  package var clips: [PhotoID: Photo] = [:]
  package var skipped = SkippedEntries()
  /// Folders given by the user that have no photos.
  package var emptyFolders: [EmptyFolder]
  package var notices: [CatalogNotice]
  /// Sidecars written or removed while shown: path, and a number that differs after each change.
  package var noted: [ByteString: UInt64] = [:]
  package var directories: [ByteString: DirectoryIdentity] = [:]
  /// Whether nothing is being read: everything is listed, or as much as is wanted.
  package var isComplete: Bool
  package var hasMore: Bool
  /// The total number of photos as the server states; nil if unknown.
  package var totalCount: Int?

  package init(
    entries: [CatalogEntry] = [], named: PhotoID? = nil, emptyFolders: [EmptyFolder] = [],
    notices: [CatalogNotice] = [], isComplete: Bool = true, hasMore: Bool = false
  ) {
    (self.entries, self.named, self.emptyFolders) = (entries, named, emptyFolders)
    (self.notices, self.isComplete, self.hasMore) = (notices, isComplete, hasMore)
  }

  package init(photos: [Photo]) {
    self.init(entries: photos.map { CatalogEntry($0) })
  }

  package var count: Int { paged?.count ?? entries.count }

  package var photos: [Photo] { entries.map(\.photo) }
}

package struct SkippedEntries: Hashable, Sendable, CustomStringConvertible {
  package var special = 0
  package var unreadable = 0
  package var brokenLinks = 0
  package var faulty = 0

  package init() {}

  package var count: Int { special + unreadable + brokenLinks + faulty }

  static func += (sum: inout SkippedEntries, other: SkippedEntries) {
    sum.special += other.special
    sum.unreadable += other.unreadable
    sum.brokenLinks += other.brokenLinks
    sum.faulty += other.faulty
  }

  package var description: String {
    let parts = [
      (special, "special file", "special files"), (unreadable, "unreadable", "unreadable"),
      (brokenLinks, "broken link", "broken links"), (faulty, "faulty entry", "faulty entries"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    return "skipped: \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
  }

  mutating func add(_ error: CatalogError) {
    switch error {
    case .special: special += 1
    case .brokenLink, .linkLoop: brokenLinks += 1
    case .notFound, .notAnImage, .accessDenied, .unreadable, .noThread, .network, .provider:
      unreadable += 1
    case .feed: faulty += 1
    }
  }
}

package struct CatalogNotice: Hashable, Sendable, CustomStringConvertible {
  /// An address without login, a path, or a name for standard input; not sanitized.
  package let source: String
  package let problem: String
  /// Whether photos are missing because of it.
  package let isFailure: Bool

  package init(source: String, problem: String, isFailure: Bool) {
    self.source = AddressText.withoutLogins(source)
    self.problem = AddressText.withoutLogins(problem)
    self.isFailure = isFailure
  }

  package var description: String { "\(source): \(problem)" }
}

package struct ArgumentProblem: Hashable, Sendable {
  package let argument: ByteString
  package let error: CatalogError

  package init(argument: ByteString, error: CatalogError) {
    (self.argument, self.error) = (argument, error)
  }
}

package struct Subfolder: Hashable, Sendable {
  package let id: PhotoID
  package let name, path: ByteString
  /// Counts how often an archive was overwritten.
  private(set) var revision = 0

  /// The name of an archive may end with a slash.
  package init(_ name: ByteString, in folder: ByteString) {
    self.name = ByteString(name.bytes.withoutSlashes)
    (id, path) = (PhotoID(), folder.subfolder(name))
  }

  package func revised() -> Subfolder {
    var revised = self
    revised.revision += 1
    return revised
  }
}

extension [Subfolder] {
  init(_ names: [ByteString], in folder: ByteString, after old: [Subfolder] = []) {
    let known = Dictionary(old.lazy.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    self = names.sorted { NaturalOrder.areInOrder($0, $1) }
      .map { known[folder.subfolder($0)] ?? Subfolder($0, in: folder) }
  }
}

/// Why a source of photos could not be listed; each case is a short phrase for the command line.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFound, brokenLink, linkLoop
  case special
  case notAnImage
  /// No read permission for the folder, or no search permission on its path.
  case accessDenied
  case unreadable(errno: Int32)
  case noThread
  case network(NetworkError)
  case feed(FeedError)
  case provider(String)

  package var description: String {
    switch self {
    case .notFound: "no such file or folder"
    case .brokenLink: "broken link"
    case .linkLoop: "link loop"
    case .special: "neither a file nor a folder"
    case .notAnImage: "not an image"
    case .accessDenied: "permission denied"
    case .unreadable(let errno): "cannot be read: \(SystemError(errno))"
    case .noThread: "no free thread"
    case .network(let error): "\(error)"
    case .feed(let error): "\(error)"
    case .provider(let words): words
    }
  }

  static func onAddress<Success>(
    _ body: () throws(AddressError) -> Success
  ) throws(CatalogError) -> Success {
    try rethrowing(as: { CatalogError.feed(.address($0)) }, body)
  }

  package init(_ error: SystemError) {
    switch error.number {
    case ENOENT, ENOTDIR: self = .notFound
    case ELOOP: self = .linkLoop
    case EACCES, EPERM: self = .accessDenied
    default: self = .unreadable(errno: error.number)
    }
  }
}
