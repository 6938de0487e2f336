import Base
import Catalogs
import Imaging
package import Photos
package import Terminal

package struct GridView {
  private let cells: [VisibleCell]
  private let hasBadges: Bool
  private let showsProgress: Bool
  private let styles: Styles

  package init(
    cells: [VisibleCell], hasBadges: Bool = false, showsProgress: Bool = true, styles: Styles
  ) {
    self.cells = cells
    self.hasBadges = hasBadges
    self.showsProgress = showsProgress
    self.styles = styles
  }

  package func draw(into frame: inout Frame) {
    lazy var cardStyles = styles.over(.card)
    for cell in cells {
      if case .folder(let folder) = cell.content {
        draw(FolderView(cell: cell, content: folder, styles: cardStyles), into: &frame)
      } else {
        draw(cell, into: &frame)
      }
    }
  }

  private func draw(_ folder: FolderView, into frame: inout Frame) {
    let name = folder.draw(into: &frame)
    guard folder.cell.isSelected else { return }
    frame.cursor = name
    if !folder.layout.hasMargin {
      drawBrackets(around: folder.cell.frame, into: &frame.canvas)
    }
  }

  private func draw(_ cell: VisibleCell, into frame: inout Frame) {
    var room = cell.frame
    if cell.caption != nil { room.size.rows -= 1 }
    let box = ContentView(
      content: cell.content, styles: styles, hasBadge: hasBadges, showsProgress: showsProgress,
      border: cell.isSelected ? styles.imageBorder : nil
    ).draw(into: &frame, room)
    let caption = CaptionView(cell: cell, styles: styles).draw(into: &frame.canvas)
    guard cell.isSelected else { return }
    frame.cursor = CellPoint(column: caption, row: cell.frame.rows.upperBound - 1)
    guard frame.pictures.last?.border == nil else { return }
    // The badge of the image's origin may be wider than the image.
    drawBrackets(around: hasBadges ? room : box, into: &frame.canvas)
  }

  /// Brackets beside the image mark the selection without covering it; bars where there is one row.
  private func drawBrackets(around box: Rect, into canvas: inout Canvas) {
    let (first, last) = (box.rows.lowerBound, box.rows.upperBound - 1)
    for row in box.rows {
      let (left, right): (Unicode.Scalar, Unicode.Scalar) =
        switch row {
        case _ where first == last: ("▐", "▌")
        case first: ("╭", "╮")
        case last: ("╰", "╯")
        default: ("│", "│")
        }
      for (column, sign) in [(box.origin.column - 1, left), (box.columns.upperBound, right)] {
        canvas.fill(
          Rect(column: column, row: row, columns: 1, rows: 1), with: styles[.selection, sign])
      }
    }
  }
}

struct HeadingView {
  let heading: VisibleHeading
  let home: ByteString?
  let styles: Styles

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  func draw(into canvas: inout Canvas) {
    let frame = heading.frame
    let count = DisplayText(heading.count == 1 ? "1 photo" : "\(heading.count) photos")
    let room = frame.size.columns - count.width - 2
    let title = Self.words(for: heading.title, home: home).cutAtEnd(to: max(0, room))
    let width = canvas.draw(
      title, at: frame.origin, columns: frame.size.columns, style: styles[.group])
    guard room > 0 else { return }
    let (start, row) = (frame.origin.column + width + 2, frame.origin.row)
    canvas.draw(count, column: start, row: row, columns: count.width, style: styles[.quiet])
    let rule = start + count.width + 2
    let columns = max(0, frame.columns.upperBound - rule)
    canvas.fill(
      Rect(column: rule, row: row, columns: columns, rows: 1), with: styles[.border, "─"])
  }

  static func words(for title: GroupTitle, home: ByteString?) -> DisplayText {
    switch title {
    case .date(let day): DisplayText(Self.words(for: day))
    case .folder(let path) where path.bytes.isEmpty: DisplayText("this folder")
    case .folder(let path): DisplayText("\(HomePath(path, home: home))")
    case .stars(..<0): DisplayText("rejected")
    case .stars(0): DisplayText("no stars")
    case .stars(let count): DisplayText(String(repeating: "★", count: count))
    case .alike(let number): DisplayText("similar \(number)")
    case .burst(let start, _): DisplayText(Self.words(forTime: start))
    case .word(let word): DisplayText(word)
    case .single: DisplayText("no similar photo")
    case .noKeyword: DisplayText("no keyword")
    case .noPerson: DisplayText("no person")
    case .noPlace: DisplayText("no known place")
    case .undated: DisplayText("no date")
    case .web: DisplayText("the web")
    }
  }

