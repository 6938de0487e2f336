import ArgumentParser
import Base
import ImagePipeline
import Imaging
import RaceDemo

/// Parsers of option values, which throw a `ValidationError`.
enum OptionValue {
  /// In bytes: more than any machine has.
  private static let largestSize = 1e15
  /// Bytes per unit, decimal as in the status line, or binary.
  private static let sizes: [String: Double] = [
    "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
    "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
  ]
  /// In seconds: ten years of 365 days.
  private static let longest = 315_360_000.0
  private static let times = ["ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]

  /// A size in bytes: `256MB`, `1.5GB`.
  static func byteCount(_ text: String) throws -> Int {
    let bytes = quantity(text, in: sizes).flatMap { (1...largestSize).contains($0) ? Int($0) : nil }
    return try expected("a size such as 500kB, 256MB, 1.5GB or 64MiB", bytes)
  }

  /// Bytes per second: `200kB`, `1MB` or `1MB/s`.
  static func byteRate(_ text: String) throws -> Int {
    let rate = try? byteCount(text.hasSuffix("/s") ? String(text.dropLast(2)) : text)
    return try expected("bytes per second such as 200kB or 1MB", rate)
  }

  /// A positive duration: `500ms`, `30s`, `10m`, `2h`.
  static func duration(_ text: String) throws -> Duration {
    let seconds = quantity(text, in: times).flatMap { $0 > 0 && $0 <= longest ? $0 : nil }
    return .seconds(try expected("a time such as 500ms, 30s, 10m, 2h or 1d", seconds))
  }

  /// A plain decimal number, and its unit in upper or lower case.
  private static func quantity(_ text: String, in units: [String: Double]) -> Double? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(digits), number.isFinite,
      let factor = units[text.dropFirst(digits.count).lowercased()]
    else { return nil }
    return number * factor
  }

  /// A range of response times: `50ms..800ms`.
  static func latency(_ text: String) throws -> LatencyRange {
    try expected("a range of times such as 50ms..800ms", LatencyRange(text))
  }

  static func thumbnailSize(_ text: String) throws -> ThumbnailSize {
    let names = ThumbnailSize.allCases.map(\.folderName)
    return try expected(
      names.alternatives, ThumbnailSize.allCases.first { $0.folderName == text })
  }

  static func date(_ text: String) throws -> CivilDate {
    try expected("a date such as 2024-02-29", CivilDate(text))
  }

  /// A size in character cells: `80x24`.
  static func cells(_ text: String) throws -> CellSize {
    try expected("a size in character cells such as 80x24", cellSize(text[...]))
  }

  /// A box of the screen in character cells: `80x24@40x0`.
  static func box(_ text: String) throws -> Rect {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let size = cellSize(parts[0]), let (column, row) = numbers(parts[1])
    else { throw ValidationError("expected a box in character cells such as 80x24@40x0") }
    return Rect(origin: CellPoint(column: column, row: row), size: size)
  }

  private static func cellSize(_ text: Substring) -> CellSize? {
    numbers(text).flatMap { columns, rows in
      min(columns, rows) > 0 ? CellSize(columns: columns, rows: rows) : nil
    }
  }

  private static func numbers(_ text: Substring) -> (Int, Int)? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { part in
      part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil
    }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1],
      max(first, second) <= 10_000
    else { return nil }
    return (first, second)
  }

  private static func expected<Value>(_ kind: String, _ value: Value?) throws -> Value {
    guard let value else { throw ValidationError("expected \(kind)") }
    return value
  }

  static func address(_ text: String) throws -> WebURL {
    try rethrowing(as: ValidationError.init(of:)) { () throws(AddressError) in
      try WebURL(text.utf8)
    }
  }
}

extension ValidationError {
  init(of error: some Error) { self.init("\(error)") }
}

extension Flag<Bool> {
  /// A switch and its opposite, `--no-…`; the last one on the command line counts.
  init(wrappedValue: Bool, switch name: NameSpecification, help: ArgumentHelp) {
    self.init(
      wrappedValue: wrappedValue, name: name, inversion: .prefixedNo, exclusivity: .chooseLast,
      help: help)
  }
}

/// `1920x1080+400+300`, in pixels.
extension PixelRect: ExpressibleByArgument {
  init?(argument: String) {
    let numbers = argument.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "+" }
    ).map { Int($0) }
    guard numbers.count == 4, let width = numbers[0], let height = numbers[1], let x = numbers[2],
      let y = numbers[3], width > 0, height > 0, x >= 0, y >= 0
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
    guard description == argument else { return nil }
  }
}

/// A path as the original bytes; the parser's text has lost invalid UTF-8.
struct PathArgument: ExpressibleByArgument {
  let path: ByteString

  static let defaultCompletionKind = CompletionKind.file()

  init(path: ByteString) {
    self.path = path
  }

  init?(argument: String) {
    path = Self.given[argument] ?? ByteString(argument)
  }

  /// The original bytes of the process's arguments, by their lossy text.
  private static let given = Dictionary(
    ProcessArguments.bytes.map { ByteString($0) }.map { ($0.lossyText, $0) },
    uniquingKeysWith: { first, _ in first })
}

extension [String] {
  /// For example `name, date or none`.
  var alternatives: String { dropLast().joined(separator: ", ") + " or " + (last ?? "") }
}
