import Base
import FileActions
import Photos
import Storage
import TestSupport
import Testing

/// Labels and flags in the vocabularies of darktable and digiKam, which are read if our own properties
/// are absent and are never written.
struct ForeignNoteTests {
  private let home = TemporaryFolder()

  /// A sidecar with attributes and elements in its description.
  private static func sidecar(_ attributes: String = "", _ elements: String = "") -> String {
    """
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:digiKam="http://www.digikam.org/ns/1.0/"
       xmlns:darktable="http://darktable.sf.net/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
       xmlns:photocell="photocell:ns:culling/1.0/"\(attributes)>\(elements)
       <digiKam:TagsList><rdf:Seq><rdf:li>a/b</rdf:li></rdf:Seq></digiKam:TagsList>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """
  }

  private static func colorLabels(_ numbers: String..., list: String = "Seq") -> String {
    let items = numbers.map { "<rdf:li>\($0)</rdf:li>" }.joined()
    return
      "<darktable:colorlabels><rdf:\(list)>\(items)</rdf:\(list)></darktable:colorlabels>"
  }

  private static func color(_ number: String) -> String {
    "<digiKam:ColorLabel>\(number)</digiKam:ColorLabel>"
  }

  struct Note: Hashable, Sendable {
    var rating: Int8?
    var label: String?
    var isPicked = false
  }

  private func note() async -> Note? {
    let reader = SidecarReader(index: PhotoIndex(folder: nil))
    let found = await reader.records(
      of: [ByteString("a.jpg")], in: ByteString(home.path))
    return found[0].map {
      Note(rating: $0.rating, label: $0.words?.label, isPicked: $0.isPicked)
    }
  }

  private static let labels: [(attributes: String, elements: String, label: String?)] = [
    ("", colorLabels("0"), "Red"), ("", colorLabels("1"), "Yellow"),
    ("", colorLabels("2"), "Green"), ("", colorLabels("3"), "Blue"),
    ("", colorLabels("4", list: "Bag"), "Purple"), ("", colorLabels("3", "0"), "Blue"),
    ("", colorLabels("5"), nil), ("", colorLabels("x", "2"), "Green"), ("", colorLabels(), nil),
    (" digiKam:ColorLabel=\"0\"", "", nil), (" digiKam:ColorLabel=\"1\"", "", "Red"),
    ("", color("2"), "Orange"), ("", color("3"), "Yellow"), ("", color("4"), "Green"),
    ("", color("5"), "Blue"), ("", color("6"), "Magenta"), ("", color("7"), "Gray"),
    ("", color("8"), "Black"), (" digiKam:ColorLabel=\"9\"", "", "White"),
    ("", color("10"), nil), ("", color("-1"), nil), ("", color(""), nil),
    (" digiKam:ColorLabel=\"0\"", colorLabels("4"), "Purple"),
    // The common property counts first, even if it is empty.
    (" xmp:Label=\"Green\" digiKam:ColorLabel=\"1\"", colorLabels("4"), "Green"),
    (" xmp:Label=\"\"", colorLabels("4"), ""),
  ]

  @Test(arguments: labels)
  func `labels of darktable and digiKam are read`(
    attributes: String, elements: String, label: String?
  ) async {
    _ = home.write(Array(Self.sidecar(attributes, elements).utf8), as: "a.jpg.xmp")
    #expect(await note()?.label == label)
  }

  private static let flags: [(attributes: String, elements: String, rating: Int8?, Bool)] = [
    (" digiKam:PickLabel=\"0\"", "", nil, false), (" digiKam:PickLabel=\"1\"", "", -1, false),
    (" digiKam:PickLabel=\"2\"", "", nil, false), (" digiKam:PickLabel=\"3\"", "", nil, true),
    ("", "<digiKam:PickLabel>1</digiKam:PickLabel>", -1, false),
    ("", "<digiKam:PickLabel>\n 3 </digiKam:PickLabel>", nil, true),
    (" xmp:Rating=\"4\" digiKam:PickLabel=\"1\"", "", -1, false),
    (" xmp:Rating=\"4\" digiKam:PickLabel=\"3\"", "", 4, true),
    (" xmp:Rating=\"-1\" digiKam:PickLabel=\"3\"", "", -1, false),
    (" photocell:Pick=\"1\" digiKam:PickLabel=\"1\"", "", nil, true),
    (" photocell:Pick=\"0\" digiKam:PickLabel=\"3\"", "", nil, false),
  ]

