internal import Dispatch

/// The door to threads that may block: work for disks, networks and codecs leaves the cooperative
/// pool here, so that no actor ever waits for them.
package struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  /// Makes a queue whose work runs side by side; its callers limit how much there is at once.
  /// - Parameter label: A name that debuggers show.
  package init(label: String) {
    queue = DispatchQueue(label: label, attributes: .concurrent)
  }

  /// Runs work on a thread that may block, and returns what it returns; callable from any task.
  /// - Throws: What the work throws.
  package func run<Success: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result(catching: work))
      }
    }
    return try result.get()
  }
}
