package import Base
import Imaging

/// A folder's own entries come first, in directory order, then its subfolders in natural order:
/// photos are in `NaturalOrder` by folder and unsorted only within one. Opens no file, and at most
/// one folder at a time at any depth. For one thread at a time; may block.
struct FolderReader {
  private let isRecursive: Bool
  private var pending: [(path: ByteString, depth: Int)]
  private var current: (path: ByteString, opened: OpenFolder)?
  private(set) var directory: DirectoryIdentity?
  private(set) var drafts: [ByteString] = []
  private var subfolders: [ByteString] = []
  /// Photos that are symbolic links, if the directory reports entry types.
  private(set) var links: Set<Photo> = []
  private(set) var linkedFolders: Set<ByteString> = []
  private var visited: Set<FolderIdentity> = []
  /// From the first folder to the current one; detects link loops.
  private var ancestors: [FolderIdentity] = []
  private var first: FolderEvent?

  /// Opens the folder, given as a path prefix; with `isRecursive`, links to folders are followed.
  init(folder: ByteString, isRecursive: Bool) throws(CatalogError) {
    self.isRecursive = isRecursive
    pending = [(folder, 0)]
    first = try enterNextFolder()
  }

  var identity: FolderIdentity? { current?.opened.identity }

  var isAtEnd: Bool { current == nil && pending.isEmpty }

  mutating func next() -> FolderEvent? {
    if let first = first.take() { return first }
    do throws(CatalogError) {
      guard let (path, opened) = current else { return try enterNextFolder() }
      return try readEntry(of: opened, at: path)
    } catch {
      return .skipped(error)
    }
  }

  private mutating func enterNextFolder() throws(CatalogError) -> FolderEvent? {
    guard let folder = pending.popLast() else { return nil }
    let opened = try OpenFolder(folder.path.openableFolder)
    ancestors.removeLast(ancestors.count - folder.depth)
    guard visited.insert(opened.identity).inserted else {
      // A second path to a folder is an error only if it is a loop.
      if ancestors.contains(opened.identity) { throw .linkLoop }
      return .ignored
    }
    ancestors.append(opened.identity)
    directory = opened.directory
    current = (folder.path, opened)
    return .folderBegin(folder.path)
  }

  private mutating func readEntry(
    of folder: OpenFolder, at path: ByteString
  ) throws(CatalogError) -> FolderEvent {
    let entry: OpenFolder.Entry
    do throws(CatalogError) {
      guard let next = try folder.next() else { return leave(folder, at: path, after: nil) }
      entry = next
    } catch {
      return leave(folder, at: path, after: error)
    }
    switch try folder.resolve(entry) {
    case .file where VideoLibraries.isListed(entry.name):
      let photo = Photo(folder: path, name: entry.name)
      if entry.kind == .link { links.insert(photo) }
      return .photo(photo)
    case .file where ArchiveName.matches(entry.name.bytes):
      return .subfolder(ByteString(entry.name.bytes + [UInt8(ascii: "/")]))
    case .folder:
      if isRecursive { subfolders.append(entry.name) }
      if entry.kind == .link { linkedFolders.insert(entry.name) }
      return .subfolder(entry.name)
    case .special: throw .special
    case .file, .link, .unknown: return .other
    }
  }

  private mutating func leave(
    _ folder: OpenFolder, at path: ByteString, after error: CatalogError?
  ) -> FolderEvent {
    for name in subfolders.sorted(by: { NaturalOrder.areInOrder($1, $0) }) {
      pending.append((path.subfolder(name), ancestors.count))
    }
    subfolders = []
    drafts += folder.drafts.map { ByteString(path.bytes + $0.bytes) }
    current = nil
    return .folderEnd(error)
  }
}

enum FolderEvent: Hashable {
  /// The events up to `folderEnd` belong to this folder.
  case folderBegin(ByteString)
  case photo(Photo)
  /// Or an archive, with a slash at the end.
  case subfolder(ByteString)
  case other
  case ignored
  case skipped(CatalogError)
  /// The error that ended the folder early, if any.
  case folderEnd(CatalogError?)
}

struct FolderIdentity: Hashable {
  let device, inode: UInt64
}

