import ArgumentParser
import Base
import Browser
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Photos
import Terminal

struct PreviewCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview", _superCommandName: "photocell",
    abstract: "Print one image, for fzf, lf, vifm, mail and the shell.",
    discussion: """
      A folder or a feed is shown as a card with its first photos. Without --size or --place the \
      image fills the preview window of fzf, else the terminal. Behind a pipe the terminal cannot be \
      queried: its environment and the answers of the last run in it decide, or --images. Exit \
      codes: 0 if the image was shown, 1 if it is none or cannot be shown, 64 for wrong usage, 74 if \
      the output could not be written.
      """)

  @Argument(help: "A photo, folder, feed or web address; - is an image on standard input.")
  var file: PathArgument?

  @Option(
    help: ArgumentHelp("Size in character cells: 80x24.", valueName: "size"),
    transform: OptionValue.cells)
  var size: CellSize?

  @Option(
    help: ArgumentHelp(
      """
      Box of the screen in character cells, from 0x0 at the top left: 80x24@40x0. Its former content \
      is replaced; the cursor stays. Written to the terminal even through a pipe.
      """, valueName: "box"),
    transform: OptionValue.box)
  var place: Rect?

  @Flag(name: .customLong("info"), help: "Add up to three lines of metadata.")
  var hasInfo = false

  @Flag(name: .customLong("clear"), help: "Remove the last preview, and erase --place.")
  var isClearing = false

  @OptionGroup var provided: ProviderOptions
  @OptionGroup var options: PhotoOptions
  @OptionGroup(title: "Network") var web: WebOptions

  /// Whether these arguments will need a decoder, which becomes ready while they are parsed.
  static func decodes(_ arguments: [String]) -> Bool {
    arguments.first == configuration.commandName && arguments.count > 1
      && Set(arguments).isDisjoint(with: ["--clear", "--help", "-h"])
  }

  func validate() throws {
    guard file != nil || isClearing else { throw ValidationError("no file given") }
    guard file == nil || !isClearing else { throw ValidationError("--clear takes no file") }
    guard size == nil || place == nil else { throw ValidationError("use --size or --place") }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    guard var file else {
      return try PreviewOutput(size: size, place: place, options: options).clear()
    }
    let client = options.decoder.client(log: log)
    client.start()
    let output = PreviewOutput(size: size, place: place, options: options)
    var options = options
    let isInput = file.path == ByteString("-")
    if isInput {
      file = PathArgument(path: try StandardInput.file())
      options.isPrivate = true
    }
    var sources = SourceOptions.one(file, providedBy: provided)
    sources.isRecursive = ArchiveName.matches(file.path.bytes)
    let preview = try await PreviewedSource(of: sources, isInput: isInput, web: web, log)
    async let info = hasInfo ? preview.info(by: client) : []
    let printing = try PrintingPipeline(
      decodingBy: client, options: options, web: preview.web, log: log)
    let (frame, failure) = await preview.frame(
      in: output.box.size, form: output.form(hasSeveral: preview.isFolder), by: printing.pipeline,
      from: output.takesFiles ? printing.thumbnails : nil, beside: info)
    if let failure {
      if output.replacesPreview { try output.clear() }
      StandardError.write("\(isInput ? "standard input" : "\(file.path)"): \(failure)")
      throw ExitCode.failure
    }
    try output.write(frame)
    await printing.finish()
  }
}

@MainActor
struct PreviewedSource {
  let photos: [Photo]
  let folder: FolderPreview?
  let name: ArraySlice<UInt8>
  let web: WebAccess

  var isFolder: Bool { folder != nil }

  /// Throws an `ExitCode` after the reason has been written.
  init(
    of sources: SourceOptions, isInput: Bool, web: WebOptions, _ log: Log
  ) async throws {
    let path = sources.arguments[0]
    let slash = UInt8(ascii: "/")
    let whole = path.absolute(in: ByteString(Storage.workingFolder))
    name = whole.bytes.split(separator: slash).last ?? [slash]
    if case .path = GivenSource(path, providers: sources.providers).source {
      let isFolder = FolderCatalog.isFolder(path)
      // Listing one photo would take longer than decoding its thumbnail.
      let isPhoto =
        isInput
        || !isFolder && PictureFormat(fileName: path.bytes) != nil
          && FolderCatalog.problems(in: [path]).isEmpty
      if isFolder || isPhoto {
        self.web = try web.access(for: sources, log: log) { StandardError.write("\($0)") }
        do throws(CatalogError) {
          folder = isFolder ? try await LocalFolderPreviews().preview(of: path.asFolder) : nil
        } catch {
          StandardError.write("\(path): \(error)")
          throw ExitCode.failure
        }
        photos = folder?.cover ?? [Photo(path: path)]
        return
      }
    }
    let found: ListedSources
    do {
      found = try await sources.listed(
        for: "photocell preview", web: web, upTo: FolderPreview.coverLimit, log)
    } catch is ExitCode {
      throw ExitCode.failure
    }
    self.web = found.web
    photos = Array(found.listed.photos.prefix(FolderPreview.coverLimit))
    guard found.listed.count > 0 else { throw ExitCode.failure }
    let isSingle = found.listed.count == 1 && found.listed.folders.isEmpty && !found.listed.hasMore
    folder =
      isSingle
      ? nil
      : FolderPreview(
        photoCount: found.listed.count, folderCount: found.listed.folders.count,
        hasMore: found.listed.hasMore, cover: photos)
  }

