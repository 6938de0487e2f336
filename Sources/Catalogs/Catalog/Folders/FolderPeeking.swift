internal import Concurrency
internal import Synchronization
internal import System
package import Values

/// Looks into folders that are not shown themselves.
package protocol FolderPeeking: Sendable {
  /// Looks into a folder; over soon after the task is cancelled, with an answer that nobody needs.
  /// - Parameter path: The beginning of the paths in it.
  /// - Returns: What is in it, those inside it left alone.
  /// - Throws: Why it cannot be read.
  func peek(into path: ByteString) async throws(CatalogError) -> FolderPeek

  /// What tells of changes in folders that have been looked into; nil where nothing does.
  var changes: (any FolderChangeWatching)? { get }
}

extension FolderPeeking {
  /// Nothing tells of changes.
  package var changes: (any FolderChangeWatching)? { nil }
}

/// Looks into folders by the names in them: no file is opened, and of no more than four is asked which
/// version they are.
///
/// Where a folder has no photos, the folders below are read breadth first, as many as the limits allow.
///
/// Its threads give way to all others, and each look ends after so many entries that it takes a part of a
/// second.
package struct FolderPeeker: FolderPeeking {
  /// How much is read for one folder.
  package struct Limits: Sendable {
    /// How many entries of the folder itself.
    ///
    /// A hundred thousand names take less than half a second of a debug build, on
    /// a disk that is remembered.
    package var entries = 100_000
    /// How many folders below, where each may take as long as a server needs to answer.
    package var foldersBelow = 64
    /// How many entries of all folders below.
    package var entriesBelow = 20_000

    /// Takes the usual limits.
    package init() {}
  }

  /// Tells which of the names in a folder are not shown by themselves, by their places.
  package typealias HiddenNames = @Sendable (_ names: [ByteString]) -> Set<Int>

  private let queue = WorkQueue(label: "folders", givesWay: true)
  private let limits: Limits
  private let hidden: HiddenNames
  /// What tells of changes in the folders.
  package let changes: (any FolderChangeWatching)?

  /// Makes one that has looked at nothing.
  /// - Parameters:
  ///   - limits: How much is read.
  ///   - following: How folders are followed that have been looked into; nil where they are not.
  ///   - hidden: Tells which photos are not shown by themselves, as raw files with a picture.
  package init(
    limits: Limits = Limits(), following: FolderFollowing? = nil,
    hidden: @escaping HiddenNames = { _ in [] }
  ) {
    self.limits = limits
    changes = following.map { FolderChanges($0) }
    self.hidden = hidden
  }

  /// Reads the names in a folder, on a thread of its own.
  package func peek(into path: ByteString) async throws(CatalogError) -> FolderPeek {
    let wish = Wish()
    let result = await withTaskCancellationHandler {
      await queue.run { [limits, hidden] in
        Result { () throws(CatalogError) in
          try FolderPeek(into: path, limits, hidden, unless: { wish.isGone })
        }
      }
    } onCancel: {
      wish.end()
    }
    return try result.get()
  }

  /// Whether somebody still wants an answer.
  private final class Wish: Sendable {
    private let hasEnded = Atomic(false)

    var isGone: Bool { hasEnded.load(ordering: .relaxed) }

    func end() { hasEnded.store(true, ordering: .relaxed) }
  }
}

extension FolderPeek {
  /// Reads the names in a folder, and in those below where it has no photos; for a thread that may block.
  /// - Parameters:
  ///   - path: The beginning of the paths in it.
  ///   - limits: How much is read.
  ///   - hidden: Tells which photos are not shown by themselves.
  ///   - isGone: Whether it is useless to read on.
  /// - Throws: Why it cannot be read.
  fileprivate init(
    into path: ByteString, _ limits: FolderPeeker.Limits, _ hidden: FolderPeeker.HiddenNames,
    unless isGone: () -> Bool
  ) throws(CatalogError) {
    self.init()
    var visited: Set<FolderIdentity> = []
    let names = try FolderNames(of: path, limit: limits.entries, &visited, unless: isGone)
    add(names, in: path, hidden)
    folderCount = names.folders.count
    hasMore = names.hasMore
    if photoCount == 0 {
      lookBelow(names.folderPaths(in: path), limits, hidden, &visited, unless: isGone)
    }
    cover = cover.map { $0.ofVersionNow() }
  }

