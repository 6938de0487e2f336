import Base
import Catalogs
import Imaging
import Photos
import Terminal

struct GridHeader {
  /// From the root or the home folder to the shown folder.
  let steps: [String]
  /// Least important first.
  let facts: [String]
  /// The first facts, which are left out where the path does not fit beside them.
  private let extraCount: Int
  /// Whole; the facts have its beginning.
  private let filter: String

  private static let separator = " › "
  /// In character cells.
  private static let minPathWidth = 16

  /// `opening` names the source, for photos that are not those of one folder; it is unsanitized.
  init(
    _ status: GridStatus, _ line: StatusLine, folderCount: Int, home: ByteString?, opening: String?
  ) {
    let place = status.place.map { Self.steps(to: $0, home: home) } ?? opening.map { [$0] } ?? []
    steps = status.isTrash ? ["Trash"] : place + (status.isDeep ? ["all subfolders"] : [])
    let extras = [Self.count(status, folderCount), line.order].filter { !$0.isEmpty }
    extraCount = extras.count
    facts = extras + line.trailing
    filter = status.arranging.filter
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
    let folders = folderCount > 0 ? [FolderWords.folders(folderCount)] : []
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
    let whole = facts.map {
      $0.hasPrefix(StatusLine.filterTitle) ? StatusLine.filterTitle + filter : $0
    }
    let all = DisplayText(whole.joined(separator: " · "))
    if all.width <= columns - 2 - width(of: steps) { return all }
    let ways = (0...facts.count).map {
      DisplayText(facts.dropFirst($0).joined(separator: " · "))
    }
    let path = width(of: steps)
    return ways.prefix(extraCount).first { $0.width <= columns - 2 - path }
      ?? ways.dropFirst(extraCount).first {
        $0.width <= columns - 2 - min(Self.minPathWidth, path)
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
