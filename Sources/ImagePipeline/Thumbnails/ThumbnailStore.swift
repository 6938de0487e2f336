import Base
import CLinux
package import ExpiringCache
import Glibc
package import Imaging
import Storage
import Synchronization

/// Thumbnails on disk, shared with file managers: the Thumbnail Managing Standard, version 0.9.
///
/// Every call blocks; calls may be concurrent, also with other programs. If the directory cannot be
/// written to, writing is disabled and one notice is given; reading continues.
package final class ThumbnailStore: Sendable {
  let place: ThumbnailPlace
  let version: String
  let isPrivate: Bool
  private let onNotice: @Sendable (ThumbnailError) -> Void
  private let state = Mutex(State())

  private struct State {
    var isWriting = true
    /// The subdirectories whose unfinished files were removed.
    var swept: Set<ThumbnailShelf> = []
  }

  /// Ignores SIGXFSZ in this process, which would kill it at a limit on file sizes.
  ///
  /// Nothing on disk is touched. Another `version` retries failures. A private store never writes
  /// or removes. `onNotice` is called at most once, on the calling thread.
  package init(
    place: ThumbnailPlace, version: String, isPrivate: Bool = false,
    onNotice: @escaping @Sendable (ThumbnailError) -> Void
  ) {
    (self.place, self.version, self.isPrivate) = (place, version, isPrivate)
    self.onNotice = onNotice
    signal(SIGXFSZ, SIG_IGN)
  }

  package var isWriting: Bool { !isPrivate && state.withLock { $0.isWriting } }

  func write(
    _ subject: some ThumbnailSubject, to shelf: ThumbnailShelf, _ encode: () -> [UInt8]?
  ) -> Bool {
    guard isWriting, !subject.isThumbnail(in: place) else { return false }
    do throws(ThumbnailError) {
      let writing = ThumbnailWriting(folder: try ShelfOpening.open(shelf, in: place))
      guard let bytes = encode() else { return false }
      let time = try writing.write(bytes, as: subject.uri.thumbnailName)
      if state.withLock({ $0.swept.insert(shelf).inserted }) { writing.sweep(at: time) }
      return true
    } catch {
      if error.isLasting { endWriting(error) }
      return false
    }
  }

  private func endWriting(_ error: ThumbnailError) {
    let wasWriting = state.withLock { state in
      defer { state.isWriting = false }
      return state.isWriting
    }
    if wasWriting { onNotice(error) }
  }
}

// MARK: - Reading

extension ThumbnailStore {
  /// The smallest thumbnail that fills a box in pixels, or has the size of the image; blocks.
  ///
  /// Searches the user's directory, then beside the photo. URI, time, size, checksums must match.
  package func thumbnail(of photo: some ThumbnailSubject, filling box: PixelSize)
    -> StoredThumbnail?
  {
    // The others fill it for no aspect ratio.
    let sizes = ThumbnailSize.allCases.filter { $0.side >= min(box.width, box.height) }
    return thumbnail(of: photo, in: sizes, filling: box)
  }

  /// The largest thumbnail of any size, for a preview; blocks.
  package func largestThumbnail(of photo: some ThumbnailSubject) -> StoredThumbnail? {
    thumbnail(
      of: photo, in: ThumbnailSize.allCases.reversed(), filling: PixelSize(width: 1, height: 1))
  }

  /// The smallest thumbnail that fills a box in pixels as a tile whose PNG the terminal decodes;
  /// blocks. Nil if it is not opaque, if another program has made it, as its pixels would reach the
  /// terminal unchecked, or if it is half as large again as the pixels of the tile.
  package func tile(of photo: PhotoFile, in box: CellSize, form: PixelForm) -> Tile? {
    let room = PixelSize(
      width: box.columns * form.cell.width, height: box.rows * form.cell.height)
    guard form.encoding == .rgb, form.detail == .full, !form.hasPlaceholders, !form.isFilled,
      form.characters.backdrop == .terminal,
      let found = thumbnail(of: photo, filling: room), found.isOwn, !found.isShared,
      let whole = found.info.size, let bytes = found.file.bytes(atMost: StoredThumbnail.byteLimit),
      PNGFile.hasOpaqueColors(bytes)
    else { return nil }
    let geometry = PixelGeometry(fitting: whole, in: box, cell: form.cell, isEnlarged: false)
    guard bytes.count <= geometry.picture.area * 3 * 3 / 2 else { return nil }
    return Tile(
      .pixels(
        EncodedPicture(
          symbols: Canvas(size: geometry.cells), encoding: .rgb, isPNG: true,
          pixels: found.pixels, bytes: bytes)))
  }

