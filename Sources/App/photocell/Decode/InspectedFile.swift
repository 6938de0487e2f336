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

  /// The kind of the picture as people call it; `-` where it is of none.
  var type: String { report.format?.description ?? "-" }

  /// One line for people; the name last, since it is as long as it likes.
  var line: String {
    let time = report.duration.milliseconds + " ms"
    let parts = [
      Column.left(type, 10), Column.left(outcome, 26), Column.left(report.role?.rawValue ?? "-", 7),
      Column.right(time, 11), "\(DisplayText(sanitising: path.bytes))",
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
        ("taken", info.captureDate.map { .string("\($0)") } ?? .null),
        ("camera", info.camera.map { .string($0) } ?? .null),
      ]
    case .failure(let error): return [("error", .string("\(error)"))]
    }
  }

  private var outcome: String {
    switch report.result {
    case .failure(let error): "\(error)"
    case .success(let image):
      "\(image.info.size.map(\.description) ?? "-")  \(image.info.orientation.rawValue)"
        + (image.info.isComplete ? "" : "  truncated")
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
