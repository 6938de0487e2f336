import Base
import ImagePipeline
import Imaging
import Terminal

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
  private var hasText = false

  init(isJSON: Bool, hasLinks: Bool) {
    self.isJSON = isJSON
    self.hasLinks = hasLinks
  }

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
      ("orientation", JSONValue(orientation?.rawValue)), ("profile", JSONValue(profile)),
      ("software", JSONValue(software)),
    ]
  }

  fileprivate var takingMembers: [(String, JSONValue)] {
    [
      ("taken", JSONValue(captureDate?.iso8601)), ("make", JSONValue(make)),
      ("model", JSONValue(model)), ("lens", JSONValue(lens)),
      ("exposure_time", JSONValue(exposureTime?.value)),
      ("exposure", JSONValue(exposureTime?.seconds)),
      ("f_number", JSONValue(aperture)), ("iso", JSONValue(iso)),
      ("focal_length", JSONValue(focalLength)), ("focal_length_35mm", JSONValue(filmFocalLength)),
      ("exposure_bias", JSONValue(exposureBias)),
      ("flash", flash.map { .bool($0.isFired) } ?? .null),
      ("latitude", JSONValue(position?.latitude)), ("longitude", JSONValue(position?.longitude)),
      ("altitude", JSONValue(position?.altitude)),
    ]
  }

  fileprivate var wordMembers: [(String, JSONValue)] {
    [
      ("title", JSONValue(title)), ("caption", JSONValue(caption)),
      ("keywords", .array(keywords.map { .string($0) })), ("rating", JSONValue(rating)),
      ("label", JSONValue(label)),
    ]
  }
}

extension JSONValue {
  fileprivate init(_ text: String?) { self = text.map { .string($0) } ?? .null }
  fileprivate init(_ number: Double?) { self = number.map { .number($0) } ?? .null }
  fileprivate init(_ number: Int?) { self = number.map { JSONValue($0) } ?? .null }
}
