import Catalog
import Decoding
import DecoderMessages
import Imaging
import Terminal

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
    var parts = [
      "\"path\":\(JSONText.string(path.lossyText))",
      "\"type\":\(report.format.map { JSONText.string($0.description) } ?? "null")",
      "\"decoder\":\(report.role.map { JSONText.string($0.rawValue) } ?? "null")",
      "\"milliseconds\":\(report.duration.milliseconds)",
      "\"peak_bytes\":\(report.peakMemory)",
    ]
    switch report.result {
    case .success(let image):
      parts += [
        "\"width\":\(image.pictureSize.width)", "\"height\":\(image.pictureSize.height)",
        "\"orientation\":\(image.orientation.rawValue)", "\"complete\":\(image.isComplete)",
      ]
    case .failure(let error):
      parts.append("\"error\":\(JSONText.string("\(error)"))")
    }
    return "{\(parts.joined(separator: ","))}\n"
  }

  private var outcome: String {
    switch report.result {
    case .failure(let error): "\(error)"
    case .success(let image):
      "\(image.pictureSize)  \(image.orientation.rawValue)"
        + (image.isComplete ? "" : "  truncated")
    }
  }
}

extension Duration {
  /// Milliseconds with one decimal.
  var milliseconds: String {
    let tenths = Int((self / .microseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
