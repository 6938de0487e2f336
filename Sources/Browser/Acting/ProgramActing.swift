import Base
import Catalogs
import FileActions
import Imaging
import Photos
import Terminal

/// Runs external programs on photos: shell commands, openers, editors and clipboard tools.
final class ProgramActing {
  private let grid: GridViewModel
  private let programs: (any ProgramRunning)?
  private let settings: ProgramSettings
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

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .shell: .commandLine("!")
    case .openWith: openWith()
    case .copyPicture: copyPicture()
    default: .ignored
    }
  }

  func handle(_ command: Command, argument: String) -> LayerOutcome {
    command == .shell ? runShell(argument) : .ignored
  }

  /// Opens the names of photos in an editor; `done` is called only if it exits successfully.
  func editNames(
    of paths: [ByteString], done: @escaping (NameListFile) -> Void
  ) -> LayerOutcome {
    let list = NameListFile(in: settings.temporaryFolder, for: paths)
    let editor = Array("\(settings.editor) ".utf8)
    let order = ProgramOrder(
      script: { () throws(SystemError) in
        try list.write()
        return ByteString(editor + list.path.quoted)
      }, title: settings.editor, manner: .full)
    return run(order) { end in
      if end.isSuccess { done(list) }
      return end.isSuccess ? nil : "nothing was renamed: \(order.title): \(end)"
    }
  }

  private func runShell(_ text: String) -> LayerOutcome {
    let template = ShellTemplate(text)
    guard !template.isEmpty else { return .handled }
    let photos = grid.chosenPhotos.filter { $0.path != nil }
    guard !template.takesPhotos || !photos.isEmpty else {
      return .said("there is no file here that the command could be about")
    }
    return run(
      template, on: template.takesPhotos ? photos : [], title: text,
      manner: template.isInBackground ? .beside : .shown)
  }

  private func run(
    _ template: ShellTemplate, on photos: [Photo], title: String, manner: ProgramOrder.Manner
  ) -> LayerOutcome {
    if let refusal = template.refusal { return .said("\(refusal)") }
    let folder = settings.workingFolder
    let paths = photos.compactMap(\.path)
    var listed = grid.listedFiles(of: photos)
    listed.left = left
    let order = ProgramOrder(
      script: { [listed] () throws(SystemError) in
        guard listed.changed(among: paths).isEmpty else { throw .changedOnDisk }
        return template.script(for: paths.map { ProgramSettings.absolute($0, in: folder) })
      }, title: title, manner: manner)
    return run(order) { [grid] end in
      if end == .notStarted(.changedOnDisk) { grid.revise(paths) }
      // The user has seen the program's own output.
      if case .exited = end, manner == .shown { return nil }
      return end.isSuccess ? nil : "\(title): \(end)"
    }
  }

  private func openWith() -> LayerOutcome {
    let photos = grid.chosenPhotos.filter { $0.path != nil }
    guard !photos.isEmpty else { return .said("there is no file here that could be opened") }
    let names = photos.map(\.name)
    var rules = settings.rules.filter { $0.suits(names) }
    if rules.isEmpty, settings.hasDisplay { rules = [.desktop] }
    guard let first = rules.first else {
      return .said("there is no desktop here (DISPLAY, WAYLAND_DISPLAY) that could open it")
    }
    guard rules.count > 1 else { return open(photos, with: first) }
    let choices = rules.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: "  ")
    return .open(
      AnswerLayer("open with \(choices):") { [weak self] answer in
        guard let number = Int(answer), rules.indices.contains(number - 1) else {
          return .said("nothing was opened")
        }
        return self?.open(photos, with: rules[number - 1]) ?? .handled
      })
  }

  private func open(_ photos: [Photo], with rule: OpenRule) -> LayerOutcome {
    let start = { [weak self] () -> LayerOutcome in
      self?.run(
        rule.command, on: photos, title: rule.name, manner: rule.isBlocking ? .full : .beside)
        ?? .handled
    }
    guard photos.count > Self.fewWindows, !rule.isBlocking else { return start() }
    return .open(
      AnswerLayer("open \(photos.count.grouped) photos with \(rule.name)? type y:") { answer in
        answer == "y" ? start() : .said("nothing was opened")
      })
  }

  private func copyPicture() -> LayerOutcome {
    guard let photo = grid.selectedPhoto else { return .ignored }
    guard let path = photo.path else { return .said("what is on the web is no file yet") }
    let type = photo.namedFormat?.descriptor.mediaType ?? "application/octet-stream"
    let copying = programs?.copyPicture(
      at: path, type: type, byteCount: grid.status.info?.byteCount)
    if copying == .sent { return .said("\(FileName(photo.name)) sent to the clipboard") }
    guard let clipboard = settings.clipboard else {
      return .said(
        copying == .tooLarge
          ? "\(FileName(photo.name)) is too large for the link to the terminal"
          : "neither the terminal nor a desktop (DISPLAY, WAYLAND_DISPLAY) takes a picture here")
    }
    let folder = settings.workingFolder
    let order = ProgramOrder(
      script: { () throws(SystemError) in
        clipboard.script(for: ProgramSettings.absolute(path, in: folder), type: type)
      }, title: clipboard.rawValue, manner: .beside)
    return run(order) { end in
      end.isSuccess
        ? "\(FileName(photo.name)) copied to the clipboard"
        : "the picture was not copied: \(order.title): \(end)"
    }
  }

  private func run(
    _ order: ProgramOrder, then: @escaping (ProgramEnd) -> String?
  ) -> LayerOutcome {
    guard let programs else { return .said("no program can be started here") }
    programs.run(order) { [grid, mailbox] end in
      // Rescan, since the folder may not be watched.
      grid.lookAgain()
      if let words = then(end) { mailbox.post(.notice(words)) }
    }
    return order.manner == .beside ? .said("started \(order.title)") : .handled
  }

}

extension GridViewModel {
  var chosenPhotos: [Photo] {
    let marked = markedPhotos
    return marked.isEmpty ? [selectedPhoto].compactMap(\.self) : marked
  }
}

nonisolated extension Command {
  static let shell = Command(rawValue: "shell")
  static let openWith = Command(rawValue: "open-with")
  static let copyPicture = Command(rawValue: "copy-picture")
}

nonisolated extension [Keymap.Entry] {
  static let programs: [Keymap.Entry] = [
    Keymap.Entry(
      .shell, "!",
      help:
        "run a command of the shell on the marked photos, or on this one: %f each, %F all, %d the folder, %n the names; & at its end runs it beside the grid"
    ),
    Keymap.Entry(.openWith, "O", help: "open the marked photos, or this one, with another program"),
    Keymap.Entry(.copyPicture, "Y", help: "copy the picture itself to the clipboard"),
  ]
}
