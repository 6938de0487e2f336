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

  /// For people; the name comes last, as its length is unlimited.
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

struct DecodeTally: Sendable {
  private struct Group {
    var decoded = 0
    var truncated = 0
    var reasons: [String: Int] = [:]
    var worstTime = Duration.zero
    var worstMemory = 0
  }

  private(set) var fileCount = 0
  private(set) var failureCount = 0
  private var groups: [String: Group] = [:]

  mutating func add(_ file: InspectedFile) {
    fileCount += 1
    var group = groups[file.type] ?? Group()
    switch file.report.result {
    case .success(let image):
      group.decoded += 1
      if !image.info.isComplete { group.truncated += 1 }
    case .failure(let error):
      failureCount += 1
      group.reasons[file.reason(error), default: 0] += 1
    }
    group.worstTime = max(group.worstTime, file.report.duration)
    group.worstMemory = max(group.worstMemory, file.report.peakMemory)
    groups[file.type] = group
  }

  var table: String {
    let head = line("type", "decoded", "truncated", "refused", "worst time", "memory", "reasons")
    let rows = groups.sorted { $0.key < $1.key }.map { line($0.key, $0.value) }
    return ([head] + rows).joined()
  }

  private func line(_ type: String, _ group: Group) -> String {
    let reasons = group.reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return line(
      type, "\(group.decoded)", "\(group.truncated)",
      "\(group.reasons.values.reduce(0, +))", "\(group.worstTime.milliseconds) ms",
      "\(ByteCount(group.worstMemory))",
      reasons.map { "\($0.value) x \($0.key)" }.joined(separator: ", "))
  }

  private func line(_ type: String, _ columns: String...) -> String {
    let widths = [8, 10, 8, 12, 8]
    let numbers = zip(columns, widths).map { Column.right($0, $1) }.joined(separator: " ")
    return "\(Column.left(type, 10)) \(numbers)  \(columns.last ?? "")\n"
  }
}
