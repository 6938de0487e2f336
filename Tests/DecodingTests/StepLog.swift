import Decoding
import Dispatch
import Synchronization

/// Keeps the steps a decoder began, and holds it at one of them until the test lets it go on.
final class StepLog: Sendable {
  private let log = Mutex<[DecodingStep]>([])
  private let held: DecodingStep?
  private let gate = DispatchSemaphore(value: 0)
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init(holdingAt held: DecodingStep? = nil) {
    self.held = held
    (arrivals, arrival) = AsyncStream.makeStream()
  }

  /// The steps so far.
  var steps: [DecodingStep] { log.withLock { $0 } }

  /// Hears of a step, on the thread of the decoder.
  func begin(_ step: DecodingStep) {
    log.withLock { $0.append(step) }
    guard step == held else { return }
    arrival.yield()
    gate.wait()
  }

  /// Waits until the decoder stands at the step.
  func arrived() async {
    for await _ in arrivals { return }
  }

  /// Lets the decoder go on.
  func letGo() {
    gate.signal()
  }
}
