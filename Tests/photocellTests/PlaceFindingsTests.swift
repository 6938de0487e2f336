import Photos
import TestSupport
import Testing

@testable import photocell

@Suite("Findings about places") struct PlaceFindingsTests {
  @Test func `the installed gazetteer is good`() throws {
    let gazetteer = Gazetteer { [ShippedGazetteer.path] }
    let section = Diagnosis.Section.places(gazetteer.state)
    let finding = try #require(section.findings.first)
    #expect(section.title == "places" && section.findings.count == 1 && finding.state == .good)
    #expect(finding.value.hasSuffix(" towns of GeoNames"))
  }

  @Test(
    arguments: [(.missing, "missing"), (.damaged, "damaged")] as [(Gazetteer.State, String)])
  func `without one, positions have no names, which is no fault of the system`(
    state: Gazetteer.State, word: String
  ) {
    let section = Diagnosis.Section.places(state)
    #expect(
      section.findings == [
        Finding("gazetteer", "\(word): positions have no names; install photocell again")
      ])
    #expect(Diagnosis(sections: [section]).isHealthy)
  }
}
