import Concurrency
import Imaging
package import System

/// Decodes files that may be written meanwhile, and remembers those that cannot be decoded.
///
/// The version of a file is looked at before and after. What was decoded from a file that has
/// changed in between, or is broken and was written a moment ago, is not settled: it may be shown
/// until the file rests, and is kept by nobody.
package struct SteadyDecoder<Wrapped: ImageDecoding>: ImageDecoding {
  /// For how many seconds after it was written a broken file counts as unfinished.
  private static var restingSeconds: Int { 2 }

  private let wrapped: Wrapped
  private let failures = FailureMemory()
  private let queue = WorkQueue(label: "versions")
  private let now: @Sendable () -> FileTime

  /// Makes a decoder that remembers nothing yet.
  /// - Parameters:
  ///   - wrapped: What decodes.
  ///   - now: The time that files are stamped with.
  package init(_ wrapped: Wrapped, now: @escaping @Sendable () -> FileTime = { .now }) {
    self.wrapped = wrapped
    self.now = now
  }

  /// Decodes one picture, as `ImageDecoding` says.
  /// - Throws: `DecodingError.changing` for a file that is being written; what is remembered of a
  ///   file without decoding it once more.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest
  ) async throws(DecodingError) -> DecodedImage {
    guard case .file(let path) = source, let version = await version(of: path) else {
      return try await wrapped.decode(source, for: request)
    }
    if let error = failures[version, request.wholeBox] { throw error }
    do throws(DecodingError) {
      let image = try await wrapped.decode(source, for: request)
      return await isSettled(version, path, isWhole: image.info.isComplete)
        ? image : image.unsettled
    } catch {
      guard error != .cancelled else { throw error }
      guard await isSettled(version, path, isWhole: false) else { throw .changing }
      failures.remember(error, of: version, in: request.wholeBox)
      throw error
    }
  }

  /// Forgets all failures.
  package func retryFailures() {
    failures.forgetAll()
    wrapped.retryFailures()
  }

  private func isSettled(_ version: FileVersion, _ path: [UInt8], isWhole: Bool) async -> Bool {
    guard await self.version(of: path) == version else { return false }
    let age = version.modified.wholeSeconds(before: now())
    return isWhole || !(0..<Self.restingSeconds).contains(age)
  }

  private func version(of path: [UInt8]) async -> FileVersion? {
    try? await queue.run(orThrow: DecodingError.noThread) { try? FileVersion(path: path) }
  }
}
