import Glibc
import TOML
import TestSupport
import Testing
import Values

/// The same documents, read here and by Python's `tomllib`.
@Suite("TOML beside Python's tomllib")
struct PythonTests {
  /// Reads documents that are separated by zero bytes, without their byte order marks, and writes each as a line.
  private static let script = #"""
    import sys, tomllib, datetime, math
    def text(v):
        if isinstance(v, bool): return "true" if v else "false"
        if isinstance(v, dict): return "{" + ",".join(text(k) + ":" + text(v[k]) for k in sorted(v)) + "}"
        if isinstance(v, list): return "[" + ",".join(map(text, v)) + "]"
        if isinstance(v, str): return "'" + "".join("%x." % ord(c) for c in v) + "'"
        if isinstance(v, int):
            if not -2**63 <= v < 2**63: raise OverflowError
            return str(v)
        if isinstance(v, float): return "nan" if math.isnan(v) else "f" + v.hex()
        raise OverflowError
    for document in sys.stdin.buffer.read().split(b"\0"):
        try: print(text(tomllib.loads(document.decode("utf-8-sig"))))
        except OverflowError: print("beyond")
        except Exception: print("refused")
    """#

  private static func text(_ value: TOMLValue) -> String {
    switch value {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .float(let value): value.isNaN ? "nan" : "f" + hex(value)
    case .string(let value): text(value)
    case .array(let nodes): "[" + nodes.map { text($0.value) }.joined(separator: ",") + "]"
    case .table(let table):
      "{"
        + table.entries.sorted {
          Array($0.key.unicodeScalars).lexicographicallyPrecedes($1.key.unicodeScalars)
        }
        .map { "\(text($0.key)):\(text($0.node.value))" }.joined(separator: ",") + "}"
    }
  }

  private static func text(_ string: String) -> String {
    "'" + string.unicodeScalars.map { String($0.value, radix: 16) + "." }.joined() + "'"
  }

  /// A number as Python's `float.hex` writes it.
  private static func hex(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    let sign = value.sign == .minus ? "-" : ""
    if value == 0 { return "\(sign)0x0.0p+0" }
    let digits = String(value.significandBitPattern, radix: 16)
    let fraction = String(repeating: "0", count: 13 - digits.count) + digits
    let exponent = value.isSubnormal ? -1022 : Int(value.exponent)
    return
      "\(sign)0x\(value.isSubnormal ? 0 : 1).\(fraction)p\(exponent < 0 ? "-" : "+")\(abs(exponent))"
  }

  private static func answers(to documents: [[UInt8]]) throws -> [String] {
    let folder = TemporaryFolder()
    _ = folder.write(Array(script.utf8), as: "read.py")
    _ = folder.write(Array(documents.joined(separator: [0])), as: "documents")
    let status = system(
      "cd '\(folder.path)' && python3 read.py <documents >answers")
    try #require(status == 0, "Python reads the documents")
    return String(decoding: folder.bytes(of: "answers"), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  private func compare(_ documents: [[UInt8]]) throws {
    let answers = try Self.answers(to: documents)
    try #require(answers.count == documents.count)
    for (document, answer) in zip(documents, answers) {
      let own: String
      do { own = Self.text(.table(try TOMLReader.table(in: document))) } catch { own = "refused" }
      #expect(
        own == (answer == "beyond" ? "refused" : answer),
        "\(String(decoding: document, as: UTF8.self).debugDescription)")
    }
  }

  private static let documents = [
    "", "a=1", "a = 1 # b", "a = +1\nb = -0\nc = 0xFF_FF\nd=0o17\ne=0b1_0", "a = 01", "a = 1__0",
    "a = _1", "a = 1_", "a = 0X1", "a = 0x", "a = +0x1", "a = 1.5\nb=-1e5\nc=1.0E+1_0\nd=6.0e-3",
    "a = .5", "a = 5.", "a = 1.e5", "a = 1e", "a = inf\nb=-inf\nc=+nan", "a = Inf", "a = 1e999",
    "a = 4.9e-324\nb = 2.2250738585072014e-308\nc=0.1", "a = true\nb=false", "a = True",
    "a = \"x\\ty\\u00e9\\U0001F600\"", "a = \"\\uD800\"", "a = \"\\U00110000\"", "a = \"a\nb\"",
    "a = 'C:\\x'", "a = ''", "a = \"\"", "a = \"\"\"\nx\ny\"\"\"", "a = \"\"\"x\\\n   y\"\"\"",
    "a = \"\"\"x\\  \n\n   y\"\"\"", "a = \"\"\"x\\ y\"\"\"", "a = '''\nx'y''z'''", "a = '''x'''''",
    "a = '''x''''''", "a = \"\"\"\"\"\"\"\"", "a = \"\"\"x\\\"\"\"\"", "a = [1, 2,\n# c\n3,]",
    "a = [,]",
    "a = [1 2]", "a = [[1], [\"x\"]]", "a = {}", "a = {b = 1, c.d = 2}", "a = {b = 1,}", "a = {\n}",
    "a = {b = 1, b = 2}", "a = {b.c = 1, b.d = 2}", "a = {b = {c = 1}, b.d = 2}",
    "a.b.c = 1\na.b.d = 2",
    "a.b = 1\n[a]", "a.b = 1\na = 2", "a = 1\na.b = 2", "[a]\nb = 1\n[a.b]", "[a.b]\n[a]\nc = 1",
    "[a.b]\n[a]\nb.c = 1", "[a]\nb.c = 1\n[a.b]", "[a]\nb.c = 1\n[a.b.d]\ne = 1",
    "[a]\nb.c=1\nb.d=2",
    "[a.b.c]\n[a]\nb.x = 1\n[a.b]", "[[a]]\nb = 1\n[[a]]\nb = 2", "[[a]]\n[a.b]\n[[a]]\n[a.b]",
    "[[a]]\n[a]", "[a]\n[[a]]", "a = []\n[[a]]", "a = {}\n[a.b]", "[[a.b]]\n[a.b.c]\nd = 1",
    "[[a]]\nb.c = 1\n[[a]]\nb.c = 2", "[ a . 'b' . \"c\" ]\nd = 1", "[a]b = 1", "[]", "[a.]",
    "[.a]",
    "\"\" = 1", "'' = 1\n\"\" = 2", "\"a b\" = 1", "a b = 1", "1 = 2\n-_ = 3", "é = 1", "= 1", "a",
    "a = 1\r\nb = 2\r\n", "a = 1\rb = 2", "a = \"x\ry\"", "# \t ok\n", "# \u{7F}\n",
    "a = \"\u{7F}\"",
    "a = \"\t\"", "a = 1979-05-27", "a = 07:32:00", "a = 1979-05-27T07:32:00Z",
    "a = 9223372036854775807",
    "a = 9223372036854775808", "a = -9223372036854775808", "\u{FEFF}a = 1", "a = \"\u{2028}\"",
    "a = \"\"\"\r\nx\r\ny\"\"\"", "[a]\n[b]\n[a.c]\n[b.a]", "a.b.c.d = 1\n[a.b.x]\ny = 1",
  ].map { Array($0.utf8) }

  @Test func `documents are read alike`() throws {
    try compare(Self.documents)
  }

  @Test func `documents that were hurt are read alike`() throws {
    var numbers = SplitMix64(seed: 1811)
    let letters = Array("ab.=[]{}\"'\\\n#,_0-+e \t\r".utf8)
    let hurt = (0..<4000).map { _ in
      var document = Self.documents.randomElement(using: &numbers) ?? []
      document += [0x0A] + (Self.documents.randomElement(using: &numbers) ?? [])
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let place = Int.random(in: 0...document.count, using: &numbers)
        let letter = letters.randomElement(using: &numbers) ?? 0x20
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: document.insert(letter, at: place)
        case 1 where place < document.count: document.remove(at: place)
        case 2 where place < document.count: document[place] = letter
        default: break
        }
      }
      return document
    }
    try compare(hurt)
  }
}
