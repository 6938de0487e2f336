import Photos
import Testing

@testable import photocell

@Suite("Grid options")
struct GridOptionsTests {
  private func order(_ line: String) throws -> PhotoOrder? {
    let words = line.split(separator: " ").map(String.init)
    return try (Photocell.command(for: words) as? BrowseCommand)?.browsing.grid.order
  }

  @Test(
    arguments: [
      ("a", PhotoOrder(.given)), ("--reverse a", PhotoOrder(.given, isReversed: true)),
      ("--sort size a", PhotoOrder(.size)),
      ("--sort name --reverse", PhotoOrder(.name, isReversed: true)),
      ("--sort random:42 a", PhotoOrder(.random, seed: 42)), ("--sort hue a", PhotoOrder(.hue)),
    ])
  func `--sort and --reverse set the order`(line: String, order: PhotoOrder) throws {
    #expect(try self.order(line) == order)
  }

  @Test func `--sort random picks another seed each time`() throws {
    let orders = try (0..<20).compactMap { _ in try order("--sort random a") }
    #expect(orders.allSatisfy { $0.key == .random && $0.seed < 10_000 })
    #expect(Set(orders.map(\.seed)).count > 1)
  }

  @Test(arguments: [
    "--sort", "--sort colour a", "--sort size:3 a", "--sort random:x a", "--sort random: a",
    "--sort random --reverse a", "--sort like a",
  ])
  func `an invalid order is refused`(line: String) {
    #expect(throws: (any Error).self) { try order(line) }
  }

  @Test(
    arguments: [("", PhotoGrouping.none), ("--group month", .month), ("--group auto", .auto)])
  func `--group sets the grouping`(line: String, grouping: PhotoGrouping) throws {
    let words = line.split(separator: " ").map(String.init)
    let command = try #require(try Photocell.command(for: words) as? BrowseCommand)
    #expect(command.browsing.grid.group == grouping)
  }

  @Test(arguments: [("", true), ("--no-videos", false), ("--no-videos --videos", true)])
  func `videos are shown unless --no-videos is given last`(line: String, isShown: Bool) throws {
    let words = line.split(separator: " ").map(String.init) + ["a"]
    let command = try #require(try Photocell.command(for: words) as? BrowseCommand)
    #expect(command.browsing.grid.kinds.showsVideos == isShown)
  }

  @Test(arguments: [("", true), ("--no-pairs", false), ("--no-pairs --pairs", true)])
  func `pairs are joined unless --no-pairs is given last`(line: String, joinsPairs: Bool) throws {
    let words = line.split(separator: " ").map(String.init)
    let command = try #require(try Photocell.command(for: words) as? BrowseCommand)
    #expect(command.browsing.grid.kinds.joinsPairs == joinsPairs)
  }

  @Test(
    arguments: [
      ("a", PhotoCaption.name), ("--caption date", .date), ("--caption none a", .none),
    ])
  func `--caption sets the caption, which defaults to the name`(line: String, caption: PhotoCaption)
    throws
  {
    let words = line.split(separator: " ").map(String.init)
    let command = try #require(try Photocell.command(for: words) as? BrowseCommand)
    #expect(command.browsing.grid.caption == caption)
  }
}
