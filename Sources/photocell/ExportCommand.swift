import ArgumentParser
import Base
import Browser
import Catalogs
import FileActions
import ImagePipeline
import Photos

struct ExportCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write copies of photos: smaller, in another format, cleaned.",
    discussion: """
      Copies are upright, in sRGB, and have the metadata of the photo and its sidecar. Without \
      --long-side, --format, --quality and --profile, JPEG, PNG and WebP files keep their pixels \
      byte for byte; other files become JPEG. Nothing is overwritten: names in use get a number. \
      Exit codes: 0 if every photo was written, 1 if some were not, 2 if none was, 64 for wrong usage.
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The folder of the copies, which is created.", valueName: "folder"))
  var folder: PathArgument

  @OptionGroup(title: "Copies") var copies: ExportOptions

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var kinds: KindOptions
  @OptionGroup var decoder: DecoderOptions
  @OptionGroup(title: "Network") var web: WebOptions

  @MainActor
  func perform(_ log: Log) async throws {
    let found = try await sources.listed(
      for: "photocell export", kinds, web: web, upTo: SheetPrint.feedLimit, log)
    let actions = Storage.actions
    do throws(FileActionError) {
      try actions.makeFolder(folder.path)
    } catch {
      StandardError.write("\(error)")
      throw BrowsingExit.noSource
    }
    let client = decoder.client(log: log)
    client.start()
    // Only downloads; no thumbnail is made.
    let printing = try PrintingPipeline(
      decodingBy: client, options: try .parse(["--private"]), web: found.web, log: log)
    let exporter = PhotoExporter(
      decodingBy: client, loader: printing.pipeline, copies.settings)
    let photos = found.listed.photos
    let (queue, folder) = (WorkQueue(label: "writing"), folder.path)
    var progress = ExportProgress(
      photoCount: photos.count, shown: ProgressLine(isQuiet: quiet))
    // Copies are written in order, so that always the same ones get a number.
    try await runInOrder(photos.count, width: DecoderClient.usefulCalls + 1) {
      number -> Result<ExportedFile, ExportError> in
      do throws(ExportError) {
        return .success(
          try await exporter.file(of: photos[number], number: number + 1, of: photos.count))
      } catch {
        return .failure(error)
      }
    } handle: { result in
      let outcome: ExportOutcome
      switch result {
      case .success(let file):
        outcome = await queue.run {
          let result = actions.write(file.bytes, at: file.path, below: folder)
          return ExportOutcome(result, byteCount: file.bytes.count)
        }
      case .failure(let error): outcome = .failed("\(photos[progress.doneCount]): \(error)")
      }
      if case .failed(let reason) = outcome {
        progress.shown.clear()
        StandardError.write(reason)
      }
      progress.add(outcome)
      return true
    }
    await printing.finish()
    progress.shown.clear()
    if !quiet, !photos.isEmpty { StandardError.write(report: progress.summary + "\n") }
    if let code = found.exitCode(failures: progress.failureCount) { throw code }
  }
}

extension ExportSettings {
  static var configured: ExportSettings {
    let words = UserConfiguration.ofUser.words(for: "export") + ["--to=."]
    return (try? ExportCommand.parse(words))?.copies.settings ?? ExportSettings()
  }
}

struct ExportOptions: ParsableArguments {
  static let sides = 1...16_384
  static let qualities = 1...100

  @Option(
    help: ArgumentHelp("Longest side in pixels; photos are not enlarged.", valueName: "pixels"))
  var longSide: Int?

  @Option(help: "Format: jpeg, png, webp or avif (default: jpeg).")
  var format: WrittenFormat?

  @Option(help: "Quality from 1 to 100, for all formats but PNG (default: 90).")
  var quality: Int?

  @Option(help: "Colour profile: srgb or display-p3 (default: srgb, unless the pixels stay).")
  var profile: ExportSettings.Profile?

  @Option(
    help: """
      Metadata: all, private (without the position) or none. Camera makers' notes and serial \
      numbers are never copied.
      """)
  var metadata = ExportSettings.Metadata.all

  @Flag(
    switch: .long, help: "Write ratings, keywords and texts of sidecars into the copies.")
  var sidecars = true

  @Option(
    help: ArgumentHelp(
      "Folders and names, as for import (default: {name}{ext}).",
      discussion: """
        Fields: {date:%Y/%m-%d}, {name}, {camera}, {seq} or {seq:4}; the extension is that of the \
        format.
        """, valueName: "pattern"),
    transform: Self.pattern)
  var name: RenamePattern?

  static func pattern(_ text: String) throws -> RenamePattern {
    try rethrowing(as: ValidationError.init(of:)) { () throws(RenamePatternError) in
      let pattern = try RenamePattern(text)
      if pattern.usesEvent { throw .unknownField("event") }
      return pattern
    }
  }

  func validate() throws {
    if let longSide, !Self.sides.contains(longSide) {
      throw ValidationError("--long-side must be from 1 to 16384")
    }
    if let quality, !Self.qualities.contains(quality) {
      throw ValidationError("--quality must be from 1 to 100")
    }
  }

  var settings: ExportSettings {
    var settings = ExportSettings()
    (settings.longSide, settings.format) = (longSide, format)
    (settings.quality, settings.profile) = (quality, profile)
    (settings.metadata, settings.usesSidecars, settings.name) = (metadata, sidecars, name)
    return settings
  }
}

extension WrittenFormat: ExpressibleByArgument {}
extension ExportSettings.Profile: ExpressibleByArgument {}
extension ExportSettings.Metadata: ExpressibleByArgument {}

private enum ExportOutcome: Sendable {
  case written(byteCount: Int, isRenamed: Bool)
  case present
  case failed(String)

  init(_ result: ActionResult, byteCount: Int) {
    if let failure = result.failures.first {
      self = .failed("\(failure)")
    } else if result.presentCount > 0 {
      self = .present
    } else {
      self = .written(byteCount: byteCount, isRenamed: !result.renamed.isEmpty)
    }
  }
}

private struct ExportProgress {
  let photoCount: Int
  var shown: ProgressLine
  private(set) var failureCount = 0
  private(set) var writtenCount = 0
  private(set) var renamedCount = 0
  private(set) var presentCount = 0
  private(set) var byteCount = 0

  mutating func add(_ outcome: ExportOutcome) {
    switch outcome {
    case .written(let byteCount, let isRenamed):
      writtenCount += 1
      renamedCount += isRenamed ? 1 : 0
      self.byteCount += byteCount
    case .present: presentCount += 1
    case .failed: failureCount += 1
    }
    let doneCount = doneCount
    shown.show("\(doneCount.grouped) of \(photoCount.grouped)")
  }

  var doneCount: Int { writtenCount + presentCount + failureCount }

  /// `24 photos: 22 written (31 MB), 1 of them with a number, 2 failed, in 3 s`.
  var summary: String {
    var parts = ["\(writtenCount.grouped) written (\(ByteCount(byteCount)))"]
    if renamedCount > 0 { parts.append("\(renamedCount.grouped) of them with a number") }
    if presentCount > 0 { parts.append("\(presentCount.grouped) already there") }
    if failureCount > 0 { parts.append("\(failureCount.grouped) failed") }
    let time = shown.elapsed().wholeText
    return "\(photoCount.photos): \(parts.joined(separator: ", ")), in \(time)"
  }
}
