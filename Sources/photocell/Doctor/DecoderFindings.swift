import Base
import DecoderProtocol
import ImagePipeline
import Imaging

struct DecoderFindings {
  let statuses: [DecoderStatus]
  /// Shared libraries that a decoder needs and the system lacks.
  var missingLibraries: [DecoderRole: [String]] = [:]

  static func ofInstalled() async -> DecoderFindings {
    let statuses = await DecoderClient(programs: .installed()).statuses()
    let dead = statuses.filter { $0.state == .unavailable }
    let missing = await WorkQueue(label: "doctor").run {
      dead.map { ($0.role, $0.path.map(MissingLibraries.of) ?? []) }
    }
    return DecoderFindings(
      statuses: statuses, missingLibraries: Dictionary(uniqueKeysWithValues: missing))
  }

  /// Each part is tested in a child of every decoder.
  var sandbox: Diagnosis.Section {
    Diagnosis.Section(title: "sandbox", findings: SandboxPart.allCases.map(finding(for:)))
  }

  var decoders: Diagnosis.Section {
    Diagnosis.Section(title: "decoders", findings: statuses.map(finding(for:)))
  }

  var formats: Diagnosis.Section {
    Diagnosis.Section(
      title: "formats",
      findings: PictureFormat.readable.map { format in
        let format = format.descriptor
        let isThere = statuses.contains { $0.role == format.decoder && $0.isRunning }
        return Finding(
          name: format.name, value: isThere ? format.library : "no decoder",
          state: isThere ? .good : .missing)
      })
  }

  private func finding(for part: SandboxPart) -> Finding {
    let running = statuses.filter(\.isRunning)
    let lacking = running.filter { !$0.holds(part) }.map(\.role.rawValue)
    if running.isEmpty { return Finding(name: "\(part)", value: "not tried", state: .missing) }
    return lacking.isEmpty
      ? Finding(name: "\(part)", value: "enforced", state: .good)
      : Finding(
        name: "\(part)", value: "not enforced: \(lacking.joined(separator: ", "))",
        state: .missing)
  }

  private func finding(for status: DecoderStatus) -> Finding {
    switch status.state {
    case .notInstalled: Finding(name: status.role.rawValue, value: "not installed", state: .missing)
    case .unavailable:
      Finding(name: status.role.rawValue, value: obstacle(of: status.role), state: .missing)
    case .running(_, let startUpTime, _):
      Finding(
        name: status.role.rawValue, value: "ready in \(startUpTime.milliseconds) ms", state: .good)
    }
  }
}

extension DecoderFindings {
  private func obstacle(of role: DecoderRole) -> String {
    guard let names = missingLibraries[role], !names.isEmpty else { return "does not start" }
    return "does not start: \(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are")"
      + " not installed, or in another version; install the package made for this release"
  }
}

extension DecoderStatus {
  fileprivate var isRunning: Bool {
    if case .running = state { true } else { false }
  }

  fileprivate func holds(_ part: SandboxPart) -> Bool {
    guard case .running(_, _, let sandbox) = state else { return false }
    return sandbox.contains(part)
  }
}

extension PictureFormat {
  static let readable = allCases.filter { $0.descriptor.decoder != nil }
}
