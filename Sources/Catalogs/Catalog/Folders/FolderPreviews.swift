package import Base
import Synchronization

package protocol FolderPreviewProvider: Sendable {
  /// Takes a path prefix; returns an arbitrary preview soon after cancellation.
  func preview(of path: ByteString) async throws(CatalogError) -> FolderPreview

  /// Watches folders that have been previewed; nil if changes are not reported.
  var changes: (any FolderChangeWatching)? { get }
}

extension FolderPreviewProvider {
  package var changes: (any FolderChangeWatching)? { nil }
}

/// Previews of local folders by file names: no file is opened, and at most four are stat'ed.
///
/// If a folder has no photos, the folders below are read breadth first within `Limits`. Runs at low
/// priority; the limits keep each preview to a fraction of a second.
package struct LocalFolderPreviews: FolderPreviewProvider {
  package struct Limits: Sendable {
    /// Of the folder itself: less than 0.5 s in a debug build if the disk is cached.
    package var entries = 100_000
    /// Folders below; each may take a network round trip.
    package var foldersBelow = 64
    package var entriesBelow = 20_000

    package init() {}
  }

  /// Indices of the names that are not shown by themselves, such as raw files with a picture.
  package typealias HiddenNames = @Sendable (_ names: [ByteString]) -> Set<Int>

  private let queue = WorkQueue(label: "folders", isLowPriority: true)
  private let limits: Limits
  private let hidden: HiddenNames
  package let changes: (any FolderChangeWatching)?

  package init(
    limits: Limits = Limits(), following: FolderFollowing? = nil,
    hidden: @escaping HiddenNames = { _ in [] }
  ) {
    self.limits = limits
    changes = following.map { FolderChanges($0) }
    self.hidden = hidden
  }

  package func preview(of path: ByteString) async throws(CatalogError) -> FolderPreview {
    let request = PreviewRequest()
    let result = await withTaskCancellationHandler {
      await queue.run {
        Result { () throws(CatalogError) in
          try read(path) { request.hasEnded.load(ordering: .relaxed) }
        }
      }
    } onCancel: {
      request.hasEnded.store(true, ordering: .relaxed)
    }
    return try result.get()
  }

  private final class PreviewRequest: Sendable {
    let hasEnded = Atomic(false)
  }

  private func read(
    _ path: ByteString, unless isGone: () -> Bool
  ) throws(CatalogError) -> FolderPreview {
    var visited: Set<FolderIdentity> = []
    let names = try FolderNames(of: path, limit: limits.entries, &visited, unless: isGone)
    var preview = preview(of: names, in: path)
    if preview.photoCount == 0 {
      readBelow(names.folderPaths(in: path), &visited, into: &preview, unless: isGone)
    }
    preview.cover = preview.cover.map { photo in
      guard let path = photo.path, let version = FileVersion(path: path.bytes) else { return photo }
      return photo.revised(as: UInt64(bitPattern: Int64(version.hashValue)))
    }
    return preview
  }

  private func preview(of names: FolderNames, in folder: ByteString) -> FolderPreview {
    var preview = FolderPreview(folderCount: names.folders.count, hasMore: names.hasMore)
    let hidden = hidden(names.photos)
    for (place, name) in names.photos.enumerated() where !hidden.contains(place) {
      preview.add(Photo(folder: folder, name: name))
    }
    return preview
  }

  /// Breadth first; the cover takes the first photo of each folder in turn.
  private func readBelow(
    _ folders: [ByteString], _ visited: inout Set<FolderIdentity>,
    into preview: inout FolderPreview, unless isGone: () -> Bool
  ) {
    let coverLimit = FolderPreview.coverLimit
    var (waiting, readCount, entries) = (folders[...], 0, limits.entriesBelow)
    var covers: [[Photo]] = []
    while let folder = waiting.popFirst(), !isGone() {
      guard readCount < limits.foldersBelow, entries > 0 else {
        preview.hasMoreBelow = true
        break
      }
      readCount += 1
      // A folder that cannot be read, or has been, is skipped.
      guard let names = try? FolderNames(of: folder, limit: entries, &visited, unless: isGone)
      else { continue }
      entries -= names.count
      preview.hasMoreBelow = preview.hasMoreBelow || names.hasMore
      let found = self.preview(of: names, in: folder)
      preview.photoCountBelow += found.photoCount
      if !found.cover.isEmpty, covers.count < coverLimit { covers.append(found.cover) }
      waiting += names.folderPaths(in: folder).prefix(limits.foldersBelow)
    }
    let turns = (0..<coverLimit).flatMap { turn in
      covers.compactMap { turn < $0.count ? $0[turn] : nil }
    }
    preview.cover = Array(turns.prefix(coverLimit))
  }
}

