import Base
import DecoderProtocol
import Imaging
import Synchronization
import Testing

@testable import DecoderKit

@Suite struct ReceivedFileTests {
  /// A decoder that answers with the number of bytes it got, from the start alone if allowed.
  private struct CountingWork: PictureWork {
    static let startByteCount = 100
    static let endByteCount = 30
    static let hasThreads = false
    /// Larger files are decoded in place.
    static let mappedByteCount = 1000

    let isContentWithStart: Bool

    static func prepare() {}

    static var samples: [[UInt8]] { [] }

    init(_ request: RequestMessage, onSize: @escaping @Sendable (Int) -> Void) {
      isContentWithStart = request.thumbnail == .only
    }

    func decodeStart(
      _ bytes: [UInt8], end: [UInt8]
    ) throws(PictureError) -> DecodedPicture? {
      guard isContentWithStart else { return nil }
      let last = end.last.map { "\($0)" } ?? "nothing"
      throw .unsupported("start \(bytes.count), \(end.count) to \(last)")
    }

    func decode(
      _ file: UnsafeBufferPointer<UInt8>, start: [UInt8]
    ) throws(PictureError) -> DecodedPicture? {
      guard file.count > Self.mappedByteCount else { return nil }
      let isWhole = Array(file) == Self.bytes(file.count) && start == Self.bytes(100)
      throw .unsupported("in place \(file.count) \(isWhole)")
    }

    func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
      throw .unsupported("whole \(bytes.count) \(bytes == Self.bytes(bytes.count))")
    }

    static func movingPicture(
      of file: ReceivedFile, in box: PixelSize, onSize: @escaping @Sendable (Int) -> Void
    ) throws(PictureError) -> any MovingPicture { throw .damaged }

    static func bytes(_ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    }
  }

  private func answer(_ count: Int, limit: Int, isContentWithStart: Bool = false) -> String {
    guard let file = Descriptor.ofSealedFile(CountingWork.bytes(count)) else { return "no file" }
    let request = RequestMessage(
      box: PixelSize(width: 1, height: 1), thumbnail: isContentWithStart ? .only : .never,
      fileByteCount: limit)
    let passed = ReceivedFile(file, byteCount: request.fileByteCount)
    guard
      case .failure(.unsupported(let text)) = passed.decode(with: CountingWork(request) { _ in })
    else {
      return "no answer"
    }
    return text
  }

  @Test func `a large file is decoded in place if its size is unchanged`() {
    #expect(answer(5000, limit: 5000) == "in place 5000 true")
    #expect(answer(5000, limit: 5000, isContentWithStart: true) == "start 100, 30 to 135")
    #expect(answer(4985, limit: 5000, isContentWithStart: true) == "start 100, 15 to 120")
    #expect(answer(4000, limit: 5000, isContentWithStart: true) == "start 100, 0 to nothing")
    #expect(answer(4000, limit: 5000) == "whole 4000 true")
  }

  @Test func `a small file is read whole at once`() {
    #expect(answer(0, limit: 0) == "whole 0 true")
    #expect(answer(100, limit: 100, isContentWithStart: true) == "whole 100 true")
  }

  @Test func `the start of a larger file is tried first`() {
    #expect(answer(300, limit: 300, isContentWithStart: true) == "start 100, 30 to 43")
    #expect(answer(101, limit: 101, isContentWithStart: true) == "start 100, 30 to 100")
    #expect(answer(300, limit: 300) == "whole 300 true")
  }

  @Test func `a file whose size changed is read up to its former size`() {
    #expect(answer(300, limit: 200) == "whole 200 true")
    #expect(answer(150, limit: 200) == "whole 150 true")
    #expect(answer(50, limit: 200) == "whole 50 true")
  }

  @Test func `an unreadable file fails with the error number`() {
    let passed = ReceivedFile(Descriptor(taking: -1), byteCount: 10)
    let request = RequestMessage(
      box: PixelSize(width: 1, height: 1), fileByteCount: 10)
    guard case .failure(.unreadable(errno: 9)) = passed.decode(with: CountingWork(request) { _ in })
    else {
      Issue.record("it was read")
      return
    }
  }
}
