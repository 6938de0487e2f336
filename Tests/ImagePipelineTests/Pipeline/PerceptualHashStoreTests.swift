import Base
import Catalogs
import ImagePipeline
import Imaging
import Storage
import TestSupport
import Testing

/// Perceptual hashes of photos: computed once, then read from the index.
struct PerceptualHashStoreTests {
  private let stage = ThumbnailStage()
  private let index = PhotoIndex(folder: nil)

  /// A store for which every file has rested, or is being written.
  private func hashes(isResting: Bool = true) -> PerceptualHashStore {
    PerceptualHashStore(index: index, workingFolder: Array(stage.folder.path.utf8)) {
      FileTime(seconds: isResting ? 4_000_000_000 : 0, nanoseconds: 0)
    }
  }

  /// The hashes of the three photos, in their order.
  private func find(_ hashes: PerceptualHashStore, by pictures: PlainPictures) async -> [UInt64?] {
    let found = Recorder<PerceptualHashStore.Found>()
    let photos = PhotoList(["a", "b", "c"].map { Photo(path: stage.folder.entry($0)) })
    await hashes.find(of: photos, by: BitmapLoaders(pictures)) { part in
      for each in part { found.add(each) }
      return true
    }
    return photos.indices.map { place in
      found.all.first { $0.place == place }.flatMap { try? $0.result.get().bits }
    }
  }

  @Test func `photos are loaded once, and again when their file has changed`() async {
    let pictures = PlainPictures()
    let first = await find(hashes(), by: pictures)
    #expect(first.allSatisfy { $0 != nil })
    #expect(pictures.loaded.all.count == 3)
    #expect(await find(hashes(), by: pictures) == first)
    #expect(pictures.loaded.all.count == 3)
    stage.write("b", "another photo b")
    #expect(await find(hashes(), by: pictures) == first)
    #expect(pictures.loaded.all.map { String($0.suffix(1)) }.sorted() == ["a", "b", "b", "c"])
  }

  @Test func `photos that have just been written are loaded again`() async {
    let pictures = PlainPictures()
    _ = await find(hashes(isResting: false), by: pictures)
    _ = await find(hashes(isResting: false), by: pictures)
    #expect(pictures.loaded.all.count == 6)
  }

  @Test func `a failed load is reported and not remembered`() async {
    let pictures = PlainPictures(failing: "b")
    #expect(await find(hashes(), by: pictures).map { $0 != nil } == [true, false, true])
    #expect(await find(hashes(), by: PlainPictures()).allSatisfy { $0 != nil })
  }

  /// The sharpness of the three photos, in their order.
  private func measure(_ hashes: PerceptualHashStore, by pictures: PlainPictures) async -> [Int?] {
    let found = Recorder<PerceptualHashStore.Measured>()
    let photos = PhotoList(["a", "b", "c"].map { Photo(path: stage.folder.entry($0)) })
    await hashes.measure(photos, by: BitmapLoaders(pictures)) { part in
      for each in part { found.add(each) }
      return true
    }
    #expect(found.all.count == 3)
    return photos.indices.map { place in
      found.all.first { $0.place == place }?.sharpness?.hundredths
    }
  }

  @Test func `sharpness is measured once, from the files at one size`() async {
    let pictures = PlainPictures(failing: "b")
    _ = await find(hashes(), by: pictures)
    let loaded = pictures.loaded.all.count
    #expect(await measure(hashes(), by: pictures) == [0, nil, 0])
    #expect(pictures.loaded.all.count == loaded + 3)
    #expect(pictures.measuring.all == [512, 512, 512])
    #expect(await measure(hashes(), by: pictures) == [0, nil, 0])
    #expect(pictures.loaded.all.count == loaded + 4)
    _ = await find(hashes(), by: pictures)
    #expect(pictures.loaded.all.suffix(1) == ["b"])
  }

  @Test(arguments: [(ThumbnailSize.large, 3), (.extraLarge, 0), (.doubleExtraLarge, 3)])
  func `sharpness is measured only from extra-large thumbnails`(
    size: ThumbnailSize, loadedCount: Int
  ) async throws {
    let (hashes, pictures) = (hashes(), PlainPictures())
    for name in ["a", "b", "c"] {
      let photo = try #require(stage.photo(name))
      hashes.note(LoadedBitmap.whole().bitmap, as: size, of: photo)
    }
    #expect(await measure(hashes, by: pictures) == [0, 0, 0])
    #expect(pictures.loaded.all.count == loadedCount)
  }

  @Test func `a hash is computed when a thumbnail is written`() async throws {
    let (hashes, pictures) = (hashes(), PlainPictures())
    let queue = ThumbnailWriteQueue(store: stage.store, hashes: hashes, isLowPriority: true)
    for name in ["a", "b", "c"] {
      let image = LoadedBitmap.whole()
      let content = try #require(PendingThumbnail.Content(.success(image), .normal))
      let excess = queue.add(
        PendingThumbnail(photo: try #require(stage.photo(name)), content: content))
      #expect(excess.isEmpty)
    }
    await queue.finish()
    #expect(await find(hashes, by: pictures) == [0, 0, 0])
    #expect(pictures.loaded.all.isEmpty)
  }
}

/// Bitmaps of one colour.
private struct PlainPictures: BitmapLoading {
  let loaded = Recorder<String>()
  /// The box widths of requests that use no thumbnail.
  let measuring = Recorder<Int>()
  var failing: String?

  init(failing: String? = nil) {
    self.failing = failing
  }

  func bitmap(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedBitmap {
    let name = photo.name.lossyText
    loaded.add(name)
    if request.region != nil { measuring.add(request.box.width) }
    if name == failing { throw .decoding(.notAFile) }
    return .whole()
  }
}