  /// `17 May 2024 14:03`, for milliseconds since 1970 in the camera's local time.
  private static func words(forTime time: Int64) -> String {
    guard let date = CaptureDate(wallMilliseconds: time) else { return "no date" }
    let day = Day(Int(date.year), Int(date.month), Int(date.day))
    return "\(words(for: day)) \("\(date)".suffix(5))"
  }

  /// `2024-05-17` or `2024-05` for `17 May 2024` or `May 2024`; months may be shortened to three
  /// letters.
  static func date(named text: String) -> String? {
    let words = text.lowercased().split(separator: " ")
    guard (2...3).contains(words.count), let year = words.last, year.count == 4,
      words[words.count - 2].count > 2,
      let month = months.firstIndex(where: { $0.lowercased().hasPrefix(words[words.count - 2]) })
    else { return nil }
    let day = words.count == 3 ? Int(words[0]).map { "-\($0.zeroPadded(to: 2))" } : ""
    return day.map { "\(year)-\((month + 1).zeroPadded(to: 2))\($0)" }
  }

  /// `17 May 2024`, `May 2024` or `2024`.
  static func words(for day: Day) -> String {
    let month = months.indices.contains(day.month - 1) ? "\(months[day.month - 1]) " : ""
    return (day.day > 0 ? "\(day.day) " : "") + month + "\(day.year)"
  }
}

extension Canvas {
  mutating func draw(_ scale: TimeScale, _ styles: Styles) {
    let (left, bar) = (scale.frame.columns.lowerBound, scale.frame.columns.upperBound - 1)
    for row in scale.frame.rows {
      let isShown = scale.shown.contains(row - scale.frame.origin.row)
      fill(
        Rect(column: bar, row: row, columns: 1, rows: 1),
        with: isShown ? styles[.bar, "┃"] : styles[.quiet, "│"])
    }
    for mark in scale.marks {
      let isYear = mark.time.month == 0
      let text = DisplayText(
        isYear ? "\(mark.time.year)" : String(HeadingView.words(for: mark.time).prefix(3)))
      let place = CellPoint(
        column: left + max(0, bar - left - text.width), row: scale.frame.origin.row + mark.line)
      draw(text, at: place, columns: bar - left, style: styles[.quiet])
    }
  }
}

struct EmptyGridView {
  let status: GridStatus
  let home: ByteString?
  let keys: BoundKeys

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    let room = max(1, area.size.columns - 4)
    let lines = sentences.flatMap { text, part in
      DisplayText(text).wrapped(to: room).map { ($0, part) }
    }
    let rows = area.centredRows(lines.count)
    if let first = lines.first {
      let column = area.origin.column + (area.size.columns - first.0.width) / 2
      frame.cursor = CellPoint(column: column, row: rows.lowerBound)
    }
    for ((line, part), row) in zip(lines, rows) {
      frame.canvas.drawCentred(line, row: row, in: area, style: styles[part])
    }
  }

  var lines: [String] { sentences.map(\.0) }

  private var filterSentence: String {
    let arranging = status.arranging
    if case .reading = arranging.work { return "Searching for \(arranging.filter)" }
    if let problem = arranging.filterProblem {
      return "No photo matches \(arranging.filter): \(problem)"
    }
    let filter = arranging.filter
    let date = HeadingView.date(named: filter).map { "date:\($0)" }
    if let meant = date ?? Filter(filter).suggestion {
      return "No photo matches \(filter) – did you mean \(meant)?"
    }
    let all = "\(keys[.close]) shows all"
    guard status.hasSubfolders else { return "No photo matches \(filter) – \(all)" }
    let isOnDisk = status.place?.isAddressOfFolder == false
    return "No photo in this folder matches \(filter) – "
      + (isOnDisk ? "\(keys[.subfolders]) includes subfolders, \(all)" : all)
  }

  private var sentences: [(String, Theme.Part)] {
    let notices = status.notices.map { ("\($0)", Theme.Part.failure) }
    guard status.listedCount == 0 else { return notices + [(filterSentence, .name)] }
    guard !status.isReading else { return notices }
    if status.isTrash { return notices + [("No photos in the trash.", .name)] }
    return notices
      + EmptyFolderMessage(status.emptyFolders, home: home).sentences.map { ($0, .name) }
  }
}

