package import Imaging

package struct VisibleHeading: Hashable, Sendable {
  /// One line, in character cells of the grid's area.
  package let frame: Rect
  package let title: GroupTitle
  package let count: Int
}

extension GridViewModel {
  /// Includes the heading of the group that begins above the top.
  package var visibleHeadings: [VisibleHeading] {
    let (groups, rows) = (arrangement.groups, rows)
    guard !groups.isEmpty else { return [] }
    return (0..<layout.wholeRows).compactMap { line in
      let cells = rows[selection.firstRow + line]
      let group = rows.group(of: cells.lowerBound) - (arrangement.hasFolderGroup ? 1 : 0)
      guard !cells.isEmpty, group >= 0, line == 0 || groups[group].start == cells.lowerBound else {
        return nil
      }
      let end = group + 1 < groups.count ? groups[group + 1].start : arrangement.count
      return VisibleHeading(
        frame: layout.heading(ofRow: line), title: groups[group].title,
        count: end - groups[group].start)
    }
  }
}
