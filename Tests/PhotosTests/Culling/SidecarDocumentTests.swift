import Photos
import Testing

struct SidecarDocumentTests {
  /// The text after a change.
  private func changed(_ text: String, _ changes: SidecarChanges) throws -> String {
    String(decoding: try SidecarDocument(Array(text.utf8)).changed(changes), as: UTF8.self)
  }

  private func rdf(_ content: String, _ attributes: String = "") -> String {
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'\(attributes)>\(content)</rdf:RDF>"
  }

  /// A sample, its changes, and which of its bytes become which: no others change.
  static let changes: [(String, SidecarChanges, [(String, String)])] = [
    (SidecarSamples.lightroom, [.rating: .set("5")], [("xmp:Rating=\"2\"", "xmp:Rating=\"5\"")]),
    (
      SidecarSamples.lightroom, [.rating: .set("-1"), .label: .set("A \"B\" & <C>")],
      [
        ("xmp:Rating=\"2\"", "xmp:Rating=\"-1\""),
        ("Rot &amp; Grün", "A &quot;B&quot; &amp; &lt;C&gt;"),
      ]
    ),
    (SidecarSamples.lightroom, [.label: .remove], [("\n   xmp:Label=\"Rot &amp; Grün\"", "")]),
    (
      SidecarSamples.lightroom, [.pick: .set("1")],
      [
        (
          "crs:Exposure2012=\"+0.35\"",
          "crs:Exposure2012=\"+0.35\"\n   xmlns:photocell=\"photocell:ns:culling/1.0/\"\n   photocell:Pick=\"1\""
        )
      ]
    ),
    (
      SidecarSamples.darktable, [.rating: .set("4"), .label: .set("Red")],
      [
        ("xmp:Rating=\"-1\"", "xmp:Rating=\"4\""),
        (
          "darktable:history_end=\"1\"", "darktable:history_end=\"1\"\n   xmp:Label=\"Red\""
        ),
      ]
    ),
    (
      SidecarSamples.exiftool, [.rating: .set("0"), .orientation: .set("6")],
      [
        ("<xmp:Rating>3<", "<xmp:Rating>0<"),
        ("<tiff:Orientation>1<", "<tiff:Orientation>6<"),
      ]
    ),
    (SidecarSamples.exiftool, [.label: .remove], [("\n  <xmp:Label>Blue</xmp:Label>", "")]),
    (
      SidecarSamples.digiKam, [.rating: .set("1")],
      [
        (
          "digiKam:Rating=\"5\"",
          "digiKam:Rating=\"5\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"1\""
        )
      ]
    ),
    (SidecarSamples.digiKam, [.rating: .remove, .label: .remove, .pick: .remove], []),
  ]

  @Test(arguments: changes)
  func `a change leaves all other bytes of a sidecar as they are`(
    sample: String, changes: SidecarChanges, pairs: [(String, String)]
  ) throws {
    let forms: [(String) -> String] = [
      { $0 }, { "\u{FEFF}" + $0 },
      { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") },
    ]
    for form in forms {
      var expected = form(sample)
      for (old, new) in pairs {
        let ranges = expected.ranges(of: form(old).drop("\u{FEFF}"))
        #expect(ranges.count == 1)
        if let range = ranges.first {
          expected.replaceSubrange(range, with: form(new).drop("\u{FEFF}"))
        }
      }
      let result = try changed(form(sample), changes)
      #expect(Array(result.utf8) == Array(expected.utf8))
      // The document has the new values, and the same change again has no effect.
      let document = try SidecarDocument(Array(result.utf8))
      for (property, change) in changes {
        switch change {
        case .set(let value): #expect(document.value(of: property) == value)
        case .remove: #expect(document.value(of: property) == nil)
        }
      }
      #expect(try document.changed(changes) == document.bytes)
    }
  }

  @Test(arguments: [
    // A property in both forms, and in two descriptions.
    (
      "<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='1'/><rdf:Description "
        + "xmlns:x='http://ns.adobe.com/xap/1.0/'><x:Rating> 2 </x:Rating></rdf:Description>",
      "<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='5'/><rdf:Description "
        + "xmlns:x='http://ns.adobe.com/xap/1.0/'><x:Rating>5</x:Rating></rdf:Description>"
    ),
    // An empty element.
    (
      "<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/'><xmp:Rating/></rdf:Description>",
      "<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/'><xmp:Rating>5</xmp:Rating></rdf:Description>"
    ),
    // The prefix is bound to another namespace.
    (
      "<rdf:Description xmlns:xmp='urn:other' xmp:Rating='1'/>",
      "<rdf:Description xmlns:xmp='urn:other' xmp:Rating='1' "
        + "xmlns:xmp2=\"http://ns.adobe.com/xap/1.0/\" xmp2:Rating=\"5\"/>"
    ),
    // No attribute, and no description.
    (
      "<rdf:Description>\n</rdf:Description>",
      "<rdf:Description xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"5\">\n</rdf:Description>"
    ),
    (
      "",
      "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"5\"/>"
    ),
  ])
  func `a rating is written in the form that the document already has`(
    before: String, after: String
  ) throws {
    #expect(try changed(rdf(before), [.rating: .set("5")]) == rdf(after))
  }

  @Test func `an empty root element receives a description`() throws {
    let root =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:xmp='http://ns.adobe.com/xap/1.0/'"
    #expect(
      try changed("\(root)/>", [.rating: .set("5")])
        == "\(root)><rdf:Description rdf:about=\"\" xmp:Rating=\"5\"/></rdf:RDF>")
  }

