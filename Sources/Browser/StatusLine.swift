import Base
package import Catalogs
import FileActions
import ImagePipeline
package import Imaging
import Photos
package import Terminal

package struct StatusLine {
  package var position = DisplayText("")
  /// Whether the position may be truncated; true for sentences, false for numbers.
  package var mayCutPosition = false
  /// Replaces the facts until the next key; unsanitized.
  package var message: StatusMessage?
  /// Permanent; unsanitized.
  package var warning: String?
  /// Most important first; only the first may be truncated.
  package var facts: [DisplayText] = []
  package var skipped = SkippedEntries()
  /// Spellings of the shown folder, longest first; left of `trailing`, if there is space.
  package var place: [String] = []
  /// The sort order; left of `trailing`, unless the name would become too short.
  package var order = ""
  package var trailing: [String] = []
  /// Subfolders, stacks, filter and search, with long texts cut; before `trailing`.
  var arrangement: [String] = []
  /// Left of `trailing`, if there is space.
  package var progress = ""
  /// Key hints; left of `trailing`, if all of them fit.
  package var hints: [String] = []
  var isHidden = false
  /// Whether hints take precedence over less important facts, for new users.
  package var prefersHints = false

  /// The number of facts that hints never displace: name, size, bytes; in the trash, path and time.
  private var essentialFactCount = 3

  private static let minNameColumns = 16

  package init(facts: [String] = []) {
    self.facts = facts.map { DisplayText($0) }
  }

  mutating func insert(fact: String) {
    facts.insert(DisplayText(sanitising: Array(fact.utf8)), at: min(1, facts.count))
  }

  package func draw(into canvas: inout Canvas, on form: TileForm, _ styles: Styles) {
    let row = canvas.size.rows - 1
    let line = Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1)
    let style = styles[.status]
    canvas.fill(line, with: style)
    let keys = DisplayText(hints.joined(separator: "  "))
    let right = trailing(besides: keys, on: form, columns: canvas.size.columns)
    let column = canvas.size.columns - 1 - right.width
    canvas.draw(right, column: column, row: row, style: style)
    var room = column - (right.width > 0 ? 2 : 0)
    let isReserved = prefersHints && essentialWidth + keys.width <= room
    let used = drawLeading(
      into: &canvas, row: row, columns: isReserved ? room - keys.width : room, styles)
    for (text, style) in [(DisplayText(progress), style), (keys, styles[.hint])] {
      guard text.width > 0, used + text.width <= room else { continue }
      room -= text.width
      canvas.draw(text, column: room, row: row, style: style)
      room -= 2
    }
  }

  func showsWholeMessage(columns: Int) -> Bool {
    let right = DisplayText(
      ([order] + arrangement + trailing).filter { !$0.isEmpty }.joined(separator: "  "))
    let parts = [position, message.map { DisplayText($0.shown) }, right].compactMap(\.self)
    return parts.filter { $0.width > 0 }.reduce(2) { $0 + $1.width + 2 } - 2 <= columns
  }

  private var messages: [StatusMessage] {
    [message, warning.map { .warning($0) }].compactMap(\.self)
  }

  private var shownMessages: [DisplayText] { messages.map { DisplayText($0.shown) } }

  private var shownFacts: [DisplayText] { message == nil ? facts : [] }

  /// The end of the text that hints never displace, plus two columns.
  private var essentialWidth: Int {
    ([position] + shownMessages + shownFacts.prefix(essentialFactCount)).map(\.width)
      .filter { $0 > 0 }.reduce(1) { $0 + $1 + 2 }
  }

  /// The text at the right edge, cut to fit beside the essential text, and preferred hints.
  private func trailing(
    besides hints: DisplayText, on form: TileForm, columns: Int
  ) -> DisplayText {
    let isReduced = if case .pixels(let form) = form { form.detail != .full } else { false }
    let rest = (isReduced ? ["slow link"] : []) + (arrangement + trailing).filter { !$0.isEmpty }
    let reasons = skipped.count > 0 ? ["\(skipped)", "\(skipped.count) skipped"] : [""]
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
    let name = min(Self.minNameColumns, (shownMessages + shownFacts).first?.width ?? 0)
    guard position.width + name + shortest.width + 6 > columns else { return shortest }
    return DisplayText(rest.joined(separator: "  "))
  }

  private func drawLeading(
    into canvas: inout Canvas, row: Int, columns: Int, _ styles: Styles
  ) -> Int {
    var column = 1
    let parts =
      [(position, StatusMessage.Kind.information, mayCutPosition)]
      + messages.map { (DisplayText($0.shown), $0.kind, true) }
      + shownFacts.enumerated().map { ($1, .information, $0 == 0) }
    for (part, kind, mayBeCut) in parts where part.width > 0 {
      let room = columns - column
      guard part.width <= room || (room > 0 && mayBeCut) else { return column }
      let style = styles[kind == .error ? .problem : .status]
      let width = canvas.draw(part, column: column, row: row, columns: room, style: style)
      if let sign = kind.sign, room > 0 { canvas[column, row] = styles[sign.part, sign.scalar] }
      column += width + 2
    }
    return column
  }
}

