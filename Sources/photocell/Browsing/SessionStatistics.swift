import ArgumentParser
import Base
import ExpiringCache
import ImagePipeline

/// The printed names are stable, scripts read them.
struct SessionStatistics: Hashable {
  let photoCount: Int
  let loads: LoadStatistics.Counts
  let memory: CacheCounts
  let frames: DurationHistogram
  let terminalByteCount: Int

  enum Form: String, CaseIterable {
    case text, json
  }

  /// Named numbers; nil is printed as `-` or `null`.
  private typealias Entry = (name: String, value: Double?)

  private var entries: [Entry] {
    let origins: [Provenance.Origin] = [
      .thumbnail, .shared, .file, .memoryResponse, .diskResponse, .revalidated, .network,
    ]
    return [
      count("photos", photoCount), count("memory_hits", memory.hits),
      count("memory_misses", memory.misses), ("memory_hit_ratio", memory.hitRatio),
    ]
      + origins.map { origin in
        let name = origin.rawValue.split(separator: " ").joined(separator: "_")
        return count("loads_\(name)", loads.loads[origin] ?? 0)
      } + [
        count("loads_failed", loads.failures), time("load_p50", loads.times, 0.5),
        time("load_p99", loads.times, 0.99), count("frames", frames.count),
        time("frame_p50", frames, 0.5), time("frame_p99", frames, 0.99),
        count("terminal_bytes", terminalByteCount),
      ]
  }

  private func count(_ name: String, _ count: Int) -> Entry { (name, Double(count)) }

  private func time(_ name: String, _ times: DurationHistogram, _ share: Double) -> Entry {
    ("\(name)_ms", times.quantile(share).map { $0 / .milliseconds(1) })
  }

  func text(as form: Form) -> String { form == .text ? table : json }

  private var table: String {
    let rows = entries.map { [$0.name, $0.value.map { "\(Self.number($0))" } ?? "-"] }
    return TextTable(leftColumns: 2, rows: rows).text
  }

  private var json: String {
    "\(JSONValue(entries.map { ($0.name, $0.value.map(Self.number) ?? .null) }))\n"
  }

  private static func number(_ value: Double) -> JSONValue {
    .number((value * 1000).rounded() / 1000)
  }
}

struct StatisticsOptions: ParsableArguments {
  @Option(
    name: .customLong("stats"),
    help: ArgumentHelp(
      """
      At the end, print to standard error what was loaded from where, and how fast: text \
      (default) or json.
      """,
      valueName: "form"))
  var form: SessionStatistics.Form?
}

extension SessionStatistics.Form: ExpressibleByArgument {}
