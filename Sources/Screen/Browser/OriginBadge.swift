import Grid
import Imaging
import Terminal

/// A badge in the corner of a picture that tells where it came from and how long that took.
struct OriginBadge {
  let picture: PictureStatus

  /// Draws the badge on the first row of a room, as much of it as there is room for.
  func draw(into canvas: inout Canvas, _ room: Rect) {
    let text = DisplayText(text(fitting: room.size.columns))
    let look = picture.isFromMemory ? Theme.memoryBadge : Theme.loadBadge
    canvas.draw(text, at: room.origin, columns: room.size.columns, look: look)
  }

  /// The longest of three ways to say it: `memory 0.1 ms`, `m 0.1 ms` and `m`; a stale response has
  /// `stale` in the place of the initial, since that counts for more.
  func text(fitting columns: Int) -> String {
    let time = "\(LoadTime(picture.loadTime))"
    let short = picture.isStale ? "stale" : String(picture.origin.prefix(1))
    let ways = ["\(picture.originText) \(time)", "\(short) \(time)", short]
    return ways.first { DisplayText($0).width <= columns } ?? ""
  }
}

extension PictureStatus {
  /// Where it came from, and whether it is past its lifetime: `disk response, stale`.
  var originText: String { isStale ? "\(origin), stale" : origin }
}
