import Base
import ExpiringCache
import ImagePipeline
import Testing

@testable import photocell

@Suite("Session statistics")
struct SessionStatisticsTests {
  private var statistics: SessionStatistics {
    var loads = LoadStatistics.Counts()
    loads.loads = [Provenance.Origin.file: 24, .diskResponse: 2]
    loads.failures = 1
    for number in 1...100 { loads.times.add(.milliseconds(number)) }
    var frames = DurationHistogram()
    frames.add(.microseconds(250))
    let cache = MemoryCache<Int, Int>(
      limits: CacheLimits(cost: 10), expiration: .never, clock: ContinuousClock())
    cache.store(1, for: 1, cost: 1)
    for key in [1, 1, 1, 2] { _ = cache.value(for: key) }
    return SessionStatistics(
      photoCount: 25, loads: loads, memory: cache.statistics.sinceStart, frames: frames,
      terminalByteCount: 12_345)
  }

  @Test func `text has one line per number`() {
    #expect(
      statistics.text(as: .text) == """
        photos                 25
        memory_hits            3
        memory_misses          1
        memory_hit_ratio       0.75
        loads_thumbnail        0
        loads_shared_tier      0
        loads_file             24
        loads_memory_response  0
        loads_disk_response    2
        loads_revalidated      0
        loads_network          0
        loads_failed           1
        load_p50_ms            51.199
        load_p99_ms            102.399
        frames                 1
        frame_p50_ms           0.255
        frame_p99_ms           0.255
        terminal_bytes         12345

        """)
  }

  @Test func `JSON is one object, in which unknown values are null`() {
    let json = statistics.text(as: .json)
    #expect(
      json.hasPrefix(#"{"photos":25,"memory_hits":3,"memory_misses":1,"memory_hit_ratio":0.75,"#))
    #expect(json.hasSuffix(#""frame_p99_ms":0.255,"terminal_bytes":12345}"# + "\n"))
    let cache = MemoryCache<Int, Int>(
      limits: CacheLimits(cost: 1), expiration: .never, clock: ContinuousClock())
    let nothing = SessionStatistics(
      photoCount: 0, loads: LoadStatistics.Counts(), memory: cache.statistics.sinceStart,
      frames: DurationHistogram(), terminalByteCount: 0)
    #expect(nothing.text(as: .json).contains(#""memory_hit_ratio":null"#))
    #expect(nothing.text(as: .json).contains(#""load_p50_ms":null,"load_p99_ms":null"#))
  }

  @Test(
    arguments: [
      ("a --stats", .text), ("--stats json a", .json), ("--stats a", .text),
      ("--stats=json", .json),
      ("a", nil),
    ] as [(String, SessionStatistics.Form?)])
  func `--stats selects text or JSON`(line: String, form: SessionStatistics.Form?) throws {
    let words = line.split(separator: " ").map(String.init)
    let command = try Photocell.command(for: words) as? BrowseCommand
    #expect(command?.statistics.form == form)
    #expect(command?.sources.paths.count == (line.contains("a") && line != "--stats=json" ? 1 : 0))
  }
}