struct GridHeader {
  /// From the root or the home folder to the shown folder.
  let steps: [String]
  /// Least important first.
  let facts: [String]
  /// The first facts, which are left out where the path does not fit beside them.
  private let extraCount: Int
  /// The facts with whole texts, shown if they fit.
  private let wholeFacts: [String]

  private static let separator = " › "
  private static let minPathColumns = 16

  /// `opening` names the source, for photos that are not those of one folder; it is unsanitized.
  init(
    _ status: GridStatus, _ line: StatusLine, folderCount: Int, home: ByteString?, opening: String?
  ) {
    let place = status.place.map { Self.steps(to: $0, home: home) } ?? opening.map { [$0] } ?? []
    steps = status.isTrash ? ["Trash"] : place
    let extras = [Self.count(status, folderCount), line.order].filter { !$0.isEmpty }
    extraCount = extras.count
    facts = extras + line.arrangement + line.trailing
    wholeFacts = extras + StatusLine.arrangement(status, limit: .max) + line.trailing
  }

  /// `~/Pictures`, `2026`, `Lake Garda`: the first folder is one step with its root.
  static func steps(to folder: ByteString, home: ByteString?) -> [String] {
    let whole = HomePath(folder: folder, home: home).description
    let names = whole.split(separator: "/").map(String.init)
    guard let first = names.first else { return [whole] }
    if whole.hasPrefix("/") { return ["/\(first)"] + names.dropFirst() }
    return [names.prefix(2).joined(separator: "/")] + names.dropFirst(2)
  }

  private static func count(_ status: GridStatus, _ folderCount: Int) -> String {
    guard status.arranging.filter.isEmpty, !status.arranging.hasStacks else { return "" }
    let photoCount = status.count - folderCount
    let photos = photoCount > 0 ? [FolderWords.photos(photoCount, status.hasMore ? "+" : "")] : []
    let noun = status.place == CollectionFolder.root ? "collection" : "folder"
    let folders = folderCount > 0 ? [FolderWords.folders(folderCount, noun: noun)] : []
    return (folders + photos).joined(separator: " · ")
  }

  func draw(into canvas: inout Canvas, _ styles: Styles) {
    let columns = canvas.size.columns
    let right = shownFacts(columns: columns - 2)
    canvas.draw(right, column: columns - 1 - right.width, row: 0, style: styles[.quiet])
    let room = columns - 2 - (right.width > 0 ? right.width + 2 : 0)
    let shown = shownSteps(columns: room)
    guard let last = shown.last else { return }
    let parents = DisplayText(shown.dropLast().map { $0 + Self.separator }.joined())
    let width = canvas.draw(parents, column: 1, row: 0, columns: room, style: styles[.quiet])
    let name = DisplayText(last).cutAtEnd(to: max(0, room - width))
    canvas.draw(name, column: 1 + width, row: 0, style: styles[.group])
  }

  private func shownFacts(columns: Int) -> DisplayText {
    let path = width(of: steps)
    let whole = DisplayText(wholeFacts.joined(separator: " · "))
    if whole.width <= columns - 2 - path { return whole }
    let ways = (0...facts.count).map {
      DisplayText(facts.dropFirst($0).joined(separator: " · "))
    }
    return ways.prefix(extraCount).first { $0.width <= columns - 2 - path }
      ?? ways.dropFirst(extraCount).first {
        $0.width <= columns - 2 - min(Self.minPathColumns, path)
      } ?? DisplayText("")
  }

  private func shownSteps(columns: Int) -> [String] {
    let ways = (0..<max(1, steps.count)).lazy.map { dropped in
      dropped == 0 ? steps : ["…"] + steps.dropFirst(dropped)
    }
    return ways.first { width(of: $0) <= columns } ?? steps.suffix(1)
  }

  private func width(of steps: [String]) -> Int {
    DisplayText(steps.joined(separator: Self.separator)).width
  }
}
