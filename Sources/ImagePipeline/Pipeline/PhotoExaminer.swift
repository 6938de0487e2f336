import Base
import Catalogs
import Imaging

/// Reads metadata and computes histograms; equal requests share one task.
final class PhotoExaminer: Sendable {
  private let loader: any PictureLoading
  private let pictures: PictureStage
  private let gate: LoadGate
  private let readings: SharedTasks<Photo, Result<PhotoMetadata, ImageError.Cause>>
  private let counts: SharedTasks<SeenPicture, Result<ToneHistogram, ImageError.Cause>>
  private let counters = WorkQueue(label: "histograms")

  init(
    loader: any PictureLoading, pictures: PictureStage, gate: LoadGate, executor: WorkExecutor
  ) {
    self.loader = loader
    self.pictures = pictures
    self.gate = gate
    readings = SharedTasks(executor: executor)
    counts = SharedTasks(executor: executor)
  }

  var readerCount: Int { readings.listenerCount }

  func metadata(of photo: Photo) async throws(ImageError.Cause) -> PhotoMetadata {
    let outcomes = readings.events(of: photo) { [loader] share in
      do throws(ImageError.Cause) {
        share.finish(.success(try await loader.metadata(of: photo)))
      } catch {
        share.finish(.failure(error))
      }
    }
    return try await Self.last(of: outcomes)
  }

  func histogram(of view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    let outcomes = counts.events(of: view) { [self] share in
      do throws(ImageError.Cause) {
        share.finish(.success(try await count(view)))
      } catch {
        share.finish(.failure(error))
      }
    }
    return try await Self.last(of: outcomes)
  }

  private static func last<Success>(
    of outcomes: AsyncStream<Result<Success, ImageError.Cause>>
  ) async throws(ImageError.Cause) -> Success {
    for await outcome in outcomes { return try outcome.get() }
    throw .decoding(.cancelled)
  }

  private func count(_ view: SeenPicture) async throws(ImageError.Cause) -> ToneHistogram {
    let request = view.request.countable
    let held = try await picture(for: request)
    return try await gate.pass(request.pictureKey, .rendering) {
      () async throws(ImageError.Cause) in
      try await counters.run(orThrow: ImageError.Cause.decoding(.noThread)) {
        ToneHistogram(of: held.picture.bitmap, in: view.part.flatMap(held.area))
      }
    }
  }

  private func picture(
    for request: ImageRequest
  ) async throws(ImageError.Cause) -> HeldPicture {
    if let held = pictures.held(for: request), held.serves(request) { return held }
    var loaded = try await loadedPicture(for: request)
    // The load may have been started by a smaller request.
    if !loaded.serves(request), request.pictureKey.closeUp == nil {
      loaded = try await loadedPicture(for: request)
    }
    return loaded
  }

  private func loadedPicture(
    for request: ImageRequest
  ) async throws(ImageError.Cause) -> HeldPicture {
    for await event in pictures.events(for: request, isPreviewed: false) {
      switch event {
      case .progress, .preview: break
      case .picture(let picture): return picture
      case .failure(let cause): throw cause
      }
    }
    throw .decoding(.cancelled)
  }
}

extension ImageRequest {
  /// Whole images are reduced to this side, in pixels: that of the largest cached thumbnails.
  private static let countedSide = 1024.0

  fileprivate var countable: ImageRequest {
    let longest = Double(max(pixels.width, pixels.height))
    guard part == nil, longest > Self.countedSide else { return self }
    let scale = Self.countedSide / longest
    return ImageRequest(
      photo: photo,
      cells: CellSize(
        columns: max(1, Int(Double(cells.columns) * scale)),
        rows: max(1, Int(Double(cells.rows) * scale))),
      form: form, extent: extent, turnedBy: turn)
  }
}

extension HeldPicture {
  /// The bitmap's pixels of the part; nil if there are none, or the image has changed.
  fileprivate func area(of part: PicturePart) -> PixelRect? {
    guard picture.info.size == part.picture else { return nil }
    let region = picture.region ?? PixelRect(part.picture)
    let size = picture.bitmap.size
    func local(_ range: Range<Int>, _ start: Int, _ length: Int, _ all: Int) -> Range<Double> {
      let scale = Double(length) / Double(all)
      return max(
        0, Double(range.lowerBound - start) * scale)..<max(
          0, Double(range.upperBound - start) * scale)
    }
    return PixelRect(
      covering: local(part.region.columns, region.x, size.width, region.size.width),
      local(part.region.rows, region.y, size.height, region.size.height)
    ).clamped(into: size)
  }
}
