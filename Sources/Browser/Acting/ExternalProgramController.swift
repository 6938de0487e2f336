package import Base
import Catalogs
package import FileActions
import Imaging
import Photos
package import Terminal

final class ExternalProgramController {
  private let grid: GridViewModel
  private let programs: (any ProgramRunning)?
  let settings: ProgramSettings
  private let mailbox: Mailbox<BrowserEvent>
  /// The identities of files after actions of this process changed them, by path.
  var left: [ByteString: FileIdentity] = [:]

  /// Starting more programs than this needs a confirmation.
  private static let fewWindows = 8

  init(
    on grid: GridViewModel, by programs: (any ProgramRunning)?, settings: ProgramSettings,
    mailbox: Mailbox<BrowserEvent>
  ) {
    self.grid = grid
    self.programs = programs
    self.settings = settings
    self.mailbox = mailbox
  }

  /// Why no program can be started; nil if one can.
  var refusal: LayerOutcome? {
    programs == nil ? .warning("Programs cannot be started here") : nil
  }

  /// Opens an editor; `prepare` may block, and `refusal` begins the message if that or the editor
  /// fails. A failed editor discards the text; one that crashed does not, as the text may be wanted.
  func edit(
    _ path: ByteString, failing refusal: String,
    prepare: @escaping @Sendable () throws(SystemError) -> Void = {},
    discard: @escaping () -> Void, then: @escaping () -> Void
  ) -> LayerOutcome {
    let script = ByteString(Array("\(settings.editor) ".utf8) + path.quoted)
    let order = ProgramOrder(
      script: { () throws(SystemError) in
        try prepare()
        return script
      }, title: settings.editor, mode: .full)
    return run(order) { end in
      switch end {
      case .exited(0):
        then()
        return nil
      case .killed: break
      case .exited, .notStarted: discard()
      }
      return .error("\(refusal): \(order.title): \(end)")
    }
  }

  func runShell(_ text: String) -> LayerOutcome {
    let template = ShellTemplate(text)
    guard !template.isEmpty else { return .handled }
    let photos = grid.chosenPhotos.filter { $0.path != nil }
    guard !template.takesPhotos || !photos.isEmpty else {
      return .warning("No local file for the command")
    }
    return run(
      template, on: template.takesPhotos ? photos : [], title: text,
      mode: template.isInBackground ? .beside : .shown)
  }

  private func run(
    _ template: ShellTemplate, on photos: [Photo], title: String, mode: LaunchMode
  ) -> LayerOutcome {
    if let refusal = template.refusal { return .error("\(refusal)") }
    let folder = settings.workingFolder
    let paths = photos.compactMap(\.path)
    var listed = grid.listedFiles(of: photos)
    listed.left = left
    let order = ProgramOrder(
      script: { [listed] () throws(SystemError) in
        guard listed.changed(among: paths).isEmpty else { throw .changedOnDisk }
        return template.script(for: paths.map { ProgramSettings.absolute($0, in: folder) })
      }, title: title, mode: mode)
    return run(order) { [grid] end in
      if end == .notStarted(.changedOnDisk) { grid.revise(paths) }
      // The user has seen the program's own output.
      if case .exited = end, mode == .shown { return nil }
      return end.isSuccess ? nil : .error("\(title): \(end)")
    }
  }

