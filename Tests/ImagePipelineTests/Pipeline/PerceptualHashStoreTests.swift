import Base
import Catalogs
import Imaging
import Storage
import TestSupport
import Testing

@testable import ImagePipeline

/// What photos look like: made once, and read from the index then.
struct PerceptualHashStoreTests {
  private let stage = ThumbnailStage()
  private let index = PhotoIndex(folder: nil)

  /// Looks that take every file for one that has rested, or for one that is being written.
  private func looks(isResting: Bool = true) -> PerceptualHashStore {
    PerceptualHashStore(index: index, workingFolder: Array(stage.folder.path.utf8)) {
      FileTime(seconds: isResting ? 4_000_000_000 : 0, nanoseconds: 0)
    }
  }

  /// What is found of the three photos, in their order, by names from the working folder.
  private func find(_ looks: PerceptualHashStore, by pictures: PlainPictures) async -> [UInt64?] {
    let found = Recorder<PerceptualHashStore.Found>()
    let photos = PhotoList(["a", "b", "c"].map { Photo(path: stage.folder.entry($0)) })
    await looks.find(of: photos, by: BitmapLoaders(pictures)) { part in
      for each in part { found.add(each) }
      return true
    }
    return photos.indices.map { place in
      found.all.first { $0.place == place }.flatMap { try? $0.result.get().bits }
    }
  }

  @Test func `pictures are loaded once, and again where a file has changed`() async {
    let pictures = PlainPictures()
    let first = await find(looks(), by: pictures)
    #expect(first.allSatisfy { $0 != nil })
    #expect(pictures.loaded.all.count == 3)
    #expect(await find(looks(), by: pictures) == first)
    #expect(pictures.loaded.all.count == 3)
    stage.write("b", "another photo b")
    #expect(await find(looks(), by: pictures) == first)
    #expect(pictures.loaded.all.map { String($0.suffix(1)) }.sorted() == ["a", "b", "b", "c"])
  }

  @Test func `what has just been written is looked at again`() async {
    let pictures = PlainPictures()
    _ = await find(looks(isResting: false), by: pictures)
    _ = await find(looks(isResting: false), by: pictures)
    #expect(pictures.loaded.all.count == 6)
  }

  @Test func `what cannot be loaded is told, and nothing is kept of it`() async {
    let pictures = PlainPictures(failing: "b")
    #expect(await find(looks(), by: pictures).map { $0 != nil } == [true, false, true])
    #expect(await find(looks(), by: PlainPictures()).allSatisfy { $0 != nil })
  }

  /// How sharp the three photos are, in their order.
  private func measure(_ looks: PerceptualHashStore, by pictures: PlainPictures) async -> [Int?] {
    let found = Recorder<PerceptualHashStore.Measured>()
    let photos = PhotoList(["a", "b", "c"].map { Photo(path: stage.folder.entry($0)) })
    await looks.measure(photos, by: BitmapLoaders(pictures)) { part in
      for each in part { found.add(each) }
      return true
    }
    #expect(found.all.count == 3)
    return photos.indices.map { place in
      found.all.first { $0.place == place }?.sharpness?.hundredths
    }
  }

  @Test func `photos are measured once, all at one size from their files`() async {
    let pictures = PlainPictures(failing: "b")
    _ = await find(looks(), by: pictures)
    let loaded = pictures.loaded.all.count
    #expect(await measure(looks(), by: pictures) == [0, nil, 0])
    #expect(pictures.loaded.all.count == loaded + 3)
    #expect(pictures.measuring.all == [512, 512, 512])
    #expect(await measure(looks(), by: pictures) == [0, nil, 0])
    #expect(pictures.loaded.all.count == loaded + 4)
    _ = await find(looks(), by: pictures)
    #expect(pictures.loaded.all.suffix(1) == ["b"])
  }

  @Test(arguments: [(ThumbnailSize.large, 3), (.extraLarge, 0), (.doubleExtraLarge, 3)])
  func `only one size of thumbnails is measured`(size: ThumbnailSize, loadedCount: Int) async throws
  {
    let (looks, pictures) = (looks(), PlainPictures())
    for name in ["a", "b", "c"] {
      let photo = try #require(stage.photo(name))
      looks.note(LoadedBitmap.whole().bitmap, as: size, of: photo)
    }
    #expect(await measure(looks, by: pictures) == [0, 0, 0])
    #expect(pictures.loaded.all.count == loadedCount)
  }

  @Test func `a look is made with a thumbnail`() async throws {
    let (looks, pictures) = (looks(), PlainPictures())
    let queue = ThumbnailWriteQueue(store: stage.store, hashes: looks, givesWay: true)
    for name in ["a", "b", "c"] {
      let image = LoadedBitmap.whole()
      let content = try #require(PendingThumbnail.Content(.success(image), .normal))
      let excess = queue.add(
        PendingThumbnail(photo: try #require(stage.photo(name)), content: content))
      #expect(excess.isEmpty)
    }
    await queue.finish()
    #expect(await find(looks, by: pictures) == [0, 0, 0])
    #expect(pictures.loaded.all.isEmpty)
  }
}

/// Pictures of one colour.
private struct PlainPictures: BitmapLoading {
  let loaded = Recorder<String>()
  /// The sides of the boxes of those that are decoded without thumbnails.
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
