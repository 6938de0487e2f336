import ArgumentParser
import ExpiringCache

struct CacheOptions: ParsableArguments {
  @Flag(
    name: .customLong("cache"), inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Keep pictures in memory, or none, to feel the difference.")
  var isSwitchedOn = true

  @Option(
    name: .customLong("ttl"),
    help:
      ArgumentHelp(
        "How long a picture stays in memory after a cell has last asked for it: 500ms, 30s, 10m, 2h (default: 10m).",
        valueName: "time"),
    transform: LifetimeOption.init)
  var lifetime: LifetimeOption?

  @Option(
    name: .customLong("memory-cache"),
    help: ArgumentHelp(
      "How much memory pictures may take: 500kB, 256MB, 1GB (default: 128MB).", valueName: "size"),
    transform: ByteSizeOption.init)
  var budget: ByteSizeOption?

  @Flag(
    name: .customLong("keep-cache-when-suspended"), inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: "Keep pictures in memory that cannot be seen while the program is stopped by Ctrl-Z.")
  var isKeptWhenSuspended = false

  func validate() throws {
    guard isSwitchedOn || (lifetime == nil && budget == nil && !isKeptWhenSuspended) else {
      throw ValidationError(
        "--no-cache leaves nothing for --ttl, --memory-cache and --keep-cache-when-suspended")
    }
  }

  var limits: CacheLimits {
    if !isSwitchedOn { return Composition.noMemory }
    return budget.map { CacheLimits(cost: $0.bytes) } ?? Composition.usualMemory
  }

  var expiration: Expiration {
    lifetime.map { .after($0.duration) } ?? Composition.usualLifetime
  }
}
