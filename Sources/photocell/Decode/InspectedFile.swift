import Base
import ImagePipeline
import Imaging
import Terminal

struct InspectedFile: Sendable {
  let path: ByteString
  let report: DecodingReport
  var isFolder = false

  /// The format's name; `-` if it is unknown.
  var type: String { report.format?.description ?? "-" }

  func reason(_ error: DecodingError) -> String { isFolder ? "a folder" : "\(error)" }

  static let heading = line("type", "size, orientation", "decoder", "time", "file")

  /// A line for people; the name comes last, as its length is unlimited.
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

  /// One JSON object (RFC 8259), on one terminated line.
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
  var milliseconds: String {
    let tenths = tenthsOfMilliseconds
    return "\(tenths / 10).\(tenths % 10)"
  }

  var tenthsOfMilliseconds: Int { Int((self / .microseconds(100)).rounded()) }
}
