package import Base
package import DecoderProtocol
import Glibc
import Imaging

/// Decodes in other processes: each image in its own child, inside a sandbox.
///
/// There are never more children than processors, whatever their decoders; further calls wait in
/// order on their threads, with the file open. A call returns only after its child has ended.
/// Decoders end when the client is released, or the process ends in any way.
package final class DecoderClient: ImageDecoding {
  /// Wall-clock limit of a small image; others in proportion to their processor time
  /// (`DecodingAllowance`).
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
  static let attempts = 3

  private let programs: DecoderPrograms
  let decoders: [DecoderRole: DecoderSupervisor]
  let limit: Duration
  private let now: @Sendable () -> Duration
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

  /// Starts the decoder of most photos in advance; callable from any thread, never waits.
  package func start() {
    queue.start { [decoders] in _ = try? decoders[.fast]?.process() }
  }

  /// Cancellation kills the child.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> DecodedImage {
    try report(on: source, for: request, unless: cancellation).result.get()
  }

  /// Decodes an image, and returns details; callable from any task.
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
