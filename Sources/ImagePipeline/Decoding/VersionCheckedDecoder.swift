package import Base
package import Imaging

/// Detects files that change while being decoded, and remembers those that cannot be decoded.
///
/// An image of a file that changed since it was opened, or that is broken and was written a moment
/// ago, is unstable: it may be shown, but must not be stored.
package struct VersionCheckedDecoder<Wrapped: ImageDecoding>: ImageDecoding {
  /// Seconds after its last change for which a broken file counts as unfinished.
  private static var restingSeconds: Int { 2 }

  private let wrapped: Wrapped
  private let failures = FailureMemory()
  private let now: @Sendable () -> FileTime

  /// `now` is the clock of file timestamps.
  package init(_ wrapped: Wrapped, now: @escaping @Sendable () -> FileTime = { .now }) {
    self.wrapped = wrapped
    self.now = now
  }

  /// Throws `.changing` if the file changed meanwhile, `.unfinished` if it was written a moment
  /// ago, or a remembered failure without decoding again.
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
      // A region may exceed limits that the scaled-down whole does not.
      if request.region == nil {
        failures.remember(error, of: photo.version, in: request.wholeBox)
      }
      throw error
    }
  }

  /// Reads the current file; failures are not remembered.
  package func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    try wrapped.frames(of: source, in: box, unless: cancellation)
  }

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
