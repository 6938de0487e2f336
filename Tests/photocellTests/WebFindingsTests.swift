import HTTP
import Testing

@testable import photocell

@Suite("What the doctor says of the web")
struct WebFindingsTests {
  @Test func `what is there says what it is for`() {
    #expect(
      WebFindings(conditions: [.curl: .found, .idn2: .found, .sqlite: .found]).section.findings == [
        Finding(name: "libcurl", value: "loads from the web", state: .good),
        Finding(name: "libidn2", value: "writes host names in ASCII", state: .good),
        Finding(name: "SQLite", value: "caches responses on disk", state: .good),
      ])
  }

  @Test func `what is missing says what that costs, and a run over files goes on`() {
    let section = WebFindings(conditions: [.curl: .tooOld]).section
    #expect(
      section.findings == [
        Finding(name: "libcurl", value: "too old: nothing is loaded from the web"),
        Finding(name: "libidn2", value: "missing: host names beyond ASCII do not work"),
        Finding(name: "SQLite", value: "missing: responses are not cached on disk"),
      ])
    #expect(Diagnosis(sections: [section]).isHealthy)
  }

  @Test func `the libraries are found where they are installed`() async {
    #expect(
      await WebFindings.ofProcess().conditions
        == [.curl: .found, .idn2: .found, .sqlite: .found])
  }
}
