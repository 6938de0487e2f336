import Photos
import Storage
import Testing

/// IPTC fields in sidecars.
struct SidecarIPTCTests {
  private static let head = SidecarTextTests.head
  private static let photoshop = "xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'"

  private func changed(_ sample: String, _ fields: IPTCFields) throws -> String {
    let result = try SidecarDocument(Array(sample.utf8)).changed(
      .iptc(fields), known: PhotoDescription())
    let again = try SidecarDocument(result).changed(.iptc(fields), known: PhotoDescription())
    #expect(again == result)
    return String(decoding: result, as: UTF8.self)
  }

  private static func description(_ attributes: String, _ elements: String) -> String {
    "\(head)<rdf:Description \(photoshop) \(attributes)>\(elements)</rdf:Description></rdf:RDF>"
  }

  @Test func `each field is written as its property, in the container of its type`() throws {
    var fields: IPTCFields = [:]
    for field in IPTCField.allCases { fields[field] = [field == .countryCode ? "FR" : "a&b"] }
    fields[.creator] = ["Ann", "Bob"]
    let text = try changed(Self.description("", ""), fields)
    let dc = "xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
    let rights = "xmlns:xmpRights=\"http://ns.adobe.com/xap/1.0/rights/\""
    let core = "xmlns:Iptc4xmpCore=\"http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/\""
    let language = "<rdf:Alt><rdf:li xml:lang=\"x-default\">a&amp;b</rdf:li></rdf:Alt>"
    let elements = [
      "<dc:creator \(dc)><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>",
      "<photoshop:AuthorsPosition>a&amp;b</photoshop:AuthorsPosition>",
      "<dc:rights \(dc)>\(language)</dc:rights>", "<photoshop:Credit>a&amp;b</photoshop:Credit>",
      "<photoshop:Source>a&amp;b</photoshop:Source>",
      "<xmpRights:UsageTerms \(rights)>\(language)</xmpRights:UsageTerms>",
      "<xmpRights:WebStatement \(rights)>a&amp;b</xmpRights:WebStatement>",
      "<photoshop:Instructions>a&amp;b</photoshop:Instructions>",
      "<photoshop:TransmissionReference>a&amp;b</photoshop:TransmissionReference>",
      "<Iptc4xmpCore:Location \(core)>a&amp;b</Iptc4xmpCore:Location>",
      "<photoshop:City>a&amp;b</photoshop:City>", "<photoshop:State>a&amp;b</photoshop:State>",
      "<photoshop:Country>a&amp;b</photoshop:Country>",
      "<Iptc4xmpCore:CountryCode \(core)>FR</Iptc4xmpCore:CountryCode>",
    ]
    #expect(text == Self.description("", elements.joined()))
  }

  @Test(
    arguments: [
      (" photoshop:City='Rom' a='b'", "<x/>", " photoshop:City='O&apos;Brien' a='b'", "<x/>"),
      (
        "", "<photoshop:City>Rom</photoshop:City><x>y</x>", "",
        "<photoshop:City>O&apos;Brien</photoshop:City><x>y</x>"
      ),
      ("", "<photoshop:City/>", "", "<photoshop:City>O&apos;Brien</photoshop:City>"),
      (
        "", "<photoshop:City rdf:resource='u:x'/><x/>", "",
        "<photoshop:City>O&apos;Brien</photoshop:City><x/>"
      ),
      (
        "", "<photoshop:City>Rom</photoshop:City><photoshop:City>Rome</photoshop:City>", "",
        "<photoshop:City>O&apos;Brien</photoshop:City>"
      ),
      (
        " photoshop:City='Rom'", "<photoshop:City>Rome</photoshop:City>",
        " photoshop:City='O&apos;Brien'", ""
      ),
    ])
  func `a present value keeps its form, and all other bytes stay`(
    attributes: String, elements: String, newAttributes: String, newElements: String
  ) throws {
    let text = try changed(Self.description(attributes, elements), [.city: ["O'Brien"]])
    #expect(text == Self.description(newAttributes, newElements))
  }

  @Test(arguments: SidecarSamples.all + [SidecarTextTests.lightroom, SidecarTextTests.digiKam])
  func `sidecars of other programs take all fields, and lose nothing`(sample: String) throws {
    var fields: IPTCFields = [:]
    for field in IPTCField.allCases { fields[field] = ["<\(field)>\n\"two\" lines"] }
    let text = try changed(sample, fields)
    let lines = { (text: String) in
      text.split(separator: "\n").map { $0.drop { " \t".contains($0) } }
    }
    let new = Set(lines(text).map { $0.hasSuffix("/>") ? $0.dropLast(2) : $0.dropLast() })
    for line in lines(sample) {
      let start = line.hasSuffix("/>") ? line.dropLast(2) : line.dropLast()
      #expect(new.contains(start), "\(line)")
    }
  }

  @Test func `other languages of the rights remain`() throws {
    let rights =
      "<dc:rights xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Alt>"
      + "<rdf:li xml:lang='x-default'>A</rdf:li><rdf:li xml:lang='de'>B</rdf:li></rdf:Alt></dc:rights>"
    let text = try changed(Self.description("", rights), [.rights: ["© Ann"]])
    #expect(text == Self.description("", rights.replacing(">A<", with: ">© Ann<")))
  }

  @Test func `a sidecar with equal values is not changed`() throws {
    let sample = Self.description("photoshop:City='Rom'", "")
    #expect(try changed(sample, [.city: ["Rom"]]) == sample)
  }
}
