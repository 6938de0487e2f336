import ArgumentParser
import Testing

@testable import photocell

@Suite("Web options")
struct WebOptionsTests {
  @Test func `without options the cache has its default size and the network is used`() throws {
    let options = try WebOptions.parse([])
    let access = try options.access(for: SourceOptions.parse([]))
    #expect(access.isOffline == false)
    #expect(options.responses.budget == nil)
  }

  @Test func `--offline and --http-cache are applied`() throws {
    let options = try WebOptions.parse(["--offline", "--http-cache", "200MB"])
    #expect(try options.access(for: SourceOptions.parse([])).isOffline)
    #expect(options.responses.budget == 200_000_000)
  }

  @Test(arguments: [
    "no colon", ": nameless", "Na me: blank", "Name: a\r\nOther: b", "Host: other.example",
    "Content-Length: 5",
  ])
  func `an invalid header is refused without repeating it`(text: String) {
    let refusal = refusal(["--header=\(text)"])
    #expect(refusal.contains("'Name: value'"))
    #expect(!refusal.contains(text))
  }

  @Test func `--header is refused without a web source`() throws {
    let options = try WebOptions.parse(["--header", "X-Key: 1", "--header", "X-Other: 2"])
    #expect(throws: ValidationError.self) {
      try options.access(for: SourceOptions.parse(["a.jpg", "/host.example/"]))
    }
    _ = try options.access(for: SourceOptions.parse(["a.jpg", "https://host.example/feed"]))
  }

  private func refusal(_ arguments: [String]) -> String {
    do {
      _ = try WebOptions.parse(arguments)
      return "not refused"
    } catch {
      return WebOptions.message(for: error)
    }
  }
}
