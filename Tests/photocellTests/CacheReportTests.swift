import ExpiringCache
import Storage
import Testing

@testable import photocell

@Suite("Reports of the cache commands")
struct CacheReportTests {
  private static let memory = TierFigures(tier: .memory, total: TierUsage(budget: 128_000_000))
  private static let thumbnails = TierFigures(
    tier: .thumbnails, folder: "/home/u/.cache/thumbnails",
    total: TierUsage(CacheUsage(cost: 1_234_567, count: 26)),
    parts: [
      .init(name: "ours, normal", usage: CacheUsage(cost: 1_230_000, count: 24)),
      .init(name: "failures", usage: CacheUsage(cost: 4_567, count: 2)),
      .init(name: "others', large", usage: CacheUsage(cost: 12_000_000, count: 310)),
    ], condition: .writable)
  private static let responses = TierFigures(
    tier: .responses, folder: "/home/u/.cache/\u{1B}[2J",
    total: TierUsage(CacheUsage(cost: 5_000_000, count: 12), budget: 1_000_000_000),
    condition: .writable)
  private static let broken = TierFigures(
    tier: .responses, folder: "/x",
    total: TierUsage(budget: 1_000_000_000, trouble: "not a folder"),
    condition: .unusable("not a folder"))

  @Test func `figures of all tiers are printed as a table`() {
    let report = FiguresReport(figures: [Self.memory, Self.thumbnails, Self.broken])
    #expect(
      report.table == """
        tier        what                  entries   bytes  budget
        memory      while a program runs        -       -  128 MB
        thumbnails  all of photocell's         26  1.2 MB       -
        thumbnails  ours, normal               24  1.2 MB       -
        thumbnails  failures                    2  4.6 kB       -
        thumbnails  others', large            310   12 MB       -
        responses   cannot be read              -       -  1.0 GB

        thumbnails  /home/u/.cache/thumbnails
        responses   /x

        """)
    #expect(report.troubles.map(\.0) == [.responses])
    #expect(report.troubles.map(\.1) == ["not a folder"])
  }

  @Test func `figures of all tiers are printed as JSON`() {
    let report = FiguresReport(figures: [Self.memory, Self.thumbnails, Self.broken])
    #expect(
      report.json == #"""
        {"memory":{"budget_bytes":128000000},\#
        "thumbnails":{"folder":"/home/u/.cache/thumbnails","entries":26,"bytes":1234567,\#
        "parts":{"ours, normal":{"entries":24,"bytes":1230000},\#
        "failures":{"entries":2,"bytes":4567},\#
        "others', large":{"entries":310,"bytes":12000000}}},\#
        "responses":{"folder":"/x","error":"not a folder","budget_bytes":1000000000}}

        """#)
  }

  @Test func `a path's control characters reach neither the table nor JSON`() {
    let report = FiguresReport(figures: [Self.responses])
    for text in [report.table, report.json] { #expect(!text.unicodeScalars.contains("\u{1B}")) }
    #expect(report.json.contains(#""folder":"/home/u/.cache/\u001b[2J""#))
  }

  @Test func `removals are printed as a table and as JSON`() {
    let report = TierReport(outcomes: [
      (.thumbnails, TierUsage(CacheUsage(cost: 1_234_567, count: 26))),
      (.responses, TierUsage(trouble: "read-only file system")),
    ])
    #expect(
      report.table == """
        removed     entries   bytes
        thumbnails       26  1.2 MB
        responses         0     0 B

        """)
    #expect(
      report.json == #"""
        {"thumbnails":{"entries":26,"bytes":1234567},\#
        "responses":{"entries":0,"bytes":0,"error":"read-only file system"}}

        """#)
    #expect(report.troubles.map(\.1) == ["read-only file system"])
  }

  @Test func `checks are printed as a table and as JSON, and fail on broken entries`() {
    let report = TierReport(outcomes: [
      (.thumbnails, TierCheck(checked: 26, broken: 1, stray: 2)),
      (.responses, TierCheck(trouble: "not a folder")),
    ])
    #expect(
      report.table == """
        verified    checked  broken  stray
        thumbnails       26       1      2
        responses         0       0      0

        """)
    #expect(
      report.json == #"""
        {"thumbnails":{"checked":26,"broken":1,"stray":2},\#
        "responses":{"checked":0,"broken":0,"stray":0,"error":"not a folder"}}

        """#)
    #expect(report.troubles.map(\.1) == ["not a folder"])
    #expect(!report.isWhole)
    #expect(TierReport(outcomes: [(.responses, TierCheck(checked: 3, stray: 1))]).isWhole)
  }
}
