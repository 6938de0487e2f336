import DecoderProtocol
import ImagePipeline
import Imaging
import Testing

@testable import photocell

@Suite("Doctor: diagnosis")
struct DiagnosisTests {
  private func status(
    _ role: DecoderRole, lacking missing: Set<SandboxPart> = []
  ) -> DecoderStatus {
    DecoderStatus(
      role: role, path: "/bin/\(role)",
      state: .running(
        process: 7, startUpTime: .microseconds(4540),
        sandbox: Set(SandboxPart.allCases).subtracting(missing)))
  }

  private func diagnosis(_ statuses: [DecoderStatus]) -> Diagnosis {
    let findings = DecoderFindings(statuses: statuses)
    return Diagnosis(sections: [findings.sandbox, findings.decoders, findings.formats])
  }

  @Test func `running decoders in a whole sandbox are healthy`() {
    let diagnosis = diagnosis([status(.fast), status(.vips), status(.drawing)])
    #expect(diagnosis.isHealthy)
    #expect(diagnosis.table.contains("  ok  seccomp            enforced\n"))
    #expect(diagnosis.table.contains("  ok  fast               ready in 4.5 ms\n"))
  }

  @Test func `a sandbox part that one decoder lacks is reported with the decoder's name`() {
    let diagnosis = diagnosis([status(.fast), status(.vips, lacking: [.files])])
    #expect(!diagnosis.isHealthy)
    #expect(diagnosis.table.contains("  NO  Landlock           not enforced: vips\n"))
  }

  @Test func `the formats of a missing decoder are reported as having none`() {
    let absent = DecoderStatus(role: .vips, path: nil, state: .notInstalled)
    let diagnosis = diagnosis([status(.fast), absent])
    #expect(!diagnosis.isHealthy)
    #expect(diagnosis.table.contains("  NO  vips               not installed\n"))
    #expect(diagnosis.table.contains("  NO  WebP               no decoder\n"))
    #expect(diagnosis.table.contains("  ok  JPEG               libjpeg-turbo"))
  }

  @Test func `a decoder that does not start is reported with its missing libraries`() {
    let dead = DecoderStatus(role: .vips, path: "/bin/false", state: .unavailable)
    func line(_ names: [String]) -> String? {
      let findings = DecoderFindings(statuses: [dead], missingLibraries: [.vips: names])
      return findings.decoders.findings.first?.value
    }
    #expect(line([]) == "does not start")
    #expect(
      line(["libraw.so.20"])
        == "does not start: libraw.so.20 is not installed, or in another version; "
        + "install the package made for this release")
    #expect(
      line(["libraw.so.20", "libjxl.so.0.7"])
        == "does not start: libraw.so.20, libjxl.so.0.7 are not installed, or in another version; "
        + "install the package made for this release")
  }

  @Test func `every format that a decoder reads is listed, and no other`() {
    let listed = DecoderFindings(statuses: []).formats.findings.map(\.name)
    let readable = PictureFormat.allCases.filter { $0.descriptor.decoder != nil }
    #expect(listed == readable.map(\.description))
    #expect(Set(listed).count == 34)
  }

  @Test func `the sandbox is reported as not tried if no decoder runs`() {
    let dead = DecoderStatus(role: .fast, path: "/bin/false", state: .unavailable)
    #expect(diagnosis([dead]).table.contains("  NO  seccomp            not tried\n"))
  }

  @Test func `control characters in a value are replaced in the table`() {
    let finding = Finding("TERM", "a\u{1B}[2J\nb", .missing)
    let section = Diagnosis.Section(title: "terminal", findings: [finding])
    #expect(
      Diagnosis(sections: [section]).table == "terminal\n  NO  TERM  a\u{FFFD}[2J\u{FFFD}b\n")
  }

  @Test func `control characters in a value are escaped in JSON`() {
    let finding = Finding("TERM", "a\"\\\u{1B}[2J\u{9B}", .missing)
    let section = Diagnosis.Section(title: "terminal", findings: [finding])
    #expect(
      Diagnosis(sections: [section]).json == #"""
        {"healthy":false,"terminal":[{"name":"TERM","value":"a\"\\\u001b[2J\u009b","state":"missing"}]}

        """#)
  }
}
