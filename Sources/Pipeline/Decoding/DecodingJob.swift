import DecoderMessages
import Imaging
import Logging
package import PictureFormats
import System

/// One picture on its way: opened here, decoded elsewhere, checked here.
struct DecodingJob: Sendable {
  /// How often a picture is asked for again because its decoder has died.
  private static let attempts = 3

  private let decoders: [DecoderRole: DecoderSupervisor]
  private let request: DecodingRequest
  private let limit: Duration
  private let permits: FIFOSemaphore
  private let cancellation: CancellationSignal
  private let now: @Sendable () -> Duration
  /// How long it has waited for its permit, behind other pictures.
  private var waitingTime = Duration.zero
  /// The kind of the picture, once it is known.
  private var format: PictureFormat?
  /// Who was asked last.
  private var role: DecoderRole?
  /// The most memory that the child had which answered, in bytes.
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

  /// Decodes a picture, and tells what came of it; blocks until its child has ended.
  mutating func report(on source: ImageSource) -> DecodingReport {
    let begin = ownTime
    let result = Result { () throws(DecodingError) in try decode(source) }
    return DecodingReport(
      format: format, role: role, duration: ownTime - begin, peakMemory: peakMemory, result: result)
  }

  /// The time on the job's clock, less what it has waited for its permit.
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

  /// Asks until there is an answer: again where the decoder has died, and once more where the child has
  /// crashed.
  ///
  /// Some codecs crash by chance, and a crash is remembered for good.
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

  /// Asks a decoder once there is a permit; nil where the decoder has died, which is not the
  /// picture's fault: it never sees one.
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

  /// What the decoder has made of a file, and what this process has seen of that itself.
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

/// What came of decoding one picture, for whoever wants to know more than its pixels.
package struct DecodingReport: Sendable {
  /// The kind of the picture, told from its first bytes; nil where they could not be read or are of
  /// no kind that is known.
  package let format: PictureFormat?
  /// Who was asked to decode it; nil where nobody could.
  package let role: DecoderRole?
  /// From opening the picture to the last pixel, or to the reason why there is none; without the time
  /// that it has waited behind other pictures.
  package let duration: Duration
  /// The most memory that the decoder's child had, in bytes; zero where it did not answer.
  package let peakMemory: Int
  /// The picture, or why there is none.
  package let result: Result<DecodedImage, DecodingError>
}