  func openWith() -> LayerOutcome {
    let photos = grid.chosenPhotos.filter { $0.path != nil }
    guard !photos.isEmpty else { return .warning("No local file to open") }
    let names = photos.map(\.name)
    var rules = settings.rules.filter { $0.suits(names) }
    if rules.isEmpty, settings.hasDisplay {
      rules = [settings.hasPlayer && photos.allSatisfy(\.isVideoFile) ? .player : .desktop]
    }
    guard let first = rules.first else {
      return .warning("No desktop (DISPLAY, WAYLAND_DISPLAY); set [[open]] in config.toml")
    }
    guard rules.count > 1 else { return open(photos, with: first) }
    let choices = rules.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: "  ")
    return .open(
      AnswerLayer("Open with \(choices):") { [weak self] answer in
        guard let number = Int(answer), rules.indices.contains(number - 1) else {
          return .message("Cancelled")
        }
        return self?.open(photos, with: rules[number - 1]) ?? .handled
      })
  }

  private func open(_ photos: [Photo], with rule: OpenRule) -> LayerOutcome {
    let start = { [weak self] () -> LayerOutcome in
      let mode = rule.isBlocking ? LaunchMode.full : .beside
      return self?.run(rule.command, on: photos, title: rule.name, mode: mode) ?? .handled
    }
    guard photos.count > Self.fewWindows, !rule.isBlocking else { return start() }
    return .confirm("Open \(photos.count.grouped) photos with \(rule.name)?", start)
  }

  func dragOut(_ paths: [ByteString], named name: String) {
    programs?.dragOut(
      paths.map { ProgramSettings.absolute($0, in: settings.workingFolder) },
      named: DisplayText(name))
  }

  func copyPicture() -> LayerOutcome {
    guard let photo = grid.selectedPhoto else { return .ignored }
    guard let path = photo.path else { return .warning("Photos \(photo.site) are not files") }
    let type = photo.namedFormat?.descriptor.mediaType ?? "application/octet-stream"
    let copying = programs?.copyPicture(
      at: path, type: type, byteCount: grid.status.info?.byteCount)
    if copying == .sent { return .success("\(FileName(photo.name)) copied") }
    guard let clipboard = settings.clipboard else {
      return .error(
        copying == .tooLarge
          ? "\(FileName(photo.name)) is too large for the terminal's clipboard"
          : "Neither the terminal nor a desktop (DISPLAY, WAYLAND_DISPLAY) accepts images")
    }
    let folder = settings.workingFolder
    let order = ProgramOrder(
      script: { () throws(SystemError) in
        clipboard.script(for: ProgramSettings.absolute(path, in: folder), type: type)
      }, title: clipboard.rawValue, mode: .beside)
    return run(order) { end in
      end.isSuccess
        ? .success("\(FileName(photo.name)) copied") : .error("Not copied: \(order.title): \(end)")
    }
  }

  private func run(
    _ order: ProgramOrder, then: @escaping (ProgramEnd) -> StatusMessage?
  ) -> LayerOutcome {
    if let refusal { return refusal }
    programs?.run(order) { [grid, mailbox] end in
      // Rescan, since the folder may not be watched.
      grid.lookAgain()
      if let message = then(end) { mailbox.post(.notice(message)) }
    }
    return order.mode == .beside ? .message("Started \(order.title)") : .handled
  }
}

extension GridViewModel {
  var chosenPhotos: [Photo] { chosenEntries.map(\.photo) }
}

package protocol ProgramRunning: AnyObject {
  /// Returns at once; `then` is called after the terminal is restored.
  func run(_ order: ProgramOrder, then: @escaping (ProgramEnd) -> Void)

  /// Sends an image to the terminal's clipboard and returns at once; `type` is a media type.
  func copyPicture(at path: ByteString, type: String, byteCount: Int?) -> PictureCopying

  /// Drags files out of the terminal, where it can be done; `paths` are absolute.
  func dragOut(_ paths: [ByteString], named name: DisplayText)
}

nonisolated package enum PictureCopying: Hashable, Sendable {
  case impossible
  case sent
  /// Sending would block the connection to the terminal for seconds.
  case tooLarge
}

nonisolated package enum LaunchMode: Hashable, Sendable {
  /// In the foreground; a key press returns to the browser.
  case shown
  /// In the foreground; the browser returns at once.
  case full
  /// In the background, with its output discarded.
  case beside
}

nonisolated package struct ProgramOrder: Sendable {
  /// Makes the shell script; may block, and runs on a thread that allows it.
  package let script: @Sendable () throws(SystemError) -> ByteString
  /// The name used in messages; unsanitized.
  package let title: String
  package let mode: LaunchMode
}

package struct ProgramSettings {
  package var rules: [OpenRule]
  package var hasDisplay: Bool
  package var hasPlayer = false
  package var editor: String
  package var temporaryFolder: String
  package var clipboard: ClipboardProgram?
  package var workingFolder: [UInt8]

  package init(
    rules: [OpenRule] = [], hasDisplay: Bool = false, editor: String = "vi",
    temporaryFolder: String = "/tmp", clipboard: ClipboardProgram? = nil,
    workingFolder: [UInt8] = []
  ) {
    self.rules = rules
    self.hasDisplay = hasDisplay
    self.editor = editor
    self.temporaryFolder = temporaryFolder
    self.clipboard = clipboard
    self.workingFolder = workingFolder
  }

  nonisolated package static func absolute(_ path: ByteString, in folder: [UInt8]) -> ByteString {
    let slash = UInt8(ascii: "/")
    return path.bytes.first == slash ? path : ByteString(folder + [slash] + path.bytes)
  }
}
