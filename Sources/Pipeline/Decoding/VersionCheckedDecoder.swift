package import Imaging
package import System

/// Decodes files that may be written meanwhile, and remembers those that cannot be decoded.
///
/// What was decoded from a file that has changed since it was opened, or is broken and was written a
/// moment ago, is not stable: it may be shown until the file rests, and is kept by nobody.
package struct VersionCheckedDecoder<Wrapped: ImageDecoding>: ImageDecoding {
  /// For how many seconds after it was written a broken file counts as unfinished.
  private static var restingSeconds: Int { 2 }

  private let wrapped: Wrapped
  private let failures = FailureMemory()
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
  /// - Throws: `DecodingError.changing` for a file that has changed meanwhile, and `.unfinished` for one that was
  ///   written a moment ago; what is remembered of a file without decoding it once more.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> DecodedImage {
    if case .bytes = source {
      return try wrapped.decode(source, for: request, unless: cancellation)
    }
    let photo = try source.opened()
    if let error = failures[photo.version, request.wholeBox] { throw error }
    do throws(DecodingError) {
      let image = try wrapped.decode(.open(photo), for: request, unless: cancellation)
      return isStable(photo, isWhole: image.info.isComplete) ? image : image.unstable
    } catch {
      guard error != .cancelled else { throw error }
      guard isStable(photo, isWhole: false) else {
        throw photo.isUnchanged ? .unfinished(error) : .changing
      }
      // What is too much of a region may be little of the whole, scaled down.
      if request.region == nil {
        failures.remember(error, of: photo.version, in: request.wholeBox)
      }
      throw error
    }
  }

  /// Begins to play a picture, as `ImageDecoding` says: of the file as it is now, and nothing is
  /// remembered.
  package func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    try wrapped.frames(of: source, in: box, unless: cancellation)
  }

  /// Forgets all failures.
  package func retryFailures() {
    failures.forgetAll()
    wrapped.retryFailures()
  }

  private func isStable(_ photo: OpenPhoto, isWhole: Bool) -> Bool {
    guard photo.isUnchanged else { return false }
    let age = photo.version.modified.wholeSeconds(before: now())
    return isWhole || !(0..<Self.restingSeconds).contains(age)
  }
}