private struct FolderNames {
  private(set) var photos: [ByteString] = []
  private(set) var folders: [ByteString] = []
  private var links: Set<ByteString> = []
  private(set) var count = 0
  private(set) var hasMore = false

  /// Throws `linkLoop` if the folder is in `visited`.
  init(
    of path: ByteString, limit: Int, _ visited: inout Set<FolderIdentity>, unless isGone: () -> Bool
  ) throws(CatalogError) {
    var reader = try FolderReader(folder: path, isRecursive: false)
    if let identity = reader.identity, !visited.insert(identity).inserted { throw .linkLoop }
    while !isGone(), let event = reader.next() {
      switch event {
      case .photo(let photo): photos.append(photo.name)
      case .subfolder(let name): folders.append(name)
      case .folderEnd(let error?): throw error
      case .folderBegin, .folderEnd, .other, .ignored, .skipped: break
      }
      hasMore = count == limit
      guard !hasMore else { break }
      count += 1
    }
    links = reader.linkedFolders
  }

  /// Path prefixes of the folders in natural order, without symbolic links.
  func folderPaths(in path: ByteString) -> [ByteString] {
    folders.filter { !links.contains($0) }.sorted { NaturalOrder.areInOrder($0, $1) }.map(
      path.subfolder)
  }
}

package struct FolderPreview: Hashable, Sendable {
  /// Not recursive; a raw file and its picture count once where pairs are joined.
  package var photoCount: Int
  package var folderCount: Int
  /// Whether reading stopped before the end, so that the counts may be too low.
  package var hasMore: Bool
  /// The first `coverLimit` photos in natural order, else those of the nearest folders below.
  package var cover: [Photo]
  /// Photos found below, within limits, if the folder itself has none.
  package var photoCountBelow: Int
  package var hasMoreBelow: Bool

  package init(
    photoCount: Int = 0, folderCount: Int = 0, hasMore: Bool = false, cover: [Photo] = [],
    photoCountBelow: Int = 0, hasMoreBelow: Bool = false
  ) {
    (self.photoCount, self.folderCount, self.hasMore) = (photoCount, folderCount, hasMore)
    (self.cover, self.photoCountBelow, self.hasMoreBelow) = (cover, photoCountBelow, hasMoreBelow)
  }

  package static let coverLimit = 4

  package mutating func add(_ photo: Photo) {
    photoCount += 1
    let isFull = cover.count == Self.coverLimit
    if isFull, let last = cover.last, !NaturalOrder.areInOrder(photo, last) { return }
    if isFull { cover.removeLast() }
    let place = cover.firstIndex { NaturalOrder.areInOrder(photo, $0) } ?? cover.count
    cover.insert(photo, at: place)
  }
}

/// Previews of folders on servers by the first page of their listing; delegates local folders.
package struct ServedFolderPreviews: FolderPreviewProvider {
  private let catalogs: SourceCatalogs
  private let others: any FolderPreviewProvider
  private let filtered: FilteredPreview?

  /// The preview of a filtered snapshot, which may be incomplete.
  package typealias FilteredPreview = @Sendable (CatalogSnapshot) async -> FolderPreview
  /// Photos that are filtered for a preview, at least.
  private static let filteredLimit = 100_000

  package init(
    _ catalogs: SourceCatalogs, others: any FolderPreviewProvider = LocalFolderPreviews(),
    filtered: FilteredPreview? = nil
  ) {
    (self.catalogs, self.others, self.filtered) = (catalogs, others, filtered)
  }

  package var changes: (any FolderChangeWatching)? { others.changes }

  package func preview(of path: ByteString) async throws(CatalogError) -> FolderPreview {
    guard catalogs.isProvided(path) else { return try await others.preview(of: path) }
    let catalog = catalogs.catalog(ofFolder: path, isGlance: true, demand: CatalogDemand(0))
    for await snapshot in catalog.snapshots()
    where snapshot.isComplete
      || snapshot.filter != nil && snapshot.entries.count >= Self.filteredLimit
    {
      if snapshot.entries.isEmpty, let failure = snapshot.notices.first(where: \.isFailure) {
        throw .provider(failure.problem)
      }
      if snapshot.filter != nil, let filtered { return await filtered(snapshot) }
      var preview = FolderPreview(
        folderCount: snapshot.folders.count, hasMore: snapshot.hasMore)
      for photo in snapshot.photos { preview.add(photo) }
      return preview
    }
    return FolderPreview()
  }
}
