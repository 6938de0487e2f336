import Base
import DecoderProtocol
package import Imaging

/// One image on its way: opened here, decoded in a child, checked here.
struct DecodingJob: Sendable {
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

  /// Retries when the decoder dies, and once when the child crashes: some codecs crash at random, and a crash is
  /// remembered for as long as the file stays the same.
  private mutating func answer(
    of decoder: DecoderSupervisor, _ message: RequestMessage, _ file: OpenPhoto
  ) throws(DecodingError) -> PictureAnswer {
    var (deathCount, hasCrashed) = (0, false)
    while deathCount < DecoderClient.attempts {
      try cancellation.check()
      do throws(DecodingError) {
        if let answer = try call(decoder, message, file) { return answer }
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

  /// Calls a decoder under a permit; nil where the decoder died, which is not the picture's fault: only its
  /// children read pictures.
  private mutating func call(
    _ supervisor: DecoderSupervisor, _ message: RequestMessage, _ file: OpenPhoto
  ) throws(DecodingError) -> PictureAnswer? {
    // Until the child has ended.
    let permit = try acquirePermit()
    defer { withExtendedLifetime(permit) {} }
    guard let decoder = try supervisor.readyProcess(unless: cancellation.number) else { return nil }
    var call = try DecoderCall(
      message.bytes, files: [file.number], to: decoder, parser: PictureParser(message), limit: limit
    )
    switch call.finish(unless: cancellation.number) {
    case .decoderDied:
      supervisor.discard(decoder)
      return nil
    case .reported(_, abandoned: let reason?): throw reason
    case .reported(let end, abandoned: nil):
      guard case .exited(code: 0, let kilobytes) = end, let answer = call.parser.answer() else {
        throw DecodingError(end, within: call.parser.allowance)
      }
      peakMemory = Int(kilobytes) * 1024
      return answer
    }
  }

  private mutating func decoder(
    for format: PictureFormat
  ) throws(DecodingError) -> DecoderSupervisor {
    guard let role = format.descriptor.decoder else {
      throw .refused(.unsupported(format.description))
    }
    self.role = role
    guard let decoder = decoders[role] else { throw .decoderUnavailable }
    return decoder
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
