import Base
import TestSupport
import Testing

@Suite struct LogTests {
  private let entries = Recorder<LogEntry>()

  private func log(upTo level: LogLevel) -> Log {
    Log(
      upTo: level, clock: WallClock { 784_111_777 },
      harmless: { $0.replacing("\u{1B}", with: "?") }, take: entries.add)
  }

  @Test(arguments: [
    (LogLevel.error, [LogLevel.error]), (.warning, [.error, .warning]),
    (.info, [.error, .warning, .info]), (.debug, LogLevel.allCases),
  ])
  func `entries below the level are not logged`(level: LogLevel, told: [LogLevel]) {
    let log = log(upTo: level)
    for level in LogLevel.allCases { log.write(level, .load, "") }
    #expect(entries.all.map(\.level) == told)
  }

  @Test func `messages of entries that are not logged are not built`() {
    func words() -> String {
      Issue.record("the message was built")
      return ""
    }
    log(upTo: .warning).write(.info, .http, words())
    Log.none.write(.error, .http, words())
    log(upTo: .warning).write(.info, .http, each: [words()])
    Log.none.write(.error, .http, each: [words()])
  }

  @Test func `each message of a list is logged as one entry`() {
    log(upTo: .info).write(.warning, .configuration, each: ["c:1:1: a", "c:2:1: b\u{1B}"])
    #expect(entries.all.map(\.message) == ["c:1:1: a", "c:2:1: b?"])
    #expect(entries.all.allSatisfy { $0.level == .warning && $0.area == .configuration })
  }

  @Test func `a line has the time, the level, the area and a sanitised message`() {
    log(upTo: .info).write(.warning, .http, "https://a.org/\u{1B}[2J?key=1: timed out")
    #expect(
      entries.all.map(\.description)
        == ["1994-11-06T08:49:37Z warning http https://a.org/?[2J?...: timed out"])
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (4_102_444_799, "2099-12-31T23:59:59Z"),
  ])
  func `times are written as ISO 8601 in UTC`(time: Int, text: String) {
    let entry = LogEntry(time: time, level: .info, area: .program, message: "")
    #expect(entry.description.prefix(20) == text)
  }

  @Test func `names of levels and areas are fixed`() {
    #expect(LogLevel.allCases.map(\.rawValue) == ["error", "warning", "info", "debug"])
    #expect(
      LogArea.allCases.map(\.rawValue) == [
        "program", "load", "decoder", "sandbox", "http", "source", "thumbnails", "responses",
        "index", "terminal", "configuration", "action",
      ])
  }
}
