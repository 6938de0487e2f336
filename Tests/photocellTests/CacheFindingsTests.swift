import ExpiringCache
import Storage
import Testing

@testable import photocell

@Suite("Doctor: caches")
struct CacheFindingsTests {
  private func findings(_ tiers: TierFigures...) -> [Finding] {
    Array(Diagnosis.Section.caches(tiers).findings)
  }

  @Test func `a working cache is reported with its entries, size and folder`() {
    let thumbnails = TierFigures(
      tier: .thumbnails, folder: "/c/thumbnails",
      total: TierUsage(CacheUsage(cost: 340_000, count: 24)), condition: .writable)
    let responses = TierFigures(
      tier: .responses, folder: "/c/photocell",
      total: TierUsage(CacheUsage(cost: 280, count: 1), budget: 1_000_000_000), condition: .writable
    )
    #expect(
      findings(thumbnails, responses) == [
        Finding("memory", "up to 128 MB in the program"),
        Finding("thumbnails", "24 entries, 340 kB, /c/thumbnails", .good),
        Finding("responses", "1 entry, 280 B of 1.0 GB, /c/photocell", .good),
      ])
  }

  @Test func `a cache folder that is not created yet is reported as good`() {
    let tier = TierFigures(tier: .thumbnails, folder: "/c/thumbnails", condition: .absent)
    #expect(
      findings(tier).last
        == Finding("thumbnails", "0 entries, 0 B, /c/thumbnails, not made yet", .good))
  }

  @Test func `an unusable cache is reported with its reason, and the diagnosis stays healthy`() {
    let readOnly = TierFigures(
      tier: .thumbnails, folder: "/c/thumbnails",
      total: TierUsage(CacheUsage(cost: 340_000, count: 24)),
      condition: .readOnly("read-only file system"))
    let unusable = TierFigures(
      tier: .responses, folder: "/c/photocell",
      total: TierUsage(budget: 1_000_000_000, trouble: "not a folder"),
      condition: .unusable("not a folder"))
    let full = TierFigures(
      tier: .responses, folder: nil, total: TierUsage(trouble: "no space left"),
      condition: .writable)
    #expect(
      findings(readOnly, unusable, full).dropFirst().map(\.value) == [
        "not cached: read-only file system, 24 entries, 340 kB, /c/thumbnails",
        "not cached: not a folder, /c/photocell", "not cached: no space left",
      ])
    #expect(findings(readOnly, unusable, full).allSatisfy { $0.state == .fact })
    #expect(Diagnosis(sections: [.caches([unusable])]).isHealthy)
  }
}
