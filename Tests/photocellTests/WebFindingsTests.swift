import HTTP
import Testing

@testable import photocell

@Suite("Doctor: web")
struct WebFindingsTests {
  @Test func `a library that is found is reported with its purpose`() {
    #expect(
      WebFindings(conditions: [.curl: .found, .idn2: .found, .sqlite: .found]).section.findings == [
        Finding(name: "libcurl", value: "loads from the web", state: .good),
        Finding(name: "libidn2", value: "writes host names in ASCII", state: .good),
        Finding(name: "SQLite", value: "caches responses on disk", state: .good),
      ])
  }

  @Test
  func `a missing or old library is reported with its effect, and the diagnosis stays healthy`() {
    let section = WebFindings(conditions: [.curl: .tooOld]).section
    #expect(
      section.findings == [
        Finding(name: "libcurl", value: "too old: nothing is loaded from the web"),
        Finding(name: "libidn2", value: "missing: host names beyond ASCII do not work"),
        Finding(name: "SQLite", value: "missing: responses are not cached on disk"),
      ])
    #expect(Diagnosis(sections: [section]).isHealthy)
  }

  @Test func `the installed libraries are found`() async {
    #expect(
      await WebFindings.ofProcess().conditions
        == [.curl: .found, .idn2: .found, .sqlite: .found])
  }
}
