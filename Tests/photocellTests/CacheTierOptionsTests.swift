import ArgumentParser
import Storage
import Testing

@testable import photocell

@Suite("Cache command options")
struct CacheTierOptionsTests {
  @Test(
    arguments: [
      ([], [.memory, .thumbnails, .responses, .index]), (["--memory"], [.memory]),
      (["--thumbnails"], [.thumbnails]), (["--http"], [.responses]), (["--index"], [.index]),
      (["--http", "--memory"], [.memory, .responses]),
    ] as [([String], Set<StorageTier>)])
  func `the named tiers are selected, or all of them`(arguments: [String], tiers: Set<StorageTier>)
    throws
  {
    #expect(try CacheTierOptions.parse(arguments).tiers == tiers)
  }

  @Test(arguments: ["clear", "prune", "verify"])
  func `--memory alone is refused with a hint to empty memory inside the program`(command: String) {
    #expect(refusal(["cache", command, "--memory"]).contains("with c or C"))
    #expect(refusal(["cache", command, "--memory", "--http"]) == "not refused")
    #expect(refusal(["cache", command]) == "not refused")
    #expect(refusal(["cache", "stats", "--memory"]) == "not refused")
  }

  @Test func `--http-cache is accepted only where responses are pruned`() {
    #expect(refusal(["cache", "prune", "--http-cache", "1MB"]) == "not refused")
    #expect(refusal(["cache", "prune", "--http", "--http-cache", "1MB"]) == "not refused")
    #expect(refusal(["cache", "prune", "--thumbnails", "--http-cache=1MB"]).contains("--http"))
    #expect(refusal(["cache", "prune", "--http-cache=lots"]).contains("500kB"))
    #expect(refusal(["cache", "clear", "--http-cache=1MB"]).contains("Unknown option"))
  }

  private func refusal(_ arguments: [String]) -> String {
    do {
      _ = try Photocell.command(for: arguments)
      return "not refused"
    } catch {
      return Photocell.message(for: error)
    }
  }
}
