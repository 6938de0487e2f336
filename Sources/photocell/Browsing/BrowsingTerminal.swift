import Base
import Browser
import FileActions
import Glibc
import ImagePipeline
import Imaging
import Terminal

@MainActor
struct BrowsingTerminal {
  let screen: any Screen
  let form: () -> TileForm
  var announcer: ScreenReaderAnnouncer?
  var notice: String?
  let clipboard: Clipboard
  var programs: Programs?
  let start: (@escaping (TerminalEvent) -> Void) -> Void
  let writtenByteCount: () -> Int

  init(_ session: borrowing CursesSession) {
    let (screen, input) = (session.screen, session.input)
    self.screen = screen
    form = { TileForm.ofOutput(screen.capabilities, colors: screen.depth) }
    notice = session.notice
    clipboard = Clipboard(of: screen)
    programs = Programs(at: input, screen)
    start = input.start
    writtenByteCount = { screen.writtenByteCount }
  }

  /// Plain mode: no external programs, as they would write to the terminal themselves.
  init(_ plain: PlainTerminal) {
    screen = plain
    form = { TileForm(symbols: .ascii, colors: .none) }
    announcer = ScreenReaderAnnouncer(write: plain.write, ask: plain.ask)
    clipboard = Clipboard(of: nil)
    start = plain.start
    writtenByteCount = { plain.writtenByteCount }
  }
}

/// Copies paths to the terminal's clipboard (OSC 52), and to the desktop's if there is one.
struct Clipboard {
  private let screen: CursesScreen?
  private let program = ClipboardProgram(environment: Storage.variable)
  private let queue = WorkQueue(label: "clipboard")

  /// Nil if only text may be written to the terminal.
  init(of screen: CursesScreen?) {
    self.screen = screen
  }

  /// Copies absolute paths, one a line; false if they are too long.
  @MainActor
  func take(_ paths: [ByteString]) -> Bool {
    let folder = Storage.workingFolder
    let lines = paths.map { ProgramSettings.absolute($0, in: folder).bytes }
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    let isSent = screen?.copy(text) ?? false
    guard let program else { return isSent }
    return queue.start { program.take(text) } || isSent
  }
}

/// Runs external programs: one at a time on the terminal, any number in the background.
@MainActor
final class Programs: ProgramRunning {
  private let input: CursesInput
  private let screen: CursesScreen
  private let watch = ProgramWatch()
  /// `/dev/null`; nil if no descriptor was available.
  private let nowhere: Int32?

  init(at input: CursesInput, _ screen: CursesScreen) {
    self.input = input
    self.screen = screen
    nowhere = Descriptor.ofNowhere?.release()
  }

  deinit {
    if let nowhere { close(nowhere) }
  }

  func run(_ order: ProgramOrder, then: @escaping (ProgramEnd) -> Void) {
    order.mode == .beside ? runBeside(order, then) : runInFront(order, then)
  }

  func copyPicture(at path: ByteString, type: String, byteCount: Int?) -> PictureCopying {
    let capabilities = screen.capabilities
    guard capabilities.copiesPictures else { return .impossible }
    let limit = capabilities.linkRate.map { min(Self.largestPicture, $0) } ?? Self.largestPicture
    guard byteCount ?? 0 <= limit else { return .tooLarge }
    screen.copyPicture(type: type) {
      var bytes: [UInt8] = []
      let file = LongPath.open(path.bytes, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard let failure = file?.read(limit + 1, at: 0, into: &bytes) else { return nil }
      // The file may have grown since it was decoded.
      return failure == 0 && bytes.count <= limit ? bytes : nil
    }
    return .sent
  }

  func dragOut(_ paths: [ByteString], named name: DisplayText) {
    let uris = paths.flatMap { PhotoURI(path: $0.bytes).bytes + Array("\r\n".utf8) }
    screen.dragOut(uris, text: name)
  }

  /// The largest image for a terminal's clipboard, in bytes; a second's worth on slow links.
  private static let largestPicture = 64_000_000

  private func runBeside(_ order: ProgramOrder, _ then: @escaping (ProgramEnd) -> Void) {
    guard let number = nowhere else { return then(.notStarted(SystemError(EMFILE))) }
    watch.run(
      order.script,
      on: ProgramStreams(input: number, output: number, errors: number)
    ) { change in
      if case .ended(let end) = change { then(end) }
    }
  }

  private func runInFront(_ order: ProgramOrder, _ then: @escaping (ProgramEnd) -> Void) {
    let isShown = order.mode == .shown
    guard let ends = input.lend(caption: isShown ? DisplayText("!\(order.title)") : nil) else {
      return then(.notStarted(SystemError(EBUSY)))
    }
    watch.run(
      order.script,
      on: ProgramStreams(
        input: ends.input, output: ends.output, errors: ends.output, isInFront: true)
    ) { [input] change in
      switch change {
      case .started(let group): input.guestHasStarted(group)
      case .stopped: input.guestHasStopped()
      case .ended(let end):
        input.guestHasEnded(caption: isShown ? Self.caption(end) : nil) { then(end) }
      }
    }
  }

  private static func caption(_ end: ProgramEnd) -> DisplayText {
    DisplayText((end.isSuccess ? "" : "\(end); ") + "press any key to return")
  }
}

extension Storage {
  @MainActor
  static func programs(opening rules: [OpenRule]) -> ProgramSettings {
    let isThere = { (name: String) in variable(name)?.isEmpty == false }
    let editors = [variable("VISUAL"), variable("EDITOR")].compactMap(\.self)
    let folder = variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    var settings = ProgramSettings(
      rules: rules, hasDisplay: isThere("DISPLAY") || isThere("WAYLAND_DISPLAY"),
      editor: editors.first { !$0.isEmpty } ?? "vi", temporaryFolder: folder ?? "/tmp",
      clipboard: ClipboardProgram(environment: variable), workingFolder: workingFolder)
    settings.hasPlayer = (variable("PATH") ?? "").split(separator: ":").contains {
      unsafe access("\($0)/mpv", X_OK) == 0
    }
    return settings
  }
}