extension StatusLine {
  /// `hasDetails` adds path, image origin and loading time; `opening` is unsanitized.
  init(
    _ status: GridStatus, hasDetails: Bool, isOffline: Bool, opening: String?, home: ByteString?
  ) {
    mayCutPosition = status.listedCount == 0
    let folder =
      status.place.map { Self.ways(toWrite: $0, home: home) } ?? (status.isTrash ? ["trash"] : [])
    // With details, the path includes the folder.
    place = hasDetails ? [] : folder
    position = Self.position(status, opening: folder.first ?? opening)
    facts = Self.facts(status, hasDetails: hasDetails, home: home)
    // The keys of the trash are new to most.
    if status.isTrash { (prefersHints, essentialFactCount) = (true, 2) }
    skipped = status.skipped
    if let name = status.awaitedName { progress = "loading \(DisplayText(sanitising: name))" }
    if status.loading.finished < status.loading.all {
      progress = "loading \(status.loading.finished)/\(status.loading.all)"
    }
    order = "\(DisplayText(status.arranging.order).truncated(to: 40))"
    arrangement = Self.arrangement(status)
    if let work = status.arranging.work { progress = Self.words(for: work) }
    if status.markedCount > 0 { trailing.append("\(status.markedCount) marked") }
    if isOffline { trailing.append("offline") }
    if status.isReading { trailing.append("reading") }
  }

  private static func ways(toWrite folder: ByteString, home: ByteString?) -> [String] {
    let whole = HomePath(folder: folder, home: home).description
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
    // The photo shown may already be gone from the listing.
    let number = status.position == 0 && status.count > 0 ? "-" : "\(status.position)"
    let place = isPart ? "\(number)/\(status.count) of " : "\(number)/"
    return DisplayText("\(place)\(all)\(tick)")
  }

  /// Filter and search are cut to `limit` character cells.
  static func arrangement(_ status: GridStatus, limit: Int = 20) -> [String] {
    let arranging = status.arranging
    var words = status.isRecursive ? ["all subfolders"] : []
    if arranging.hasStacks { words.append("bursts stacked") }
    if !arranging.filter.isEmpty {
      words.append("filter: \(DisplayText(arranging.filter).cutAtEnd(to: limit))")
    }
    if !arranging.search.isEmpty {
      let search = DisplayText(arranging.search).cutAtEnd(to: limit)
      let number = arranging.matchNumber.map { "\($0)/" } ?? ""
      words.append("/\(search) \(number)\(arranging.matchCount)")
    }
    return words
  }

  private static func words(for work: GridStatus.Work) -> String {
    switch work {
    case .arranging: "sorting"
    case .listing(let finished, let all): "listed \(finished.grouped)/\(all.grouped)"
    case .reading(let finished, let all, .contents), .reading(let finished, let all, .texts):
      "read \(finished.grouped)/\(all.grouped) photos"
    case .reading(let finished, let all, .hashes):
      "compared \(finished.grouped)/\(all.grouped) photos"
    case .reading(let finished, let all, _): "checked \(finished)/\(all) files"
    }
  }

  private static func facts(
    _ status: GridStatus, hasDetails: Bool, home: ByteString?
  ) -> [DisplayText] {
    // The original path of a photo in the trash has its name.
    let hasName = hasDetails || status.trashed?.original == nil
    var facts = hasName ? [DisplayText(sanitising: hasDetails ? status.path : status.name)] : []
    facts += status.trashFacts(home: home).map { DisplayText($0) }
    if let info = status.info {
      let origin = hasDetails ? status.provenance : nil
      let texts = [
        info.isComplete ? nil : "truncated", info.size?.description,
        "\(ByteCount(info.byteCount))", origin.map { "\($0.text) \($0.loadTime.shortText)" },
        info.captureDate?.description, status.takenAt, info.camera,
      ]
      facts += texts.compactMap { $0.map { DisplayText($0) } }
    } else if let reason = status.failureReason {
      facts.append(DisplayText(reason))
    }
    return facts + FolderWords(finding: status.folder).facts.map { DisplayText($0) }
  }
}

/// Shown by a sign and its color; unsanitized.
nonisolated package struct StatusMessage: Hashable, Sendable, ExpressibleByStringInterpolation {
  package enum Kind: Sendable {
    case information
    case success
    case warning
    case error
  }

  package let text: String
  package let kind: Kind

  package init(_ text: String, _ kind: Kind = .information) {
    self.text = text
    self.kind = kind
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  package static func success(_ text: String) -> StatusMessage { StatusMessage(text, .success) }
  package static func warning(_ text: String) -> StatusMessage { StatusMessage(text, .warning) }
  package static func error(_ text: String) -> StatusMessage { StatusMessage(text, .error) }
}

nonisolated extension StatusMessage {
  var shown: String { kind.sign.map { "\($0.scalar) \(text)" } ?? text }

  package var spoken: String { kind == .error ? "Error: \(text)" : text }
}

nonisolated extension StatusMessage.Kind {
  var sign: (scalar: Unicode.Scalar, part: Theme.Part)? {
    switch self {
    case .information: nil
    case .success: ("✓", .success)
    case .warning: ("!", .warning)
    case .error: ("✗", .problem)
    }
  }
}
