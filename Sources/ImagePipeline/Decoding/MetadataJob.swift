import Base
import DecoderProtocol
package import Imaging

extension DecoderClient {
  package typealias PhotoFacts = Result<PhotoMetadata, DecodingError>

  /// Useful files per call: one child reads them.
  package static let usualFileCount = MetadataRequest.fileLimit

  /// Reads metadata of files without decoding pixels; callable from any task; results are in order.
  ///
  /// Children run one after another, so callers use several tasks for several processors. A file on
  /// which the child dies fails; those after it are requested again. As many files are open as one
  /// child reads.
  package func metadata(
    of sources: [ImageSource], scope: MetadataScope = .all
  ) async -> [PhotoFacts] {
    do throws(DecodingError) {
      return try await queue.run { (cancellation) throws(DecodingError) in
        var job = MetadataJob(asking: self, scope, cancellation)
        return job.results(of: sources)
      }
    } catch {
      return sources.map { _ in .failure(error) }
    }
  }
}

/// Metadata requests on their way: files are opened here, read in children, and answers checked
/// here.
struct MetadataJob {
  private static let attempts = 3

  private struct Opened {
    let place: Int
    let photo: OpenPhoto
    let format: PictureFormat

    /// JPEG XL compresses its metadata boxes with a library that only that decoder has.
    var role: DecoderRole { format == .jpegXL ? .vips : .fast }
  }

  private let client: DecoderClient
  private let scope: MetadataScope
  private let cancellation: CancellationSignal
  private var results: [DecoderClient.PhotoFacts] = []

  init(asking client: DecoderClient, _ scope: MetadataScope, _ cancellation: CancellationSignal) {
    self.client = client
    self.scope = scope
    self.cancellation = cancellation
  }

  mutating func results(of sources: [ImageSource]) -> [DecoderClient.PhotoFacts] {
    results = sources.map { _ in .failure(.cancelled) }
    for start in stride(from: 0, to: sources.count, by: MetadataRequest.fileLimit) {
      let end = min(start + MetadataRequest.fileLimit, sources.count)
      let opened = (start..<end).compactMap { open(sources[$0], for: $0) }
      for role in [DecoderRole.fast, .vips] { ask(role, opened.filter { $0.role == role }[...]) }
    }
    return results
  }

  private mutating func open(_ source: ImageSource, for place: Int) -> Opened? {
    do throws(DecodingError) {
      let photo = try source.opened()
      let format = try photo.format()
      guard DecoderRole(for: format) != nil else {
        throw .refused(.unsupported(format.description))
      }
      return Opened(place: place, photo: photo, format: format)
    } catch {
      results[place] = .failure(error)
      return nil
    }
  }

  /// Repeats until each file has an answer, or the decoder died too often.
  private mutating func ask(_ role: DecoderRole, _ files: ArraySlice<Opened>) {
    var (rest, deathCount) = (files, 0)
    while !rest.isEmpty {
      do throws(DecodingError) {
        try cancellation.check()
        guard deathCount < Self.attempts else { throw .decoderUnavailable }
        let outcome = try exchange(role, rest)
        for (file, result) in zip(rest, outcome.results) { take(result, of: file) }
        rest = rest.dropFirst(outcome.results.count)
        if outcome.isDead { deathCount += 1 }
        guard let failure = outcome.failure, let next = rest.first else { continue }
        guard failure.isOfOneFile else { throw failure }
        results[next.place] = .failure(failure)
        rest = rest.dropFirst()
      } catch {
        for file in rest { results[file.place] = .failure(error) }
        return
      }
    }
  }

  private mutating func take(_ result: MetadataResult, of file: Opened) {
    results[file.place] = result.mapError { .refused($0) }.map { metadata in
      var metadata = metadata
      metadata.byteCount = file.photo.version.byteCount
      metadata.format = file.format
      return metadata
    }
  }

  private func exchange(
    _ role: DecoderRole, _ files: ArraySlice<Opened>
  ) throws(DecodingError) -> MetadataExchange.Outcome {
    let permit = try client.permits.acquire(unless: cancellation)
    guard let supervisor = client.decoders[role] else { throw .decoderUnavailable }
    let decoder = try supervisor.process()
    let start = decoder.awaitStart(unless: cancellation.number)
    switch start {
    case .ready: break
    case .interrupted: throw .cancelled
    case .ended, .silent:
      supervisor.discard(decoder, isHopeless: start == .silent)
      return MetadataExchange.Outcome(isDead: true)
    }
    let request = MetadataRequest(
      scope: scope, fileByteCounts: files.map(\.photo.version.byteCount))
    let outcome = try MetadataExchange(
      request, files: files.map(\.photo.number), to: decoder, cancellation: cancellation.number,
      limit: client.limit, under: permit
    ).finish()
    if outcome.isDead { supervisor.discard(decoder) }
    return outcome
  }
}

extension DecodingError {
  /// Whether the error is due to this file, rather than affecting all others.
  fileprivate var isOfOneFile: Bool {
    switch self {
    case .refused, .tookTooLong, .crashed, .wrongAnswer: true
    default: false
    }
  }
}
