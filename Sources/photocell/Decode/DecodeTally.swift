import Base
import ImagePipeline
import Imaging

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
