package import Catalog
import Finding
import Grid
import Imaging
import Pipeline
package import Terminal
import Values

/// The last line of the screen: where one is, what was said, and what is known of it.
package struct StatusLine {
  /// Where one is; nothing where that is no place among others.
  package var position = DisplayText("")
  /// Whether the position may be cut, as a sentence may and a number may not.
  package var mayCutPosition = false
  /// What there is to say in the place of the facts, until the next key; foreign text.
  package var message: String?
  /// What stays to be said, before the facts and after a message; foreign text.
  package var warning: String?
  /// What is known, the most important first; only the first is cut.
  package var facts: [DisplayText] = []
  /// What was passed over; why is told where there is room for all of it.
  package var skipped = SkippedEntries()
  /// The folder that is shown, in the ways to write it, the longest first; left of what stands at the right
  /// edge, where there is room.
  package var place: [String] = []
  /// In which order photos stand; left of what stands at the right edge, unless the name would have hardly any
  /// room beside it.
  package var order = ""
  /// What stands at the right edge.
  package var trailing: [String] = []
  /// How far something is that passes; left of that, where there is room.
  package var progress = ""
  /// Keys that help where one is, each with a word; left of that, where there is room for all.
  package var hints: [String] = []
  /// Whether the hints come before all but the most important facts, as for somebody new.
  package var prefersHints = false

  /// The facts that hints never take the room of: a name, a size, bytes.
  private static let essentialFactCount = 3

  /// The room that a name has at least, or all of it where it is shorter, in character cells.
  private static let leastNameWidth = 16

  /// A line that says nothing.
  package init() {}

  /// A line that says only some facts.
  package init(facts: [String]) {
    self.facts = facts.map { DisplayText($0) }
  }

  func draw(into canvas: inout Canvas, on form: TileForm, _ styles: Styles) {
    let row = canvas.size.rows - 1
    let line = Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)
    let style = styles[.status]
    canvas.fill(line, with: style)
    let keys = DisplayText(hints.joined(separator: "  "))
    let right = trailing(besides: keys, on: form, columns: canvas.size.columns)
    let place = CellPoint(column: canvas.size.columns - 1 - right.width, row: row)
    canvas.draw(right, at: place, columns: right.width, style: style)
    var room = place.column - (right.width > 0 ? 2 : 0)
    let isReserved = prefersHints && essentialWidth + keys.width <= room
    let used = drawLeading(
      into: &canvas, row: row, columns: isReserved ? room - keys.width : room, style)
    for (text, style) in [(DisplayText(progress), style), (keys, styles[.hint])] {
      guard text.width > 0, used + text.width <= room else { continue }
      let place = CellPoint(column: room - text.width, row: row)
      canvas.draw(text, at: place, columns: text.width, style: style)
      room = place.column - 2
    }
  }

  /// Whether all of the message can be read on a screen of a width, in character cells.
  func showsWholeMessage(columns: Int) -> Bool {
    let right = DisplayText(
      ([order] + trailing).filter { !$0.isEmpty }.joined(separator: "  "))
    let parts = [position, message.map { DisplayText($0) }, right].compactMap(\.self)
    return parts.filter { $0.width > 0 }.reduce(2) { $0 + $1.width + 2 } - 2 <= columns
  }

  /// What is said in sentences.
  private var said: [DisplayText] {
    [message, warning].compactMap { $0.map { DisplayText($0) } }
  }

  /// What is known, while no message stands in its place.
  private var shownFacts: [DisplayText] { message == nil ? facts : [] }

  /// Where the text would end that hints never take the room of, and two columns more.
  private var essentialWidth: Int {
    ([position] + said + shownFacts.prefix(Self.essentialFactCount)).reduce(1) { width, part in
      part.width > 0 ? width + part.width + 2 : width
    }
  }

  /// What stands at the right edge, in as many words as there is room for beside the text that counts
  /// most, and beside the hints where these come first and have room themselves.
  private func trailing(
    besides hints: DisplayText, on form: TileForm, columns: Int
  ) -> DisplayText {
    let rest = (form.isReduced ? ["slow link"] : []) + trailing.filter { !$0.isEmpty }
    let reasons = skipped.count > 0 ? ["\(skipped)", "\(skipped.count) passed over"] : [""]
    let ways = reasons.flatMap { reason in
      (place + [""]).map { place in
        DisplayText(([place, reason, order] + rest).filter { !$0.isEmpty }.joined(separator: "  "))
      }
    }
    let (room, shortest) = (columns - 3 - essentialWidth, ways[ways.count - 1])
    let isReserved = prefersHints && hints.width + shortest.width <= room
    if let way = ways.first(where: { $0.width <= room - (isReserved ? hints.width : 0) }) {
      return way
    }
    let name = min(Self.leastNameWidth, (said + shownFacts).first?.width ?? 0)
    guard position.width + name + shortest.width + 6 > columns else { return shortest }
    return DisplayText(rest.joined(separator: "  "))
  }

  /// Draws the parts that fit, the most important first, and tells how far they reach.
  private func drawLeading(
    into canvas: inout Canvas, row: Int, columns: Int, _ style: Glyph
  ) -> Int {
    var column = 1
    let mayBeCut = Set((mayCutPosition ? [position] : []) + said + shownFacts.prefix(1))
    for part in [position] + said + shownFacts where part.width > 0 {
      let room = columns - column
      guard part.width <= room || (room > 0 && mayBeCut.contains(part)) else { return column }
      column += canvas.draw(
        part, at: CellPoint(column: column, row: row), columns: room, style: style)
      column += 2
    }
    return column
  }
}

