import ArgumentParser
import Base
import Browser
import Catalogs
import ImagePipeline
import SharedTier
import Storage

struct WarmCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "warm", abstract: "Generate thumbnails ahead of time.",
    discussion: """
      Files get thumbnails that are shared with file managers, both files of a RAW+JPEG pair and \
      videos too; photos on the web are put into the \
      response cache. Existing ones are skipped, so it can be stopped and resumed. Machines that \
      use the same shared tier divide the work. Exit codes: 0 if everything is ready, 1 if some \
      photos failed, 2 if all did, 64 for wrong usage.
      """)

  @OptionGroup var source: SourceOptions

  /// The default fills cells of the default size.
  @Option(
    help: ArgumentHelp(
      "Size: normal, large (default), x-large or xx-large; 128 to 1024 pixels.", valueName: "size"),
    completion: .list(ThumbnailSize.allCases.map(\.folderName)),
    transform: OptionValue.thumbnailSize)
  var size = ThumbnailSize.large

  @Flag(help: "Print only errors.")
  var quiet = false

  @OptionGroup var shared: SharedTierOptions
  @OptionGroup var decoder: DecoderOptions
  @OptionGroup(title: "Network") var web: WebOptions

  /// The interval of polling for thumbnails that other machines are making.
  private static let pause = Duration.milliseconds(30)
  /// Allows more time at the end than other commands, as filling the shared tier is the purpose.
  private static var timing: TierTiming {
    var timing = TierTiming()
    timing.finishing = .seconds(60)
    return timing
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let tier = web.isOffline ? nil : try shared.tier(timing: Self.timing)
    tier?.start()
    // Requested anew, as the list must be complete, and packed in a temporary index.
    let sources = try await source.listed(
      for: "photocell warm", web: web, packedIn: PhotoIndex(folder: nil), log)
    let listed = sources.listed
    let client = decoder.client(log: log)
    client.start()
    let thumbnails = Storage.thumbnails { StandardError.write("\($0)") }
    let hashes = PerceptualHashStore(
      index: Storage.index { StandardError.write("\($0)") }, workingFolder: Storage.workingFolder)
    let loaders = Composition.loaders(
      decodingBy: client, thumbnails: thumbnails, web: sources.web, shared: tier, hashes: hashes)
    var progress = WarmProgress(
      photoCount: listed.count, shown: ProgressLine(isQuiet: quiet))
    let report = { (photo: Photo, outcome: WarmingOutcome) in
      if case .failed(let cause) = outcome {
        log.write(.warning, .source, "\(photo): \(cause)")
        progress.shown.clear()
        StandardError.write("\(photo): \(cause)")
      }
      progress.add(outcome)
    }
    let lost = await pages(of: listed) { photos in
      await warm(photos, with: loaders, sharing: tier?.timing, report)
    }
    await loaders.finish()
    await tier?.finish()
    progress.shown.clear()
    if !quiet { StandardError.write(report: progress.summary + "\n") }
    if let code = sources.exitCode(failures: progress.failureCount + lost) { throw code }
  }

  /// Returns the number of photos on unreadable pages.
  @MainActor
  private func pages(of listed: CatalogSnapshot, _ warm: ([Photo]) async -> Void) async -> Int {
    guard let paged = listed.paged else {
      await warm(listed.photos)
      return 0
    }
    var lost = 0
    for page in paged.pages.indices {
      do throws(CatalogError) {
        await warm(try await paged.read(page: page).entries.map(\.photo))
      } catch {
        StandardError.write("\(error)")
        lost += paged.pages[page].count
      }
    }
    return lost
  }

  /// Postpones photos that another machine is making; at the end waits until leases expire.
  ///
  /// Machines that share a tier start at random offsets, so that they rarely make the same photo.
  @MainActor
  private func warm(
    _ photos: [Photo], with loaders: BitmapLoaders, sharing timing: TierTiming?,
    _ report: (Photo, WarmingOutcome) -> Void
  ) async {
    let first = timing == nil ? 0 : Int.random(in: 0...photos.count)
    let photos = Array(photos[first...] + photos[..<first])
    var left = await round(photos, with: loaders, mayDefer: timing != nil, report)
    let (clock, begun) = (WorkClock(), ContinuousClock.now)
    while let timing, !left.isEmpty, begun.duration(to: .now) < .seconds(timing.leaseSeconds) {
      guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
      left = await round(left, with: loaders, mayDefer: true, report)
    }
    _ = await round(left, with: loaders, mayDefer: false, report)
  }

  /// Returns the photos that other machines are making.
  @MainActor
  private func round(
    _ photos: [Photo], with loaders: BitmapLoaders, mayDefer: Bool,
    _ report: (Photo, WarmingOutcome) -> Void
  ) async -> [Photo] {
    var left: [Photo] = []
    await forEachConcurrently(photos.count, width: DecoderClient.usefulCalls) { [size] number in
      await loaders[photos[number]].warm(photos[number], for: size, mayDefer: mayDefer)
    } handle: { number, outcome in
      if outcome == .madeElsewhere {
        left.append(photos[number])
      } else {
        report(photos[number], outcome)
      }
      return true
    }
    return left
  }
}

struct WarmProgress {
  let photoCount: Int
  var shown: ProgressLine
  private(set) var madeCount = 0
  private(set) var thereCount = 0
  private(set) var needlessCount = 0
  private(set) var failureCount = 0

  private var doneCount: Int { madeCount + thereCount + needlessCount + failureCount }

  mutating func add(_ outcome: WarmingOutcome) {
    switch outcome {
    case .made: madeCount += 1
    case .there, .madeElsewhere: thereCount += 1
    case .needsNone: needlessCount += 1
    case .failed: failureCount += 1
    }
    let progress = self
    shown.show(progress.line)
  }

  /// `1,234 of 2,000  56 a second  14 s left`; the rate counts only thumbnails that were made, as
  /// existing ones take no time.
  var line: String {
    var line = "\(doneCount.grouped) of \(photoCount.grouped)"
    let seconds = shown.elapsed() / .seconds(1)
    guard seconds > 1, madeCount > 0 else { return line }
    let rate = Double(madeCount) / seconds
    line += "  \(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate))") a second"
    return line + "  \(Duration.seconds(Double(photoCount - doneCount) / rate).wholeText) left"
  }

  /// `2,000 photos: 1,990 generated, 7 already cached, 3 failed, in 35 s`.
  var summary: String {
    var parts = ["\(madeCount.grouped) generated", "\(thereCount.grouped) already cached"]
    if needlessCount > 0 { parts.append("\(needlessCount.grouped) not needed") }
    if failureCount > 0 { parts.append("\(failureCount.grouped) failed") }
    let time = shown.elapsed().wholeText
    return "\(photoCount.photos): \(parts.joined(separator: ", ")), in \(time)"
  }
}
