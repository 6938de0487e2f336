package import Base
package import DecoderProtocol
import Glibc
package import Imaging

/// Decodes in other processes: each image in its own child, inside a sandbox.
///
/// There are never more children than processors, whatever their decoders; further calls wait in
/// order on their threads, with the file open. A call returns only after its child has ended.
/// Decoders end when the client is released, or the process ends in any way.
package final class DecoderClient: ImageDecoding {
  /// Wall-clock limit of a small image; scaled with the processor time (`DecodingAllowance`).
  ///
  /// Four times the processor time, which limits excessive work however busy the machine is. This
  /// limit ends children that wait for something.
  package static let usualLimit = Duration.seconds(4 * DecodingAllowance.base.processorSeconds)
  /// Limit for a decoder to become ready, which takes some milliseconds.
  package static let usualStartLimit = Duration.seconds(10)
  package static let usualWidth = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  /// Useful concurrent calls: one more than are decoded, so that the next file is already open.
  package static let usefulCalls = usualWidth + 1

  /// How many decoders may die while they are asked for one file.
  private static let attempts = 3

  private let programs: DecoderPrograms
  private let decoders: [DecoderRole: DecoderSupervisor]
  let limit: Duration
  let now: @Sendable () -> Duration
  let log: Log
  let permits: FIFOSemaphore
  let queue = WorkQueue.decoding

  /// Starts no decoder yet.
  ///
  /// `onLack` is called on any thread whenever more parts of the sandbox turn out to be missing.
  package init(
    programs: DecoderPrograms, limit: Duration = usualLimit,
    startLimit: Duration = usualStartLimit, width: Int = usualWidth,
    clock: some Clock<Duration> = ContinuousClock(), log: Log = .none,
    onLack: @escaping @Sendable (Set<SandboxPart>) -> Void = { _ in }
  ) {
    let (queue, start) = (queue, clock.now)
    let missing = MissingSandboxParts(onGrowth: onLack)
    let now: @Sendable () -> Duration = { start.duration(to: clock.now) }
    let supervised = DecoderRole.allCases.compactMap { role in
      programs[role].map { program in
        (
          role,
          DecoderSupervisor(
            program, startLimit: startLimit, queue: queue, now: now, log: log,
            whenReady: { parts in missing.add(Set(SandboxPart.allCases).subtracting(parts)) })
        )
      }
    }
    (self.programs, self.limit, self.now, self.log) = (programs, limit, now, log)
    permits = FIFOSemaphore(width: width)
    decoders = Dictionary(uniqueKeysWithValues: supervised)
  }

  /// Starts the decoder of most photos in advance; callable from any thread, never waits.
  package func start() {
    queue.start { [decoders] in _ = try? decoders[.fast]?.process() }
  }

  /// Starts the decoder of most photos before there is a client; the first one that needs the same
  /// program takes it. Callable from any thread, never waits.
  package static func startEarly() {
    WorkQueue.decoding.start {
      guard let program = DecoderPrograms.installed()[.fast] else { return }
      EarlyDecoder.start(program, limit: usualStartLimit)
    }
  }

  /// Cancellation kills the child.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> LoadedBitmap {
    var job = DecodingJob(client: self, request: request, cancellation: cancellation)
    return try job.decode(source)
  }

  package func report(
    on source: ImageSource, for request: DecodingRequest
  ) async -> DecodingReport {
    do throws(DecodingError) {
      return try await queue.run { [self] cancellation in
        var job = DecodingJob(client: self, request: request, cancellation: cancellation)
        return job.report(on: source)
      }
    } catch {
      return DecodingReport(
        format: nil, role: nil, duration: .zero, peakMemory: 0, result: .failure(error))
    }
  }

  /// Calls the decoder of a role until it answers; blocks.
  ///
  /// `call` returns nil if the decoder died, which is not the fault of a file: only its children
  /// read files. Throws `.decoderUnavailable` if the decoder is not installed or died too often.
  func call<Answer>(
    _ role: DecoderRole, unless cancellation: CancellationSignal,
    _ call: (DecoderProcess) throws(DecodingError) -> Answer?
  ) throws(DecodingError) -> Answer {
    guard let decoder = decoders[role] else { throw .decoderUnavailable }
    for _ in 0..<Self.attempts {
      try cancellation.check()
      guard let process = try decoder.readyProcess(unless: cancellation.number) else { continue }
      if let answer = try call(process) { return answer }
      decoder.discard(process)
    }
    throw .decoderUnavailable
  }

  /// Restarts decoders that died too often; callable from any thread.
  package func retryFailures() {
    for decoder in decoders.values { decoder.retry() }
  }

  package func statuses() async -> [DecoderStatus] {
    await queue.run { [decoders, programs] in
      DecoderRole.allCases.map { role in
        DecoderStatus(
          role: role, path: programs[role]?.path,
          state: decoders[role].map { $0.waitForState() } ?? .notInstalled)
      }
    }
  }
}

/// One image on its way: opened here, decoded in a child, checked here.
private struct DecodingJob {
  let client: DecoderClient
  let request: DecodingRequest
  let cancellation: CancellationSignal
  var waitingTime = Duration.zero
  var format: PictureFormat?
  var role: DecoderRole?
  var peakMemory = 0

