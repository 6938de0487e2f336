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
    abstract: "Print what photos say of themselves: camera, date, place, words.",
    discussion: """
      Reads EXIF, XMP and IPTC, and decodes no pixel. Where several say the same, EXIF goes before \
      XMP, and XMP before IPTC, as the Metadata Working Group has it. \
      Exit code 0 where every file is read, 1 where some could not be, 2 where none could, \
      64 for wrong usage, 74 where the output could not be written.
      """)

  @Argument(help: "Photos of any kind.")
  var paths: [PathArgument] = []

  @Flag(help: "Print one JSON array with an object for each file.")
  var json = false

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Read more names from standard input, each ended by a zero byte.")
  var readsNames = false

  @OptionGroup var decoder: DecoderOptions

  func validate() throws {
    guard readsNames || !paths.isEmpty else { throw ValidationError("no files are named") }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let names = paths.map(\.path) + (readsNames ? try StandardInput.names() : [])
    let hasLinks =
      isatty(STDOUT_FILENO) == 1
      && TerminalCapabilities(environment: .ofProcess).hyperlinks.value
    var report = InfoReport(isJSON: json, hasLinks: hasLinks)
    try await InfoReader(client: decoder.client(log: log) { _ in }).read(names) { file in
      if let failure = file.failure { StandardError.write("\(file.path): \(failure)") }
      return try StandardOutput.write(report.text(of: file))
    }
    try StandardOutput.write(report.end)
    guard report.failureCount == 0 else {
      throw ExitCode(report.failureCount == report.fileCount ? 2 : 1)
    }
  }
}

/// Reads metadata in batches, concurrently, and reports files in order.
struct InfoReader {
  let client: DecoderClient

  /// Calls `tell` with each file in order until it returns false or throws.
  @MainActor
  func read(_ names: [ByteString], tell: (DescribedFile) throws -> Bool) async throws {
    let width = DecoderClient.usualWidth
    // Also splits a few files among the processors.
    let size = max(1, min(DecoderClient.usualFileCount, (names.count + width - 1) / width))
    let parts = stride(from: 0, to: names.count, by: size).map {
      Array(names[$0..<min($0 + size, names.count)])
    }
    try await withThrowingTaskGroup(of: (Int, [DescribedFile]).self) { group in
      var (started, told) = (0, 0)
      var ready: [Int: [DescribedFile]] = [:]
      while told < parts.count {
        while started < parts.count, started - told - ready.count < width + 1 {
          let (index, part) = (started, parts[started])
          group.addTask { (index, await described(part)) }
          started += 1
        }
        if let (index, files) = try await group.next() { ready[index] = files }
        while let files = ready.removeValue(forKey: told) {
          told += 1
          for file in files {
            guard try tell(file) else { return group.cancelAll() }
          }
        }
      }
    }
  }

  private nonisolated func described(_ names: [ByteString]) async -> [DescribedFile] {
    let results = await client.metadata(of: names.map { .file($0.bytes) })
    return zip(names, results).map { name, result in
      let isFolder = result == .failure(.notAFile) && FolderCatalog.isFolder(name)
      return DescribedFile(path: name, result: result, isFolder: isFolder)
    }
  }
}