extension TileForm {
  /// Whether pictures have less detail than the terminal shows.
  fileprivate var isReduced: Bool {
    guard case .pixels(let form) = self else { return false }
    return form.detail != .full
  }
}

extension StatusLine {
  /// Says what is known of a grid and its selected photo.
  /// - Parameters:
  ///   - status: What is known.
  ///   - hasDetails: Whether the photo's path is told, where its picture came from, and how long that
  ///     took.
  ///   - isOffline: Whether nothing is asked of the network.
  ///   - opening: What is being read, while there are no photos yet; foreign text.
  ///   - home: The home folder of the user, which is written as `~`.
  init(
    _ status: GridStatus, hasDetails: Bool, isOffline: Bool, opening: String?, home: ByteString?
  ) {
    mayCutPosition = status.listedCount == 0
    let folder = status.place.map { Self.ways(toWrite: $0, home: home) } ?? []
    // The photo's path tells it as well.
    place = hasDetails ? [] : folder
    position = Self.position(status, opening: folder.first ?? opening)
    facts = Self.facts(status, hasDetails: hasDetails)
    skipped = status.skipped
    if let name = status.awaitedName { progress = "loading \(DisplayText(sanitising: name))" }
    if status.loading.finished < status.loading.all {
      progress = "loading \(status.loading.finished)/\(status.loading.all)"
    }
    order = status.arranging.order
    trailing = Self.arrangement(status.arranging)
    if let work = status.arranging.work { progress = Self.words(for: work) }
    if status.markedCount > 0 { trailing.append("\(status.markedCount) marked") }
    if isOffline { trailing.append("offline") }
    if status.isReading { trailing.append("reading") }
  }

  /// A folder as it is, and shorter: the last two folders of its path, or the last.
  private static func ways(toWrite folder: ByteString, home: ByteString?) -> [String] {
    let path = folder.bytes.count > 1 ? Array(folder.bytes.dropLast()) : folder.bytes
    let whole = HomePath(ByteString(path), home: home).description
    let names = whole.split(separator: "/")
    let shorter = [2, 1].filter { $0 < names.count - 1 }
      .map { "…/\(names.suffix($0).joined(separator: "/"))" }
    return [whole] + shorter
  }

  private static func position(_ status: GridStatus, opening: String?) -> DisplayText {
    guard status.listedCount > 0 else {
      return DisplayText(status.isReading ? opening.map { "opening \($0) …" } ?? "" : "no photos")
    }
    let tick = status.isMarked ? " ✓" : ""
    let isFiltered = !status.arranging.filter.isEmpty
    let promised =
      isFiltered ? nil : status.totalCount.flatMap { $0 > status.listedCount ? $0 : nil }
    let all = promised.map { "\($0)" } ?? "\(status.listedCount)\(status.hasMore ? "+" : "")"
    let isPart = isFiltered || status.arranging.hasStacks
    // What is still shown may have gone from the list.
    let number = status.position == 0 && status.count > 0 ? "-" : "\(status.position)"
    let place = isPart ? "\(number)/\(status.count) of " : "\(number)/"
    return DisplayText("\(place)\(all)\(tick)")
  }

  /// The filter and the search, where there are any.
  private static func arrangement(_ arranging: GridStatus.Arranging) -> [String] {
    var words: [String] = []
    if arranging.hasStacks { words.append("bursts folded") }
    if !arranging.filter.isEmpty { words.append("filter: \(cut(arranging.filter))") }
    if !arranging.search.isEmpty {
      let number = arranging.matchNumber.map { "\($0)/" } ?? ""
      words.append("/\(cut(arranging.search)) \(number)\(arranging.matchCount)")
    }
    return words
  }

  /// What somebody has typed, in no more room than what else stands there leaves.
  private static func cut(_ text: String) -> DisplayText { DisplayText(text).cutAtEnd(to: 20) }

  private static func words(for work: GridStatus.Work) -> String {
    switch work {
    case .arranging: "sorting"
    case .listing(let finished, let all): "listed \(finished.grouped)/\(all.grouped)"
    case .reading(let finished, let all, .contents):
      "read \(finished.grouped)/\(all.grouped) photos"
    case .reading(let finished, let all, .looks):
      "looked at \(finished.grouped)/\(all.grouped) photos"
    case .reading(let finished, let all, _): "asked about \(finished)/\(all) files"
    }
  }

  /// The selected photo's name, dimensions, bytes, origin and time, when and by which camera it was
  /// taken, or why it has no picture.
  private static func facts(_ status: GridStatus, hasDetails: Bool) -> [DisplayText] {
    var facts = [DisplayText(sanitising: hasDetails ? status.path : status.name)]
    if let info = status.info {
      if !info.isComplete { facts.append(DisplayText("truncated")) }
      if let size = info.size { facts.append(DisplayText("\(size)")) }
      facts.append(DisplayText("\(ByteCount(info.byteCount))"))
      if hasDetails, let provenance = status.provenance {
        facts.append(DisplayText("\(provenance.text) \(LoadTime(provenance.loadTime))"))
      }
      if let date = info.captureDate { facts.append(DisplayText("\(date)")) }
      if let camera = info.camera { facts.append(DisplayText(camera)) }
    } else if let reason = status.failureReason {
      facts.append(DisplayText(reason))
    }
    facts += FolderWords(status.folder).facts.map { DisplayText($0) }
    return facts
  }
}