  @Test(arguments: flags)
  func `flags of digiKam are read`(
    attributes: String, elements: String, rating: Int8?, isPicked: Bool
  ) async {
    _ = home.write(Array(Self.sidecar(attributes, elements).utf8), as: "a.jpg.xmp")
    #expect(await note()?.rating == rating)
    #expect(await note()?.isPicked == isPicked)
  }

  private static let changes: [(notes: [RatingChange], added: String, wanted: Note)] = [
    ([.neither], " photocell:Pick=\"0\"", Note(rating: 4)),
    ([.pick], " photocell:Pick=\"1\"", Note(rating: 4, isPicked: true)),
    ([.pick, .reject], " photocell:Pick=\"0\"", Note(rating: -1)),
    ([.label(.blue)], " xmp:Label=\"Blue\"", Note(rating: -1, label: "Blue")),
    ([.label(nil)], " xmp:Label=\"\"", Note(rating: -1, label: "")),
  ]

  /// digiKam's flag, the rating in its sidecar, and the known rating.
  @Test(
    arguments: [
      ("1", "4", -1), ("2", "4", 4), ("3", "4", 4), ("0", "4", 4), ("1", "", -1), ("3", "", 0),
    ] as [(String, String, Int)])
  func `writing stars or labels preserves digiKam's flag, and writing flags preserves the stars`(
    flag: String, stars: String, known: Int
  ) throws {
    let rating = stars.isEmpty ? "" : " xmp:Rating=\"\(stars)\""
    let before = Self.sidecar(" digiKam:PickLabel=\"\(flag)\"\(rating)")
    home.file("a.jpg")
    let actions = FileActions(trash: Trash(dataHome: ByteString(home.name("data"))))
    func document(after note: RatingChange) throws -> SidecarDocument {
      _ = home.write(Array(before.utf8), as: "a.jpg.xmp")
      var writer = SidecarWriter(by: actions)
      _ = try writer.write(note, of: home.entry("a.jpg"), rating: known, label: nil)
      return try SidecarDocument(home.bytes(of: "a.jpg.xmp"))
    }
    for note in [RatingChange.stars(2), .label(.red), .pick, .neither] {
      let after = try document(after: note)
      #expect(
        String(decoding: after.bytes, as: UTF8.self).contains("digiKam:PickLabel=\"\(flag)\""))
      let isStars = note == .stars(2)
      #expect(after.value(of: .rating) == (isStars ? "2" : stars.isEmpty ? nil : stars))
      let pick = [.pick: "1", .neither: ["1", "3"].contains(flag) ? "0" : nil][note] ?? nil
      #expect(after.value(of: .pick) == pick, "\(note)")
    }
  }

  @Test(arguments: changes)
  func `our own rating overrides a foreign one, whose content stays byte for byte`(
    notes: [RatingChange], added: String, wanted: Note
  ) async throws {
    let elements =
      "\(Self.color("4"))<digiKam:PickLabel>1</digiKam:PickLabel>\(Self.colorLabels("2"))"
    let before = Self.sidecar(" xmp:Rating=\"4\"", elements)
    home.file("a.jpg")
    _ = home.write(Array(before.utf8), as: "a.jpg.xmp")
    let actions = FileActions(trash: Trash(dataHome: ByteString(home.name("data"))))
    for note in notes {
      var writer = SidecarWriter(by: actions)
      _ = try writer.write(note, of: home.entry("a.jpg"), rating: -1, label: "Green")
    }
    var wanted = wanted
    if wanted.label == nil { wanted.label = "Green" }
    #expect(await note() == wanted)
    let after = String(decoding: home.bytes(of: "a.jpg.xmp"), as: UTF8.self)
    let stars = wanted.rating == -1 && !notes.contains(.reject) ? 4 : wanted.rating ?? 0
    let rating = "xmp:Rating=\"\(stars)\""
    #expect(after.contains(elements))
    // The additions are between the rating and the end of the tag, after the document's own white space.
    let parts = after.split(separator: rating, maxSplits: 1)
    #expect(parts.count == 2 && parts[0] == before.split(separator: "xmp:Rating=\"4\"")[0])
    let words = parts[1].split(separator: ">", maxSplits: 1)[0]
    #expect(words.split { $0.isWhitespace } == added.split { $0.isWhitespace })
    #expect(
      parts[1].split(separator: ">", maxSplits: 1)[1]
        == before.split(separator: "xmp:Rating=\"4\">", maxSplits: 1)[1])
  }
}
