import Base
import Catalogs
import Imaging
import Photos
import Terminal

extension GridLayer {
  package var telling: Telling? { telling(of: grid.status) }

  func telling(of status: GridStatus) -> Telling {
    var telling = Telling()
    guard !grid.isEmpty else {
      telling.details =
        EmptyGridView(
          status: status, home: home, styles: Styles(on: grid.form)
        ).lines
      return telling
    }
    telling.whole = status.isReading ? nil : whole(status)
    telling.heading = heading(of: status)
    telling.subject = subject(status)
    telling.identity = "\(status.position) \(DisplayText(sanitising: status.path))"
    telling.facts = facts(status)
    telling.state = Telling.State(
      words: status.isMarked ? "marked, \(status.markedCount) in all" : nil,
      absence: "not marked any more, \(status.markedCount) in all")
    return telling
  }

  /// `24 photos, by date taken, filter: lake`.
  private func whole(_ status: GridStatus) -> String {
    let arranging = status.arranging
    let isAll = arranging.filter.isEmpty
    let count =
      isAll && !arranging.hasStacks ? "\(status.count)" : "\(status.count) of \(status.listedCount)"
    let photos = status.count == 1 && isAll ? "1 photo" : "\(count) photos"
    let place = status.place.map { place in
      "\(HomePath(ByteString(place.bytes.count > 1 ? place.bytes.dropLast() : place.bytes[...]), home: home))"
    }
    let stacks = arranging.hasStacks ? "bursts folded" : ""
    return [photos, place, arranging.order, stacks, isAll ? "" : "filter: \(arranging.filter)"]
      .compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func heading(of status: GridStatus) -> String? {
    let near = grid.selection.index
    guard let index = status.id.flatMap({ grid.arrangement.index(of: $0, near: near) })
    else { return nil }
    let group = grid.arrangement.groups.last { $0.start <= index }
    return group.map { "\(HeadingView.words(for: $0.title, home: home))" }
  }

  /// `3 of 24: beach.jpg`, or `3: beach.jpg` while the listing is incomplete.
  private func subject(_ status: GridStatus) -> String {
    let name = DisplayText(sanitising: status.name)
    guard grid.selectedPhoto != nil else { return "folder \(name)" }
    guard status.position > 0 else { return "\(name)" }
    return "\(status.position)\(status.isReading ? "" : " of \(status.count)"): \(name)"
  }

  private func facts(_ status: GridStatus) -> [String] {
    var facts = FolderWords(status.folder).facts
    if let count = status.id.flatMap(grid.frameCount) {
      facts.append("on top of a burst of \(count) frames")
    }
    if let id = status.id, grid.isPaired(id) { facts.append("a raw file beside it") }
    if let info = status.info {
      if !info.isComplete { facts.append("truncated") }
      if let size = info.size { facts.append("\(size.width) x \(size.height) pixels") }
      facts.append("\(ByteCount(info.byteCount))")
      if let date = info.captureDate { facts.append("taken \(date)") }
      if let camera = info.camera { facts.append("\(DisplayText(camera))") }
      if info.isMoving { facts.append("moves") }
    } else if let reason = status.failureReason {
      facts.append("no picture: \(DisplayText(reason))")
    }
    return facts
  }
}
