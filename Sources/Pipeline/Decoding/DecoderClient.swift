import Concurrency
package import DecoderMessages
import Glibc
package import Logging

/// Decodes in other processes: each picture in a child of its own, inside a sandbox.
///
/// There are never more children at once than processors, whatever their decoders are. Whoever asks
/// beyond that waits on a thread, the picture's file open, and first come is first served. A call
/// returns only when its child has ended. The decoders end when this is let go, or when the process
/// ends in whatever way.
package final class DecoderClient: ImageDecoding {
  /// How long a small picture may take on the wall clock; others in proportion to their processor time
  /// (`DecodingAllowance`).
  ///
  /// Four times that: what ends a picture that is too much work is the processor time of its child,
  /// however busy the machine is. This ends those that wait for something.
  package static let usualLimit = Duration.seconds(4 * DecodingAllowance.base.processorSeconds)
  /// How long a decoder may take to be ready, which takes some milliseconds.
  package static let usualStartLimit = Duration.seconds(10)
  /// How many pictures are decoded at once.
  package static let usualWidth = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  /// How many pictures are worth asking for at once: one more than are decoded, so that the next has
  /// been opened when a processor becomes free.
  package static let usefulCalls = usualWidth + 1

  private let programs: DecoderPrograms
  let decoders: [DecoderRole: DecoderSupervisor]
  let limit: Duration
  private let now: @Sendable () -> Duration
  let permits: FIFOSemaphore
  let queue = WorkQueue.decoding

  /// Makes a client; no decoder is started yet.
  /// - Parameters:
  ///   - programs: The decoders.
  ///   - limit: How long a small picture may take, on the wall clock, once it is its turn.
  ///   - startLimit: How long a decoder may take to be ready.
  ///   - width: How many children there are at most.
  ///   - clock: What the deaths of decoders and the time of each picture are counted by.
  ///   - log: Hears when decoders start and die, and which pictures they are tried again at.
  ///   - onLack: Is told, on any thread, which parts of the sandbox decoders lack that are ready,
  ///     every time that becomes more.
  package init(
    programs: DecoderPrograms, limit: Duration = usualLimit,
    startLimit: Duration = usualStartLimit, width: Int = usualWidth,
    clock: some Clock<Duration> = ContinuousClock(), log: Log = .none,
    onLack: @escaping @Sendable (Set<SandboxPart>) -> Void = { _ in }
  ) {
    let (queue, start, lack) = (queue, clock.now, SandboxLack(onGrowth: onLack))
    let now: @Sendable () -> Duration = { start.duration(to: clock.now) }
    let supervised = DecoderRole.allCases.compactMap { role in
      programs[role].map { program in
        (
          role,
          DecoderSupervisor(
            program, startLimit: startLimit, queue: queue, now: now, log: log,
            whenReady: { parts in lack.add(Set(SandboxPart.allCases).subtracting(parts)) })
        )
      }
    }
    self.programs = programs
    self.limit = limit
    self.now = now
    permits = FIFOSemaphore(width: width)
    decoders = Dictionary(uniqueKeysWithValues: supervised)
  }

  /// Starts the decoder of most photos ahead of the first; callable from any thread, never waits.
  package func start() {
    queue.start { [decoders] in _ = try? decoders[.fast]?.process() }
  }

  /// Decodes one picture in a child of its decoder, as `ImageDecoding` says; to cancel it kills the
  /// child.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> DecodedImage {
    try report(on: source, for: request, unless: cancellation).result.get()
  }

  /// Decodes one picture as `decode` does, and tells everything about it; callable from any task.
  package func report(
    on source: ImageSource, for request: DecodingRequest
  ) async -> DecodingReport {
    do throws(DecodingError) {
      return try await queue.run { [self] in report(on: source, for: request, unless: $0) }
    } catch {
      return DecodingReport(
        format: nil, role: nil, duration: .zero, peakMemory: 0, result: .failure(error))
    }
  }

  private func report(
    on source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) -> DecodingReport {
    var job = DecodingJob(
      decoders: decoders, request: request, permits: permits, limit: limit, now: now, cancellation)
    return job.report(on: source)
  }

  /// Lets decoders be started again that have died too often; callable from any thread.
  package func retryFailures() {
    for decoder in decoders.values { decoder.retry() }
  }

  /// Starts every decoder that is installed and tells what came of it.
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
