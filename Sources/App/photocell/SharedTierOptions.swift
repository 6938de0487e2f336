import ArgumentParser
import Glibc
import HTTP
import SharedTier
import Terminal

/// The options of the thumbnails that machines share.
struct SharedTierOptions: ParsableArguments {
  /// The environment's variable with the secret.
  static let variable = "PHOTOCELL_TIER_SECRET"
  /// The most that a secret may have, in bytes.
  private static let secretLimit = 4_096

  @Option(
    name: .customLong("shared-tier"),
    help: ArgumentHelp(
      "Share thumbnails with other machines: memcached://HOST, redis://HOST or rediss://HOST, hosts joined by commas.",
      discussion: """
        Thumbnails that any machine has made serve all that know the same secret, of which keys and \
        values tell nothing to others. No name and no path is sent. redis://USER:PASSWORD@HOST logs in.
        """, valueName: "address"))
  var address: SharedTierAddress?

  @Option(
    name: .customLong("shared-tier-secret"),
    help: ArgumentHelp(
      "The file with the secret of the shared tier, 16 bytes at least; without it the variable \(SharedTierOptions.variable) is taken.",
      valueName: "file"), completion: .file())
  var secretFile: String?

  /// The tier that was asked for, to which nothing is connected yet.
  /// - Parameters:
  ///   - givesWay: Whether it is written to only while no processor is wanted for anything else.
  ///   - timing: How long it may take for what.
  /// - Returns: Nil where none was.
  /// - Throws: A `ValidationError` where its secret is missing.
  func tier(givesWay: Bool = false, timing: TierTiming = TierTiming()) throws -> SharedTier? {
    guard let address else { return nil }
    let trust = TrustVariables(environment: Storage.variable)
    return SharedTier(
      address.address, secret: try secret(),
      trust: TierTrust(file: trust.file, folder: trust.folder), timing: timing, givesWay: givesWay)
  }

  private func secret() throws -> TierSecret {
    let bytes: [UInt8]
    if let secretFile {
      guard let content = Self.content(of: secretFile) else {
        throw ValidationError(
          "the secret of the shared tier cannot be read: \(DisplayText(secretFile))")
      }
      bytes = content
    } else {
      guard let text = Storage.variable(Self.variable) else {
        throw ValidationError(
          "--shared-tier needs --shared-tier-secret, or the variable \(Self.variable)")
      }
      bytes = Array(text.utf8)
    }
    guard let secret = TierSecret(bytes) else {
      throw ValidationError(
        "the secret of the shared tier needs \(TierSecret.shortest) bytes at least")
    }
    return secret
  }

  /// The start of a file; nil where it cannot be read, or is longer than a secret may be.
  private static func content(of path: String) -> [UInt8]? {
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: secretLimit + 1)
    let count = unsafe read(number, &bytes, bytes.count)
    return (0...secretLimit).contains(count) ? Array(bytes.prefix(count)) : nil
  }
}

/// The address of a shared tier, as `--shared-tier` says it.
struct SharedTierAddress: ExpressibleByArgument {
  let address: TierAddress

  init?(argument: String) {
    guard let address = try? TierAddress(argument) else { return nil }
    self.address = address
  }
}
