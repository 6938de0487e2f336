import ArgumentParser
import Base
import DecoderProtocol
import ExpiringCache
import ImagePipeline
import Imaging
import SharedTier
import Terminal

struct PhotoOptions: ParsableArguments {
  @Option(help: "Number of colours: truecolor, 256, 16 or none (default: detected).")
  var color: ColorDepth?

  @Option(help: "Characters to draw images with: half, quadrants, sextants or ascii.")
  var symbols: SymbolSet?

  @Option(
    help: """
      Image protocol: auto, kitty, kitty-direct, sixel, iterm2 or symbols (default: auto, the best \
      that the terminal reports).
      """)
  var images: ImagesOption?

  @Option(
    help: ArgumentHelp(
      "Bytes per second to the terminal: 200kB, 1MB (default: measured).", valueName: "size"),
    transform: OptionValue.byteRate)
  var bandwidth: Int?

  @Flag(
    switch: .customLong("private"),
    help: "Write no thumbnails, metadata or selections to disk; existing thumbnails are used.")
  var isPrivate = false

  @OptionGroup var shared: SharedTierOptions
  @OptionGroup var decoder: DecoderOptions

  /// Starts connecting now; nil if disabled, offline or private.
  func sharedTier(isOffline: Bool, isLowPriority: Bool = false) throws -> SharedTier? {
    guard let tier = try shared.tier(isLowPriority: isLowPriority), !isPrivate, !isOffline else {
      return nil
    }
    tier.start()
    return tier
  }
}

extension ColorDepth: ExpressibleByArgument {}
extension SymbolSet: ExpressibleByArgument {}

struct ImagesOption: ExpressibleByArgument {
  /// Nil to decide by the terminal's answers.
  let requested: PictureProtocol?

  private static let automatic = "auto"

  init?(argument: String) {
    requested = PictureProtocol(rawValue: argument)
    guard requested != nil || argument == Self.automatic else { return nil }
  }

  static var allValueStrings: [String] { [automatic] + PictureProtocol.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct DecoderOptions: ParsableArguments {
  @Flag(
    name: .customLong("allow-unsandboxed"),
    help: "Decode even if the system lacks part of the decoders' sandbox.")
  var allowsUnsandboxed = false

  /// Not started yet; `onLack` is called on any thread if the sandbox is incomplete.
  func client(
    log: Log = .none,
    onLack: @escaping @Sendable (SandboxNotice) -> Void = { StandardError.write("\($0)") }
  ) -> DecoderClient {
    DecoderClient(programs: .installed(allowsUnsandboxed: allowsUnsandboxed), log: log) { lacked in
      let notice = SandboxNotice(lacked: lacked, isDecoding: allowsUnsandboxed)
      log.write(.warning, .sandbox, "\(notice)")
      onLack(notice)
    }
  }
}

struct SandboxNotice: Hashable, Sendable, CustomStringConvertible {
  let lacked: Set<SandboxPart>
  let isDecoding: Bool

  var description: String {
    let parts = SandboxPart.allCases.filter(lacked.contains).map { "no \($0.shortName)" }
      .joined(separator: ", ")
    return isDecoding
      ? "unsandboxed: \(parts)"
      : "decoding is off: \(parts); use --allow-unsandboxed to decode anyway"
  }
}

extension SandboxPart {
  fileprivate var shortName: String { self == .privileges ? "privilege lock" : description }
}

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

  var expiration: Expiration { lifetime.map { .after($0) } ?? Composition.usualLifetime }
}
