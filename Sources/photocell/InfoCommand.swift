import ArgumentParser
import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Photos
import Storage
import Terminal

struct InfoCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Print metadata: camera, exposure, date, place, keywords.",
    discussion: """
      Reads EXIF, XMP and IPTC without decoding. EXIF takes precedence over XMP, and XMP over IPTC, \
      as the Metadata Working Group recommends, and a sidecar over all of them. Exit codes: 0 if \
      every file was read, 1 if some were not, 2 if none was, 64 for wrong usage, 74 if the output \
      could not be written.
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
    client.start()
    let width = DecoderClient.usualWidth
    // Also splits a few files among the processors.
    let size = max(1, min(DecoderClient.usualFileCount, (names.count + width - 1) / width))
    let parts = stride(from: 0, to: names.count, by: size).map {
      Array(names[$0..<min($0 + size, names.count)])
    }
    let sidecars = SidecarReader(index: PhotoIndex(folder: nil))
    try await runInOrder(parts.count, width: width + 1) {
      await Self.described(parts[$0], by: client, sidecars)
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

  nonisolated static func described(
    _ names: [ByteString], by client: DecoderClient,
    _ sidecars: SidecarReader = SidecarReader(index: PhotoIndex(folder: nil))
  ) async -> [DescribedFile] {
    let results = await client.metadata(of: names.map { .file($0.bytes) })
    var files: [DescribedFile] = []
    for (name, result) in zip(names, results) {
      guard case .success(var metadata) = result else {
        let isFolder = result == .failure(.notAFile) && FolderCatalog.isFolder(name)
        files.append(DescribedFile(path: name, result: result, isFolder: isFolder))
        continue
      }
      metadata = await sidecars.metadata(over: metadata, of: name)
      metadata.town = Storage.gazetteer.town(at: metadata.position)
      files.append(DescribedFile(path: name, result: .success(metadata)))
    }
    return files
  }
}

struct DescribedFile: Sendable {
  let path: ByteString
  let result: DecoderClient.PhotoFacts
  var isFolder = false

  /// The reason if nothing could be read, in a few words.
  var failure: String? {
    guard case .failure(let error) = result else { return nil }
    return isFolder ? "a folder" : "\(error)"
  }
}

struct InfoReport {
  let isJSON: Bool
  let hasLinks: Bool
  private(set) var fileCount = 0
  private(set) var failureCount = 0
  private(set) var hasText = false

  mutating func text(of file: DescribedFile) -> String {
    fileCount += 1
    if file.failure != nil { failureCount += 1 }
    if isJSON { return (fileCount == 1 ? "[" : ",\n") + file.json.description }
    guard case .success(let metadata) = file.result else { return "" }
    defer { hasText = true }
    return (hasText ? "\n" : "") + table(metadata, of: file.path)
  }

  var end: String {
    guard isJSON else { return "" }
    return fileCount == 0 ? "[]\n" : "]\n"
  }

  private func table(_ metadata: PhotoMetadata, of path: ByteString) -> String {
    let first = MetadataLine("File", "")
    let lines = [first] + metadata.lines
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { line in
      let value = line == first ? DisplayText(sanitising: path.bytes) : DisplayText(line.value)
      return "\(Column.left(line.name, width))  \(linked(value, line.link))\n"
    }.joined()
  }

  /// The value as a hyperlink (OSC 8); links are built by us, never taken from the file.
  private func linked(_ value: DisplayText, _ link: String?) -> String {
    guard hasLinks, let link else { return "\(value)" }
    return "\u{1B}]8;;\(link)\u{1B}\\\(value)\u{1B}]8;;\u{1B}\\"
  }
}

extension DescribedFile {
  /// One JSON object; every readable file has the same members.
  var json: JSONValue {
    let path: (String, JSONValue) = ("path", .string(path.lossyText))
    switch result {
    case .failure: return JSONValue([path, ("error", .string(failure ?? ""))])
    case .success(let metadata):
      return JSONValue(
        [path] + metadata.pictureMembers + metadata.takingMembers + metadata.wordMembers)
    }
  }
}

extension PhotoMetadata {
  fileprivate var pictureMembers: [(String, JSONValue)] {
    [
      ("format", JSONValue(format?.description)), ("bytes", JSONValue(byteCount)),
      ("width", JSONValue(size?.width)), ("height", JSONValue(size?.height)),
      ("orientation", JSONValue(orientation?.rawValue)),
      ("duration", JSONValue(duration.map { Double($0) / 1000 })), ("codec", JSONValue(codec)),
      ("profile", JSONValue(profile)),
      ("software", JSONValue(software)),
    ]
  }

  fileprivate var takingMembers: [(String, JSONValue)] {
    [
      ("taken", JSONValue(captureDate?.iso8601)), ("make", JSONValue(make)),
      ("model", JSONValue(model)), ("lens", JSONValue(lens)),
      ("exposure_time", JSONValue(exposureTime?.value)),
      ("exposure", JSONValue(exposureTime?.seconds)), ("f_number", JSONValue(aperture)),
      ("iso", JSONValue(iso)), ("focal_length", JSONValue(focalLength)),
      ("focal_length_35mm", JSONValue(filmFocalLength)), ("exposure_bias", JSONValue(exposureBias)),
      ("flash", flash.map { .bool($0.isFired) } ?? .null),
      ("latitude", JSONValue(position?.latitude)), ("longitude", JSONValue(position?.longitude)),
      ("altitude", JSONValue(position?.altitude)), ("place", JSONValue(town?.name)),
      ("region", JSONValue(town?.region)), ("country", JSONValue(town?.country)),
      ("country_code", JSONValue(town?.countryCodes.first)),
    ]
  }

  fileprivate var wordMembers: [(String, JSONValue)] {
    [
      ("title", JSONValue(title)), ("caption", JSONValue(caption)),
      ("keywords", .array(keywords.map { .string($0) })), ("rating", JSONValue(rating)),
      ("label", JSONValue(label)), ("people", .array(people.map { .string($0) })),
      ("alt_text", JSONValue(altText)), ("creator", JSONValue(creator)),
      ("rights", JSONValue(rights)),
    ]
  }
}

extension JSONValue {
  init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  init(_ number: Double?) { self = number.map { .number($0) } ?? .null }
  init(_ number: Int?) { self = number.map { JSONValue($0) } ?? .null }
}
