import HTTP
import Testing

@testable import photocell

@Suite("Doctor: web")
struct WebFindingsTests {
  @Test func `a library that is found is reported with its purpose`() {
    #expect(
      Diagnosis.Section.web([.curl: .found, .idn2: .found, .sqlite: .found]).findings == [
        Finding("libcurl", "loads from the web", .good),
        Finding("libidn2", "writes host names in ASCII", .good),
        Finding("SQLite", "caches responses on disk", .good),
      ])
  }

  @Test
  func `a missing or old library is reported with its effect, and the diagnosis stays healthy`() {
    let section = Diagnosis.Section.web([.curl: .tooOld])
    #expect(
      section.findings == [
        Finding("libcurl", "too old: nothing is loaded from the web"),
        Finding("libidn2", "missing: host names beyond ASCII do not work"),
        Finding("SQLite", "missing: responses are not cached on disk"),
      ])
    #expect(Diagnosis(sections: [section]).isHealthy)
  }

  @Test func `the installed libraries are found`() {
    #expect(NetworkLibrary.conditions == [.curl: .found, .idn2: .found, .sqlite: .found])
  }
}
