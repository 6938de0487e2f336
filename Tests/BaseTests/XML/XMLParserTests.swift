import Base
import Testing

struct XMLParserTests {
  @Test(arguments: [
    ("<a/>", "(a)"), ("<a></a >", "(a)"), ("\u{FEFF}<?xml version='1.0'?>\n<a/>\n", "(a)"),
    ("<a>x<b/>y</a>", "(a x (b) y)"), ("<a>&lt;&amp;&gt;&quot;&apos;</a>", "(a <&>\"')"),
    ("<a>&#65;&#x1F600;&#xe9;</a>", "(a A😀é)"), ("<a><![CDATA[<b>&amp;]]]></a>", "(a <b>&amp;])"),
    ("<a x='1' y=\"&#50;'\"/>", "(a x=1 y=2')"), ("<a><!-- <b> --><?p <c> ?></a>", "(a)"),
    ("<!DOCTYPE rss PUBLIC \"-//x//>\" 'http://x'><a/>", "(a)"), ("<a\n x = '1'\t/>", "(a x=1)"),
    ("<é/>", "(é)"), ("<a>\r\n</a>", "(a \r\n)"),
    ("<?xml version='1.0' encoding='utf-8'?><a/>", "(a)"),
    ("<a>&eacute;&nbsp;</a>", "(a é\u{A0})"),
    ("<a>a & b &lt &foo; &#0;</a>", "(a a & b &lt &foo; &#0;)"),
    ("<a x='1\r\n\t2&3'/>", "(a x=1   2&3)"),
  ])
  func `a well-formed document is parsed`(text: String, form: String) throws {
    #expect(shown(try XMLParser.parse(Array(text.utf8))) == form)
  }

  @Test(arguments: [
    ("", "line 1, column 1: the document ends too early"),
    ("<a>", "line 1, column 4: the document ends too early"),
    ("<a", "line 1, column 3: the document ends too early"),
    ("<a x='1", "line 1, column 8: the document ends too early"),
    ("<a><!-- x", "line 1, column 8: the document ends too early"),
    ("x<a/>", "line 1, column 1: something stands outside the outermost element"),
    ("<a/>x ", "line 1, column 5: something stands outside the outermost element"),
    ("<a/><b/>", "line 1, column 5: something stands outside the outermost element"),
    ("<a>\n<b>\n</a>", "line 3, column 4: the end of an element that is not the innermost"),
    ("</a> ", "line 1, column 3: the end of an element that is not the innermost"),
    ("< a/>", "line 1, column 2: a name is expected here"),
    ("<a x/>", "line 1, column 5: an attribute is not written as name=\"value\""),
    ("<a x=1/>", "line 1, column 6: an attribute is not written as name=\"value\""),
    ("<a x='1'y='2'/>", "line 1, column 9: an attribute is not written as name=\"value\""),
    ("<a x='<'/>", "line 1, column 7: an attribute is not written as name=\"value\""),
    ("<a x='1' x='2'/>", "line 1, column 15: an attribute is given twice"),
    ("<a>\u{1B}[2J</a>", "line 1, column 4: a control character"),
    (
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      "line 1, column 13: a document type with definitions of its own is not read"
    ),
    ("<!ELEMENT a><a/>", "line 1, column 3: a declaration that is not read here"),
    ("<a><!DOCTYPE a></a>", "line 1, column 6: a declaration that is not read here"),
  ])
  func `malformed XML is rejected with line and column`(text: String, message: String) {
    #expect(failure(of: Array(text.utf8)) == message)
  }

  @Test func `a document that is not UTF-8 is rejected`() {
    let latin = Array("<a>\n".utf8) + [0xE9] + Array("</a>".utf8)
    #expect(failure(of: latin) == "line 2, column 1: not UTF-8")
  }

  @Test func `elements may be nested 64 deep and no deeper`() throws {
    let deep = { (depth: Int) in
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    _ = try XMLParser.parse(deep(64))
    #expect(failure(of: deep(65)) == "line 1, column 193: elements lie too deep in one another")
    #expect(failure(of: deep(100_000))?.hasSuffix("too deep in one another") == true)
  }

  @Test func `documents beyond the limits of bytes, parts or attributes are rejected`() {
    let limits = DocumentLimits(bytes: 40, parts: 4, depth: 9)
    #expect(failure(of: Array("<a><b x='1'/>t</a>".utf8), limits) == nil)
    #expect(
      failure(of: Array("<a><b x='1'/>t<c/></a>".utf8), limits)?.hasSuffix("elements") == true)
    #expect(failure(of: [UInt8](repeating: 0x20, count: 41), limits) == "larger than 40 bytes")
    let attributes = (0..<513).map { " a\($0)='1'" }.joined()
    #expect(failure(of: Array("<a\(attributes)/>".utf8))?.hasSuffix("too many elements") == true)
  }

  @Test func `a namespace prefix is resolved by the nearest declaration`() throws {
    let text = """
      <m:r xmlns:m='http://search.yahoo.com/mrss' xmlns='http://www.w3.org/2005/Atom' x='1' m:y='2'>
      <e xmlns=''><f/></e><m:e xmlns:m='urn:x'/><e/><n:e/><xml:e/></m:r>
      """
    let root = try XMLParser.parse(Array(text.utf8))
    #expect(root.name == XMLName(.media, "r"))
    #expect(root.attributes[XMLName(.none, "x")] == Array("1".utf8))
    #expect(root.attributes[XMLName(.media, "y")] == Array("2".utf8))
    let names = root.children.map(\.name.namespace)
    #expect(names == [.none, .other, .atom, .other, .xml])
    #expect(root.child(.none, "e")?.child(.none, "f") != nil)
  }

  @Test func `elements have the number of their line`() throws {
    let root = try XMLParser.parse(Array("<a>\n\n<b/><c\n/></a>".utf8))
    #expect(([root] + Array(root.children)).map(\.line) == [1, 3, 3])
  }

  private func failure(of bytes: [UInt8], _ limits: DocumentLimits = .standard) -> String? {
    do throws(XMLError) {
      _ = try XMLParser.parse(bytes, limits: limits)
      return nil
    } catch {
      return error.description
    }
  }

  private func shown(_ element: XMLElement) -> String {
    let attributes = element.attributes.map { name, value in
      "\(name.local)=\(String(decoding: value, as: UTF8.self))"
    }
    let nodes = element.nodes.map { node in
      switch node {
      case .text(let text): String(decoding: text, as: UTF8.self)
      case .element(let child): shown(child)
      }
    }
    return "(\(([element.name.local] + attributes.sorted() + nodes).joined(separator: " ")))"
  }
}
