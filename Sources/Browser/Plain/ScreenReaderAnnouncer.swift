import Base
import Catalogs
import Imaging
import Photos
import Terminal

struct Announcement: Hashable {
  /// Announced first and when it changes.
  var whole: String?
  /// Announced when it changes.
  var heading: String?
  /// Announced alone if it is known later than the item, which contains it.
  var altText: String?
  /// The selected item; announced with its facts when the identity changes.
  var subject = ""
  /// Distinguishes the selected item from all others.
  var identity = ""
  /// Later additions are announced alone.
  var facts: [String] = []
  /// Announced while the item is marked; nil while it is not.
  var state: String?
  var stateEnd = ""
  /// Announced when they change.
  var details: [String] = []
}

protocol AnnouncingLayer: Layer {
  /// Nil to leave it to the layer below.
  var announcement: Announcement? { get }
}

/// Announces the layers' content line by line for screen readers; only changes are announced.
package final class ScreenReaderAnnouncer {
  private let write: (String) -> Void
  private let ask: ((text: String, replaces: Bool)?) -> Void
  private var top: (any Layer)?
  private var prompted: (any Layer)?
  private var last = Announcement()
  private var message: StatusMessage?
  private var warning: String?

  /// `ask` requests a typed line, or keys if its argument is nil.
  package init(
    write: @escaping (String) -> Void, ask: @escaping ((text: String, replaces: Bool)?) -> Void
  ) {
    self.write = write
    self.ask = ask
  }

  func announce(_ stack: LayerStack) {
    guard let top = stack.layers.last else { return }
    let status = stack.status
    if status.warning != warning { say(status.warning) }
    warning = status.warning
    if let input = top as? any TextInputLayer { return request(input, status.message) }
    if prompted != nil {
      prompted = nil
      ask(nil)
    }
    let isOther = self.top !== top
    if isOther, self.top != nil { say(top.keys.keymap.title) }
    self.top = top
    let layers = stack.layers.reversed().compactMap { $0 as? any AnnouncingLayer }
    if let announcement = layers.lazy.compactMap(\.announcement).first {
      announce(announcement, anew: isOther)
    }
    if status.message != message { say(status.message?.spoken) }
    message = status.message
  }

  private func request(_ input: any TextInputLayer, _ message: StatusMessage?) {
    if message != self.message { say(message?.spoken) }
    self.message = message
    guard prompted !== input else { return }
    prompted = input
    let old = input.editor.text
    let text = old.isEmpty ? "" : " (Enter alone keeps “\(old)”)"
    ask((DisplayText(input.label + text).description, !old.isEmpty))
  }

  private func announce(_ new: Announcement, anew: Bool) {
    if let whole = new.whole, whole != last.whole { say(whole) }
    if new.heading != last.heading { say(new.heading) }
    let isOther = anew || new.identity != last.identity
    if isOther {
      let parts = [new.subject] + new.facts + [new.state].compactMap(\.self)
      say(parts.filter { !$0.isEmpty }.joined(separator: ", "))
    } else {
      if new.altText != last.altText { say(new.altText) }
      say(new.facts.filter { !last.facts.contains($0) }.joined(separator: ", "))
      if new.state != last.state { say(new.state ?? new.stateEnd) }
    }
    if isOther || new.details != last.details { for line in new.details { say(line) } }
    let whole = new.whole ?? last.whole
    last = new
    last.whole = whole
  }

  private func say(_ text: String?) {
    if let text, !text.isEmpty { write(DisplayText(text).description) }
  }
}

extension GridLayer: AnnouncingLayer {
  var announcement: Announcement? { announcement(of: grid.status) }

  func announcement(of status: GridStatus) -> Announcement {
    guard !grid.isEmpty else {
      return Announcement(details: EmptyGridView(status: status, home: home, keys: keys).lines)
    }
    let altText = status.id.flatMap { grid.altText(of: $0) }
    return Announcement(
      whole: status.isReading ? nil : whole(status), heading: heading(of: status), altText: altText,
      subject: subject(status, altText),
      identity: "\(status.position) \(DisplayText(sanitising: status.path))", facts: facts(status),
      state: status.isMarked ? "marked, \(status.markedCount) in all" : nil,
      stateEnd: "unmarked, \(status.markedCount) marked in all", details: panelLines)
  }

  private func whole(_ status: GridStatus) -> String {
    let arranging = status.arranging
    let isAll = arranging.filter.isEmpty
    let count =
      isAll && !arranging.hasStacks ? "\(status.count)" : "\(status.count) of \(status.listedCount)"
    let photos = status.count == 1 && isAll ? "1 photo" : "\(count) photos"
    let place = status.place.map { "\(HomePath(folder: $0, home: home))" }
    let stacks = arranging.hasStacks ? "bursts stacked" : ""
    return [
      photos, place, status.isRecursive ? "all subfolders" : nil, arranging.order, stacks,
      isAll ? "" : "filter: \(arranging.filter)",
    ]
    .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func heading(of status: GridStatus) -> String? {
    let near = grid.selection.index
    guard let index = status.id.flatMap({ grid.arrangement.index(of: $0, near: near) })
    else { return nil }
    let group = grid.arrangement.groups.last { $0.start <= index }
    return group.map { "\(HeadingView.words(for: $0.title, home: home))" }
  }

  /// `3 of 24: A beach, beach.jpg`, or `3: beach.jpg` while the listing is incomplete.
  private func subject(_ status: GridStatus, _ altText: String?) -> String {
    let file = DisplayText(sanitising: status.name)
    guard grid.selectedPhoto != nil else { return "folder \(file)" }
    let name = altText.map { "\(DisplayText($0)), \(file)" } ?? "\(file)"
    guard status.position > 0 else { return name }
    return "\(status.position)\(status.isReading ? "" : " of \(status.count)"): \(name)"
  }

  private func facts(_ status: GridStatus) -> [String] {
    var facts = status.trashFacts(home: home) + FolderWords(finding: status.folder).facts
    if let count = status.id.flatMap(grid.frameCount) {
      facts.append("stack of \(count) frames")
    }
    if let id = status.id, grid.isPaired(id) { facts.append("RAW+JPEG") }
    if let info = status.info {
      if !info.isComplete { facts.append("truncated") }
      if let size = info.size { facts.append("\(size.width) x \(size.height) pixels") }
      facts.append("\(ByteCount(info.byteCount))")
      if let date = info.captureDate { facts.append("taken \(date)") }
      if let camera = info.camera { facts.append("\(DisplayText(camera))") }
      if let place = status.takenAt { facts.append("near \(DisplayText(place))") }
      if info.canBePlayed || status.id.flatMap(grid.clip) != nil { facts.append("moves") }
    } else if let reason = status.failureReason {
      facts.append("no image: \(DisplayText(reason))")
    }
    return facts
  }
}
