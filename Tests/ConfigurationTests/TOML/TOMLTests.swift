import Configuration
import Testing

@Suite("TOML")
struct TOMLTests {
  private func table(_ text: String) throws(TOMLError) -> TOMLTable {
    try TOMLReader.table(in: Array(text.utf8))
  }

  @Test func `the keys of a table keep their order and have values and positions`() throws {
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

  @Test(arguments: [
    ("a.b = 1\n[c.d]\n[[e.f]]\n[[e.f]]\ng = {h = 1}", "1:1 1:1 a, 2:2 2:2 c, 3:3 3:3 e"),
    ("a = [1]\nb = {c = 1}\n'd' = \"x\"", "1:1 1:5 a, 2:1 2:5 b, 3:1 3:7 d"),
    ("[ z ]\n[y.x]\n[y]", "1:3 1:3 z, 2:2 2:2 y"), ("\"é\" = 'ö'; # x\r\n", "error 1:10"),
    ("a = 1\r\n\"é\" = 'ö' # x\r\nb = 2", "1:1 1:5 a, 2:1 2:7 é, 3:1 3:5 b"),
  ])
  func `keys, values and errors have the line and column of the text`(text: String, shown: String) {
    let found: String
    do throws(TOMLError) {
      found = try table(text).entries.map { entry in
        let places = [entry.position, entry.node.position].map { "\($0.line):\($0.column)" }
        return places.joined(separator: " ") + " \(entry.key)"
      }.joined(separator: ", ")
    } catch {
      found = "error \(error.position.line):\(error.position.column)"
    }
    #expect(found == shown)
  }

  @Test func `a table of an array is positioned behind its opening brackets`() throws {
    guard case .array(let tables)? = try table("[[a]]\nb = 1\n[[a]]")["a"]?.node.value else {
      return #expect(Bool(false))
    }
    #expect(
      tables.map(\.position) == [
        TOMLPosition(line: 1, column: 3), TOMLPosition(line: 3, column: 3),
      ])
  }

  @Test(
    arguments: [
      ("a = \"\\u00e9\"", .string("é")), ("a = '\\x'", .string("\\x")), ("a = \"\"", .string("")),
      ("a = 0xFF_FF", .integer(65535)), ("a = -9223372036854775808", .integer(.min)),
      ("a = 1.5e3", .float(1500)), ("a = -inf", .float(-.infinity)), ("a = true", .boolean(true)),
      ("a = false", .boolean(false)), ("a = []", .array([])),
      ("a = \"\"\"\nx\r\ny\"\"\"\"\"", .string("x\ny\"\"")),
    ] as [(String, TOMLValue)])
  func `a value of each type is parsed`(text: String, value: TOMLValue) throws {
    #expect(try table(text)["a"]?.node.value == value)
  }

  @Test(
    arguments: [
      ("a = ", 1, 5, "end-of-file"), ("a = 1\nb = yes\n", 2, 5, "value"),
      ("a = 1 2", 1, 7, "saw '2'"), ("a 1", 1, 3, "expected '='"),
      ("a = 1\na = 2", 2, 5, "redefine existing integer 'a'"),
      ("[a]\n[a]", 2, 1, "redefine existing table 'a'"),
      ("a = \"x\ny\"", 1, 7, "control characters"), ("a = [1", 1, 7, "end-of-file"),
      ("a = 2024-05-17", 1, 5, "no date or time"),
      ("a = 9223372036854775808", 1, 24, "64 bits"), (#"a = "\x""#, 1, 7, #"'\x'"#),
      ("a = 1\n\u{FEFF}b = 1", 2, 1, "saw"),
      ("é = 1", 1, 1, "saw 'é'"), ("a = é", 1, 5, "value"), ("[{", 1, 2, "saw '{'"),
      (
        "# ...............................\na" + String(repeating: ".a", count: 16), 2, 32,
        "16 parts"
      ),
    ] as [(String, Int, Int, String)])
  func `an invalid document throws an error with line, column and reason`(
    text: String, line: Int, column: Int, words: String
  ) {
    let error = #expect(throws: TOMLError.self) { try table(text) }
    #expect(error?.position == TOMLPosition(line: line, column: column))
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func `invalid UTF-8 is an error on its line`() {
    let bytes = Array("a = 1\nb = \"".utf8) + [0xFF] + Array("\"".utf8)
    let error = #expect(throws: TOMLError.self) { try TOMLReader.table(in: bytes) }
    #expect(error?.position.line == 2)
  }

  @Test func `a byte order mark is ignored at the start and an error elsewhere`() throws {
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
  func `a UTF-16 document is rejected with an error that names UTF-16`(bytes: [UInt8]) {
    #expect(
      throws: TOMLError(TOMLPosition(line: 1, column: 1), "expected UTF-8, found UTF-16")
    ) { try TOMLReader.table(in: bytes) }
  }

  @Test(arguments: [
    "[", "{a=", "[[", "a.", "[a]\n", "\"\"\"", "1e", "\\", "a.a.a.a.a.a.a.a=1\n", "[a.b]\n", "''.",
    "\"\"\"\"\"\"\"\".",
  ])
  func `a token repeated a million times does not crash the parser`(text: String) {
    let document = "a = " + String(repeating: text, count: 1_000_000)
    _ = try? table(document)
    _ = try? table(String(repeating: text, count: 1_000_000))
  }
}