  /// Size and format, then when and how it was taken, then what it says; on one line each.
  nonisolated func info(by client: DecoderClient) async -> [DisplayText] {
    guard folder == nil, let path = photos.first?.path,
      case .success(let metadata)? = await InfoCommand.described([path], by: client).first?.result
    else { return [] }
    let values = Dictionary(
      metadata.lines.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let rows = [
      ["Size", "Format"],
      ["Taken", "Camera", "Exposure", "Aperture", "ISO", "Focal length"],
      ["Title", "Caption", "Keywords", "People", "Place", "Rating"],
    ]
    return rows.map { row in
      row.compactMap { name in values[name].map { name == "ISO" ? "ISO \($0)" : $0 } }
        .joined(separator: "  ")
    }.filter { !$0.isEmpty }.map { DisplayText($0) }
  }

  /// Also returns why a single photo, or all photos of the card, cannot be shown.
  func frame(
    in box: CellSize, form: TileForm, by loader: some ImageLoading,
    from thumbnails: ThumbnailStore?, beside info: [DisplayText]
  ) async -> (Frame, failure: String?) {
    let info = Array(info.prefix(max(0, box.rows - 1)))
    let room = Rect(column: 0, row: 0, columns: box.columns, rows: box.rows - info.count)
    if let folder { return await card(of: folder, in: room, form: form, by: loader) }
    let request = ImageRequest(photo: photos[0], cells: room.size, form: form, extent: .fitting)
    let stored = await tile(for: request, in: thumbnails)
    let content = stored == nil ? await Sheet.content(of: request, with: loader) : .placeholder
    let tile = stored ?? content.tile
    let rows = tile?.size.rows ?? room.size.rows
    var frame = Frame(size: CellSize(columns: box.columns, rows: rows + info.count))
    if let tile {
      frame.draw(tile, at: CellPoint(column: 0, row: 0), within: room)
    } else {
      draw(content, into: &frame, room, form)
    }
    for (row, line) in info.enumerated() {
      frame.canvas.draw(
        line.cutAtEnd(to: box.columns), at: CellPoint(column: 0, row: rows + row),
        columns: box.columns, style: .blank)
    }
    return (frame, content.failureReason)
  }

  /// The image as a thumbnail that the terminal decodes; no decoder is awaited.
  private func tile(for request: ImageRequest, in thumbnails: ThumbnailStore?) async -> Tile? {
    guard let thumbnails, case .pixels(let form) = request.form, let path = request.photo.path
    else { return nil }
    return await WorkQueue(label: "thumbnail").run {
      PhotoFile(path: path.bytes, workingFolder: Storage.workingFolder).flatMap {
        thumbnails.tile(of: $0, in: request.cells, form: form)
      }
    }
  }

  private func card(
    of folder: FolderPreview, in room: Rect, form: TileForm, by loader: some ImageLoading
  ) async -> (Frame, failure: String?) {
    let layout = CoverLayout(in: room)
    var cover: [CellContent] = []
    for (index, photo) in photos.enumerated() {
      let size = layout.frame(of: index, among: photos.count).size
      cover.append(
        await Sheet.content(
          of: ImageRequest(photo: photo, cells: size, form: form, extent: .covering), with: loader))
    }
    var frame = Frame(size: room.size)
    draw(
      .folder(FolderContent(.peek(folder), cover: cover)), caption: Array(name), into: &frame, room,
      form)
    let failures = cover.compactMap(\.failureReason)
    return (frame, failures.count == cover.count ? failures.first : nil)
  }

  private func draw(
    _ content: CellContent, caption: [UInt8]? = nil, into frame: inout Frame, _ room: Rect,
    _ form: TileForm
  ) {
    let cell = VisibleCell(frame: room, content: content, caption: caption, isSelected: false)
    GridView(cells: [cell], styles: Styles(on: form)).draw(into: &frame)
  }
}

/// Where a preview is written, in which form.
@MainActor
struct PreviewOutput {
  /// In character cells of the screen; only its size counts if there is no absolute place.
  let box: Rect
  private let isPlaced: Bool
  private let isTerminal: Bool
  private let capabilities: TerminalCapabilities