  /// Takes the photos of a folder.
  private mutating func add(
    _ names: FolderNames, in folder: ByteString, _ hidden: FolderPeeker.HiddenNames
  ) {
    let hidden = hidden(names.photos)
    for (place, name) in names.photos.enumerated() where !hidden.contains(place) {
      add(Photo(folder: folder, name: name))
    }
  }

  /// Counts the photos in folders below, breadth first, and takes the first of each in turn for the cover.
  private mutating func lookBelow(
    _ folders: [ByteString], _ limits: FolderPeeker.Limits, _ hidden: FolderPeeker.HiddenNames,
    _ visited: inout Set<FolderIdentity>, unless isGone: () -> Bool
  ) {
    var (waiting, next, entries) = (folders[...], 0, limits.entriesBelow)
    var covers: [[Photo]] = []
    while let folder = waiting.popFirst(), !isGone() {
      guard next < limits.foldersBelow, entries > 0 else {
        hasMoreBelow = true
        break
      }
      next += 1
      // What cannot be read, or has been, stands for nothing.
      guard let names = try? FolderNames(of: folder, limit: entries, &visited, unless: isGone)
      else { continue }
      entries -= names.count
      hasMoreBelow = hasMoreBelow || names.hasMore
      var found = FolderPeek()
      found.add(names, in: folder, hidden)
      photoCountBelow += found.photoCount
      if !found.cover.isEmpty, covers.count < Self.coverLimit { covers.append(found.cover) }
      waiting += names.folderPaths(in: folder).prefix(limits.foldersBelow)
    }
    let turns = (0..<Self.coverLimit).flatMap { turn in
      covers.compactMap { turn < $0.count ? $0[turn] : nil }
    }
    cover = Array(turns.prefix(Self.coverLimit))
  }
}

/// The names in one folder.
private struct FolderNames {
  /// Those of photos, in the order of the file system.
  private(set) var photos: [ByteString] = []
  /// Those of folders, in the same.
  private(set) var folders: [ByteString] = []
  /// Those of folders that are links, which belong elsewhere.
  private var links: Set<ByteString> = []
  /// How many entries were read.
  private(set) var count = 0
  /// Whether there may be more.
  private(set) var hasMore = false

  /// Reads a folder.
  /// - Parameters:
  ///   - path: The beginning of the paths in it.
  ///   - limit: How many entries are read at most.
  ///   - visited: The folders that have been read.
  ///   - isGone: Whether it is useless to read on.
  /// - Throws: Why it cannot be read; `linkLoop` where it has been.
  init(
    of path: ByteString, limit: Int, _ visited: inout Set<FolderIdentity>,
    unless isGone: () -> Bool
  ) throws(CatalogError) {
    var reader = FolderReader(folder: path, isRecursive: false)
    var event = reader.next()
    if case .skipped(let error) = event { throw error }
    if let identity = reader.identity, !visited.insert(identity).inserted { throw .linkLoop }
    while !isGone(), let next = event {
      switch next {
      case .photo(let photo): photos.append(photo.name)
      case .subfolder(let name): folders.append(name)
      case .folderEnd(let error?): throw error
      case .folderBegin, .folderEnd, .other, .ignored, .skipped: break
      }
      hasMore = count == limit
      guard !hasMore else { break }
      count += 1
      event = reader.next()
    }
    links = reader.linkedFolders
  }

  /// The beginnings of the paths in the folders, in natural order, without those that are links.
  func folderPaths(in path: ByteString) -> [ByteString] {
    folders.filter { !links.contains($0) }.sorted { NaturalOrder.areInOrder($0, $1) }.map(
      path.subfolder)
  }
}

extension Photo {
  /// The photo at the same path that its file is now: another one after every change of it.
  fileprivate func ofVersionNow() -> Photo {
    guard let path, let version = FileVersion(path: path.bytes) else { return self }
    return revised(as: UInt64(bitPattern: Int64(version.hashValue)))
  }
}
