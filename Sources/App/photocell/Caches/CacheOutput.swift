import ArgumentParser
import Tiers

/// How the cache's commands end.
enum CacheOutput {
  /// Writes what was found to standard output, and a line for each tier that did not do as it was
  /// asked to standard error.
  /// - Throws: `ExitCode(1)` where there was such a tier, `StandardOutput.failure` where nothing could
  ///   be written.
  static func write(_ text: String, _ troubles: [(StorageTier, String)]) throws {
    try StandardOutput.write(text)
    for (tier, trouble) in troubles { StandardError.write("\(tier.rawValue): \(trouble)") }
    guard troubles.isEmpty else { throw ExitCode(1) }
  }
}
