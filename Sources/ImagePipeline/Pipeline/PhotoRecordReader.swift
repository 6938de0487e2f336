package import Base
package import Catalogs
internal import Imaging
package import Storage

/// Reads records of photos' metadata, from the index or from their files; ends with its task at the
/// next step.
package struct PhotoRecordReader: Sendable {
  package static let step = DecoderClient.usualFileCount

  package let index: PhotoIndex
  private let decoder: any MetadataReading
  private let archives: (any ArchiveReading)?
  private let workingFolder: [UInt8]
  private let activity: LoadActivity
  /// Low-priority threads that check files with known records.
  private let checks = WorkQueue(label: "record checks", isLowPriority: true)
  package let queue = WorkQueue(label: "records")
  private let now: @Sendable () -> FileTime

  /// `workingFolder` is the absolute path that relative paths start from. Photos in archives have
  /// records if there are `archives`.
  package init(
    index: PhotoIndex, decoder: any MetadataReading, archives: (any ArchiveReading)? = nil,
    workingFolder: [UInt8],
    activity: LoadActivity = LoadActivity(), now: @escaping @Sendable () -> FileTime = { .now }
  ) {
    (self.index, self.decoder, self.workingFolder) = (index, decoder, workingFolder)
    self.archives = archives
    (self.activity, self.now) = (activity, now)
  }

  /// Looks photos up in the index, without checking their files.
  ///
  /// Takes some 50 ms for 100,000 photos of one folder. Photos on the web have no records.
  @concurrent
  package func known(
    _ photos: PhotoList, in folders: [FolderPlaces]? = nil
  ) async -> [PhotoRecord?] {
    let folders = if let folders { folders } else { await self.folders(of: photos) }
    if let only = folders.first, only.places.count == photos.count {
      let names = photos.indices.map { photos.name(at: $0) }
      return await index.records(of: names, in: only.folder)
    }
    var records = [PhotoRecord?](repeating: nil, count: photos.count)
    for (folder, places) in folders {
      let names = places.map { photos.name(at: $0) }
      let found = await index.records(of: names, in: folder)
      for (place, record) in zip(places, found) { records[place] = record }
    }
    return records
  }

  /// Checks the files, and reads those that changed or are not in the index.
  ///
  /// `handle` receives records in any order, nil if nothing can be read; it returns false to stop.
  package func check(
    _ photos: PhotoList, knowing known: [PhotoRecord?],
    handle: @escaping @Sendable (Range<Int>, [PhotoRecord?]) async -> Bool
  ) async {
    let stepCount = (photos.count + Self.step - 1) / Self.step
    await forEachConcurrently(stepCount, width: DecoderClient.usefulCalls) { number in
      let range = number * Self.step..<min((number + 1) * Self.step, photos.count)
      return await handle(range, await records(of: Array(photos[range]), knowing: known[range]))
    } handle: { _, isWanted in
      isWanted
    }
  }

  /// For a few photos. Unless `isUrgent`, loads of images come first.
  @concurrent
  package func read(_ photos: PhotoList, isUrgent: Bool) async -> [PhotoRecord?] {
    let known = await known(photos)
    var read: [PhotoRecord?] = []
    for start in stride(from: 0, to: photos.count, by: Self.step) {
      let range = start..<min(start + Self.step, photos.count)
      read += await records(of: Array(photos[range]), knowing: known[range], isUrgent: isUrgent)
    }
    return read
  }

  private func records(
    of photos: [Photo], knowing known: ArraySlice<PhotoRecord?>, isUrgent: Bool = false
  ) async -> [PhotoRecord?] {
    let threads = known.contains { $0 == nil } ? queue : checks
    let versions = await threads.run { photos.map(\.indexedVersion) }
    var records = zip(known, versions).map { record, version in
      record.flatMap { $0.version == version ? $0 : nil }
    }
    let missing = records.indices.filter { records[$0] == nil && versions[$0] != nil }
    let members: [Member] =
      archives == nil
      ? [] : photos.enumerated().compactMap { place, photo in photo.archived.map { (place, $0) } }
    guard !missing.isEmpty || !members.isEmpty else { return records }
    if !isUrgent { await activity.idle() }
    guard !Task.isCancelled else { return records }
    for (place, record) in await archivedRecords(of: photos, members) { records[place] = record }
    guard !missing.isEmpty else { return records }
    let files = missing.map { photos[$0] }
    let sources = files.compactMap(\.path).map { ImageSource.file($0.bytes) }
    let results = await decoder.metadata(of: sources, scope: .index)
    for (place, result) in zip(missing, results) {
      guard let version = versions[place] else { continue }
      switch result {
      case .success(let metadata): records[place] = PhotoRecord(metadata, version: version)
      case .failure(let error):
        // A permanent failure is stored too, until the file changes.
        if error.isLasting { records[place] = PhotoRecord(version: version) }
      }
    }
    await keep(missing, of: photos, records)
    return records
  }

  private typealias Member = (place: Int, photo: ArchivedPhoto)

  /// From the first bytes of the photos; the index does not store them.
  private func archivedRecords(
    of photos: [Photo], _ members: [Member]
  ) async -> [Int: PhotoRecord] {
    var records: [Int: PhotoRecord] = [:]
    for group in Dictionary(grouping: members, by: \.photo.archive).values {
      let heads = try? await archives?.heads(
        ofMembers: group.map(\.photo.index), inArchive: group[0].photo.archive,
        version: group[0].photo.version)
      let found = group.compactMap { place, member in
        heads?[member.index].map { (place: place, head: $0) }
      }
      guard !found.isEmpty, !Task.isCancelled else { continue }
      let results = await decoder.metadata(of: found.map { .bytes($0.head) }, scope: .index)
      for (place, result) in zip(found.map(\.place), results) {
        guard case .success(let metadata) = result else { continue }
        let file = photos[place].onWeb
        let modified = FileTime(seconds: file?.modified ?? 0, nanoseconds: 0)
        let version = IndexedVersion(
          byteCount: Int64(file?.byteCount ?? 0), modified: IndexedVersion.nanoseconds(modified),
          changed: .max, inode: 0)
        records[place] = PhotoRecord(metadata, version: version)
      }
    }
    return records
  }

  private func keep(_ places: [Int], of photos: [Photo], _ records: [PhotoRecord?]) async {
    let now = now()
    let rested = places.filter { records[$0]?.version.isRested(at: now) == true }
    for folder in await folders(of: PhotoList(rested.map { photos[$0] })) {
      let kept = folder.places.compactMap { number in
        records[rested[number]].map { (name: photos[rested[number]].name, record: $0) }
      }
      await index.keep(kept, in: folder.folder)
    }
  }

  package typealias FolderPlaces = (folder: ByteString, places: [Int])

  package func folders(of photos: PhotoList) async -> [FolderPlaces] {
    await queue.run { [workingFolder] in photos.groups(from: workingFolder) }
  }
}
