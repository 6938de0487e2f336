import DecoderCore
import DecoderMessages
import DecoderServer
import Imaging

/// JPEG, PNG and BMP by `DecoderCore`.
struct FastWork: PictureWork {
  static let systemCalls: [String] = []
  static let startByteCount = PictureDecoder.startByteCount
  static let endByteCount = PictureDecoder.endByteCount
  static let hasThreads = false

  private let decoder: PictureDecoder

  static func prepare() {}

  static var samples: [[UInt8]] { SamplePictures.all }

  init(_ request: RequestMessage, onSize: @escaping @Sendable (Int) -> Void) {
    decoder = PictureDecoder(
      box: request.box, wholeBox: request.wholeBox,
      thumbnail: request.wantsThumbnailOnly ? .only : .whereItSuffices,
      onSize: { onSize($0.area) })
  }

  func decodeStart(_ bytes: [UInt8], end: [UInt8]) -> PictureAnswer? {
    do throws(PictureError) {
      return try decoder.decodeStart(bytes, end: end).map(PictureAnswer.init)
    } catch {
      return .refusal(error)
    }
  }

  func decode(_ file: UnsafeBufferPointer<UInt8>, start: [UInt8]) -> PictureAnswer? {
    do throws(PictureError) {
      return unsafe try decoder.decode(file, start: start).map(PictureAnswer.init)
    } catch {
      return .refusal(error)
    }
  }

  func decode(_ bytes: [UInt8]) -> PictureAnswer {
    do throws(PictureError) {
      return PictureAnswer(try decoder.decode(bytes))
    } catch {
      return .refusal(error)
    }
  }
}
