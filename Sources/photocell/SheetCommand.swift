import ArgumentParser
import Base
import Browser
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Photos
import Terminal

struct SheetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet", abstract: "Print a contact sheet with captions, or write it to a file.",
    discussion: """
      Of a long feed, up to 1,000 photos are printed. --output never overwrites anything. Exit \
      codes: 0 if every photo was shown, 1 if some were not, 2 if none was, 64 for wrong usage, 74 \
      if the output could not be written.
      """)

  @OptionGroup var sources: SourceOptions
  @OptionGroup var kinds: KindOptions
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "Network") var web: WebOptions
  @OptionGroup var sheet: SheetOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write the sheet to a new file or folder instead: contact.pdf, contact.png or contact/.",
      discussion: "A folder gets a web page, index.html, with its images.", valueName: "path"))
  var output: PathArgument?

  func validate() throws {
    guard let output else { return }
    guard SheetFile.Kind(of: output.path) != nil else {
      throw ValidationError(
        "--output takes the name of a PDF (.pdf), of a PNG (.png), or of a folder for a web page")
    }
    guard sheet.width == nil else {
      throw ValidationError("--width is for sheets in the terminal, not for --output")
    }
    guard (1...SheetFile.columnLimit).contains(sheet.columns ?? 1) else {
      throw ValidationError("--columns must be from 1 to \(SheetFile.columnLimit) with --output")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    if let output {
      let file = SheetFile(path: output.path, columns: sheet.columns)
      return try await file.write(sources, kinds, decoder: options.decoder, web: web, log)
    }
    try await SheetPrint(options: options, sheet: sheet, kinds: kinds, web: web).perform(
      sources, log)
  }
}

struct SheetOptions: ParsableArguments {
  @Option(help: "Photos per row.")
  var columns: Int?

  @Option(help: "Width in character cells (default: the terminal's, even through a pipe, else 80).")
  var width: Int?

  var isGiven: Bool { columns != nil || width != nil }

  func validate() throws {
    if let columns, columns < 1 { throw ValidationError("--columns must be at least 1") }
    if let width, !(1...10_000).contains(width) {
      throw ValidationError("--width must be from 1 to 10000")
    }
  }

  /// Lays out as the grid on a screen of this width and unlimited height.
  @MainActor
  func layout(cellAspect: Double) -> GridLayout {
    let width = width ?? Self.terminalWidth ?? 80
    return GridLayout(
      width: width, columns: columns ?? GridLayout.defaultColumns(width: width),
      cellAspect: cellAspect)
  }

  /// The width of the terminal in which the sheet will be read.
  ///
  /// If the output is a pipe, for example to a pager, that is the controlling terminal. Nil for
  /// files, which may be read in any terminal.
  private static var terminalWidth: Int? {
    if let size = WindowSize(of: STDOUT_FILENO) { return size.cells.columns }
    var status = stat()
    guard unsafe fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return nil
    }
    return WindowSize.ofControllingTerminal?.cells.columns
  }
}

@MainActor
struct SheetPrint {
  /// No further page of a feed is requested after this many photos.
  static let feedLimit = 1_000

  let options: PhotoOptions
  let sheet: SheetOptions
  let kinds: KindOptions
  let web: WebOptions

  /// Throws an `ExitCode` if photos are missing or writing fails.
  func perform(_ origin: some PhotoOrigin, _ log: Log) async throws {
    let client = options.decoder.client(log: log)
    client.start()
    let sources = try await origin.listed(
      for: "photocell sheet", kinds, web: web, upTo: Self.feedLimit, log)
    let (listed, web) = (sources.listed, sources.web)
    if listed.hasMore { StandardError.write("stopped after \(Self.feedLimit) photos of the feed") }
    let capabilities = capabilities
    let form = TileForm.ofOutput(capabilities)
    var printer = PicturePrinter(capabilities: capabilities, colors: form.colors)
    let sheet = Sheet(
      photos: listed.photos, names: PhotoNames(of: listed.entries),
      layout: sheet.layout(cellAspect: form.cellAspect), form: form)
    let printing = try PrintingPipeline(decodingBy: client, options: options, web: web, log: log) {
      StandardError.write("\($0)")
    }
    let failures = try await sheet.write(with: printing.pipeline, by: &printer)
    await printing.finish()
    if let code = sources.exitCode(failures: failures) { throw code }
  }

  /// The capabilities of the output; queried only if it is a terminal.
  private var capabilities: TerminalCapabilities {
    var capabilities = TerminalCapabilities.expected(with: options)
    if isatty(STDOUT_FILENO) == 1 { capabilities.adopt(TerminalProbe().answers) }
    return capabilities
  }
}

@MainActor
struct Sheet {
  let photos: [Photo]
  let names: PhotoNames
  let layout: GridLayout
  let form: TileForm

  private static let rowsAhead = 4

  /// Returns the number of photos that failed.
  func write(with loader: some ImageLoading, by printer: inout PicturePrinter) async throws -> Int {
    var failures = 0
    try await withThrowingTaskGroup(of: (Int, CellContent).self) { group in
      var contents: [Int: CellContent] = [:]
      var started = 0
      for row in rows {
        let ahead = min(photos.count, row.lowerBound + layout.columns * Self.rowsAhead)
        while started < ahead {
          let (index, request) = (started, request(at: started))
          group.addTask { (index, await Self.content(of: request, with: loader)) }
          started += 1
        }
        while !row.allSatisfy({ contents[$0] != nil }),
          let (index, content) = try await group.next()
        {
          contents[index] = content
        }
        let cells = row.map { cell(at: $0, contents.removeValue(forKey: $0) ?? .empty) }
        failures += cells.count { $0.content.failureReason != nil }
        guard try write(cells, by: &printer) else { group.cancelAll(); return }
      }
    }
    return failures
  }

  private var rows: [Range<Int>] {
    stride(from: 0, to: photos.count, by: layout.columns).map {
      $0..<min($0 + layout.columns, photos.count)
    }
  }

  private func request(at index: Int) -> ImageRequest {
    ImageRequest(photo: photos[index], cells: layout.picture, form: form)
  }

  private func cell(at index: Int, _ content: CellContent) -> VisibleCell {
    var cell = VisibleCell(
      frame: layout.frame(inRow: 0, column: index % layout.columns), content: content,
      caption: names.caption(of: photos[index], columns: layout.picture.columns), isSelected: false)
    cell.isVideo = photos[index].onWeb?.isVideo == true
    return cell
  }

  private func write(_ cells: [VisibleCell], by printer: inout PicturePrinter) throws -> Bool {
    var frame = Frame(size: CellSize(columns: layout.area.columns, rows: layout.rowHeight))
    GridView(cells: cells, styles: Styles(on: form)).draw(into: &frame)
    if form.symbols == .ascii { frame.canvas = frame.canvas.inASCII }
    return try StandardOutput.write(printer.bytes(of: frame))
  }

  nonisolated static func content(
    of request: ImageRequest, with loader: some ImageLoading
  ) async -> CellContent {
    if let card = PhotoCard(of: request.photo) { return .card(card) }
    var content = CellContent.placeholder
    for await response in await loader.responses(for: request) { content = CellContent(response) }
    return content
  }
}
