import Testing

@testable import Browser

@MainActor
@Suite("Parsing of the command line")
struct CommandLineTests {
  private static let names: Set = ["larger", "last", "sort-name", "sort-name-reversed"]

  @Test(
    arguments: [
      ("", .nothing), ("  ", .nothing), ("last", .command(.last, count: nil)),
      (" larger 3 ", .command(.larger, count: 3)), ("larger x", .place("larger x")),
      ("larger 0", .place("larger 0")), ("larger 3 4", .place("larger 3 4")), ("42", .place("42")),
      ("  a b", .place("a b")), ("Last", .place("Last")),
      ("larger 9223372036854775807", .command(.larger, count: 99_999_999)),
      ("larger 99999999999999999999", .command(.larger, count: 99_999_999)),
      ("larger -3", .place("larger -3")), ("q", .command(.quit, count: nil)),
    ] as [(String, CommandLine)])
  func `text is a command with an optional count, or else a destination`(
    text: String, line: CommandLine
  ) {
    #expect(CommandLine(text, knowing: Self.names) == line)
  }

  @Test(
    arguments: [
      ("last ~/a b ", .withArgument(.last, argument: "~/a b")),
      ("last", .command(.last, count: nil)), ("last  3", .withArgument(.last, argument: "3")),
      ("larger 3", .command(.larger, count: 3)),
      ("last ", .command(.last, count: nil)),
    ] as [(String, CommandLine)])
  func `a command that takes arguments gets the rest of the text`(text: String, line: CommandLine) {
    #expect(CommandLine(text, knowing: Self.names, takingArguments: ["last"]) == line)
  }

  @Test(
    arguments: [
      ("l", ["larger", "last"]), ("sort", ["sort-name", "sort-name-reversed"]), ("last", ["last"]),
      ("LAST", ["last"]), ("lasts", []), ("x", []), ("name", ["sort-name", "sort-name-reversed"]),
      ("e", ["larger", "sort-name", "sort-name-reversed"]), ("re", ["sort-name-reversed"]),
      ("lgr", ["larger"]), ("", ["larger", "last", "sort-name", "sort-name-reversed"]),
    ])
  func `names that begin with the text match, else those that contain it or its letters`(
    text: String, names: [String]
  ) {
    let items = Self.names.sorted().map { LineMenu.Item(name: $0, text: $0) }
    #expect(items.matching(text).map(\.name) == names)
  }
}
