import ArgumentParser
import Base
import Catalogs
import Storage
import Terminal

struct CompareCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare photos, or report how they differ.",
    discussion: """
      Opens the comparison in the viewer: B shows the photos in turn at one place, X the \
      difference, | a divider. With --report, compares the pixels of each photo with those of the \
      first, as shown: upright and in sRGB. /dev/null or an empty file stands for a photo that was \
      added or deleted, as for git difftool. Exit codes of --report: 0 if all pixels are equal, 1 \
      if not; in any case 2 for trouble, 64 for wrong usage, 74 if the output could not be written.
      """)

  @Argument(help: "Two to four photos; /dev/null for none.")
  var paths: [PathArgument]

  @Flag(help: "Print sizes, PSNR, SSIM and what differs.")
  var report = false

  @Flag(help: "Print one JSON object per comparison and line.")
  var json = false

  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "Appearance") var appearance: AppearanceOptions

  func validate() throws {
    guard (2...4).contains(paths.count) else {
      throw ValidationError("compare takes two to four photos")
    }
    guard report || !json else { throw ValidationError("--json needs --report") }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    report ? try await printReport(log) : try await browse(log)
  }

  @MainActor
  private func printReport(_ log: Log) async throws {
    let comparer = PhotoComparer(decoder: options.decoder.client(log: log))
    let sides = try await comparer.sides(of: paths.map(\.path))
    for failure in Set(sides.compactMap(\.failure)).sorted() { StandardError.write(failure) }
    var verdict = ComparisonReport.Verdict.equal
    for (number, side) in sides.dropFirst().enumerated() {
      let report = try await comparer.report(on: sides[0], side)
      verdict = max(verdict, report.verdict)
      let text = json ? "\(report.json)\n" : (number > 0 ? "\n" : "") + report.text
      if report.isPrinted || json { try StandardOutput.write(text) }
    }
    if verdict != .equal { throw ExitCode(verdict.rawValue) }
  }

  @MainActor
  private func browse(_ log: Log) async throws {
    guard CursesSession.hasTerminal else {
      StandardError.write("comparing needs a terminal; --report needs none")
      throw ExitCode(ComparisonReport.Verdict.trouble.rawValue)
    }
    let paths = paths.map(\.path)
    let present = paths.filter { !PhotoComparer.isAbsent($0) }
    guard !present.isEmpty else {
      StandardError.write("no photo: all files are empty")
      throw BrowsingExit.noSource
    }
    var browsing = try BrowsingOptions.parse(["--no-pairs"])
    (browsing.options, browsing.appearance) = (options, appearance)
    // The files may be temporary ones of another program.
    browsing.options.isPrivate = true
    var scene = BrowserScene(browsing: browsing, log: log)
    scene.isComparing = true
    scene.remark = present.count > 1 ? nil : present == [paths[0]] ? "deleted" : "added"
    try await scene.perform(ComparedPhotos(paths: present))
  }
}

struct ComparedPhotos: PhotoOrigin {
  let paths: [ByteString]

  var arguments: [ByteString] { paths }

  func catalog(
    web: WebAccess, demand: CatalogDemand, isSurrounded: Bool, following: FolderFollowing?,
    index: PhotoIndex?, check: SourceCheck
  ) -> FoundCatalog {
    let problems = paths.compactMap { path in
      FolderCatalog.isFolder(path)
        ? ArgumentProblem(argument: path, error: .notAnImage)
        : GivenSource(path, providers: []).problem
    }
    for problem in problems { StandardError.write("\(problem.argument): \(problem.error)") }
    return FoundCatalog(
      catalog: KnownPhotos(paths.map { Photo(path: $0) }), problemCount: problems.count,
      isHopeless: !problems.isEmpty)
  }
}
