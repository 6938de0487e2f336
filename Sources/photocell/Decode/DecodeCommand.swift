import ArgumentParser
import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging

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
