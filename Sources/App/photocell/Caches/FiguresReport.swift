import Caching
import Terminal
import Tiers
import Values

/// What tiers hold, as lines of text and as JSON.
struct FiguresReport {
  let figures: [TierFigures]

  /// The tiers that could not be read, with the reason.
  var troubles: [(StorageTier, String)] {
    figures.compactMap { figures in figures.total.trouble.map { (figures.tier, $0) } }
  }

  /// A table with a line for each tier and each of its parts, and below it the folders.
  var table: String {
    let heading = ["tier", "what", "entries", "bytes", "budget"]
    let lines = TextTable(leftColumns: 2, rows: [heading] + figures.flatMap(rows)).text
    let folders = figures.compactMap { figures in
      figures.folder.map { [figures.tier.rawValue, "\(DisplayText($0))"] }
    }
    return lines + (folders.isEmpty ? "" : "\n" + TextTable(leftColumns: 2, rows: folders).text)
  }

  /// One JSON object with a member for each tier, on one line that is ended.
  var json: String {
    "\(JSONValue(figures.map { ($0.tier.rawValue, value(of: $0)) }))\n"
  }

  private func rows(of figures: TierFigures) -> [[String]] {
    let name = figures.tier.rawValue
    let budget = figures.total.budget.map { "\(ByteCount($0))" } ?? "-"
    guard figures.tier != .memory else {
      return [[name, "while a program runs", "-", "-", budget]]
    }
    guard figures.total.trouble == nil else {
      return [[name, "cannot be read", "-", "-", budget]]
    }
    let total = figures.total.usage
    return [[name, "all of photocell's", "\(total.count)", "\(ByteCount(total.cost))", budget]]
      + figures.parts.map { part in
        [name, part.name, "\(part.usage.count)", "\(ByteCount(part.usage.cost))", "-"]
      }
  }

  private func value(of figures: TierFigures) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if let folder = figures.folder { members.append(("folder", .string(folder))) }
    if let trouble = figures.total.trouble {
      members.append(("error", .string(trouble)))
    } else if figures.tier != .memory {
      members += JSONValue.members(of: figures.total.usage)
    }
    if let budget = figures.total.budget { members.append(("budget_bytes", JSONValue(budget))) }
    if !figures.parts.isEmpty {
      let parts = figures.parts.map { part in
        (part.name, JSONValue(JSONValue.members(of: part.usage)))
      }
      members.append(("parts", JSONValue(parts)))
    }
    return JSONValue(members)
  }
}

extension JSONValue {
  /// Entries and bytes as members of an object.
  static func members(of usage: CacheUsage) -> [(String, JSONValue)] {
    [("entries", JSONValue(usage.count)), ("bytes", JSONValue(usage.cost))]
  }
}
