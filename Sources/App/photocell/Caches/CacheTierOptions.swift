import ArgumentParser
import Tiers

/// Which tiers a command is about, and how it prints.
struct CacheTierOptions: ParsableArguments {
  @Flag(help: "The pictures in memory; without any of the three, all tiers.")
  var memory = false

  @Flag(help: "The thumbnails on disk.")
  var thumbnails = false

  @Flag(help: "The responses of web servers.")
  var http = false

  @Flag(help: "Print one JSON object instead of a table.")
  var json = false

  /// The tiers that were named, or all.
  var tiers: Set<StorageTier> {
    let named: [(StorageTier, Bool)] = [
      (.memory, memory), (.thumbnails, thumbnails), (.responses, http),
    ]
    let wanted = named.filter(\.1).map(\.0)
    return Set(wanted.isEmpty ? StorageTier.allCases : wanted)
  }

  /// Refuses what can only be done from inside a running program.
  /// - Throws: A `ValidationError` that says how.
  func requireDisk() throws {
    guard tiers != [.memory] else {
      throw ValidationError(
        "pictures in memory live as long as a running photocell: empty that with its keys c or C")
    }
  }

  /// Finds the tiers on disk that were asked for.
  /// - Parameter budget: What responses may take on disk, in bytes.
  /// - Returns: The tiers, of which none has touched anything yet.
  func diskTiers(budget: Int = Storage.usualResponseBudget) -> [any DiskTier] {
    DiskTiers.all(budget: budget).filter { tiers.contains($0.tier) }
  }
}