  init(size: CellSize?, place: Rect?, options: PhotoOptions) {
    isTerminal = isatty(STDOUT_FILENO) == 1
    let window = WindowSize(of: STDOUT_FILENO) ?? .ofControllingTerminal
    let fzf = isTerminal ? nil : FzfWindow(Storage.variable)
    isPlaced = place != nil
    let whole = window.map {
      CellSize(columns: $0.cells.columns, rows: max(1, $0.cells.rows - 1))
    }
    let size = place?.size ?? size ?? fzf?.size ?? whole ?? CellSize(columns: 80, rows: 24)
    box = place ?? Rect(origin: CellPoint(column: 0, row: 0), size: size)
    let answers =
      isTerminal
      ? TerminalProbe().answers
      : KnownTerminals.ofUser?.answers(in: .ofProcess, window: window)
        ?? TerminalEnvironment.ofProcess.presumedAnswers ?? TerminalAnswers(progress: .complete)
    let capabilities = { (images: PictureProtocol?) in
      var capabilities = TerminalCapabilities.expected(
        with: options, images: images, window: window)
      capabilities.adopt(answers)
      return capabilities
    }
    let usual = capabilities(fzf?.passesImages == false ? .symbols : nil)
    // The other program may still write blanks there, which would erase placeholders.
    let mayErase = isPlaced && usual.images.value == .kitty && usual.multiplexer == nil
    self.capabilities = mayErase ? capabilities(.kittyDirect) : usual
  }

  /// Behind a pipe only placeholders and characters can show several images.
  func form(hasSeveral: Bool) -> TileForm {
    let form = TileForm.ofOutput(capabilities)
    guard case .pixels(var pixels) = form else { return form }
    guard hasSeveral else {
      pixels.hasPlaceholders = max(box.size.columns, box.size.rows) > PicturePrinter.cellLimit
      return .pixels(pixels)
    }
    return isPlaced || isTerminal || capabilities.images.value == .kitty
      ? form : .symbols(pixels.characters)
  }

  /// Not over a link whose rate is known: pixels are reduced for it.
  var takesFiles: Bool { capabilities.linkRate == nil }

  func write(_ frame: Frame) throws {
    var frame = frame
    if capabilities.symbols.value == .ascii { frame.canvas = frame.canvas.inASCII }
    // Printed on a terminal an image stays when the next one is printed.
    var printer = printer(previewIn: replacesPreview ? pane : nil)
    try write(
      isPlaced
        ? printer.bytes(of: frame, in: box)
        : isTerminal ? printer.bytes(of: frame) : printer.bytesForPipe(of: frame))
  }

  func clear() throws {
    try write(printer(previewIn: pane).clearing(isPlaced ? box : nil))
  }

  var replacesPreview: Bool { isPlaced || !isTerminal }

  private var pane: UInt64 {
    Array((Storage.variable("TMUX_PANE") ?? "").utf8).stableHash
  }

  private func printer(previewIn pane: UInt64?) -> PicturePrinter {
    PicturePrinter(
      capabilities: capabilities, colors: capabilities.colors.value, previewIn: pane)
  }

  /// Signals that would end the program are ignored from here on, which ends soon anyway, so that no
  /// image code is cut off.
  private func write(_ bytes: [UInt8]) throws {
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    guard isPlaced, !isTerminal, let terminal = Descriptor.ofControllingTerminal else {
      return _ = try StandardOutput.write(bytes)
    }
    if let error = writeAll(bytes, to: terminal.number) {
      StandardError.write("/dev/tty: \(error)")
      throw StandardOutput.failure
    }
  }
}

/// The preview window of fzf (fzf(1), "Environment variables exported to child processes").
struct FzfWindow {
  let size: CellSize
  /// Since 0.46, which sets the variable, it passes image codes on.
  let passesImages: Bool

  init?(_ variable: (String) -> String?) {
    func number(_ name: String) -> Int? {
      variable(name).flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    guard let columns = number("FZF_PREVIEW_COLUMNS"), let rows = number("FZF_PREVIEW_LINES")
    else { return nil }
    size = CellSize(columns: columns, rows: rows)
    passesImages = variable("FZF_QUERY") != nil
  }
}
