import Base
import ExpiringCache
import Glibc
import ImagePipeline
import Imaging
import SharedTier
import TestSupport

/// Photos on disk, their thumbnails, and decoders that a test lets through.
final class ThumbnailStage: Sendable {
  let folder = TemporaryFolder()
  /// The decoder of the photos' files.
  let files: GatedDecoder
  /// The decoder of thumbnails.
  let thumbnails: GatedDecoder
  let access: ThumbnailAccess
  let store: ThumbnailStore

  init(isPrivate: Bool = false) {
    (files, thumbnails) = (GatedDecoder(), GatedDecoder())
    let cache = folder.name("cache")
    store = ThumbnailStore(
      place: ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? cache : nil }, version: "1",
      isPrivate: isPrivate, onNotice: { _ in })
    access = ThumbnailAccess(
      store: store, workingFolder: Array(folder.path.utf8), decoder: thumbnails)
    for name in ["a", "b", "c"] { write(name, "the photo \(name)") }
  }

  /// The same folder after the program has been started again.
  init(after other: ThumbnailStage) {
    (files, thumbnails, store) = (GatedDecoder(), GatedDecoder(), other.store)
    access = ThumbnailAccess(
      store: store, workingFolder: Array(other.folder.path.utf8), decoder: thumbnails)
  }

  /// A pipeline with an empty memory.
  func pipeline(
    width: Int = 4, log: Log = .none, reader: (any MetadataReading)? = nil
  ) -> ImagePipeline {
    ImagePipeline(
      loaders: BitmapLoaders(loader(reader: reader)),
      cache: TileMemory(
        limits: CacheLimits(cost: 1_000_000), expiration: .never, clock: ManualClock()),
      width: width, log: log, clock: ManualClock())
  }

  /// Loads files as if they were written some time ago.
  func loader(
    shared: SharedTier? = nil, reader: (any MetadataReading)? = nil
  ) -> FileBitmapLoader {
    FileBitmapLoader(
      decoder: files, thumbnails: access, shared: shared.map(ThumbnailTier.init), reader: reader
    ) {
      FileTime(seconds: FileTime.now.seconds + 10, nanoseconds: 0)
    }
  }

  func write(_ name: String, _ text: String) {
    _ = folder.write(Array(text.utf8), as: name)
  }

  /// A request whose box has 40 by 40 pixels, of a photo that has a file.
  func request(_ name: String, columns: Int = 10, rows: Int = 5) -> ImageRequest {
    ImageRequest(folder.name(name), columns: columns, rows: rows)
  }

  func photo(_ name: String) -> PhotoFile? {
    PhotoFile(path: Array(folder.name(name).utf8), workingFolder: [])
  }

  /// The photo's width in pixels as recorded in its thumbnail; nil without a thumbnail.
  func keptWidth(_ name: String, _ size: ThumbnailSize = .normal) -> Int? {
    photo(name).flatMap { store.thumbnail(of: $0, filling: size.box)?.info.size?.width }
  }

  /// Removes from the thumbnails the texts that only this program writes.
  func removeOwnTexts() {
    let shelf = "cache/thumbnails/normal"
    for name in folder.names(in: shelf) {
      let file = folder.bytes(of: "\(shelf)/\(name)")
      var (plain, place) = (Array(file.prefix(8)), 8)
      while place + 12 <= file.count {
        let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        let chunk = file[place..<place + 12 + length]
        if !chunk.dropFirst(8).starts(with: "X-Photocell".utf8) { plain += chunk }
        place += 12 + length
      }
      _ = folder.write(plain, as: "\(shelf)/\(name)")
    }
  }

  var hasFolder: Bool { Glibc.access(folder.name("cache"), F_OK) == 0 }
}

extension LoadedBitmap {
  /// The same of a file that is being written.
  var unstable: LoadedBitmap {
    var copy = self
    copy.isStable = false
    return copy
  }

  /// The bitmap of a whole photo of 4:3 that becomes a thumbnail.
  static func whole(
    _ size: ThumbnailSize = .normal, width: Int = 4000, isFromThumbnail: Bool = false,
    isComplete: Bool = true, of info: PictureInfo? = nil
  ) -> LoadedBitmap {
    LoadedBitmap(
      bitmap: Bitmap(
        size: PixelSize(width: size.side, height: size.side * 3 / 4), filledWith: RGB(1, 2, 3)),
      info: info
        ?? PictureInfo(
          size: PixelSize(width: width, height: width * 3 / 4), format: .jpeg, byteCount: 5,
          isComplete: isComplete),
      isFromThumbnail: isFromThumbnail)
  }
}

extension ImagePipeline {
  /// How a load ends.
  func end(of request: ImageRequest) async -> ImageResponse? {
    await responses(for: request).reduce(nil) { $1 }
  }

  /// The tile that a load ends with.
  func tile(of request: ImageRequest) async -> LoadedTile? {
    guard case .tile(let tile) = await end(of: request) else { return nil }
    return tile
  }
}
