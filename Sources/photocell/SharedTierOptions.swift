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

  /// Not connected yet; written to at low priority with `givesWay`. Throws a `ValidationError` if
  /// the secret is missing.
  func tier(givesWay: Bool = false, timing: TierTiming = TierTiming()) throws -> SharedTier? {
    guard let address else { return nil }
    return SharedTier(
      address, secret: try secret(), trust: TLSOptions(environment: Storage.variable),
      timing: timing, givesWay: givesWay)
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

/// The doctor's findings about the shared tier; a run does not need it.
struct SharedTierFindings {
  let reports: [TierNodeReport]

  static func of(_ tier: SharedTier) async -> SharedTierFindings {
    await WorkQueue(label: "doctor").run {
      tier.greet()
      return SharedTierFindings(reports: tier.reports)
    }
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(
      title: "shared tier",
      findings: reports.map { report in
        if case .connected = report.condition {
          return Finding(name: report.name, value: report.text, state: .good)
        }
        return Finding(name: report.name, value: "not used: \(report.text)")
      })
  }
}

extension SharedTier {
  /// Totals since the start: `12 hits, 3 misses, 3 given; shelf:6379 redis 7.0.15`.
  var line: String {
    let reports = reports
    let sum = { (count: (TierNodeReport) -> Int) in reports.reduce(0) { $0 + count($1) } }
    return "\(sum(\.figures.hitCount).grouped) hits, \(sum(\.figures.missCount).grouped) misses, "
      + "\(sum(\.figures.putCount).grouped) given; \(Self.words(on: reports))"
  }

  /// A single node's state; for several, the number connected and the first that is not.
  private static func words(on reports: [TierNodeReport]) -> String {
    let others = reports.filter { report in
      if case .connected = report.condition { false } else { true }
    }
    guard let first = reports.count == 1 ? reports.first : others.first else {
      return "\(reports.count) nodes, all connected"
    }
    let node = "\(first.name) \(first.text)"
    guard reports.count > 1 else { return node }
    return "\(reports.count - others.count) of \(reports.count) nodes connected; \(node)"
  }
}
