/// Waits for a time to pass.
package protocol Pausing: Sendable {
  /// Returns when the time has passed.
  /// - Throws: `NetworkError.cancelled` as soon as the task is cancelled.
  func pause(for duration: Duration) async throws(NetworkError)
}