  /// Blocks until the child has ended.
  mutating func report(on source: ImageSource) -> DecodingReport {
    let begin = client.now()
    let result = Result { () throws(DecodingError) in try decode(source) }
    return DecodingReport(
      format: format, role: role, duration: client.now() - begin - waitingTime,
      peakMemory: peakMemory, result: result)
  }

  /// Retries a crash once: some codecs crash at random, and crashes are remembered.
  mutating func decode(_ source: ImageSource) throws(DecodingError) -> LoadedBitmap {
    try cancellation.check()
    let file = try source.opened()
    let format = try file.format()
    self.format = format
    guard let role = format.descriptor.decoder else {
      throw .refused(.unsupported(format.description))
    }
    self.role = role
    let answer: PictureAnswer
    do throws(DecodingError) {
      answer = try call(role, file)
    } catch {
      guard error.isCrash else { throw error }
      client.log.write(.warning, .decoder, "retrying an image (\(format)): \(error)")
      answer = try call(role, file)
    }
    var picture = try answer.mapError(DecodingError.refused).get()
    picture.info.format = format
    picture.info.byteCount = file.version.byteCount
    if format.isVideo { picture.info.captureDate = picture.info.captureDate?.inLocalTime }
    return LoadedBitmap(picture)
  }

  private mutating func call(
    _ role: DecoderRole, _ file: OpenPhoto
  ) throws(DecodingError) -> PictureAnswer {
    let message = RequestMessage(
      box: request.box, wholeBox: request.wholeBox, region: request.region,
      thumbnail: request.thumbnail, moment: request.moment, isWide: request.isWide,
      fileByteCount: file.version.byteCount)
    let permit = try acquirePermit()
    // Until the child has ended.
    defer { withExtendedLifetime(permit) {} }
    return try client.call(role, unless: cancellation) {
      process throws(DecodingError) -> PictureAnswer? in
      var call = try DecoderCall(
        message.bytes, files: [file.number], to: process, parser: PictureParser(message),
        limit: client.limit)
      switch call.finish(unless: cancellation.number) {
      case .decoderDied: return nil
      case .reported(_, abandoned: let reason?): throw reason
      case .reported(let end, abandoned: nil):
        guard case .exited(code: 0, let kilobytes) = end, let answer = call.parser.answer() else {
          throw DecodingError(end, within: call.parser.allowance)
        }
        peakMemory = Int(kilobytes) * 1024
        return answer
      }
    }
  }

  private mutating func acquirePermit() throws(DecodingError) -> Permit {
    let begin = client.now()
    defer { waitingTime += client.now() - begin }
    return try client.permits.acquire(unless: cancellation)
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
  package let result: Result<LoadedBitmap, DecodingError>
}

/// Parses the answer to a request for one picture: perhaps a size, a header, and the pixels.
struct PictureParser: AnswerParser {
  private let request: RequestMessage
  private(set) var allowance = DecodingAllowance.base
  private var hasSize = false
  private var start: [UInt8] = []
  /// Known once the first bytes of the header are there.
  private var headerByteCount = 0
  private var header: AnswerHeader?
  private var pixels: [UInt8] = []

  init(_ request: RequestMessage) {
    self.request = request
  }

  mutating func read(from socket: Int32) -> AnswerProgress {
    while true {
      let missing = missingCount
      // One byte more than the last shows an answer that is too long.
      let count =
        header == nil
        ? start.receive(missing, from: socket) : pixels.receive(max(1, missing), from: socket)
      if count <= 0 {
        guard let progress = AnswerProgress(received: count) else { continue }
        return progress
      }
      guard count <= missing, readSize(), readHeader() else { return .invalid }
    }
  }

  /// The answer once the socket has ended; nil where a part is missing.
  func answer() -> PictureAnswer? {
    guard let header, missingCount == 0 else { return nil }
    return switch header {
    case .refusal(let reason): .failure(reason)
    case .picture(let size, let isFromThumbnail, let info, let region):
      .success(
        DecodedPicture(
          bitmap: Bitmap(size: size, bytes: pixels), info: info, isFromThumbnail: isFromThumbnail,
          region: region))
    }
  }

  private var missingCount: Int {
    switch header {
    // A size is shorter than a header, which may follow at once.
    case nil where start.count < SizeMessage.byteCount: SizeMessage.byteCount - start.count
    case nil: headerByteCount - start.count
    case .refusal: 0
    case .picture(let size, _, _, _): size.area * 4 - pixels.count
    }
  }

  /// Parses the size that may precede the header; false for a second one.
  private mutating func readSize() -> Bool {
    guard header == nil, start.count == SizeMessage.byteCount,
      let size = SizeMessage(parsing: start)
    else { return true }
    guard !hasSize else { return false }
    (hasSize, start) = (true, [])
    allowance = DecodingAllowance(pixelCount: size.pixelCount)
    return true
  }

  private mutating func readHeader() -> Bool {
    guard header == nil, start.count >= SizeMessage.byteCount else { return true }
    guard let byteCount = AnswerHeader.byteCount(startingWith: start) else { return false }
    headerByteCount = byteCount
    guard start.count == byteCount else { return true }
    header = try? AnswerHeader(parsing: start, to: request)
    if case .picture(let size, _, _, _) = header { pixels.reserveCapacity(size.area * 4) }
    return header != nil
  }
}
