import DecoderProtocol
import ImagePipeline
import Imaging
import Testing

@testable import photocell

@Suite("What the doctor says")
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

  @Test func `with everything there nothing is missing`() {
    let diagnosis = diagnosis([status(.fast), status(.vips), status(.drawing)])
    #expect(diagnosis.isHealthy)
    #expect(diagnosis.table.contains("  ok  seccomp            enforced\n"))
    #expect(diagnosis.table.contains("  ok  fast               ready in 4.5 ms\n"))
  }

  @Test func `a part of the sandbox that one decoder lacks is named`() {
    let diagnosis = diagnosis([status(.fast), status(.vips, lacking: [.files])])
    #expect(!diagnosis.isHealthy)
    #expect(diagnosis.table.contains("  NO  Landlock           not enforced: vips\n"))
  }

  @Test func `without a decoder its formats cannot be read`() {
    let absent = DecoderStatus(role: .vips, path: nil, state: .notInstalled)
    let diagnosis = diagnosis([status(.fast), absent])
    #expect(!diagnosis.isHealthy)
    #expect(diagnosis.table.contains("  NO  vips               not installed\n"))
    #expect(diagnosis.table.contains("  NO  WebP               no decoder\n"))
    #expect(diagnosis.table.contains("  ok  JPEG               libjpeg-turbo"))
  }

  @Test func `a decoder whose libraries are missing names them`() {
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

  @Test func `every kind that a decoder reads is named with its library, and no other`() {
    let readable = PictureFormat.allCases.filter { $0.descriptor.decoder != nil }
    #expect(ReadableFormat.all.map(\.name) == readable.map(\.description))
    #expect(Set(ReadableFormat.all.map(\.name)).count == 28)
  }

  @Test func `where no decoder runs the sandbox is not tried`() {
    let dead = DecoderStatus(role: .fast, path: "/bin/false", state: .unavailable)
    #expect(diagnosis([dead]).table.contains("  NO  seccomp            not tried\n"))
  }

  @Test func `what others wrote is harmless in the table, whichever section it stands in`() {
    let finding = Finding(name: "TERM", value: "a\u{1B}[2J\nb", state: .missing)
    let section = Diagnosis.Section(title: "terminal", findings: [finding])
    #expect(
      Diagnosis(sections: [section]).table == "terminal\n  NO  TERM  a\u{FFFD}[2J\u{FFFD}b\n")
  }

  @Test func `the same is said in JSON, harmless whatever is in it`() {
    let finding = Finding(name: "TERM", value: "a\"\\\u{1B}[2J\u{9B}", state: .missing)
    let section = Diagnosis.Section(title: "terminal", findings: [finding])
    #expect(
      Diagnosis(sections: [section]).json == #"""
        {"healthy":false,"terminal":[{"name":"TERM","value":"a\"\\\u001b[2J\u009b","state":"missing"}]}

        """#)
  }
}
