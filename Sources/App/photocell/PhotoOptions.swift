import ArgumentParser
import DecoderMessages
import Decoding
import Imaging
import Logging
import SharedTier
import Terminal

/// The options that every way to look at photos has, wherever they come from.
struct PhotoOptions: ParsableArguments {
  @Option(help: "How many colours to use: truecolor, 256, 16 or none.")
  var color: ColorDepth?

  @Option(help: "What to draw pictures with: half, quadrants, sextants or ascii.")
  var symbols: SymbolSet?

  @Option(
    help: """
      How pictures are sent: auto, kitty, kitty-direct, sixel, iterm2 or symbols (default: auto, what \
      the terminal says it shows).
      """)
  var images: ImagesOption?

  @Option(
    help: ArgumentHelp(
      "How many bytes reach the terminal in a second: 200kB, 1MB (default: measured).",
      valueName: "size"),
    transform: BandwidthOption.init)
  var bandwidth: BandwidthOption?

  @Flag(
    name: .customLong("private"), inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Write no thumbnails to disk; those that are there are read.")
  var isPrivate = false

  @OptionGroup var shared: SharedTierOptions
  @OptionGroup var decoder: DecoderOptions

  /// The thumbnails that machines share, to which a connection begins now.
  /// - Parameters:
  ///   - isOffline: Whether the network is not to be used.
  ///   - givesWay: Whether it is written to only while no processor is wanted for anything else.
  /// - Returns: Nil where nothing is to be shared.
  /// - Throws: A `ValidationError` where the secret is missing.
  func sharedTier(isOffline: Bool, givesWay: Bool = false) throws -> SharedTier? {
    guard let tier = try shared.tier(givesWay: givesWay), !isPrivate, !isOffline else { return nil }
    tier.start()
    return tier
  }
}

extension ColorDepth: ExpressibleByArgument {}
extension SymbolSet: ExpressibleByArgument {}

/// How pictures are sent, as `--images` says it.
struct ImagesOption: ExpressibleByArgument {
  /// What is to be taken whatever the terminal says; nil where that decides.
  let requested: PictureProtocol?

  private static let automatic = "auto"

  init?(argument: String) {
    requested = PictureProtocol(rawValue: argument)
    guard requested != nil || argument == Self.automatic else { return nil }
  }

  static var allValueStrings: [String] {
    [automatic] + PictureProtocol.allCases.map(\.rawValue)
  }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The options that everything has which decodes.
struct DecoderOptions: ParsableArguments {
  @Flag(
    name: .customLong("allow-unsandboxed"),
    help: "Decode even if the system lacks a part of the decoder's sandbox.")
  var allowsUnsandboxed = false

  /// What decodes, in processes of its own that are not started yet.
  ///
  /// That their sandbox is not whole is told to `onLack`, on any thread; where nothing else is said,
  /// standard error is.
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

/// What is said for as long as the program runs where the sandbox of the decoders is not whole.
struct SandboxNotice: Hashable, Sendable, CustomStringConvertible {
  /// The parts that are unavailable.
  let lacked: Set<SandboxPart>
  /// Whether photos are decoded all the same, as the user has asked.
  let isDecoding: Bool

  /// One line that names every part.
  var description: String {
    let parts = SandboxPart.allCases.filter(lacked.contains).map { "no \($0.shortName)" }
      .joined(separator: ", ")
    return isDecoding
      ? "unsandboxed: \(parts)"
      : "decoding is off: \(parts); --allow-unsandboxed decodes without it"
  }
}

extension SandboxPart {
  /// What follows the word no.
  fileprivate var shortName: String { self == .privileges ? "privilege lock" : description }
}
