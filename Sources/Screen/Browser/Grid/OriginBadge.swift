import Imaging
import Pipeline
import Terminal

/// A badge in the corner of a picture that tells where it came from and how long that took.
struct OriginBadge {
  let provenance: Provenance

  /// Draws the badge on the first row of a room, as much of it as there is room for.
  func draw(into canvas: inout Canvas, _ room: Rect) {
    let text = DisplayText(text(fitting: room.size.columns))
    let style = provenance.origin == .memory ? Theme.memoryBadge : Theme.loadBadge
    canvas.draw(text, at: room.origin, columns: room.size.columns, style: style)
  }

  /// The longest of three ways to say it: `memory 0.1 ms`, `m 0.1 ms` and `m`; a stale response has
  /// `stale` in the place of the initial, since that counts for more.
  func text(fitting columns: Int) -> String {
    let time = "\(LoadTime(provenance.loadTime))"
    let short = provenance.isStale ? "stale" : String(provenance.origin.rawValue.prefix(1))
    let ways = ["\(provenance.text) \(time)", "\(short) \(time)", short]
    return ways.first { DisplayText($0).width <= columns } ?? ""
  }
}

extension Provenance {
  /// Where it came from, and whether it is past its lifetime: `disk response, stale`.
  var text: String { isStale ? "\(origin.rawValue), stale" : origin.rawValue }
}
