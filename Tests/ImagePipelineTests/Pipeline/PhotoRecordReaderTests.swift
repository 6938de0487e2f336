import Base
import Catalogs
import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import Storage
import Synchronization
import TestSupport
import Testing

/// Returns for every file how many files have been read.
private final class CountingReader: MetadataReading {
  private let state = Mutex([String]())
  /// The names of all files that were read, in their order.
  var names: [String] { state.withLock { $0 } }

  func metadata(
    of sources: [ImageSource], scope: MetadataScope
  ) async -> [DecoderClient.PhotoFacts] {
    sources.map { source in
      guard case .file(let path) = source else { return .failure(.notAFile) }
      let name = String(decoding: path, as: UTF8.self).split(separator: "/").last.map(String.init)
      let count = state.withLock { names in
        names.append(name ?? "")
        return names.count
      }
      if name == "text.jpg" { return .failure(.refused(.notAnImage)) }
      if name == "unknown.jpg" { return .failure(.decoderUnavailable) }
      var metadata = PhotoMetadata()
      metadata.iso = count
      return .success(metadata)
    }
  }
}

@Suite("Records of photos", .integration, .timeLimit(.minutes(30)))
struct PhotoRecordReaderTests {
  private let folder = TemporaryFolder()
  private let decoder = CountingReader()

  /// A reader in another process, hours after all files were written.
  private func reader(
    restedFor seconds: Int = 10_000, activity: LoadActivity = LoadActivity()
  ) -> PhotoRecordReader {
    PhotoRecordReader(
      index: PhotoIndex(folder: folder.name("cache")), decoder: decoder,
      workingFolder: Array(folder.path.utf8), activity: activity,
      now: { FileTime(seconds: FileTime.now.seconds + seconds) })
  }

  private func photos(_ names: [String]) -> PhotoList {
    PhotoList(names.map { Photo(path: folder.entry($0)) })
  }

  /// The sensitivities found by checking photos.
  private func check(_ photos: PhotoList, _ reader: PhotoRecordReader) async -> [UInt32?] {
    let found = Watched([UInt32?](repeating: nil, count: photos.count))
    await reader.check(photos, knowing: await reader.known(photos)) { places, records in
      found.change { $0.replaceSubrange(places, with: records.map { $0?.iso }) }
      return true
    }
    return found.value
  }

  @Test func `a file is read once, and again when it has changed`() async {
    for name in ["a.jpg", "b.jpg"] { folder.file(name) }
    let photos = photos(["a.jpg", "b.jpg", "none.jpg"])
    #expect(await reader().known(photos) == [nil, nil, nil])
    #expect(await check(photos, reader()) == [1, 2, nil])
    #expect(await check(photos, reader()) == [1, 2, nil])
    #expect(await reader().known(photos).map { $0?.iso } == [1, 2, nil])
    _ = folder.write([1], as: "b.jpg")
    #expect(await check(photos, reader()) == [1, 3, nil])
    #expect(decoder.names == ["a.jpg", "b.jpg", "b.jpg"])
  }

  @Test func `another file of the same size and time is another version`() async {
    for name in ["a.jpg", "b.jpg"] { folder.file(name) }
    for name in ["a.jpg", "b.jpg"] {
      var times = [timeval(tv_sec: 1_000, tv_usec: 0), timeval(tv_sec: 1_000, tv_usec: 0)]
      utimes(folder.name(name), &times)
    }
    let photos = photos(["a.jpg"])
    #expect(await check(photos, reader()) == [1])
    rename(folder.name("b.jpg"), folder.name("a.jpg"))
    #expect(await check(photos, reader()) == [2])
  }

  @Test func `a file that is not an image is remembered, an unavailable decoder is not`() async {
    for name in ["text.jpg", "unknown.jpg"] { folder.file(name) }
    let photos = photos(["text.jpg", "unknown.jpg"])
    for _ in 0..<2 { #expect(await check(photos, reader()) == [nil, nil]) }
    #expect(decoder.names.sorted() == ["text.jpg", "unknown.jpg", "unknown.jpg"])
  }

  @Test func `the record of a file that has just been written is not stored`() async {
    folder.file("a.jpg")
    let photos = photos(["a.jpg"])
    #expect(await check(photos, reader(restedFor: 0)) == [1])
    #expect(await check(photos, reader(restedFor: 0)) == [2])
  }

  @Test func `a relative path has the record of the absolute one`() async {
    folder.folder("d")
    folder.file("d/a.jpg")
    #expect(await check(photos(["d/a.jpg"]), reader()) == [1])
    let known = await reader().known(PhotoList([Photo(path: ByteString("./d//a.jpg"))]))
    #expect(known.map { $0?.iso } == [1])
  }

  @Test func `many photos in many folders are read once, and reading ends on request`() async {
    for number in 0..<7 { folder.folder("\(number)") }
    let names = (0..<1_000).map { "\($0 % 7)/\($0).jpg" }
    for name in names { folder.file(name) }
    let first = await check(photos(names), reader())
    #expect(Set(first.compactMap(\.self)) == Set(1...1_000))
    #expect(await check(photos(names), reader()) == first)
    #expect(decoder.names.count == 1_000)
    let told = Recorder<Range<Int>>()
    await reader().check(photos(names), knowing: names.map { _ in nil }) { places, _ in
      told.add(places)
      return false
    }
    #expect(told.all.count <= DecoderClient.usefulCalls)
  }

  @Test func `records wait until no image is being loaded`() async {
    folder.file("a.jpg")
    let activity = LoadActivity()
    activity.setBusy(true)
    let photos = photos(["a.jpg"])
    async let found = check(photos, reader(activity: activity))
    await activity.waiting(count: 1)
    #expect(decoder.names.isEmpty)
    activity.setBusy(false)
    #expect(await found == [1])
  }

  @Test func `a reader that waits for images can be cancelled at once`() async {
    folder.file("a.jpg")
    let activity = LoadActivity()
    activity.setBusy(true)
    let photos = photos(["a.jpg"])
    let asking = Task { await check(photos, reader(activity: activity)) }
    await activity.waiting(count: 1)
    asking.cancel()
    #expect(await asking.value == [nil])
    #expect(decoder.names.isEmpty)
  }
}

extension LoadActivity {
  fileprivate func waiting(count: Int) async {
    await eventually { waiterCount == count }
  }
}