/// Everything found in a folder besides its photos.
struct FolderContents {
  private(set) var skipped = SkippedEntries()
  private(set) var subfolders: [ByteString] = []
  /// The directories that were read, by path prefix.
  private(set) var directories: [ByteString: DirectoryIdentity] = [:]
  private(set) var isWhole = true
  var links: Set<Photo> = []
  private var hasPhotos = false
  private var otherCount = 0

  mutating func add(_ event: FolderEvent, of reader: borrowing FolderReader) {
    switch event {
    case .folderBegin(let path): directories[path] = reader.directory
    case .photo: hasPhotos = true
    case .subfolder(let name): subfolders.append(name)
    case .other: otherCount += 1
    case .skipped(let error):
      otherCount += 1
      skipped.add(error)
    case .folderEnd(let error?):
      isWhole = false
      skipped.add(error)
    case .folderEnd, .ignored: break
    }
  }

  /// Nil if there is a photo or an error stopped the reading.
  func emptyFolder(_ path: ByteString, isRecursive: Bool) -> EmptyFolder? {
    guard !hasPhotos, isWhole else { return nil }
    let archiveCount = subfolders.count { $0.bytes.last == UInt8(ascii: "/") }
    return EmptyFolder(
      path: path, subfolderCount: subfolders.count - archiveCount, archiveCount: archiveCount,
      isRecursive: isRecursive, isEmpty: subfolders.isEmpty && otherCount == 0)
  }
}

/// A folder given by the user that was read to its end and has no photos.
package struct EmptyFolder: Hashable, Sendable {
  package let path: ByteString
  /// At any depth if `isRecursive`.
  package let subfolderCount: Int
  package let archiveCount: Int
  package let isRecursive: Bool
  /// Whether it has no entries at all, except hidden ones.
  package let isEmpty: Bool

  package init(
    path: ByteString, subfolderCount: Int = 0, archiveCount: Int = 0, isRecursive: Bool = false,
    isEmpty: Bool = false
  ) {
    (self.path, self.subfolderCount, self.archiveCount) = (path, subfolderCount, archiveCount)
    (self.isRecursive, self.isEmpty) = (isRecursive, isEmpty)
  }

  package var mayHoldMore: Bool { subfolderCount > 0 && !isRecursive }

  fileprivate var isCurrent: Bool { path.asFolder.bytes.isEmpty }
}

package struct EmptyFolderMessage {
  private let folders: [EmptyFolder]
  private let home: ByteString?
  private let command: String

  package init(_ folders: [EmptyFolder], home: ByteString?, command: String = "photocell") {
    (self.folders, self.home, self.command) = (folders, home, command)
  }

  package var sentences: [String] { folders.map(sentence) + (advice.map { [$0] } ?? []) }

  /// In lower case, to follow the program name; the advice ends the last. Not sanitized.
  package var lines: [String] {
    let lines = folders.map { folder in
      let sentence = sentence(about: folder)
      return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
    guard let advice, let last = lines.last else { return lines }
    return lines.dropLast() + ["\(last) \(advice)"]
  }

  private func sentence(about folder: EmptyFolder) -> String {
    let name = folder.isCurrent ? "this folder" : "\(HomePath(folder.path, home: home))"
    guard !folder.isEmpty else { return "No photos in \(name): the folder is empty." }
    let unread = [
      (folder.mayHoldMore ? folder.subfolderCount : 0, "subfolder"),
      (folder.archiveCount, "archive"),
    ].filter { $0.0 > 0 }.map { count, kind in "\(count) \(kind)\(count == 1 ? "" : "s")" }
    guard unread.isEmpty else {
      return "No photos in \(name) itself, but \(unread.joined(separator: " and "))."
    }
    return "No photos in \(name)\(folder.subfolderCount > 0 ? " or its subfolders" : "")."
  }

  private var advice: String? {
    let hasArchives = folders.contains { $0.archiveCount > 0 }
    let folders = folders.filter(\.mayHoldMore)
    guard let first = folders.first else {
      return hasArchives ? "Archives are read if they are named." : nil
    }
    let what = folders.count == 1 && first.subfolderCount == 1 ? "its photos" : "their photos"
    guard folders.count == 1, let word = HomePath(first.path, home: home).shellWord else {
      return "photocell -r shows \(what)."
    }
    return "\(command) -r\(first.isCurrent ? "" : " \(word)") shows \(what)."
  }
}
