import Base
import Catalogs
import Imaging
import Photos
import Terminal

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
    let title = title.cutAtEnd(to: max(0, room))
    let width = canvas.draw(
      title, at: frame.origin, columns: frame.size.columns, style: styles[.group])
    guard room > 0 else { return }
    canvas.draw(
      count, at: CellPoint(column: frame.origin.column + width + 2, row: frame.origin.row),
      columns: count.width, style: styles[.name])
  }

  private var title: DisplayText { Self.words(for: heading.title, home: home) }

  static func words(for title: GroupTitle, home: ByteString?) -> DisplayText {
    switch title {
    case .date(let day): DisplayText(Self.words(for: day))
    case .folder(let path) where path.bytes.isEmpty: DisplayText("this folder")
    case .folder(let path): DisplayText("\(HomePath(path, home: home))")
    case .stars(..<0): DisplayText("rejected")
    case .stars(0): DisplayText("no stars")
    case .stars(let count): DisplayText(String(repeating: "★", count: count))
    case .alike(let number): DisplayText("alike \(number)")
    case .burst(let start, _): DisplayText(Self.words(forTime: start))
    case .single: DisplayText("by themselves")
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

  /// `17 May 2024`, `May 2024` or `2024`.
  static func words(for day: Day) -> String {
    let month = months.indices.contains(day.month - 1) ? "\(months[day.month - 1]) " : ""
    return (day.day > 0 ? "\(day.day) " : "") + month + "\(day.year)"
  }
}
