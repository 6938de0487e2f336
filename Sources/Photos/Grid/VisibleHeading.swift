package import Imaging

/// The heading of a group as it is to be drawn.
package struct VisibleHeading: Hashable, Sendable {
  /// Where it lies in the area of the grid, in character cells: one line.
  package let frame: Rect
  /// What the photos below it have in common.
  package let title: GroupTitle
  /// How many photos are in the group.
  package let count: Int
}

extension GridViewModel {
  /// The headings on the screen: of every group that begins there, and at its top of the one that began
  /// above.
  package var visibleHeadings: [VisibleHeading] {
    let (groups, rows) = (arrangement.groups, rows)
    guard !groups.isEmpty else { return [] }
    return (0..<layout.wholeRows).compactMap { line in
      let cells = rows[selection.firstRow + line]
      // Folders have no heading.
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
