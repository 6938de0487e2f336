package import Decoding
import Imaging
import Synchronization

/// A decoder that holds every call until a test lets it through.
package final class GatedDecoder: ImageDecoding {
  /// What a call is let through with.
  package typealias Answer = Result<DecodedImage, DecodingError>

  private typealias Condition = @Sendable (borrowing State) -> Bool

  private struct State {
    var calls: [(source: ImageSource, request: DecodingRequest)] = []
    var gates: [Int: CheckedContinuation<Answer, Never>] = [:]
    var answers: [Int: Answer] = [:]
    var cancelled: Set<Int> = []
    var watchers: [(condition: Condition, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let obeysCancellation: Bool
  private let state = Mutex(State())

  /// Makes a decoder.
  /// - Parameter obeysCancellation: Whether a cancelled call ends at once, or, as a codec in the
  ///   middle of its work, only when it is let through.
  package init(obeysCancellation: Bool = true) {
    self.obeysCancellation = obeysCancellation
  }

  /// The sources of all calls in the order they began.
  package var sources: [ImageSource] { state.withLock { $0.calls.map(\.source) } }

  /// What all calls asked for, in the order they began.
  package var requests: [DecodingRequest] { state.withLock { $0.calls.map(\.request) } }

  /// The calls that were cancelled while they were held.
  package var cancelledCalls: Set<Int> { state.withLock(\.cancelled) }

  /// Holds the call until it is let through.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> DecodedImage {
    guard !Task.isCancelled else { throw .cancelled }
    let number = state.withLock { state in
      state.calls.append((source, request))
      return state.calls.count - 1
    }
    let answer: Answer = await withTaskCancellationHandler {
      await withCheckedContinuation { hold(number, $0) }
    } onCancel: {
      cancel(number)
    }
    return try answer.get()
  }

  /// Nothing is remembered here.
  package func retryFailures() {}

  /// Lets a call through, begun or not yet.
  package func open(_ number: Int, _ answer: Answer? = nil) {
    let gate = state.withLock { state in
      let box = state.calls.indices.contains(number) ? state.calls[number].request.box : nil
      let answer = answer ?? .success(DecodedImage(filling: box ?? PixelSize(width: 8, height: 8)))
      let gate = state.gates.removeValue(forKey: number)
      if gate == nil { state.answers[number] = answer }
      return gate.map { ($0, answer) }
    }
    gate.map { $0.0.resume(returning: $0.1) }
  }

  /// Waits until so many calls are held or have been.
  package func begun(_ count: Int) async {
    await wait { $0.calls.count >= count }
  }

  /// Waits until a held call has been cancelled.
  package func cancelled(_ number: Int) async {
    await wait { $0.cancelled.contains(number) }
  }

  private func hold(_ number: Int, _ gate: CheckedContinuation<Answer, Never>) {
    let answer = state.withLock { state -> Answer? in
      if let answer = state.answers[number] { return answer }
      if obeysCancellation, state.cancelled.contains(number) { return .failure(.cancelled) }
      state.gates[number] = gate
      return nil
    }
    if let answer { gate.resume(returning: answer) }
    wakeWatchers()
  }

  private func cancel(_ number: Int) {
    let gate = state.withLock { state in
      state.cancelled.insert(number)
      return obeysCancellation ? state.gates.removeValue(forKey: number) : nil
    }
    gate?.resume(returning: .failure(.cancelled))
    wakeWatchers()
  }

  private func wait(until condition: @escaping Condition) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        let isMet = condition(state)
        if !isMet { state.watchers.append((condition, continuation)) }
        return isMet
      }
      if isMet { continuation.resume() }
    }
  }

  private func wakeWatchers() {
    let met = state.withLock { state in
      let watchers = state.watchers
      state.watchers = watchers.filter { !$0.condition(state) }
      return watchers.filter { $0.condition(state) }
    }
    for watcher in met { watcher.continuation.resume() }
  }
}
