import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import PictureSamples
import TestSupport
import Testing

/// A photo that is replaced, cut, overwritten or removed while it is decoded, again and again.
@Suite("Files that change while they are decoded", .integration, .timeLimit(.minutes(30)))
struct ChangingFileTests {
  private static let size = PixelSize(width: 320, height: 240)
  private let folder = TemporaryFolder()
  private let decoder = DecoderClient(programs: .installed())
  private let request = DecodingRequest(box: PixelSize(width: 60, height: 60))

  /// Whether an error is expected of a file that is rarely complete.
  private static func isExpected(_ error: DecodingError) -> Bool {
    switch error {
    case .refused(.notAnImage), .refused(.empty), .refused(.truncated), .refused(.damaged): true
    case .refused(.unreadable(let errno)): errno == ENOENT
    default: false
    }
  }

  @Test(arguments: [".jpg[Q=95]", ".png", ".webp[lossless]", ".tif"])
  func `a file that keeps changing gives an image or an expected error`(suffix: String) async throws
  {
    let whole = SampleVips(SamplePictures.noise(Self.size)).encoded(suffix)
    let other = SampleVips(SamplePictures.fields(Self.size)).encoded(suffix)
    let path = folder.write(whole, as: "photo")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        var turn = 0
        while !Task.isCancelled {
          change(path, turn, whole, other)
          turn += 1
          // Others have their turn too; nothing is waited for.
          await Task.yield()
        }
      }
      for _ in 0..<100 { await expectHarmlessness(of: path) }
      group.cancelAll()
    }
    _ = folder.write(whole, as: "photo")
    let image = try await decoder.decode(.file(Array(path.utf8)), for: request)
    #expect(image.info.isComplete && image.info.size == Self.size)
  }

  private func change(_ path: String, _ turn: Int, _ whole: [UInt8], _ other: [UInt8]) {
    switch turn % 5 {
    case 0: _ = truncate(path, off_t(whole.count * (turn % 7) / 7))
    case 1: _ = folder.write(other, as: "photo")
    case 2:
      _ = folder.write(whole, as: "new")
      rename(folder.name("new"), path)
    case 3: unlink(path)
    default: _ = folder.write(whole, as: "photo")
    }
  }

  private func expectHarmlessness(of path: String) async {
    do throws(DecodingError) {
      let image = try await decoder.decode(.file(Array(path.utf8)), for: request)
      #expect(image.bitmap.size.width <= 60 && image.bitmap.size.height <= 60)
    } catch {
      #expect(Self.isExpected(error), "\(error)")
    }
  }
}