  @Test func `a new sidecar contains the properties that were set and no others`() throws {
    let document = try SidecarDocument(SidecarDocument.blank)
    #expect(SidecarProperty.allCases.allSatisfy { document.value(of: $0) == nil })
    let changed = try document.changed([.rating: .set("3"), .label: .set("Green")])
    let text = String(decoding: changed, as: UTF8.self)
    #expect(text.contains("xmp:Rating=\"3\" xmp:Label=\"Green\"/>"))
    #expect(text.ranges(of: "xmlns:xmp=").count == 1)
  }

  @Test(arguments: [
    (Array("<?xml version='1.0' encoding='ISO-8859-1'?><a/>".utf8), "is not in UTF-8"),
    ([0xFF, 0xFE, 0x3C, 0], "is not in UTF-8"), ([0xFE, 0xFF, 0, 0x3C], "is not in UTF-8"),
    ([0x3C, 0, 0x61, 0], "is not in UTF-8"),
    (Array("<a>".utf8) + [0xE9] + Array("</a>".utf8), "is not in UTF-8"),
    (Array("<a/>".utf8), "contains no XMP"),
    (Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8), "contains no XMP"),
    ([], "is not valid XML (line 1, column 1: the document ends too early)"),
    (
      Array("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>".utf8),
      "is not valid XML (line 1, column 13: a document type with definitions of its own is not read)"
    ),
  ])
  func `a document that cannot be changed safely is refused with the reason`(
    bytes: [UInt8], reason: String
  ) {
    let error = #expect(throws: SidecarError.self) { _ = try SidecarDocument(bytes) }
    #expect(error?.description == reason)
  }

  @Test func `a structured label is not changed, and other properties still are`() throws {
    let text = rdf(
      "<rdf:Description xmlns:xmp='http://ns.adobe.com/xap/1.0/'><xmp:Label><rdf:Alt/></xmp:Label></rdf:Description>"
    )
    #expect(throws: SidecarError.structured(.label)) { try changed(text, [.label: .set("Red")]) }
    #expect(try changed(text, [.rating: .set("1")]).contains("<xmp:Label><rdf:Alt/></xmp:Label>"))
  }

  /// Sidecars with a changed byte or a missing end: either they are refused, or a rating can be set.
  @Test func `a damaged sidecar is refused or still takes a rating`() throws {
    for sample in SidecarSamples.all {
      let bytes = Array(sample.utf8)
      for place in stride(from: 0, to: bytes.count, by: 7) {
        var damaged = bytes
        damaged[place] ^= 0x15
        for text in [damaged, Array(bytes[..<place])] {
          guard let document = try? SidecarDocument(text),
            let changed = try? document.changed([.rating: .set("4")])
          else { continue }
          #expect(try SidecarDocument(changed).value(of: .rating) == "4")
        }
      }
    }
  }
}

extension String {
  fileprivate func drop(_ mark: Character) -> String { filter { $0 != mark } }
}