  private func thumbnail(
    of photo: some ThumbnailSubject, in sizes: [ThumbnailSize], filling box: PixelSize
  ) -> StoredThumbnail? {
    if let root = place.root,
      let own = thumbnail(
        of: photo, named: photo.addresses, in: sizes, filling: box, isShared: false,
        open: { name, size in
          ThumbnailFile.open(name, in: ThumbnailShelf.size(size).path(in: root))
        })
    {
      return own
    }
    guard let parts = (photo as? PhotoFile)?.parts,
      let shared = Self.openFolder(parts.folder + Array(ThumbnailPlace.sharedFolderName.utf8))
    else { return nil }
    return thumbnail(
      of: photo, named: PhotoURI.relative(name: parts.name), in: sizes, filling: box,
      isShared: true,
      open: { name, size in
        let path = ByteString("\(size.folderName)/\(name)")
        return Descriptor.open(path, in: shared, ThumbnailFile.flags)
      })
  }

  /// Checks that URI, time, size and checksums match.
  private func thumbnail(
    of photo: some ThumbnailSubject, named addresses: [PhotoURI], in sizes: [ThumbnailSize],
    filling box: PixelSize, isShared: Bool, open: (String, ThumbnailSize) -> Descriptor?
  ) -> StoredThumbnail? {
    let names = addresses.map { ($0, $0.thumbnailName) }
    for size in sizes {
      for (address, name) in names {
        // One byte beyond the limit detects files that are too large.
        guard let file = open(name, size),
          let bytes = file.bytes(atMost: StoredThumbnail.byteLimit + 1),
          bytes.count <= StoredThumbnail.byteLimit, let reading = ThumbnailReading(bytes),
          max(reading.pixels.width, reading.pixels.height) <= size.side,
          reading.texts.agree(with: photo, at: address), reading.suffices(for: box)
        else { continue }
        let (texts, info) = (reading.texts, reading.texts.info(of: photo))
        return StoredThumbnail(
          size: size, pixels: reading.pixels, info: info, hasAllFacts: texts.hasAllFacts,
          hidesMotion: texts.hidesMotion(info), isOwn: texts.isOwn, isShared: isShared, file: file)
      }
    }
    return nil
  }
}

extension ThumbnailReading {
  fileprivate func suffices(for box: PixelSize) -> Bool {
    pixels.width >= box.width || pixels.height >= box.height || pixels == texts.picturePixels
  }
}

// MARK: - Writing

extension ThumbnailStore {
  /// Stores a thumbnail; blocks for some milliseconds; returns whether it is on disk.
  ///
  /// An image no larger than the smallest class needs none (standard, section 5.3). `bitmap` is
  /// scaled to fit the class, or has the image's own size if that is smaller. `photo` is the file
  /// as it was before it was read.
  @discardableResult package func keep(
    _ bitmap: Bitmap, as size: ThumbnailSize, of photo: some ThumbnailSubject, info: PictureInfo
  ) -> Bool {
    let longest = max(bitmap.size.width, bitmap.size.height)
    guard let picturePixels = info.size,
      size.longerSides.contains(longest)
        || longest < size.side && bitmap.size == picturePixels,
      bitmap.size.area > 0,
      max(picturePixels.width, picturePixels.height) > ThumbnailSize.normal.side
    else { return false }
    return write(photo, to: .size(size)) {
      var texts = ThumbnailTexts(photo)
      texts.add(info)
      return PNGWriter.encode(bitmap, texts)
    }
  }
}

/// The negative cache (standard, section 8): photos that this version of photocell cannot decode.
extension ThumbnailStore {
  private static let reasonLimit = 200

  /// Remembers a permanent failure until the file changes; blocks.
  ///
  /// Not for files that could not be read. `reason` is short; drops non-ASCII characters.
  @discardableResult package func keepFailure(of photo: some ThumbnailSubject, reason: String)
    -> Bool
  {
    write(photo, to: .failures(version: version)) {
      var texts = ThumbnailTexts(photo)
      texts.add(Self.plain(Array(reason.utf8)), for: .failure)
      let empty = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 0])
      return PNGWriter.encode(empty, texts)
    }
  }

  /// Nil if the file has changed; blocks.
  package func failure(of photo: some ThumbnailSubject) -> String? {
    guard let root = place.root else { return nil }
    let folder = ThumbnailShelf.failures(version: version).path(in: root)
    guard let file = ThumbnailFile.open(photo.uri.thumbnailName, in: folder),
      let bytes = file.bytes(atMost: 1 << 16), let texts = ThumbnailReading(bytes)?.texts,
      texts.agree(with: photo, at: photo.uri), let reason = texts[.failure]
    else { return nil }
    return String(decoding: Self.plain(reason), as: UTF8.self)
  }

  private static func plain(_ reason: [UInt8]) -> [UInt8] {
    Array(reason.filter { (0x20..<0x7F).contains($0) }.prefix(reasonLimit))
  }
}

