import Base
import Catalogs
import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Loading of files that change", .integration, .timeLimit(.minutes(30)))
struct FileBitmapLoaderTests {
  private let folder = TemporaryFolder()
  private let gates = GatedDecoder()
  private let whole = LoadedBitmap(filling: PixelSize(width: 8, height: 8))
  private var part: LoadedBitmap {
    LoadedBitmap(
      bitmap: whole.bitmap,
      info: PictureInfo(size: whole.info.size, byteCount: 5, isComplete: false))
  }

  private typealias Answer = Result<LoadedBitmap, DecodingError>

  private let now = FileTime(seconds: 1_700_000_000, nanoseconds: 500)
  private var loader: FileBitmapLoader {
    FileBitmapLoader(decoder: gates) { [now] in now }
  }

  /// A file that was last written some seconds ago; the previous one is renamed, so
  /// that its inode is not used again.
  private func file(_ text: String = "12345", secondsAgo: Int = 60) -> String {
    rename(folder.name("photo"), folder.name("before \(text)"))
    let path = folder.write(Array(text.utf8), as: "photo")
    let time = timespec(tv_sec: now.seconds - secondsAgo, tv_nsec: 500)
    utimensat(AT_FDCWD, path, [time, time], 0)
    return path
  }

  private func decode(
    _ path: String, _ loader: FileBitmapLoader, side: Int = 8, region: PixelRect? = nil
  ) async -> Answer {
    let request = DecodingRequest(box: PixelSize(width: side, height: side), region: region)
    do throws(ImageError.Cause) {
      return .success(
        try await loader.bitmap(of: Photo(path: ByteString(path)), for: request) { _ in })
    } catch {
      guard case .decoding(let error) = error else { return .failure(.cancelled) }
      return .failure(error)
    }
  }

  /// Decodes while something happens to the file before the decoder answers.
  private func decode(
    _ path: String, _ loader: FileBitmapLoader, call: Int = 0, answering answer: Answer,
    after event: () -> Void
  ) async -> Answer {
    async let result = decode(path, loader)
    await gates.begun(call + 1)
    event()
    gates.open(call, answer)
    return await result
  }

  @Test func `a file that is not being written is decoded once`() async {
    let (loader, path) = (self.loader, file())
    #expect(await decode(path, loader, answering: .success(whole)) {} == .success(whole))
  }

  @Test(arguments: [
    DecodingError.refused(.notAnImage), .refused(.damaged), .refused(.unsupported("TIFF")),
  ])
  func `a failure is remembered until failures are retried`(error: DecodingError) async {
    let (loader, path) = (self.loader, file())
    #expect(await decode(path, loader, answering: .failure(error)) {} == .failure(error))
    #expect(await decode(path, loader) == .failure(error))
    #expect(gates.sources.count == 1)
    loader.retryFailures()
    let again = await decode(path, loader, call: 1, answering: .success(whole)) {}
    #expect(again == .success(whole))
  }

  @Test func `a timeout is retried only for a smaller box`() async {
    let (loader, path, late) = (self.loader, file(), DecodingError.tookTooLong(.seconds(5)))
    #expect(await decode(path, loader, answering: .failure(late)) {} == .failure(late))
    for side in [8, 9] { #expect(await decode(path, loader, side: side) == .failure(late)) }
    gates.open(1, .success(whole))
    #expect(await decode(path, loader, side: 7) == .success(whole))
    #expect(await decode(path, loader) == .failure(late))
    #expect(gates.sources.count == 2)
  }

  @Test(arguments: [
    DecodingError.tookTooLong(.seconds(5)),
    .refused(.tooManyPixels(PixelSize(width: 9, height: 9))),
  ])
  func `a region that fails does not make the whole photo fail`(error: DecodingError) async throws {
    let (loader, path) = (self.loader, file())
    gates.open(0, .failure(error))
    let region = PixelRect(x: 1, y: 1, width: 4, height: 4)
    #expect(await decode(path, loader, region: region) == .failure(error))
    #expect(await decode(path, loader, call: 1, answering: .success(whole)) {} == .success(whole))
  }

  @Test(arguments: [DecodingError.refused(.outOfMemory), .cancelled, .refused(.noThumbnail)])
  func `a failure that the file did not cause is not remembered`(error: DecodingError) async {
    let (loader, path) = (self.loader, file())
    #expect(await decode(path, loader, answering: .failure(error)) {} == .failure(error))
    let again = await decode(path, loader, call: 1, answering: .success(whole)) {}
    #expect(again == .success(whole))
  }

  @Test func `a failed file with new content of the same size and time is decoded again`() async {
    let (loader, path) = (self.loader, file("12345"))
    _ = await decode(path, loader, answering: .failure(.refused(.damaged))) {}
    _ = file("54321")
    let again = await decode(path, loader, call: 1, answering: .success(whole)) {}
    #expect(again == .success(whole))
  }

  /// What may happen to a file while it is decoded.
  enum Event: CaseIterable {
    case replaced, removed, written
  }

  private func happen(_ event: Event, to path: String) {
    switch event {
    case .replaced: rename(folder.write(Array("54321".utf8), as: "other"), path)
    case .removed: unlink(path)
    case .written: _ = folder.write(Array("123456".utf8), as: "photo")
    }
  }

  @Test(arguments: Event.allCases)
  func `a file that changes while it is decoded gives an unstable bitmap or failure`(event: Event)
    async
  {
    let (loader, path) = (self.loader, file())
    let answer = await decode(path, loader, answering: .success(whole)) {
      happen(event, to: path)
    }
    #expect(answer == .success(whole.unstable))
    _ = file()
    let failure = await decode(path, loader, call: 1, answering: .failure(.refused(.damaged))) {
      happen(event, to: path)
    }
    #expect(failure == .failure(.changing))
    _ = file()
    let rest = await decode(path, loader, call: 2, answering: .success(whole)) {}
    #expect(rest == .success(whole))
  }

  @Test(arguments: [(0, false), (1, false), (2, true), (-60, true)])
  func `a broken file counts as unfinished until two seconds after its last change`(
    age: Int, isStable: Bool
  ) async {
    let (loader, path) = (self.loader, file(secondsAgo: age))
    let shown = await decode(path, loader, answering: .success(part)) {}
    #expect(shown == .success(isStable ? part : part.unstable))
    let failure = await decode(path, loader, call: 1, answering: .failure(.refused(.damaged))) {}
    #expect(failure == .failure(isStable ? .refused(.damaged) : .unfinished(.refused(.damaged))))
  }

  @Test func `a missing file fails with the decoder's error`() async {
    let loader = self.loader
    gates.open(0, .failure(.refused(.unreadable(errno: ENOENT))))
    #expect(
      await decode(folder.name("none"), loader) == .failure(.refused(.unreadable(errno: ENOENT))))
  }
}
