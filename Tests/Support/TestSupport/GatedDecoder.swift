import Base
import DecoderProtocol
import Glibc
package import ImagePipeline
package import Imaging

/// A decoder that blocks every call until a test opens it.
package final class GatedDecoder: ImageDecoding {
  package typealias Answer = Result<LoadedBitmap, DecodingError>

  private struct State: Sendable {
    var calls: [(source: ImageSource, request: DecodingRequest)] = []
    var gates: [Int: CancellationSignal] = [:]
    /// The results of opened calls; nil for the default result.
    var answers: [Int: Answer?] = [:]
    var cancelled: Set<Int> = []
  }

  private let obeysCancellation: Bool
  private let pictureSize: PixelSize?
  private let state = Watched(State())

  /// Without `obeysCancellation` a cancelled call ends only when it is opened, like a busy codec.
  ///
  /// `pictureSize` is in pixels; nil for images that fill the requested box.
  package init(obeysCancellation: Bool = true, pictureSize: PixelSize? = nil) {
    self.obeysCancellation = obeysCancellation
    self.pictureSize = pictureSize
  }

  package var sources: [ImageSource] { state.value.calls.map(\.source) }

  package var requests: [DecodingRequest] { state.value.calls.map(\.request) }

  /// The calls that were cancelled while blocked.
  package var cancelledCalls: Set<Int> { state.value.cancelled }

  /// Blocks the thread until the call is opened or cancelled.
  package func decode(
    _ source: ImageSource, for request: DecodingRequest, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> LoadedBitmap {
    try cancellation.check()
    guard let gate = CancellationSignal() else { throw .refused(.unreadable(errno: EMFILE)) }
    let number = state.change { state in
      let number = state.calls.count
      state.calls.append((source, request))
      if state.answers[number] == nil { state.gates[number] = gate } else { gate.raise() }
      return number
    }
    if Polling.wait(for: [gate.number, cancellation.number]) == [false, true] {
      state.change { _ = $0.cancelled.insert(number) }
      guard !obeysCancellation else { throw .cancelled }
      _ = Polling.wait(for: [gate.number])
    }
    let answer = state.value.answers[number] ?? nil
    return try answer?.get() ?? usualAnswer(to: request)
  }

  package func frames(
    of source: ImageSource, in box: PixelSize, unless cancellation: CancellationSignal
  ) throws(DecodingError) -> FrameStream {
    throw .refused(.unsupported("no motion"))
  }

  package func retryFailures() {}

  /// Opens a call, started or not; nil for its default image.
  package func open(_ number: Int, _ answer: Answer? = nil) {
    let gate = state.change { state in
      state.answers[number] = .some(answer)
      return state.gates[number]
    }
    gate?.raise()
  }

  private func usualAnswer(to request: DecodingRequest) -> LoadedBitmap {
    guard let pictureSize else { return LoadedBitmap(filling: request.box) }
    if let region = request.region?.clamped(into: pictureSize) {
      let size = PixelSize(
        width: min(region.size.width, request.box.width),
        height: min(region.size.height, request.box.height))
      return LoadedBitmap(
        bitmap: Bitmap(size: size, filledWith: RGB(200, 0, 0)),
        info: PictureInfo(size: pictureSize), region: region)
    }
    let scale = min(
      1, Double(request.wholeBox.width) / Double(pictureSize.width),
      Double(request.wholeBox.height) / Double(pictureSize.height))
    return LoadedBitmap(
      filling: PixelSize(
        width: Int((Double(pictureSize.width) * scale).rounded()),
        height: Int((Double(pictureSize.height) * scale).rounded())), of: pictureSize)
  }

  /// Waits until so many calls have started.
  package func begun(_ count: Int) async {
    await state.wait { $0.calls.count >= count }
  }

  package func cancelled(_ number: Int) async {
    await state.wait { $0.cancelled.contains(number) }
  }
}
