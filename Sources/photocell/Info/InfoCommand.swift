import ArgumentParser
import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Terminal

struct InfoCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print metadata: camera, exposure, date, place, keywords.",
    discussion: """
      Reads EXIF, XMP and IPTC without decoding. EXIF takes precedence over XMP, and XMP over IPTC, \
      as the Metadata Working Group recommends. Exit codes: 0 if every file was read, 1 if some \
      were not, 2 if none was, 64 for wrong usage, 74 if the output could not be written.
      """)

  @Argument(help: "Photos of any format.")
  var paths: [PathArgument] = []

  @Flag(help: "Print a JSON array with one object per file.")
  var json = false

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Read more names from standard input, separated by zero bytes.")
  var readsNames = false

  @OptionGroup var decoder: DecoderOptions

  func validate() throws {
    guard readsNames || !paths.isEmpty else { throw ValidationError("no files given") }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let names = paths.map(\.path) + (readsNames ? try StandardInput.names() : [])
    let hasLinks =
      isatty(STDOUT_FILENO) == 1 && TerminalCapabilities(environment: .ofProcess).hyperlinks.value
    var report = InfoReport(isJSON: json, hasLinks: hasLinks)
    let client = decoder.client(log: log) { _ in }
    let width = DecoderClient.usualWidth
    // Also splits a few files among the processors.
    let size = max(1, min(DecoderClient.usualFileCount, (names.count + width - 1) / width))
    let parts = stride(from: 0, to: names.count, by: size).map {
      Array(names[$0..<min($0 + size, names.count)])
    }
    try await runInOrder(parts.count, width: width + 1) {
      await Self.described(parts[$0], by: client)
    } handle: { files in
      try files.allSatisfy { file in
        if let failure = file.failure { StandardError.write("\(file.path): \(failure)") }
        return try StandardOutput.write(report.text(of: file))
      }
    }
    try StandardOutput.write(report.end)
    guard report.failureCount == 0 else {
      throw ExitCode(report.failureCount == report.fileCount ? 2 : 1)
    }
  }

  private nonisolated static func described(
    _ names: [ByteString], by client: DecoderClient
  ) async -> [DescribedFile] {
    let results = await client.metadata(of: names.map { .file($0.bytes) })
    return zip(names, results).map { name, result in
      let isFolder = result == .failure(.notAFile) && FolderCatalog.isFolder(name)
      return DescribedFile(path: name, result: result, isFolder: isFolder)
    }
  }
}
