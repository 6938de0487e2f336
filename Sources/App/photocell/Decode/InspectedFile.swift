import Catalog
import Decoding
import Imaging
import PictureFormats
import Terminal
import Values

/// One file, and what the decoders made of it.
struct InspectedFile: Sendable {
  let path: ByteString
  let report: DecodingReport
  /// Whether the path names a folder.
  var isFolder = false

  /// The kind of the picture as people call it; `-` where it is of none.
  var type: String { report.format?.description ?? "-" }

  /// Why there is no picture, in a few words.
  func reason(_ error: DecodingError) -> String { isFolder ? "a folder" : "\(error)" }

  /// What stands above the lines where people read them.
  static let heading = line("type", "size, orientation", "decoder", "time", "file")

  /// One line for people; the name last, since it is as long as it likes.
  var line: String {
    Self.line(
      type, outcome, report.role?.rawValue ?? "-", report.duration.milliseconds + " ms",
      "\(DisplayText(sanitising: path.bytes))")
  }

  private static func line(
    _ type: String, _ outcome: String, _ decoder: String, _ time: String, _ name: String
  ) -> String {
    let parts = [
      Column.left(type, 10), Column.left(outcome, 26), Column.left(decoder, 7),
      Column.right(time, 11), name,
    ]
    return parts.joined(separator: "  ") + "\n"
  }

  /// One JSON object (RFC 8259), on one line that is ended.
  var json: String {
    let members: [(String, JSONValue)] = [
      ("path", .string(path.lossyText)),
      ("type", report.format.map { .string($0.description) } ?? .null),
      ("decoder", report.role.map { .string($0.rawValue) } ?? .null),
      ("milliseconds", .number(Double(report.duration.tenthsOfMilliseconds) / 10)),
      ("peak_bytes", JSONValue(report.peakMemory)),
    ]
    return "\(JSONValue(members + outcomeMembers))\n"
  }

  private var outcomeMembers: [(String, JSONValue)] {
    switch report.result {
    case .success(let image):
      let info = image.info
      return [
        ("width", JSONValue(info.size?.width ?? 0)), ("height", JSONValue(info.size?.height ?? 0)),
        ("orientation", JSONValue(info.orientation.rawValue)), ("complete", .bool(info.isComplete)),
        ("region", image.region.map { .string("\($0)") } ?? .null),
        ("taken", info.captureDate.map { .string("\($0)") } ?? .null),
        ("camera", info.camera.map { .string($0) } ?? .null),
      ]
    case .failure(let error): return [("error", .string(reason(error)))]
    }
  }

  private var outcome: String {
    switch report.result {
    case .failure(let error): reason(error)
    case .success(let image):
      "\(image.info.size.map(\.description) ?? "-")  \(image.info.orientation.rawValue)"
        + (image.region.map { "  \($0)" } ?? "") + (image.info.isComplete ? "" : "  truncated")
    }
  }
}

extension Duration {
  /// Milliseconds with one decimal.
  var milliseconds: String {
    let tenths = tenthsOfMilliseconds
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Rounded.
  var tenthsOfMilliseconds: Int { Int((self / .microseconds(100)).rounded()) }
}
