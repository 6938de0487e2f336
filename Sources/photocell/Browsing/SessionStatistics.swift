import ArgumentParser
import Base
import ExpiringCache
import ImagePipeline

/// Statistics of a browsing session; the printed names are stable, scripts read them.
struct SessionStatistics: Hashable {
  let photoCount: Int
  let loads: LoadStatistics.Counts
  let memory: CacheCounts
  let frames: DurationHistogram
  let terminalByteCount: Int

  enum Form: String, CaseIterable {
    case text
    case json
  }

  /// One named number; nil is printed as `-` or `null`.
  private struct Entry {
    let name: String
    let value: Double?
    let unit: Unit
  }

  private enum Unit {
    case count
    case share
    case milliseconds
  }

  private var entries: [Entry] {
    let origins: [Provenance.Origin] = [
      .thumbnail, .shared, .file, .memoryResponse, .diskResponse, .revalidated, .network,
    ]
    return [
      count("photos", photoCount), count("memory_hits", memory.hits),
      count("memory_misses", memory.misses),
      Entry(name: "memory_hit_ratio", value: memory.hitRatio, unit: .share),
    ]
      + origins.map { origin in
        let name = origin.rawValue.split(separator: " ").joined(separator: "_")
        return count("loads_\(name)", loads.loads[origin] ?? 0)
      } + [
        count("loads_failed", loads.failures), time("load_p50", loads.times, 0.5),
        time("load_p99", loads.times, 0.99), count("frames", frames.count),
        time("frame_p50", frames, 0.5), time("frame_p99", frames, 0.99),
        Entry(name: "terminal_bytes", value: Double(terminalByteCount), unit: .count),
      ]
  }

  private func count(_ name: String, _ count: Int) -> Entry {
    Entry(name: name, value: Double(count), unit: .count)
  }

  private func time(_ name: String, _ times: DurationHistogram, _ share: Double) -> Entry {
    Entry(
      name: "\(name)_ms", value: times.quantile(share).map { $0 / .milliseconds(1) },
      unit: .milliseconds)
  }

  func text(as form: Form) -> String {
    switch form {
    case .text: table
    case .json: json
    }
  }

  private var table: String {
    let width = entries.map(\.name.count).max() ?? 0
    return entries.map { entry in
      let value = entry.value.map { text($0, entry.unit) } ?? "-"
      return "\(Column.left(entry.name, width))  \(value)\n"
    }.joined()
  }

  private var json: String {
    let members = entries.map { entry in
      (entry.name, entry.value.map { JSONValue.number(Self.rounded($0, entry.unit)) } ?? .null)
    }
    return "\(JSONValue(members))\n"
  }

  private func text(_ value: Double, _ unit: Unit) -> String {
    "\(JSONValue.number(Self.rounded(value, unit)))"
  }

  private static func rounded(_ value: Double, _ unit: Unit) -> Double {
    switch unit {
    case .count: value.rounded()
    case .share, .milliseconds: (value * 1000).rounded() / 1000
    }
  }
}

struct StatisticsOptions: ParsableArguments {
  @Option(
    name: .customLong("stats"), defaultAsFlag: .text,
    help: ArgumentHelp(
      "At the end, print to standard error what was loaded from where, and how fast: text or json.",
      valueName: "form"))
  var form: SessionStatistics.Form?
}

extension SessionStatistics.Form: ExpressibleByArgument {}
