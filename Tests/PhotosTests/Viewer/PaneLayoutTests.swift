import Imaging
import Photos
import Testing

@Suite("Pane layout")
struct PaneLayoutTests {
  /// Characters of 8 by 16 pixels.
  @Test(arguments: [
    (1, CellSize(columns: 80, rows: 23), [Rect(column: 0, row: 0, columns: 80, rows: 23)]),
    (
      2, CellSize(columns: 80, rows: 23),
      [
        Rect(column: 0, row: 0, columns: 39, rows: 23),
        Rect(column: 40, row: 0, columns: 39, rows: 23),
      ]
    ),
    (
      2, CellSize(columns: 40, rows: 60),
      [
        Rect(column: 0, row: 0, columns: 40, rows: 30),
        Rect(column: 0, row: 30, columns: 40, rows: 30),
      ]
    ),
    (
      4, CellSize(columns: 80, rows: 23),
      [
        Rect(column: 0, row: 0, columns: 39, rows: 11),
        Rect(column: 40, row: 0, columns: 39, rows: 11),
        Rect(column: 0, row: 11, columns: 39, rows: 11),
        Rect(column: 40, row: 11, columns: 39, rows: 11),
      ]
    ),
    (
      3, CellSize(columns: 160, rows: 20),
      [
        Rect(column: 0, row: 0, columns: 52, rows: 20),
        Rect(column: 53, row: 0, columns: 52, rows: 20),
        Rect(column: 106, row: 0, columns: 52, rows: 20),
      ]
    ),
  ])
  func `panes are of one size, as large as the area allows, a column apart`(
    count: Int, area: CellSize, frames: [Rect]
  ) {
    #expect(PaneLayout(count, in: area, cellAspect: 0.5).frames == frames)
  }

  @Test(arguments: [(false, 2), (true, 3)])
  func `panes make room for captions`(hasCaptions: Bool, columns: Int) {
    let area = CellSize(columns: 21, rows: 5)
    let layout = PaneLayout(3, in: area, cellAspect: 0.5, hasCaptions: hasCaptions)
    #expect(layout.columns == columns)
  }

  @Test func `panes are never empty and never overlap, in areas of every size`() {
    for columns in 8...40 {
      for rows in 4...20 {
        for count in 1...PaneLayout.limit {
          let area = CellSize(columns: columns, rows: rows)
          let frames = PaneLayout(count, in: area, cellAspect: 0.5).frames
          #expect(frames.count == count)
          let whole = Rect(column: 0, row: 0, columns: columns, rows: rows)
          for (index, frame) in frames.enumerated() {
            #expect(frame.size.columns > 0 && frame.size.rows > 0)
            #expect(frame.intersection(whole) == frame)
            for other in frames.dropFirst(index + 1) {
              let common = frame.intersection(other)
              #expect(common.size.columns == 0 || common.size.rows == 0)
            }
          }
        }
      }
    }
  }
}
