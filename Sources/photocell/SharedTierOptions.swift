import ArgumentParser
import Base
import Glibc
import SharedTier
import Terminal

struct SharedTierOptions: ParsableArguments {
  static let variable = "PHOTOCELL_TIER_SECRET"
  private static let secretByteLimit = 4_096

  @Option(
    name: .customLong("shared-tier"),
    help: ArgumentHelp(
      "Share thumbnails between machines: memcached://HOST, redis://HOST or rediss://HOST; separate hosts by commas.",
      discussion: """
        Thumbnails are shared by all machines with the same secret. No name or path is sent. \
        redis://USER:PASSWORD@HOST logs in.
        """, valueName: "address"))
  var address: TierAddress?

  @Option(
    name: .customLong("shared-tier-secret"),
    help: ArgumentHelp(
      "File with the secret of the shared tier, at least 16 bytes (default: \(SharedTierOptions.variable)).",
      valueName: "file"), completion: .file())
  var secretFile: String?

  /// Not connected yet; written to at low priority with `isLowPriority`. Throws a `ValidationError` if
  /// the secret is missing.
  func tier(isLowPriority: Bool = false, timing: TierTiming = TierTiming()) throws -> SharedTier? {
    guard let address else { return nil }
    return SharedTier(
      address, secret: try secret(), trust: TLSOptions(environment: Storage.variable),
      timing: timing, isLowPriority: isLowPriority)
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
          "--shared-tier needs --shared-tier-secret or the variable \(Self.variable)")
      }
      bytes = Array(text.utf8)
    }
    guard let secret = TierSecret(bytes) else {
      throw ValidationError(
        "the secret of the shared tier needs at least \(TierSecret.shortest) bytes")
    }
    return secret
  }

  /// Nil if the file cannot be read, or is longer than a secret may be.
  private static func content(of path: String) -> [UInt8]? {
    let file = Descriptor(opened: unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    guard let file else { return nil }
    var bytes = [UInt8](repeating: 0, count: secretByteLimit + 1)
    let count = unsafe read(file.number, &bytes, bytes.count)
    return (0...secretByteLimit).contains(count) ? Array(bytes.prefix(count)) : nil
  }
}

extension TierAddress: ExpressibleByArgument {
  init?(argument: String) { try? self.init(argument) }
}
