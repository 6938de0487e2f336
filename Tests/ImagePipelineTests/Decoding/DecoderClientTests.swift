import Base
import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite(.integration, .timeLimit(.minutes(30))) struct DecoderClientTests {
  private let folder = TemporaryFolder()
  private let decoder = DecoderClient(programs: .installed())
  private let request = DecodingRequest(
    box: PixelSize(width: 60, height: 60), thumbnail: .whereItSuffices)

  private func failure(_ path: String) async -> DecodingError? {
    await failure(.file(Array(path.utf8)), decoder)
  }

  private func failure(_ source: ImageSource, _ decoder: DecoderClient) async -> DecodingError? {
    do throws(DecodingError) {
      _ = try await decoder.decode(source, for: request)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file is decoded`() async throws {
    let photo = SamplePhoto.plain(PixelSize(width: 120, height: 80))
    let path = folder.write(photo, as: "photo.txt")
    let image = try await decoder.decode(.file(Array(path.utf8)), for: request)
    #expect(image.bitmap.size == PixelSize(width: 60, height: 40))
    #expect(image.info.size == PixelSize(width: 120, height: 80))
    #expect(image.info.byteCount == photo.count)
    #expect(!image.isFromThumbnail)
  }

  @Test func `bytes are decoded like a file`() async throws {
    let photo = SamplePhoto.withThumbnail()
    let path = folder.write(photo, as: "photo.jpg")
    let fromFile = try await decoder.decode(.file(Array(path.utf8)), for: request)
    #expect(try await decoder.decode(.bytes(photo), for: request) == fromFile)
    #expect(fromFile.isFromThumbnail)
  }

  @Test func `a file whose name is not text is decoded`() async throws {
    let path = folder.write(SamplePhoto.plain(PixelSize(width: 8, height: 8)), as: "plain.jpg")
    let odd = Array(folder.path.utf8) + [0x2F, 0xFF, 0xFE, 0x0A]
    let name = (odd + [0]).map(CChar.init(bitPattern:))
    #expect(rename(path, name) == 0)
    defer { unlink(name) }
    let image = try await decoder.decode(.file(odd), for: request)
    #expect(image.bitmap.size == PixelSize(width: 8, height: 8))
  }

  @Test func `a sufficient thumbnail is used instead of the photo`() async throws {
    let path = folder.write(SamplePhoto.withThumbnail(trailing: 400_000), as: "photo.jpg")
    let small = try await decoder.decode(.file(Array(path.utf8)), for: request)
    #expect(small.isFromThumbnail)
    let box = PixelSize(width: 100, height: 100)
    let request = DecodingRequest(box: box, thumbnail: .whereItSuffices)
    let large = try await decoder.decode(.file(Array(path.utf8)), for: request)
    #expect(!large.isFromThumbnail)
    #expect(large.bitmap.size == PixelSize(width: 100, height: 67))
  }

  @Test(arguments: [(60, true), (61, false)])
  func `a photo without a sufficient thumbnail is decoded for its larger whole box`(
    side: Int, isThumbnail: Bool
  ) async throws {
    let request = DecodingRequest(
      box: PixelSize(width: side, height: side), wholeBox: PixelSize(width: 128, height: 128),
      thumbnail: .whereItSuffices)
    let image = try await decoder.decode(.bytes(SamplePhoto.withThumbnail()), for: request)
    #expect(image.isFromThumbnail == isThumbnail)
    #expect(image.bitmap.size.width == (isThumbnail ? 60 : 120))
    #expect(image.info.format == .jpeg)
  }

  @Test func `an open file is decoded after its path was removed`() async throws {
    let photo = SamplePhoto.plain(PixelSize(width: 8, height: 8))
    let path = folder.write(photo, as: "photo.jpg")
    let source = ImageSource.open(try OpenPhoto(Descriptor(taking: open(path, O_RDONLY))))
    unlink(path)
    let image = try await decoder.decode(source, for: request)
    #expect(image.info.byteCount == photo.count)
    #expect(try await decoder.decode(source, for: request) == image)
    #expect(throws: DecodingError.notAFile) {
      try OpenPhoto(Descriptor(taking: open("/tmp", O_RDONLY)))
    }
  }

  @Test func `a preview uses the thumbnail or fails`() async throws {
    let box = PixelSize(width: 500, height: 500)
    let look = DecodingRequest(box: box, thumbnail: .only)
    let image = try await decoder.decode(.bytes(SamplePhoto.withThumbnail()), for: look)
    #expect(image.bitmap.size == PixelSize(width: 60, height: 40))
    await #expect(throws: DecodingError.refused(.noThumbnail)) {
      try await decoder.decode(.bytes(SamplePhoto.plain(box)), for: look)
    }
  }

  @Test func `folders, FIFOs, devices and sockets are refused without waiting`() async {
    let fifo = folder.name("fifo.jpg")
    #expect(mkfifo(fifo, 0o600) == 0)
    #expect(await failure(fifo) == .notAFile)
    #expect(await failure(folder.path) == .notAFile)
    #expect(await failure("/dev/zero") == .notAFile)
    folder.socket("socket.jpg")
    #expect(await failure(folder.name("socket.jpg")) == .notAFile)
  }

  @Test func `a file that cannot be opened fails with the kernel's error`() async {
    let loop = folder.name("loop.jpg")
    #expect(symlink(loop, loop) == 0)
    #expect(await failure(loop) == .refused(.unreadable(errno: ELOOP)))
    #expect(await failure(folder.path + "/missing.jpg") == .refused(.unreadable(errno: ENOENT)))
    #expect(await failure("/dev/null/photo.jpg") == .refused(.unreadable(errno: ENOTDIR)))
    #expect(await failure("") == .refused(.unreadable(errno: ENOENT)))
    #expect(await failure("/tmp\0/photo.jpg") == .refused(.unreadable(errno: ENOENT)))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file without permission is refused`() async {
    let path = folder.write([1, 2, 3], as: "secret.jpg")
    chmod(path, 0)
    #expect(await failure(path) == .refused(.unreadable(errno: EACCES)))
  }

  @Test func `too large a file is refused before it is read`() async {
    let path = folder.write([0xFF, 0xD8, 0xFF], as: "large.jpg")
    #expect(truncate(path, 600_000_000) == 0)
    #expect(await failure(path) == .fileTooLarge(byteCount: 600_000_000))
  }

  @Test func `bytes that are not a supported image are refused with the reason`() async {
    #expect(await failure(.bytes([]), decoder) == .refused(.empty))
    #expect(await failure(.bytes(Array("<html>".utf8)), decoder) == .refused(.notAnImage))
    #expect(await failure(.bytes(Array("icns".utf8)), decoder) == .refused(.unsupported("ICNS")))
    #expect(await failure(.bytes(Array("GIF89a".utf8)), decoder) == .refused(.damaged))
    #expect(await failure(.bytes([0xFF, 0xD8, 0xFF, 0xD9]), decoder) == .refused(.damaged))
    #expect(await failure(folder.write([], as: "empty.jpg")) == .refused(.empty))
  }

  @Test func `a task cancelled before it starts decodes nothing`() async {
    let photo = SamplePhoto.plain(PixelSize(width: 8, height: 8))
    let failures = await withTaskGroup(of: DecodingError?.self) { group in
      group.cancelAll()
      group.addTask { await failure(.bytes(photo), decoder) }
      group.addTask { await failure(.file(Array("/dev/null".utf8)), decoder) }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures == [.cancelled, .cancelled])
  }

  @Test func `the decoder of most photos runs in the complete sandbox`() async {
    let status = await decoder.statuses().first { $0.role == .fast }
    #expect(status?.path?.hasSuffix("/photocell-decoder") == true)
    guard case .running(_, _, let sandbox) = status?.state else {
      Issue.record("it does not run: \(String(describing: status))")
      return
    }
    #expect(sandbox == Set(SandboxPart.allCases))
  }
}
