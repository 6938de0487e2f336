import ArgumentParser
import ExpiringCache

struct CacheOptions: ParsableArguments {
  @Flag(switch: .customLong("cache"), help: "Use the memory cache.")
  var isSwitchedOn = true

  @Option(
    name: .customLong("ttl"),
    help:
      ArgumentHelp(
        "How long an image stays cached after its last use: 500ms, 30s, 10m, 2h (default: 10m).",
        valueName: "time"),
    transform: OptionValue.duration)
  var lifetime: Duration?

  @Option(
    name: .customLong("memory-cache"),
    help: ArgumentHelp(
      "Memory for cached images: 500kB, 256MB, 1GB (default: 128MB).", valueName: "size"),
    transform: OptionValue.byteCount)
  var budget: Int?

  @Flag(
    switch: .customLong("keep-cache-when-suspended"),
    help: "Keep images that are not visible in memory while suspended by Ctrl-Z.")
  var isKeptWhenSuspended = false

  func validate() throws {
    guard isSwitchedOn || (lifetime == nil && budget == nil && !isKeptWhenSuspended) else {
      throw ValidationError(
        "--no-cache does not go with --ttl, --memory-cache or --keep-cache-when-suspended")
    }
  }

  var limits: CacheLimits {
    if !isSwitchedOn { return Composition.noMemory }
    return budget.map { CacheLimits(cost: $0) } ?? Composition.usualMemory
  }

  var expiration: Expiration {
    lifetime.map { .after($0) } ?? Composition.usualLifetime
  }
}
