import Base
import Catalogs
import Testing

struct JSONParserTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false\n", .bool(false)),
      ("\u{FEFF}1", .number(1)),
      ("-0", .number(0)), ("0.5", .number(0.5)), ("-12e-1", .number(-1.2)), ("1E+2", .number(100)),
      ("1e309", .number(.infinity)), ("-1e309", .number(-.infinity)), ("1e-400", .number(0)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      ("\"\"", .string("")), ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", .string("a\"\\/\u{8}\u{C}\n\r\t")),
      ("\"\\u00e9\\u4E2D\\u0000\"", .string("é中\u{0}")), ("\"\\ud83d\\ude00\"", .string("😀")),
      ("\"\\ud83d\"", .string("\u{FFFD}")), ("\"\\ude00x\"", .string("\u{FFFD}x")),
      ("\"\\ud83d\\ud83d\\ude00\"", .string("\u{FFFD}😀")), ("\"\\ud83dx\"", .string("\u{FFFD}x")),
      ("\"\\ud83d\\n\"", .string("\u{FFFD}\n")), ("\"é\u{7F}\"", .string("é\u{7F}")),
      ("[]", .array([])), ("[ 1 , [ ] ]", .array([.number(1), .array([])])), ("{}", .object([])),
      (
        "{\"a\":1,\"b\":{\"c\":null}}",
        .object([
          JSONMember(name: "a", value: .number(1)),
          JSONMember(name: "b", value: .object([JSONMember(name: "c", value: .null)])),
        ])
      ),
    ] as [(String, JSONValue)])
  func `each kind of value is parsed`(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(Array(text.utf8)) == value)
  }

  @Test(arguments: [
    ("", "line 1, column 1: the document ends too early"),
    ("\n\n ", "line 3, column 2: the document ends too early"),
    ("nul", "line 1, column 1: a value is expected here"),
    ("NaN", "line 1, column 1: a value is expected here"),
    ("[1, Infinity]", "line 1, column 5, at [1]: a value is expected here"),
    ("-Infinity", "line 1, column 2: not a number as JSON writes it"),
    ("01", "line 1, column 3: the document ends too early"),
    ("[01]", "line 1, column 4, at [0]: not a number as JSON writes it"),
    ("[1.]", "line 1, column 4, at [0]: not a number as JSON writes it"),
    ("[.5]", "line 1, column 2, at [0]: a value is expected here"),
    ("[+1]", "line 1, column 2, at [0]: a value is expected here"),
    ("[1e]", "line 1, column 4, at [0]: not a number as JSON writes it"),
    ("[0x1]", "line 1, column 3: a comma or the end of the list is expected here"),
    ("1 2", "line 1, column 3: something follows the end"),
    ("[1,]", "line 1, column 4, at [1]: a value is expected here"),
    ("[1 2]", "line 1, column 4: a comma or the end of the list is expected here"),
    ("[1}", "line 1, column 3: a comma or the end of the list is expected here"),
    ("{a:1}", "line 1, column 2: a name in quotes is expected here"),
    ("{\"a\":1,}", "line 1, column 8: a name in quotes is expected here"),
    ("{\"a\" 1}", "line 1, column 6: a colon is expected here"),
    ("{'a':1}", "line 1, column 2: a name in quotes is expected here"),
    ("// x\n1", "line 1, column 1: a value is expected here"),
    ("\"\\x\"", "line 1, column 3: not an escape that JSON has"),
    ("\"\\u12g4\"", "line 1, column 6: not an escape that JSON has"),
    ("[\"a\nb\"]", "line 1, column 4, at [0]: a control character in a text"),
    ("\"a", "line 1, column 3: the document ends too early"),
    (
      "{\"photos\": [\n {}, {}, {},\r\n  {\"urls\": {\"regular\": é}}]}",
      "line 3, column 24, at photos[3].urls.regular: a value is expected here"
    ),
    ("{\"é\\u001b[2J\": x}", "line 1, column 16, at ???[2J: a value is expected here"),
  ])
  func `invalid JSON is refused with its position`(text: String, message: String) {
    #expect(message == failure(of: Array(text.utf8)))
  }

  @Test func `bytes that are not UTF-8 are refused with their position`() {
    let bytes = Array("[\n\"é".utf8) + [0xC3, 0x28] + Array("\"]".utf8)
    #expect(failure(of: bytes) == "line 2, column 3: not UTF-8")
  }

  @Test func `the last of two members with one name counts`() throws {
    let value = try JSONParser.parse(Array(#"{"a":1,"a":2}"#.utf8))
    #expect(value["a"] == .number(2))
  }

  @Test func `lists are nested up to 64 deep and refused beyond`() throws {
    let deep = { (depth: Int) in
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try JSONParser.parse(deep(64))
    #expect(failure(of: deep(65))?.hasPrefix("line 1, column 65, at ...[0]") == true)
    #expect(failure(of: deep(100_000))?.hasSuffix("lists lie too deep in one another") == true)
    let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
    #expect(failure(of: objects)?.hasSuffix("lists lie too deep in one another") == true)
  }

  @Test func `a document is limited in bytes, values and depth`() {
    let limits = DocumentLimits(bytes: 20, parts: 5, depth: 2)
    #expect(failure(of: Array("[1,2,3,4]".utf8), limits) == nil)
    #expect(failure(of: Array("[1,2,3,4,5]".utf8), limits)?.hasSuffix("too many values") == true)
    #expect(failure(of: Array("[[[]]]".utf8), limits)?.hasSuffix("in one another") == true)
    #expect(
      failure(of: [UInt8](repeating: 0x20, count: 21), limits) == "larger than 20 bytes")
  }

  @Test func `a number of a million digits is parsed`() throws {
    let digits = Array(String(repeating: "9", count: 1_000_000).utf8)
    #expect(try JSONParser.parse(digits) == .number(.infinity))
  }

  @Test(arguments: [
    ("photos", "photos"), ("urls.regular", "urls.regular"), ("a[3].b", "a[3].b"),
    ("[0][1]", "[0][1]"), ("", ""), (".", ""), ("a[x].b", "a[x].b"), ("a[-1]", "a[-1]"),
  ])
  func `a path is shown as it was typed`(typed: String, shown: String) {
    #expect(JSONPath(typed).description == shown)
  }

  @Test func `a path finds a value or nothing`() throws {
    let value = try JSONParser.parse(Array(#"{"a":[{"b":1},[2,3]]}"#.utf8))
    #expect(value[JSONPath("a[0].b")] == .number(1))
    #expect(value[JSONPath("a[1][1]")] == .number(3))
    #expect(value[JSONPath("a[2]")] == nil)
    #expect(value[JSONPath("a.b")] == nil)
    #expect(value[JSONPath("")] == value)
  }

  private func failure(of bytes: [UInt8], _ limits: DocumentLimits = .standard) -> String? {
    do throws(FeedError) {
      _ = try JSONParser.parse(bytes, limits: limits)
      return nil
    } catch {
      return error.description
    }
  }
}