// MARK: - Maintenance

/// For `photocell cache`: every call reads every file and may block for long. Only files that
/// photocell wrote are removed, by the key `Software` in each.
extension ThumbnailStore {
  package func statistics() -> ThumbnailStatistics {
    var statistics = ThumbnailStatistics()
    for size in ThumbnailSize.allCases {
      forEachEntry(of: .size(size)) { entry, _ in
        let owner = entry.isOwn ? \ThumbnailStatistics.own : \.foreign
        statistics[keyPath: owner][size, default: CacheUsage()].add(entry)
      }
    }
    for shelf in failureShelves {
      forEachEntry(of: shelf) { entry, _ in if entry.isOwn { statistics.failures.add(entry) } }
    }
    return statistics
  }

  /// Removes the files of any version of photocell; nothing if the store is private.
  @discardableResult package func clear() -> CacheUsage {
    remove(from: allShelves)
  }

  @discardableResult package func clearFailures() -> CacheUsage {
    remove(from: [.failures(version: version)])
  }

  /// Removes outdated thumbnails, failures of other versions, and unfinished files after an hour.
  ///
  /// If a photo's whole directory is gone, it may be on a disk that is not mounted: such thumbnails
  /// stay until they are unused for 30 days. `now` is in seconds since 1970; the result excludes
  /// unfinished files.
  @discardableResult package func prune(now: Int) -> CacheUsage {
    guard !isPrivate else { return CacheUsage() }
    for shelf in allShelves {
      guard let folder = open(shelf) else { continue }
      ThumbnailWriting(folder: folder).sweep(at: FileTime(seconds: now))
    }
    let current = ThumbnailShelf.failures(version: version)
    let others = failureShelves.filter { $0 != current }
    var removed = remove(from: sizeShelves + [current]) { $0.isUseless(at: now) }
    removed += remove(from: others)
    if let root = place.root {
      for shelf in others { unsafe rmdir(shelf.path(in: root).cString) }
    }
    return removed
  }

  /// Reads every byte of photocell's files, and removes broken ones.
  package func verify() -> ThumbnailVerification {
    var found = ThumbnailVerification()
    for shelf in allShelves {
      forEachEntry(of: shelf) { entry, folder in
        guard entry.isOwn else {
          if entry.reading == nil { found.unknown.add(entry) }
          return
        }
        guard !entry.isWhole(in: folder) else { return found.whole.add(entry) }
        found.broken.add(entry)
        if !isPrivate { _ = Self.remove(entry, from: folder) }
      }
    }
    return found
  }

  private var sizeShelves: [ThumbnailShelf] { ThumbnailSize.allCases.map { .size($0) } }
  private var allShelves: [ThumbnailShelf] { sizeShelves + failureShelves }

  private var failureShelves: [ThumbnailShelf] {
    let path = place.root.map { $0 + Array("/\(ThumbnailShelf.failureFolder)".utf8) }
    guard let path, let folder = Self.openFolder(path) else { return [] }
    return DirectoryStream.names(in: folder).compactMap { name in
      let text = name.lossyText
      guard text.hasPrefix(ThumbnailShelf.failurePrefix), ByteString(text) == name else {
        return nil
      }
      return .failures(version: String(text.dropFirst(ThumbnailShelf.failurePrefix.count)))
    }
  }

  private func remove(
    from shelves: [ThumbnailShelf], where isMeant: (ThumbnailEntry) -> Bool = { _ in true }
  ) -> CacheUsage {
    var removed = CacheUsage()
    guard !isPrivate else { return removed }
    for shelf in shelves {
      forEachEntry(of: shelf) { entry, folder in
        if entry.isOwn, isMeant(entry), Self.remove(entry, from: folder) { removed.add(entry) }
      }
    }
    return removed
  }

  private static func remove(_ entry: ThumbnailEntry, from folder: borrowing Descriptor) -> Bool {
    unsafe unlinkat(folder.number, entry.name.cString, 0) == 0
  }

  private func forEachEntry(
    of shelf: ThumbnailShelf, _ body: (ThumbnailEntry, borrowing Descriptor) -> Void
  ) {
    guard let folder = open(shelf) else { return }
    for name in DirectoryStream.names(in: folder) {
      if let entry = ThumbnailEntry(named: name.bytes, in: folder) { body(entry, folder) }
    }
  }

  private func open(_ shelf: ThumbnailShelf) -> Descriptor? {
    place.root.flatMap { Self.openFolder(shelf.path(in: $0)) }
  }

  private static func openFolder(_ path: some Collection<UInt8>) -> Descriptor? {
    Descriptor(opened: unsafe Glibc.open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }
}
