import Base
import Catalogs
import Imaging
import Photos
import Terminal

extension GridLayer: AnnouncingLayer {
  var announcement: Announcement? { announcement(of: grid.status) }

  func announcement(of status: GridStatus) -> Announcement {
    var announcement = Announcement()
    guard !grid.isEmpty else {
      announcement.details = EmptyGridView(status: status, home: home, keys: keys).lines
      return announcement
    }
    announcement.whole = status.isReading ? nil : whole(status)
    announcement.heading = heading(of: status)
    announcement.subject = subject(status)
    announcement.identity = "\(status.position) \(DisplayText(sanitising: status.path))"
    announcement.facts = facts(status)
    announcement.state = status.isMarked ? "marked, \(status.markedCount) in all" : nil
    announcement.stateEnd = "unmarked, \(status.markedCount) marked in all"
    announcement.details = panelLines
    return announcement
  }

  private func whole(_ status: GridStatus) -> String {
    let arranging = status.arranging
    let isAll = arranging.filter.isEmpty
    let count =
      isAll && !arranging.hasStacks ? "\(status.count)" : "\(status.count) of \(status.listedCount)"
    let photos = status.count == 1 && isAll ? "1 photo" : "\(count) photos"
    let place = status.place.map { "\(HomePath(folder: $0, home: home))" }
    let stacks = arranging.hasStacks ? "bursts stacked" : ""
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
      if info.isMoving { facts.append("moves") }
    } else if let reason = status.failureReason {
      facts.append("no image: \(DisplayText(reason))")
    }
    return facts
  }
}
