import ArgumentParser
import Testing

@testable import photocell

@Suite("The options of the web")
struct WebOptionsTests {
  @Test func `without options the cache has its usual size, and the network is asked`() throws {
    let options = try WebOptions.parse([])
    let access = try options.access(for: SourceOptions.parse([]))
    #expect(access.isOffline == false)
    #expect(options.budget == nil)
  }

  @Test func `offline and the size of the cache are taken over`() throws {
    let options = try WebOptions.parse(["--offline", "--http-cache", "200MB"])
    #expect(try options.access(for: SourceOptions.parse([])).isOffline)
    #expect(options.budget?.bytes == 200_000_000)
  }

  @Test(arguments: [
    "no colon", ": nameless", "Na me: blank", "Name: a\r\nOther: b", "Host: other.example",
    "Content-Length: 5",
  ])
  func `a header that is none is refused without repeating it`(text: String) {
    let refusal = refusal(["--header=\(text)"])
    #expect(refusal.contains("'Name: value'"))
    #expect(!refusal.contains(text))
  }

  @Test func `a header needs an address to go to`() throws {
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
