import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Terminal

/// Decodes photos whole and compares their pixels.
struct PhotoComparer {
  let decoder: DecoderClient
  let queue = WorkQueue(label: "comparing")

  private static let box = PixelSize(width: 16_384, height: 16_384)

  @MainActor
  func sides(of paths: [ByteString]) async throws -> [ComparedSide] {
    var sides: [ComparedSide] = []
    try await runInOrder(paths.count, width: DecoderClient.usefulCalls) { [self] in
      await side(paths[$0])
    } handle: { side in
      sides.append(side)
      return true
    }
    return sides
  }

  private nonisolated func side(_ path: ByteString) async -> ComparedSide {
    guard await !queue.run({ Self.isAbsent(path) }) else {
      return ComparedSide(path: path, content: .absent)
    }
    do throws(DecodingError) {
      let request = DecodingRequest(box: Self.box)
      let isDrawing = PictureFormat(fileName: path.bytes)?.isDrawing == true
      let image =
        try await isDrawing
        ? decoder.decodeDrawing(.file(path.bytes), for: request)
        : decoder.decode(.file(path.bytes), for: request)
      let size = image.info.size ?? image.bitmap.size
      guard image.bitmap.size == size else {
        return ComparedSide(path: path, content: .failed("too large to compare: \(size)"))
      }
      return ComparedSide(
        path: path, content: .image(image.bitmap, isComplete: image.info.isComplete))
    } catch {
      let isFolder = error == .notAFile && FolderCatalog.isFolder(path)
      return ComparedSide(path: path, content: .failed(isFolder ? "a folder" : "\(error)"))
    }
  }

  /// Whether a path stands for no photo: an empty file or the null device; blocks.
  nonisolated static func isAbsent(_ path: ByteString) -> Bool {
    guard let status = LongPath.status(of: path.bytes) else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_size == 0
    case S_IFCHR: return LongPath.status(of: Array("/dev/null".utf8))?.st_rdev == status.st_rdev
    default: return false
    }
  }

  @MainActor
  func report(on one: ComparedSide, _ two: ComparedSide) async throws -> ComparisonReport {
    var report = ComparisonReport(one: one, two: two)
    guard let (first, second) = report.bitmaps, first.size == second.size else { return report }
    let bands = PixelDifference.bands(of: first.size)
    var difference = PixelDifference()
    try await runInOrder(bands.count, width: DecoderClient.usualWidth) { [queue] number in
      await queue.run { PixelDifference(of: first, second, rows: bands[number]) }
    } handle: { part in
      difference.add(part)
      return true
    }
    report.difference = difference
    return report
  }
}

struct ComparedSide: Sendable {
  enum Content: Sendable {
    case image(Bitmap, isComplete: Bool)
    /// Not there: the photo was added or deleted.
    case absent
    case failed(String)
  }

  let path: ByteString
  let content: Content

  var failure: String? {
    if case .failed(let reason) = content { "\(path): \(reason)" } else { nil }
  }

  var bitmap: Bitmap? { if case .image(let bitmap, _) = content { bitmap } else { nil } }

  fileprivate var isAbsent: Bool { if case .absent = content { true } else { false } }

  fileprivate var words: String {
    switch content {
    case .image(let bitmap, let isComplete): "\(bitmap.size)" + (isComplete ? "" : ", truncated")
    case .absent: "none"
    case .failed(let reason): reason
    }
  }

  fileprivate var json: JSONValue {
    var members: [(String, JSONValue)] = [("path", .string(path.lossyText))]
    switch content {
    case .image(let bitmap, let isComplete):
      members += [
        ("width", JSONValue(bitmap.size.width)), ("height", JSONValue(bitmap.size.height)),
        ("complete", .bool(isComplete)),
      ]
    case .absent: break
    case .failed(let reason): members.append(("error", .string(reason)))
    }
    return JSONValue(members)
  }
}

struct ComparisonReport {
  /// The raw value is the exit code.
  enum Verdict: Int32, Comparable {
    case equal = 0
    case different, trouble

    static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }
  }

  let one: ComparedSide
  let two: ComparedSide
  var difference: PixelDifference?

  var bitmaps: (Bitmap, Bitmap)? {
    guard let first = one.bitmap, let second = two.bitmap else { return nil }
    return (first, second)
  }

  var verdict: Verdict {
    if one.failure != nil || two.failure != nil || one.isAbsent && two.isAbsent { return .trouble }
    return difference?.areEqual == true ? .equal : .different
  }

  /// Of a photo that cannot be read, only the error is printed.
  var isPrinted: Bool { one.failure == nil && two.failure == nil }

  private var summary: String {
    switch (one.isAbsent, two.isAbsent) {
    case (true, true): return "no photo"
    case (true, false): return "added"
    case (false, true): return "deleted"
    case (false, false): break
    }
    guard let difference else { return bitmaps == nil ? "unreadable" : "sizes differ" }
    return difference.areEqual ? "equal" : "different"
  }

  /// For people: names and values in two columns.
  var text: String {
    let sides = zip(["A", "B"], [one, two]).map { name, side in
      (name, "\(DisplayText(sanitising: side.path.bytes))  (\(side.words))")
    }
    return (sides + [("Pixels", summary)] + measures).map { name, value in
      "\(Column.left(name, 18))  \(value)\n"
    }.joined()
  }

  private var measures: [(String, String)] {
    guard let difference, let area = difference.area else { return [] }
    let share = Double(difference.differingCount) / Double(difference.pixelCount) * 100
    let percent = share < 0.01 ? "less than 0.01" : share.fixed(2)
    return [
      ("Differing", "\(difference.differingCount) of \(difference.pixelCount) (\(percent) %)"),
      ("In", "\(area)"), ("Largest difference", "\(difference.largest) of 255"),
      ("PSNR", difference.psnr.map { "\($0.fixed(2)) dB" } ?? "infinite"),
      // Rounded, different images could seem equal.
      ("SSIM", min(difference.ssim, 0.9999).fixed(4)),
    ]
  }

  /// One JSON object (RFC 8259) with the same members for every comparison.
  var json: JSONValue {
    let area = difference?.area
    return [
      "a": one.json, "b": two.json, "result": .string(summary),
      "pixels": JSONValue(difference?.pixelCount),
      "differing": JSONValue(difference?.differingCount), "x": JSONValue(area?.x),
      "y": JSONValue(area?.y), "width": JSONValue(area?.size.width),
      "height": JSONValue(area?.size.height), "largest": JSONValue(difference?.largest),
      "psnr": JSONValue(difference?.psnr), "ssim": JSONValue(difference?.ssim),
    ]
  }
}

extension Double {
  fileprivate func fixed(_ places: Int) -> String {
    let factor = (0..<places).reduce(1) { factor, _ in factor * 10 }
    let number = Int((magnitude * Double(factor)).rounded())
    let decimals = (number % factor).zeroPadded(to: places)
    return (self < 0 ? "-" : "") + "\(number / factor).\(decimals)"
  }
}
