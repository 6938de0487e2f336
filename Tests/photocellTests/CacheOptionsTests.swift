import ArgumentParser
import ExpiringCache
import Testing

@testable import photocell

@Suite("Memory cache options")
struct CacheOptionsTests {
  @Test(arguments: [
    ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("10m", .seconds(600)),
    ("1.5min", .seconds(90)), ("2h", .seconds(7_200)), ("1d", .seconds(86_400)),
  ])
  func `a lifetime is a number and a unit`(text: String, duration: Duration) throws {
    #expect(try CacheOptions.parse(["--ttl", text]).expiration == .after(duration))
  }

  @Test(arguments: [
    ("500B", 500), ("500kB", 500_000), ("256MB", 256_000_000), ("1.5GB", 1_500_000_000),
    ("64KiB", 65_536), ("64MiB", 64 << 20), ("1GiB", 1 << 30), ("256mb", 256_000_000),
  ])
  func `a size is a number and a unit, decimal or binary`(text: String, bytes: Int) throws {
    #expect(try CacheOptions.parse(["--memory-cache", text]).limits == CacheLimits(cost: bytes))
  }

  @Test(arguments: [
    "30", "s", "0s", "-5s", "1e3s", "nan", "infs", "30 s", "30x", "1.2.3s", "99999d", "٣s",
  ])
  func `an invalid lifetime is refused with an example`(text: String) {
    #expect(refusal(["--ttl=\(text)"]).contains("500ms, 30s, 10m, 2h or 1d"))
  }

  @Test(arguments: ["256", "MB", "0MB", "-1MB", "0.1B", "1e3MB", "256XB", "9999999TB", "lots"])
  func `an invalid size is refused with an example`(text: String) {
    #expect(refusal(["--memory-cache=\(text)"]).contains("500kB, 256MB, 1.5GB or 64MiB"))
  }

  @Test(arguments: [["--ttl", "30s"], ["--memory-cache", "1MB"], ["--keep-cache-when-suspended"]])
  func `--no-cache is refused together with other options of the memory cache`(others: [String]) {
    #expect(refusal(["--no-cache"] + others).contains("--no-cache does not go with"))
  }

  @Test func `the cache defaults to 128 MB for ten minutes, and has no room with --no-cache`()
    throws
  {
    let usual = try CacheOptions.parse([])
    #expect(usual.limits == CacheLimits(cost: 128_000_000))
    #expect(usual.expiration == .seconds(600))
    #expect(try CacheOptions.parse(["--no-cache"]).limits == CacheLimits(cost: 0, count: 0))
  }

  @Test func `the help names the default cache sizes in the form that the options accept`() throws {
    let help = CacheOptions.helpMessage(columns: 200)
    #expect(help.contains("--ttl <time> ") && help.contains("--memory-cache <size> "))
    #expect(try OptionValue.byteCount("128MB") == Composition.usualMemory.cost)
    #expect(help.contains("(default: 128MB)"))
    let web = WebOptions.helpMessage(columns: 200)
    #expect(try OptionValue.byteCount("1GB") == Storage.usualResponseBudget)
    #expect(web.contains("--http-cache <size> ") && web.contains("(default: 1GB)"))
  }

  private func refusal(_ arguments: [String]) -> String {
    do {
      _ = try CacheOptions.parse(arguments)
      return "not refused"
    } catch {
      return CacheOptions.message(for: error)
    }
  }
}
