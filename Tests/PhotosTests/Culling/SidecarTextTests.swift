import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Keywords, titles and captions in sidecars as programs write them.
struct SidecarTextTests {
  static let head = #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#

  /// Bags of Lightroom, with tabs, and a title in two languages.
  static let lightroom = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
    \t\(head)
    \t\t<rdf:Description rdf:about=""
    \t\t\txmlns:dc="http://purl.org/dc/elements/1.1/"
    \t\t\txmlns:lr="http://ns.adobe.com/lightroom/1.0/">
    \t\t\t<dc:title>
    \t\t\t\t<rdf:Alt>
    \t\t\t\t\t<rdf:li xml:lang="x-default">Lake</rdf:li>
    \t\t\t\t\t<rdf:li xml:lang="de">See</rdf:li>
    \t\t\t\t</rdf:Alt>
    \t\t\t</dc:title>
    \t\t\t<dc:subject>
    \t\t\t\t<rdf:Bag>
    \t\t\t\t\t<rdf:li>Animals</rdf:li>
    \t\t\t\t\t<rdf:li>Cats &amp; more</rdf:li>
    \t\t\t\t\t<rdf:li>snow</rdf:li>
    \t\t\t\t</rdf:Bag>
    \t\t\t</dc:subject>
    \t\t\t<lr:hierarchicalSubject>
    \t\t\t\t<rdf:Bag>
    \t\t\t\t\t<rdf:li>Animals|Cats &amp; more</rdf:li>
    \t\t\t\t</rdf:Bag>
    \t\t\t</lr:hierarchicalSubject>
    \t\t</rdf:Description>
    \t</rdf:RDF>
    </x:xmpmeta>
    """

  static let digiKam = """
    \(head)
     <rdf:Description rdf:about="" xmlns:digiKam="http://www.digikam.org/ns/1.0/">
      <digiKam:TagsList>
       <rdf:Seq>
        <rdf:li>Animals/Cats</rdf:li>
       </rdf:Seq>
      </digiKam:TagsList>
     </rdf:Description>
    </rdf:RDF>
    """

  private static func bag(_ name: String, _ tab: String, _ step: String, _ items: [String])
    -> String
  {
    let lines = items.map { "\n\(tab)\(step)\(step)<rdf:li>\($0)</rdf:li>" }.joined()
    let list = items.isEmpty ? "<rdf:Bag/>" : "<rdf:Bag>\(lines)\n\(tab)\(step)</rdf:Bag>"
    let start = name.split(separator: " ")[0]
    return "\(tab)<\(name)>\n\(tab)\(step)\(list)\n\(tab)</\(start)>"
  }

  private static let dc = "dc:subject xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
  private static let lr = "lr:hierarchicalSubject xmlns:lr=\"http://ns.adobe.com/lightroom/1.0/\""

  /// A sample, a line of keywords, and which of its bytes become which: no others change.
  static let cases: [(String, String, [(String, String)])] = [
    (
      lightroom, "beach",
      [
        ("<rdf:li>snow</rdf:li>", "<rdf:li>snow</rdf:li>\n\t\t\t\t\t<rdf:li>beach</rdf:li>"),
        (
          "<rdf:li>Animals|Cats &amp; more</rdf:li>",
          "<rdf:li>Animals|Cats &amp; more</rdf:li>\n\t\t\t\t\t<rdf:li>beach</rdf:li>"
        ),
      ]
    ),
    (lightroom, "-Snow", [("\n\t\t\t\t\t<rdf:li>snow</rdf:li>", "")]),
    (
      lightroom, "Animals|Dogs, -snow",
      [
        ("<rdf:li>snow</rdf:li>", "<rdf:li>Dogs</rdf:li>"),
        (
          "<rdf:li>Animals|Cats &amp; more</rdf:li>",
          "<rdf:li>Animals|Cats &amp; more</rdf:li>\n\t\t\t\t\t<rdf:li>Animals|Dogs</rdf:li>"
        ),
      ]
    ),
    (
      lightroom, "-Animals|, -snow",
      [
        (
          bag("dc:subject", "\t\t\t", "\t", ["Animals", "Cats &amp; more", "snow"]),
          bag("dc:subject", "\t\t\t", "\t", [])
        ),
        (
          bag("lr:hierarchicalSubject", "\t\t\t", "\t", ["Animals|Cats &amp; more"]),
          bag("lr:hierarchicalSubject", "\t\t\t", "\t", [])
        ),
      ]
    ),
    (lightroom, "snow, Animals|Cats & more, -fog, -Animals, Cats & more", []),
    (lightroom, "SNOW, animals|cats & more", []),
    (
      SidecarSamples.lightroom, "a<b|c",
      [
        (
          "   </crs:ToneCurvePV2012>",
          "   </crs:ToneCurvePV2012>\n" + bag(dc, "   ", " ", ["a&lt;b", "c"]) + "\n"
            + bag(lr, "   ", " ", ["a&lt;b|c"])
        )
      ]
    ),
    (
      SidecarSamples.darktable, "beach",
      [
        (
          "   </darktable:colorlabels>",
          "   </darktable:colorlabels>\n" + bag(dc, "   ", " ", ["beach"])
        )
      ]
    ),
    (
      SidecarSamples.digiKam, "beach",
      [
        (
          "digiKam:Rating=\"5\"/>",
          "digiKam:Rating=\"5\">\n" + bag(dc, "   ", " ", ["beach"]) + "\n  </rdf:Description>"
        )
      ]
    ),
    (
      digiKam, "Animals|Dogs",
      [
        (
          "<rdf:li>Animals/Cats</rdf:li>",
          "<rdf:li>Animals/Cats</rdf:li>\n    <rdf:li>Animals/Dogs</rdf:li>"
        ),
        (
          "</digiKam:TagsList>",
          "</digiKam:TagsList>\n" + bag(dc, "  ", " ", ["Animals", "Cats", "Dogs"])
            + "\n" + bag(lr, "  ", " ", ["Animals|Cats", "Animals|Dogs"])
        ),
      ]
    ),
  ]

  @Test(arguments: cases)
  func `a change of keywords leaves all other bytes of a sidecar as they are`(
    sample: String, line: String, pairs: [(String, String)]
  ) throws {
    let change = try TextChange.keywords(KeywordChange(line))
    let forms: [(String) -> String] = [
      { $0 },
      { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") },
    ]
    for form in forms {
      var expected = form(sample)
      for (old, new) in pairs {
        let ranges = expected.ranges(of: form(old))
        #expect(ranges.count == 1)
        if let range = ranges.first { expected.replaceSubrange(range, with: form(new)) }
      }
      let document = try SidecarDocument(Array(form(sample).utf8))
      let result = try document.changed(change, known: PhotoDescription())
      #expect(String(decoding: result, as: UTF8.self) == expected)
      // The same change again has no effect.
      let again = try SidecarDocument(result).changed(change, known: PhotoDescription())
      #expect(again == result)
    }
  }

  @Test func `keywords of the photo get into each list that programs read`() throws {
    let known = photo(keywords: ["Animals|Cats", "sea"])
    let result = try SidecarDocument(SidecarDocument.blank).changed(
      .keywords(KeywordChange("beach")), known: known)
    let text = String(decoding: result, as: UTF8.self)
    #expect(text.contains(Self.bag(Self.dc, "   ", " ", ["Animals", "Cats", "sea", "beach"])))
    #expect(text.contains(Self.bag(Self.lr, "   ", " ", ["Animals|Cats", "sea", "beach"])))
    let flat = try SidecarDocument(SidecarDocument.blank).changed(
      .keywords(KeywordChange("beach")), known: photo(keywords: ["sea"]))
    #expect(!String(decoding: flat, as: UTF8.self).contains("hierarchicalSubject"))
  }

  private func texts(_ document: [UInt8]) throws -> PhotoDescription {
    try SidecarDocument(document).description
  }

  private func photo(keywords: [String], title: String? = nil) -> PhotoDescription {
    var metadata = PhotoMetadata()
    (metadata.keywords, metadata.title) = (keywords, title)
    return PhotoDescription(metadata)
  }

  @Test(
    arguments: [
      ("beach", ["Animals|Dogs", "sea", "beach"]), ("-sea", ["Animals|Dogs"]), ("-dogs", ["sea"]),
      ("-sea, -animals|", []), ("-sea, -Animals|dogs", []), ("sea", nil), ("-fog", nil),
      ("-animals", nil), ("Dogs", nil), ("Animals", nil), ("-Dogs, dogs", ["sea", "dogs"]),
    ] as [(String, [String]?)])
  func `keywords of the photo itself are taken over, even the last one can be removed`(
    line: String, keywords: [String]?
  ) throws {
    let known = photo(keywords: ["Animals|Dogs", "sea"])
    let change = try TextChange.keywords(KeywordChange(line))
    let result = try SidecarDocument(SidecarDocument.blank).changed(change, known: known)
    guard let keywords else { return #expect(result == SidecarDocument.blank) }
    var found = try texts(result)
    #expect(found.keywords == keywords)
    found.fill(from: known)
    #expect(found.keywords == keywords)
  }

  @Test(
    arguments: [
      ("-dogs", ["Pets|Dogs|Rex", "Dogs|Rex"]), ("-rex", ["Animals|Dogs", "Pets|Dogs", "dogs"]),
      ("-Pets|dogs", ["Animals|Dogs", "dogs", "Dogs|Rex"]),
      ("-dogs|", ["Animals|Dogs", "Pets|Dogs", "Pets|Dogs|Rex"]),
    ])
  func `a word removes keywords that end with it, a path those below it`(
    line: String, left: [String]
  ) throws {
    let all = ["Animals|Dogs", "Pets|Dogs", "dogs", "Pets|Dogs|Rex", "Dogs|Rex"]
    let change = try KeywordChange(line)
    #expect(all.filter { !change.effect(on: [$0]).removed.contains($0) } == left)
  }

  @Test(
    arguments: [
      ("<rdf:li xml:lang='de'>See</rdf:li>", "<rdf:li xml:lang='de'>See</rdf:li>"),
      ("<rdf:li xml:lang='x-default'/><rdf:li xml:lang='de'>See</rdf:li>", nil),
      ("<rdf:li>See</rdf:li>", nil), ("", nil),
    ])
  func `other languages of a title remain`(items: String, left: String?) throws {
    let title = "<dc:title xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Alt>\(items)</rdf:Alt>"
    let text = Self.head + "<rdf:Description>\(title)</dc:title></rdf:Description></rdf:RDF>"
    let result = try SidecarDocument(Array(text.utf8)).changed(
      .title("Lake"), known: PhotoDescription())
    #expect(try texts(result).title == "Lake")
    let new = String(decoding: result, as: UTF8.self)
    #expect(new.contains("See") == (items.contains("de")))
    if let left { #expect(new.contains(left)) }
  }

  @Test func `what XML forbids is not written`() throws {
    let change = try TextChange.keywords(KeywordChange("a\u{FFFE}b, \u{1}c\u{9B}d"))
    let result = try SidecarDocument(SidecarDocument.blank).changed(
      change, known: PhotoDescription())
    #expect(try texts(result).keywords == ["ab", "c d"])
    #expect(TextChange.cleaned(" a\u{9}b\u{1B}\nc ") == "a b \nc")
  }

  @Test(
    arguments: [
      (lightroom, "Lac & lune", "Lac & lune"), (lightroom, "", ""),
      (digiKam, "two\nlines", "two\nlines"),
      (head + "</rdf:RDF>", "x", "x"), (SidecarSamples.exiftool, "<b>", "<b>"),
    ])
  func `a title or caption is the text of the default language, and an empty one hides the photo's`(
    sample: String, text: String, expected: String
  ) throws {
    let known = photo(keywords: [], title: "embedded")
    let document = try SidecarDocument(Array(sample.utf8))
    let titled = try document.changed(.title(text), known: known)
    var found = try texts(titled)
    #expect(found.title == expected)
    #expect(String(decoding: titled, as: UTF8.self).contains("See") == sample.contains("See"))
    found.fill(from: known)
    #expect(found.title == expected)
    let captioned = try SidecarDocument(titled).changed(.caption("over it"), known: known)
    #expect(try texts(captioned).caption == "over it")
    #expect(try texts(captioned).title == expected)
    let again = try SidecarDocument(captioned).changed(.title(text), known: known)
    #expect(again == captioned)
  }

  @Test(arguments: ["beach", "-sea"])
  func `keywords are left alone if those of the photo are not all known`(line: String) throws {
    let change = try TextChange.keywords(KeywordChange(line))
    let blank = try SidecarDocument(SidecarDocument.blank)
    var unread = photo(keywords: ["sea"])
    unread.isPartial = true
    let many = photo(keywords: ["sea"] + (1...300).map { "k\($0)" })
    let long = photo(keywords: ["sea", String(repeating: "k", count: 300)])
    let large = photo(
      keywords: ["sea"] + (1...200).map { "\($0)" + String(repeating: "k", count: 100) })
    #expect(throws: SidecarError.unreadPhoto) { try blank.changed(change, known: unread) }
    for known in [many, long, large] {
      #expect(throws: SidecarError.manyKeywords) { try blank.changed(change, known: known) }
    }
    // The sidecar has keywords of its own, which hide the others already.
    let own = try SidecarDocument(
      blank.changed(.keywords(KeywordChange("sea, lake")), known: PhotoDescription()))
    for known in [unread, many, long, large] {
      #expect(try texts(own.changed(change, known: known)).keywords.contains("lake"))
    }
    #expect(try texts(blank.changed(.title("Sea"), known: unread)).title == "Sea")
  }

  @Test func `darktable's own tags are no emptied list of keywords`() throws {
    let lists =
      Self.bag("dc:subject", " ", " ", ["darktable", "format", "jpg"])
      + Self.bag("lr:hierarchicalSubject", " ", " ", ["darktable|format|jpg"])
    let text =
      Self.head + """
        <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"
         xmlns:lr="http://ns.adobe.com/lightroom/1.0/">\(lists)</rdf:Description></rdf:RDF>
        """
    let document = try SidecarDocument(Array(text.utf8))
    var found = document.description
    found.fill(from: photo(keywords: ["sea"]))
    #expect(found.keywords == ["sea"])
    let changed = try document.changed(
      .keywords(KeywordChange("beach")), known: photo(keywords: ["sea"]))
    #expect(try texts(changed).keywords == ["sea", "beach"])
    #expect(String(decoding: changed, as: UTF8.self).contains("darktable|format|jpg"))
  }

  @Test func `a keyword with a slash is not written to digiKam's paths`() throws {
    let result = try SidecarDocument(Array(Self.digiKam.utf8)).changed(
      .keywords(KeywordChange("24/7")), known: PhotoDescription())
    #expect(try texts(result).keywords == ["Animals|Cats", "24/7"])
    let removed = try SidecarDocument(result).changed(
      .keywords(KeywordChange("-24/7")), known: PhotoDescription())
    #expect(try texts(removed).keywords == ["Animals|Cats"])
  }

  @Test func `a photo has at most 256 keywords, and 32 levels`() throws {
    let all = (1...255).map { "k\($0)" }
    let blank = try SidecarDocument(SidecarDocument.blank)
    let full = try SidecarDocument(
      blank.changed(.keywords(KeywordChange("k256")), known: photo(keywords: all)))
    #expect(throws: SidecarError.tooManyKeywords) {
      try full.changed(.keywords(KeywordChange("new")), known: PhotoDescription())
    }
    let fewer = try full.changed(
      .keywords(KeywordChange("-k7, new")), known: PhotoDescription())
    #expect(try texts(fewer).keywords.count == 256)
    #expect(throws: KeywordError.tooDeep) {
      try KeywordChange(repeatElement("a", count: 33).joined(separator: "|"))
    }
    #expect(throws: KeywordError.tooLong) {
      try KeywordChange(String(repeating: "a", count: 10 << 20))
    }
    #expect(throws: KeywordError.tooMany) {
      try KeywordChange((1...257).map { "k\($0)" }.joined(separator: ","))
    }
  }

  @Test(
    arguments: [
      (" beach ,, -snow,-|", ["beach"], ["snow"]), ("a|| b |c", ["a|b|c"], []),
      ("a, -a", [], ["a"]), ("-a|, -b|c|", [], ["a|", "b|c"]), ("a\u{1B}[31m\nb", ["a [31m b"], []),
      (" , ", [], []),
    ] as [(String, [String], [String])])
  func `a line of keywords has words to add and words to remove`(
    line: String, added: [String], removed: [String]
  ) throws {
    let change = try KeywordChange(line)
    #expect(change.added == added)
    #expect(change.removed == removed)
  }
}
