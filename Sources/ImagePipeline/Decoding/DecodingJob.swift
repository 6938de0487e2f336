import Base
import DecoderProtocol
package import Imaging

/// One image on its way: opened here, decoded in a child, checked here.
struct DecodingJob: Sendable {
  private static let attempts = 3

  private let decoders: [DecoderRole: DecoderSupervisor]
  private let request: DecodingRequest
  private let limit: Duration
  private let permits: FIFOSemaphore
  private let cancellation: CancellationSignal
  private let now: @Sendable () -> Duration
  private var waitingTime = Duration.zero
  private var format: PictureFormat?
  private var role: DecoderRole?
  /// Peak memory of the child, in bytes.
  private var peakMemory = 0

  init(
    decoders: [DecoderRole: DecoderSupervisor], request: DecodingRequest, permits: FIFOSemaphore,
    limit: Duration, now: @escaping @Sendable () -> Duration, _ cancellation: CancellationSignal
  ) {
    self.decoders = decoders
    self.request = request
    self.permits = permits
    self.limit = limit
    self.now = now
    self.cancellation = cancellation
  }

  /// Blocks until the child has ended.
  mutating func report(on source: ImageSource) -> DecodingReport {
    let begin = ownTime
    let result = Result { () throws(DecodingError) in try decode(source) }
    return DecodingReport(
      format: format, role: role, duration: ownTime - begin, peakMemory: peakMemory, result: result)
  }

  private var ownTime: Duration { now() - waitingTime }

  private mutating func decode(_ source: ImageSource) throws(DecodingError) -> DecodedImage {
    try cancellation.check()
    let file = try source.opened()
    let format = try file.format()
    self.format = format
    let decoder = try decoder(for: format)
    let message = RequestMessage(
      box: request.box, wholeBox: request.wholeBox, region: request.region,
      thumbnail: request.thumbnail, fileByteCount: file.version.byteCount)
    switch try answer(of: decoder, message, file) {
    case .failure(let reason): throw .refused(reason)
    case .success(let picture): return image(picture, format, byteCount: file.version.byteCount)
    }
  }

  /// Retries if the decoder dies, and once if the child crashes.
  ///
  /// Some codecs crash at random, and a crash is remembered permanently.
  private mutating func answer(
    of decoder: DecoderSupervisor, _ message: RequestMessage, _ file: OpenPhoto
  ) throws(DecodingError) -> PictureAnswer {
    var (deathCount, hasCrashed) = (0, false)
    while deathCount < Self.attempts {
      try cancellation.check()
      do throws(DecodingError) {
        if let answer = try ask(decoder, message, file) { return answer }
        deathCount += 1
      } catch {
        guard error.isCrash, !hasCrashed else { throw error }
        decoder.log.write(
          .warning, .decoder, "a picture (\(format?.description ?? "?")) is tried again: \(error)")
        hasCrashed = true
      }
    }
    throw .decoderUnavailable
  }

  private mutating func decoder(
    for format: PictureFormat
  ) throws(DecodingError) -> DecoderSupervisor {
    guard let role = DecoderRole(for: format) else {
      throw .refused(.unsupported(format.description))
    }
    self.role = role
    guard let decoder = decoders[role] else { throw .decoderUnavailable }
    return decoder
  }

  /// Nil if the decoder died, which is not the image's fault: the parent never reads it.
  private mutating func ask(
    _ supervisor: DecoderSupervisor, _ message: RequestMessage, _ file: OpenPhoto
  ) throws(DecodingError) -> PictureAnswer? {
    let permit = try acquirePermit()
    let decoder = try supervisor.process()
    let start = decoder.awaitStart(unless: cancellation.number)
    switch start {
    case .ready: break
    case .interrupted: throw .cancelled
    case .ended, .silent:
      supervisor.discard(decoder, isHopeless: start == .silent)
      return nil
    }
    var exchange = try Exchange(
      message, file: file.number, to: decoder, cancellation: cancellation.number, limit: limit,
      under: permit)
    switch exchange.outcome() {
    case .ended(.exited(code: 0, let kilobytes), let answer?):
      peakMemory = Int(kilobytes) * 1024
      return answer
    case .ended(let end, _): throw DecodingError(end, within: exchange.allowance)
    case .givenUp(let reason): throw reason
    case .dead:
      supervisor.discard(decoder)
      return nil
    }
  }

  private mutating func acquirePermit() throws(DecodingError) -> Permit {
    let begin = now()
    defer { waitingTime += now() - begin }
    return try permits.acquire(unless: cancellation)
  }

  private func image(
    _ picture: DecodedPicture, _ format: PictureFormat, byteCount: Int
  ) -> DecodedImage {
    var info = picture.info
    info.format = format
    info.byteCount = byteCount
    return DecodedImage(
      bitmap: picture.bitmap, info: info, isFromThumbnail: picture.isFromThumbnail,
      region: picture.region)
  }
}

package struct DecodingReport: Sendable {
  /// Detected from the first bytes; nil if unreadable or unknown.
  package let format: PictureFormat?
  package let role: DecoderRole?
  /// From opening to the last pixel or the error, without waiting for other images.
  package let duration: Duration
  /// Peak memory of the child, in bytes; zero without an answer.
  package let peakMemory: Int
  package let result: Result<DecodedImage, DecodingError>
}
