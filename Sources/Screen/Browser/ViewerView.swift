import Catalog
import Grid
import Imaging
import Terminal

/// Draws one photo as large as the area allows, and below it what is said of it.
struct ViewerView {
  let content: CellContent
  let photo: Photo
  let hasBadge: Bool

  func draw(into frame: inout Frame, _ area: Rect) {
    guard let found = photo.onWeb else {
      return ContentView(content: content, hasBadge: hasBadge).draw(into: &frame, area)
    }
    let words = PhotoWords(found, in: area.size)
    var room = area
    room.size.rows = max(1, room.size.rows - words.lines.count)
    ContentView(
      content: content, hasBadge: hasBadge, isVideo: found.isVideo, hasWordsBelow: true
    ).draw(into: &frame, room)
    words.draw(into: &frame.canvas, area)
  }
}
