@testable import TOML
import Testing

@Suite("TOML")
struct TOMLTests {
  private func table(_ text: String) throws(TOMLError) -> TOMLTable {
    try TOMLReader.table(in: Array(text.utf8))
  }

  @Test func `keys and values stand where they are written`() throws {
    let table = try table("# habits\n[grid]\n  sort = \"taken\"\n\tcolumns=5\n")
    let grid = try #require(table["grid"])
    #expect(grid.position == TOMLPosition(line: 2, column: 2))
    guard case .table(let entries) = grid.node.value else { return #expect(Bool(false)) }
    #expect(entries.entries.map(\.key) == ["sort", "columns"])
    #expect(entries["sort"]?.node.value == .string("taken"))
    #expect(entries["sort"]?.position == TOMLPosition(line: 3, column: 3))
    #expect(entries["sort"]?.node.position == TOMLPosition(line: 3, column: 10))
    #expect(entries["columns"]?.node.position == TOMLPosition(line: 4, column: 10))
    #expect(entries["column"] == nil)
  }

  @Test(
    arguments: [
      ("a = ", 1, 5, "a value", "the end of the file"),
      ("a = 1\nb = yes\n", 2, 5, "a value, with quotation marks around a string", "yes"),
      ("a = 1 2", 1, 7, "the end of the line", "2"), ("a 1", 1, 3, "= or .", "1"),
      ("a = 1\na = 2", 2, 1, "a key that is there once", "a again"),
      ("[a]\n[a]", 2, 2, "a table that is there once", "a again"),
      ("a = 1\n[a.b]", 2, 2, "a table", "a again"),
      ("[a", 1, 3, "]", "the end of the file"), ("[[a]", 1, 5, "]]", "the end of the file"),
      ("a = \"x\ny\"", 1, 7, "\"", "the end of the line"),
      ("a = [1", 1, 7, ", or ]", "the end of the file"),
      ("a = 2024-05-17", 1, 5, "a value that is no date or time", "2024-05-17"),
      ("a = 9223372036854775808", 1, 5, "a number of 64 bits", "9223372036854775808"),
      (#"a = "\x""#, 1, 6, #"\b, \t, \n, \f, \r, \", \\, \u or \U"#, #"\x"#),
      (#"a = "\uD800""#, 1, 6, "a Unicode scalar value", "U+D800"),
      ("# \u{1}", 1, 3, "a character of a comment", "a control character"),
      ("a = 1\n\u{FEFF}b = 1", 2, 1, "a key", "\u{FEFF}"),
    ] as [(String, Int, Int, String, String)])
  func `what is wrong is told with its place`(
    text: String, line: Int, column: Int, expected: String, found: String
  ) {
    #expect(
      throws: TOMLError(
        position: TOMLPosition(line: line, column: column), expected: expected, found: found)
    ) { try table(text) }
  }

  @Test func `bytes that are no text are told by their line`() {
    let bytes = Array("a = 1\nb = \"".utf8) + [0xFF] + Array("\"".utf8)
    #expect(
      throws: TOMLError(
        position: TOMLPosition(line: 2, column: 1), expected: "UTF-8", found: "other bytes")
    ) { try TOMLReader.table(in: bytes) }
  }

  @Test func `a byte order mark before a document does not count`() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let table = try TOMLReader.table(in: mark + Array("a = 1\n".utf8))
    #expect(table["a"]?.node.value == .integer(1))
    _ = try TOMLReader.table(in: mark)
    #expect(throws: TOMLError.self) { try TOMLReader.table(in: Array("a = 1\n".utf8) + mark) }
  }

  @Test(arguments: [
    [0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61], [0x61, 0, 0x3D, 0], [0, 0x61, 0, 0x3D],
    [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF],
  ])
  func `a document in UTF-16 is refused by its name`(bytes: [UInt8]) {
    #expect(
      throws: TOMLError(
        position: TOMLPosition(line: 1, column: 1), expected: "UTF-8", found: "UTF-16")
    ) { try TOMLReader.table(in: bytes) }
  }

  @Test(arguments: ["[", "{a=", "[[", "a.", "[a]\n", "\"\"\"", "1e", "\\"])
  func `a document of one thing a million times is refused or read`(text: String) {
    let document = "a = " + String(repeating: text, count: 1_000_000)
    _ = try? table(document)
    _ = try? table(String(repeating: text, count: 1_000_000))
  }
}
