import ArgumentParser
import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Terminal

struct DecodeCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Test how files decode.",
    discussion: """
      Exit codes: 0 if every file was decoded, 1 if some were not, 2 if none was, 64 for wrong \
      usage, 74 if the output could not be written.
      """)

  @Argument(help: "Files of any kind.")
  var paths: [PathArgument] = []

  @Flag(
    help: "Print type, size, orientation, decoder and time, or the error, of each file (default).")
  var info = false

  @Flag(help: "Print one line per type: counts, errors and the worst cost.")
  var summary = false

  @Flag(help: "Print one JSON object per file and line.")
  var json = false

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Read more names from standard input, separated by zero bytes.")
  var readsNames = false

  @Option(help: "Scale images down to a box of this many pixels.")
  var size = 256

  @Option(help: "Decode only this region of each image: WIDTHxHEIGHT+X+Y in pixels.")
  var region: PixelRect?

  @OptionGroup var decoder: DecoderOptions

  func validate() throws {
    guard !summary || !json else { throw ValidationError("--json does not go with --summary") }
    guard (1...10_000).contains(size) else {
      throw ValidationError("--size must be from 1 to 10000")
    }
    guard readsNames || !paths.isEmpty else { throw ValidationError("no files given") }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let names = paths.map(\.path) + (readsNames ? try StandardInput.names() : [])
    // The heading is for people only; the output for programs stays as it is.
    if !summary, !json, isatty(STDOUT_FILENO) == 1 {
      try StandardOutput.write(InspectedFile.heading)
    }
    var tally = DecodeTally()
    let client = decoder.client(log: log) { _ in }
    let request = DecodingRequest(box: PixelSize(width: size, height: size), region: region)
    try await runInOrder(names.count, width: DecoderClient.usefulCalls) {
      await InspectedFile(names[$0], by: client, request)
    } handle: { file in
      tally.add(file)
      guard !summary else { return true }
      return try StandardOutput.write(json ? file.json : file.line)
    }
    if summary { try StandardOutput.write(tally.table) }
    guard tally.failureCount == 0 else {
      throw ExitCode(tally.failureCount == tally.fileCount ? 2 : 1)
    }
  }
}

extension InspectedFile {
  init(_ path: ByteString, by client: DecoderClient, _ request: DecodingRequest) async {
    let report = await client.report(on: .file(path.bytes), for: request)
    let mayBeFolder = if case .failure(.notAFile) = report.result { true } else { false }
    self.init(path: path, report: report, isFolder: mayBeFolder && FolderCatalog.isFolder(path))
  }
}

struct InspectedFile: Sendable {
  let path: ByteString
  let report: DecodingReport
  var isFolder = false

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
      ("path", .string(path.lossyText)), ("type", JSONValue(report.format?.description)),
      ("decoder", JSONValue(report.role?.rawValue)),
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
        ("region", JSONValue(image.region?.description)),
        ("taken", JSONValue(info.captureDate?.description)), ("camera", JSONValue(info.camera)),
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
