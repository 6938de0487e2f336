import Base
import Catalogs
import Imaging
import Photos
import Terminal
import TestSupport
import Testing

@testable import Browser

/// Photos grouped below headings.
@MainActor
@Suite("The screen of groups")
struct GroupFrameTests {
  private static let names = [
    "a_20240101.jpg", "b_20240131.jpg", "c_20240229.jpg", "d_20230706.jpg", "e.jpg",
    "f_20240102.jpg",
  ]

  private func stage(
    _ grouping: KeyScript, _ keys: KeyScript = "", rows: Int = 15
  ) async -> BrowserStage {
    let stage = BrowserStage(Self.names, columns: 46, rows: rows)
    stage.type("-")
    await stage.arrange(grouping)
    stage.type(keys)
    await stage.settle()
    return stage
  }

  @Test func `each group has a heading and rows of its own`() async {
    let stage = await stage("gm")
    #expect(
      stage.text == """
         July 2023  1 photo  ───────────────────────
        ╭ddddddddddddd╮
        │ddddddddddddd│
        │ddddddddddddd│
        │ddddddddddddd│
        ╰ddddddddddddd╯
          d_20230706
         January 2024  3 photos  ───────────────────
         aaaaaaaaaaaaa  bbbbbbbbbbbbb  fffffffffffff
         aaaaaaaaaaaaa  bbbbbbbbbbbbb  fffffffffffff
         aaaaaaaaaaaaa  bbbbbbbbbbbbb  fffffffffffff
         aaaaaaaaaaaaa  bbbbbbbbbbbbb  fffffffffffff
         aaaaaaaaaaaaa  bbbbbbbbbbbbb  fffffffffffff
          a_20240101     b_20240131     f_20240102
         1/6  d_20230706.jpg  40x30  1.2 kB
        """)
  }

  @Test(
    arguments: [
      (":2024-02<Enter>", " 3/6  c_20240229.jpg"), (":2024<Enter>", " 1/6  a_20240101.jpg"),
      (":2023-05<Enter>", "No photo was taken in 2023-05 – next: 6 July 2023"),
      (":2025-01<Enter>", "! No photo was taken in 2025-01"),
      ("/year:2023<Enter>", " 4/6  d_20230706"),
      ("/year:2023 e<Enter>", "! No photo matches year:2023 e"),
      ("f_2024<Enter>:2024-03<Enter>", "! No photo that matches _2024 was taken in 2024-03"),
    ] as [(KeyScript, String)])
  func `a date is found although nothing has read dates before`(
    keys: KeyScript, line: String
  ) async {
    let stage = BrowserStage(Self.names, columns: 100, rows: 15)
    stage.type(keys)
    await stage.settle()
    await stage.takePendingEvents()
    #expect(stage.statusLine.contains(line))
  }

  @Test func `in a tall window a heading has an empty line above it`() async throws {
    let stage = await stage("gm", rows: 30)
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex { $0.hasPrefix(" January 2024") })
    #expect(lines[heading - 1].isEmpty)
    #expect(lines[heading - 2].contains("d_20230706"))
    #expect(lines[heading + 1].hasPrefix(" aaa"))
  }

  @Test func `the heading of the top group stays visible while the group is scrolled`() async {
    let stage = BrowserStage(
      (0..<9).map { "\($0)_20240101.jpg" } + ["x_20240202.jpg"], columns: 46, rows: 15)
    stage.type("-")
    await stage.arrange("gd")
    stage.type("G")
    #expect(
      stage.grid.visibleHeadings.map(\.title) == [.date(Day(2024, 1, 1)), .date(Day(2024, 2, 2))])
    #expect(stage.text.contains(" 1 January 2024  9 photos"))
    #expect(stage.text.contains(" 2 February 2024  1 photo"))
  }

  @Test(
    arguments: [
      ("]", "February 2024", ""), ("]]", "March 2024", ""), ("G[[", "February 2024", ""),
      (":2024-03<Enter>", "March 2024", ""), (":2024<Enter>", "January 2024", ""),
      (":2024-02-04<Enter>", "February 2024", "No photo was taken in 2024-02-04 – next: 5 Feb"),
      (":2023-05<Enter>", "January 2024", "No photo was taken in 2023-05 – next: 1 January 2024"),
      ("]:2025-01<Enter>", "February 2024", "No photo was taken in 2025-01"),
      ("]:2025<Enter>", "February 2024", "Only 23 photos here"),
      ("]:2024<Enter>", "January 2024", ""),
      (":March 2024<Enter>", "March 2024", ""), (":feb 2024<Enter>", "February 2024", ""),
      (":5 March 2024<Enter>", "March 2024", ""),
      (":4 Feb 2024<Enter>", "February 2024", "No photo was taken in 2024-02-04 – next: 5 Feb"),
    ] as [(KeyScript, String, String)])
  func `group keys and dates scroll their group to the top`(
    keys: KeyScript, top: String, message: String
  ) async {
    let names = [(1, 1...9), (2, 5...9), (3, 1...9)].flatMap { month, days in
      days.map { "p_20240\(month)0\($0).jpg" }
    }
    let stage = BrowserStage(names, columns: 80, rows: 15)
    stage.type("-")
    await stage.arrange("gm")
    stage.type(keys)
    await stage.settle()
    #expect(stage.text.hasPrefix(" \(top)  "))
    #expect(stage.statusLine.contains(message))
  }

  @Test(
    arguments: [
      ("gm", "]", "2/6  a_"), ("gm", "]]", "5/6  c_"), ("gm", "]]]", "6/6  e"),
      ("gm", "9]", "6/6  e"),
      ("gm", "G[", "5/6  c_"), ("gm", "]l[", "2/6  a_"), ("gm", "]l2[", "1/6  d_"),
      ("gm", "3][", "5/6  c_"),
      ("gm", "j", "2/6  a_"), ("gm", "jl", "3/6  b_"), ("gm", "jlj", "5/6  c_"),
      ("gm", "Gkk", "2/6  a_"),
      ("onoNgm", "", "1/6  c_"), ("oNgm", "]", "2/6  f_"), ("gy", "", "1/6  d_"),
      ("gy", "]", "2/6  a_"),
      ("gf", "]", "1/6  a_"),
      ("lgm", "gn", "2/6  b_"), ("gm", "f2024<Enter>", "1/4 of 6  a_"),
      ("gm", "f2024<Enter>]", "4/4 of 6  c_"),
      ("gn", "]", "1/6  ! No groups yet – g…"), ("ga", "", "1/6  d_"),
    ] as [(KeyScript, KeyScript, String)])
  func `group keys and cursor keys move across groups in every grouping`(
    grouping: KeyScript, keys: KeyScript, status: String
  ) async {
    let stage = await stage(grouping, keys)
    #expect(stage.statusLine.hasPrefix(" \(status)"))
  }

  private struct NumberedPages: EntryPaging {
    let name = "a server"

    func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
      (0..<page.count).map { Photo(path: ByteString("\($0).jpg")) }
    }
  }

  @Test(
    arguments: [
      ("gf", "1/20000  ! Too many photos: only day, month and year groups"),
      ("gr", "1/20000  ! Too many photos: only day, month and year groups"),
      ("gl", "1/20000  ! Too many photos: only day, month and year groups"),
      ("gb", "1/20000  ! Too many photos: only day, month and year groups"),
      ("gs", "1/20000  ! Too many photos to stack bursts"),
    ] as [(KeyScript, String)])
  func `grouping too many photos is refused with the possible groupings`(
    keys: KeyScript, status: String
  ) {
    let stage = BrowserStage([], columns: 90)
    stage.grid.show(Self.tooMany)
    stage.type(keys)
    #expect(stage.statusLine.contains(status))
    #expect(stage.grid.grouping == .none && !stage.grid.foldsBursts)
  }

  @Test(
    arguments: [
      ("gr", "Too many photos: only day, month and year groups", "gm"),
      ("gs", "Too many photos to stack bursts", "gs"),
    ] as [(KeyScript, String, KeyScript)])
  func `a list that becomes too long for its grouping shows a message`(
    keys: KeyScript, words: String, others: KeyScript
  ) async {
    let stage = BrowserStage(["a.jpg", "b.jpg"], columns: 90)
    await stage.arrange(keys)
    #expect(!stage.statusLine.contains(words))
    stage.grid.show(Self.tooMany)
    await stage.wait { stage.grid.arrangement.count == 20_000 }
    #expect(stage.statusLine.contains(words))
    stage.type(others)
    #expect(!stage.grid.status.notices.contains { $0.problem == words })
  }

  /// A paged listing of too many photos to be grouped by anything but dates.
  private static var tooMany: CatalogSnapshot {
    var snapshot = CatalogSnapshot()
    let page = EntryPage(key: ByteString("all"), count: 20_000)
    snapshot.paged = PagedEntries([page], from: NumberedPages())
    return snapshot
  }

  private func years(columns: Int = 60) async -> BrowserStage {
    let stage = BrowserStage(
      (0..<60).map { "p\($0)_\(2015 + $0 / 6)0\(1 + $0 % 6)01.jpg" }, columns: columns, rows: 16)
    await stage.arrange("gy")
    return stage
  }

  /// The characters at the right of the photos.
  private func scale(_ stage: BrowserStage) -> [String] {
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map { String($0.suffix(5)) }
  }

  private func use(_ action: MouseAction, _ column: Int, _ row: Int, in stage: BrowserStage) {
    stage.browser.handle(.terminal(.mouse(action, at: CellPoint(column: column, row: row))))
  }

  @Test func `the time scale shows the years and the visible range`() async {
    let stage = await years()
    let labels = [
      "2015", "    ", "2016", "2017", "    ", "2018", "2019", "    ", "2020", "2021", "    ",
      "2022",
      "2023", "    ", "2024",
    ]
    #expect(scale(stage) == labels.enumerated().map { $1 + ($0 < 2 ? "┃" : "│") })
    stage.type("G")
    #expect(scale(stage) == labels.enumerated().map { $1 + ($0 > 12 ? "┃" : "│") })
  }

  @Test func `a click or drag on the time scale selects the first photo of its time`() async {
    let stage = await years()
    use(.click, 59, 6, in: stage)
    #expect(stage.statusLine.hasPrefix(" 25/60  p24_20190101"))
    use(.drag(columns: 0, rows: 1), 57, 7, in: stage)
    #expect(stage.statusLine.hasPrefix(" 28/60  p27_20190401"))
    use(.drag(columns: 0, rows: -7), 55, 0, in: stage)
    #expect(stage.statusLine.hasPrefix(" 1/60"))
    use(.click, 54, 14, in: stage)
    #expect(stage.statusLine.hasPrefix(" 1/60"))
  }

  @Test func `no time scale is drawn if everything is visible or it does not fit`() async {
    #expect(await years(columns: 59).grid.timeScale == nil)
    let few = BrowserStage(["a_20240101.jpg", "b_20240301.jpg"], columns: 100, rows: 40)
    few.type("--")
    await few.arrange("gy")
    #expect(few.grid.timeScale == nil)
    await few.arrange("gf")
    #expect(few.grid.timeScale == nil)
  }

  @Test(arguments: [1, 2, 3, 4])
  func `groups are drawn on screens of one to four rows`(rows: Int) async {
    let stage = await stage("gm", rows: rows)
    stage.type("]]G[[gg")
    await stage.settle()
    #expect(stage.text.split(separator: "\n", omittingEmptySubsequences: false).count == rows)
  }

  @Test(
    arguments: [
      (Day(2024, 5, 17), "17 May 2024"), (Day(2024, 5, 0), "May 2024"), (Day(2024, 0, 0), "2024"),
    ])
  func `the date of a heading is written as day, month and year`(day: Day, words: String) {
    #expect(HeadingView.words(for: day) == words)
  }
}
