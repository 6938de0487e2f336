import Base
import DecoderProtocol
package import Imaging

package protocol MetadataReading: Sendable {
  /// Results are in order; callable from any task; cancellation ends it at the next step.
  func metadata(of sources: [ImageSource], scope: MetadataScope) async -> [DecoderClient.PhotoFacts]
}

extension DecoderClient: MetadataReading {
  package typealias PhotoFacts = Result<PhotoMetadata, DecodingError>

  package static let usualFileCount = MetadataRequest.fileLimit

  /// Reads metadata of files without decoding pixels; callable from any task; results are in order.
  ///
  /// Children run one after another, so callers use several tasks for several processors. A file on
  /// which the child dies fails; those after it are requested again. One child's files are open.
  package func metadata(
    of sources: [ImageSource], scope: MetadataScope = .all
  ) async -> [PhotoFacts] {
    do throws(DecodingError) {
      return try await queue.run { (cancellation) throws(DecodingError) in
        var job = MetadataJob(client: self, scope: scope, cancellation: cancellation)
        return job.results(of: sources)
      }
    } catch {
      return sources.map { _ in .failure(error) }
    }
  }
}

struct MetadataJob {
  private struct Opened {
    let index: Int
    let photo: OpenPhoto
    let format: PictureFormat

    /// JPEG XL compresses its metadata boxes with a library that only that decoder has.
    var role: DecoderRole { format.isVideo ? .video : format == .jpegXL ? .vips : .fast }
  }

  let client: DecoderClient
  let scope: MetadataScope
  let cancellation: CancellationSignal
  private(set) var results: [DecoderClient.PhotoFacts] = []

  mutating func results(of sources: [ImageSource]) -> [DecoderClient.PhotoFacts] {
    results = sources.map { _ in .failure(.cancelled) }
    for start in stride(from: 0, to: sources.count, by: MetadataRequest.fileLimit) {
      let end = min(start + MetadataRequest.fileLimit, sources.count)
      let opened = (start..<end).compactMap { open(sources[$0], at: $0) }
      for role in [DecoderRole.fast, .vips] { ask(role, opened.filter { $0.role == role }[...]) }
      // A child has the time for one.
      for file in opened where file.role == .video { ask(.video, [file]) }
    }
    return results
  }

  /// Nil if that fails, which is its answer.
  private mutating func open(_ source: ImageSource, at index: Int) -> Opened? {
    do throws(DecodingError) {
      let photo = try source.opened()
      let format = try photo.format()
      guard format.descriptor.decoder != nil else {
        throw .refused(.unsupported(format.description))
      }
      return Opened(index: index, photo: photo, format: format)
    } catch {
      results[index] = .failure(error)
      return nil
    }
  }

  /// Repeats until each file has an answer, or the decoder died too often.
  private mutating func ask(_ role: DecoderRole, _ files: ArraySlice<Opened>) {
    var rest = files
    while !rest.isEmpty {
      do throws(DecodingError) {
        let outcome = try call(role, &rest)
        guard let next = rest.first else { return }
        guard outcome.isOfOneFile else { throw outcome }
        results[next.index] = .failure(outcome)
        rest = rest.dropFirst()
      } catch {
        for file in rest { results[file.index] = .failure(error) }
        return
      }
    }
  }

  /// Removes the files that have an answer; returns why the next one has none.
  private mutating func call(
    _ role: DecoderRole, _ files: inout ArraySlice<Opened>
  ) throws(DecodingError) -> DecodingError {
    try cancellation.check()
    let permit = try client.permits.acquire(unless: cancellation)
    // Until the child has ended.
    defer { withExtendedLifetime(permit) {} }
    return try client.call(role, unless: cancellation) {
      process throws(DecodingError) -> DecodingError? in
      // The last decoder died after its last answer.
      guard !files.isEmpty else { return .decoderUnavailable }
      let request = MetadataRequest(
        scope: scope, fileByteCounts: files.map(\.photo.version.byteCount))
      var call = try DecoderCall(
        request.bytes, files: files.map(\.photo.number), to: process,
        parser: MetadataParser(fileCount: files.count), limit: client.limit)
      let ending = call.finish(unless: cancellation.number)
      for (file, result) in zip(files, call.parser.results) {
        results[file.index] = result.mapError { .refused($0) }.map { metadata in
          var metadata = metadata
          metadata.byteCount = file.photo.version.byteCount
          metadata.format = file.format
          if file.format.isVideo { metadata.captureDate = metadata.captureDate?.inLocalTime }
          return metadata
        }
      }
      files = files.dropFirst(call.parser.results.count)
      guard case .reported(let end, let abandoned) = ending else { return nil }
      return abandoned ?? DecodingError(end, within: .base)
    }
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

struct MetadataParser: RecordParser {
  static let readByteCount = 64 * 1024
  static let frontByteCount = MetadataAnswer.frontByteCount
  /// Waking up for each answer would take as long as to read it.
  static let gatherTime = Duration.milliseconds(2)

  let allowance = DecodingAllowance.base
  /// The answers of the first files, in order.
  private(set) var results: [MetadataResult] = []
  private let fileCount: Int
  var received: [UInt8] = []

  init(fileCount: Int) {
    self.fileCount = fileCount
  }

  var partCount: Int { results.count }

  func byteCount(after front: ArraySlice<UInt8>) -> Int? {
    results.count < fileCount ? MetadataAnswer.byteCount(after: front) : nil
  }

  mutating func take(_ record: ArraySlice<UInt8>) -> Bool {
    guard let answer = try? MetadataAnswer(parsing: record.dropFirst(Self.frontByteCount)) else {
      return false
    }
    results.append(answer.result)
    return true
  }
}
