import Catalogs
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Keywords that are renamed or merged.
struct KeywordRenamingTests {
  private func renaming(_ sources: String..., to target: String) throws -> KeywordChange {
    try KeywordChange(renaming: sources, to: target)
  }

  @Test(
    arguments: [
      ("beach", "shore", ["beach", "snow"], ["shore", "snow"]),
      ("Beach", "beach", ["snow", "BEACH", "beach"], ["snow", "beach"]),
      ("beach", "shore", ["beach", "snow", "shore"], ["snow", "shore"]),
      (
        "Animals", "Pets", ["Animals|Dogs", "x", "animals|Cats|Tom"],
        ["Pets|Dogs", "Pets|Cats|Tom", "x"]
      ),
      (
        "animals|dogs", "Hounds", ["x", "Animals|Dogs|Rex", "Animals|Cats"],
        ["x", "Hounds|Rex", "Animals|Cats"]
      ),
      // A word is the first level, not another one.
      ("Dogs", "Hounds", ["Animals|Dogs"], ["Animals|Dogs"]),
      ("Animals", "Animals|Pets", ["Animals|Dogs"], ["Animals|Pets|Dogs"]),
      // A keyword that is a level of another path is that path's.
      ("Cats", "Animals", ["Cats", "Animals|Dogs"], ["Animals|Dogs"]),
      ("a, b", "b|a", ["a, b"], ["b|a"]),
      ("ab", "x", ["abc", "a", "ab|c"], ["abc", "a", "x|c"]),
    ] as [(String, String, [String], [String])])
  func `a renamed keyword takes its place, with all keywords below it`(
    old: String, new: String, before: [String], after: [String]
  ) throws {
    let change = try renaming(old, to: new)
    #expect(change.applied(to: before) == after)
    #expect(before.contains(where: change.renames) == (before != after))
    #expect(change.applied(to: after) == after || new.hasPrefix(old))
  }

  @Test func `merged keywords become one, the longest path decides`() throws {
    let all = ["x", "strand", "beach", "Sea|Beach|Sand", "shore"]
    let change = try renaming("beach", "Strand", "Sea|Beach", "Sea", to: "shore")
    #expect(change.applied(to: all) == ["x", "shore|Sand"])
    #expect(try renaming("a", "b", to: "a").applied(to: ["a", "b"]) == ["a"])
  }

  @Test(
    arguments: [
      (["a"], "", .empty), ([""], "a", .empty), ([" | "], "a", .empty), ([], "a", .empty),
      (["a"], "\u{1}\u{2}", .empty), (["a"], "b, c", .comma("b, c")),
      (["a"], " a ", .sameName("a")),
      (["a|b"], "a | b", .sameName("a|b")), (["a", "a"], "a", .sameName("a")),
      (["a"], String(repeating: "x", count: 300), .tooLong),
      (["a"], String(repeating: "x|", count: 40), .tooDeep),
      ((1...300).map { "\($0)" }, "a", .tooMany),
    ] as [([String], String, KeywordError)])
  func `a name that no keyword can have is refused`(
    old: [String], new: String, error: KeywordError
  ) {
    #expect(throws: error) { try KeywordChange(renaming: old, to: new) }
  }

  @Test func `control characters in a name become spaces`() throws {
    #expect(try renaming("a", to: "b\u{7}c").target == "b c")
  }

  private func changed(
    _ sample: String, _ change: KeywordChange, own: [String] = []
  ) throws -> String {
    var metadata = PhotoMetadata()
    metadata.keywords = own
    let document = try SidecarDocument(Array(sample.utf8))
    return String(
      decoding: try document.changed(.keywords(change), known: PhotoDescription(metadata)),
      as: UTF8.self)
  }

  @Test func `a renamed path is changed in each list, and all other bytes stay`() throws {
    let sample = SidecarTextTests.lightroom
    let renamed = try changed(sample, renaming("animals", to: "Pets"))
    let expected = sample.replacing(">Animals<", with: ">Pets<")
      .replacing(">Animals|Cats &amp; more<", with: ">Pets|Cats &amp; more<")
    #expect(renamed == expected)
    let flat = try changed(sample, renaming("snow", to: "Weather|ice"))
    #expect(
      flat
        == sample.replacing(
          "<rdf:li>snow</rdf:li>",
          with: "<rdf:li>Weather</rdf:li>\n\t\t\t\t\t<rdf:li>ice</rdf:li>"
        ).replacing(
          "<rdf:li>Animals|Cats &amp; more</rdf:li>",
          with: "<rdf:li>Animals|Cats &amp; more</rdf:li>\n\t\t\t\t\t<rdf:li>Weather|ice</rdf:li>"))
    #expect(try changed(sample, renaming("fog", to: "mist")) == sample)
    // The word is the last level of a path there.
    #expect(try changed(sample, renaming("Cats & more", to: "Cats")) == sample)
  }

  @Test func `digiKam's paths are renamed, too`() throws {
    let sample = SidecarTextTests.digiKam
    let result = try changed(sample, renaming("Animals|Cats", to: "Pets|Tom"))
    #expect(result.contains("<rdf:li>Pets/Tom</rdf:li>") && !result.contains("Animals"))
    // It cannot have this one.
    let slash = try changed(sample, renaming("Animals", to: "24/7"))
    #expect(!slash.contains("Animals") && slash.contains("<rdf:li>24/7|Cats</rdf:li>"))
  }

  @Test func `the photo's own keywords are copied and renamed`() throws {
    let blank = String(decoding: SidecarDocument.blank, as: UTF8.self)
    let result = try changed(blank, renaming("sea", to: "Water|Sea"), own: ["sea", "beach"])
    let found = try SidecarDocument(Array(result.utf8)).description.keywords
    #expect(found == ["Water|Sea", "beach"])
    #expect(try changed(blank, renaming("lake", to: "Lake"), own: ["sea"]) == blank)
  }

  @Test func `keywords that differ by case stay, and no other is added`() throws {
    #expect(try KeywordChange("x, SNOW").applied(to: ["Snow", "snow"]) == ["Snow", "snow", "x"])
  }

  @Test func `a path that would become too long is left alone`() throws {
    let long = "a|" + String(repeating: "x", count: 250)
    #expect(throws: SidecarError.longKeyword) {
      try changed(
        String(decoding: SidecarDocument.blank, as: UTF8.self),
        renaming("a", to: "Animals"), own: [long])
    }
  }

  @Test func `of many photos those with the keyword are found, in any order`() throws {
    let change = try renaming("Animals", to: "Pets")
    var texts = TextTable()
    let entries = (0..<5).map { CatalogEntry(Photo(named: "\($0).jpg")) }
    let all = [["Animals"], ["x", "animals|Dogs"], ["Animalsx"], ["Pets|Dogs"], []]
    for (entry, keywords) in zip(entries, all) {
      var metadata = PhotoMetadata()
      metadata.keywords = keywords
      texts.set(PhotoDescription(metadata), of: entry.id)
    }
    let reversed = Array(entries.reversed())
    #expect(texts.photos(entries, withKeyword: change.renames) == Array(entries.prefix(2)))
    #expect(texts.photos(reversed, withKeyword: change.renames) == Array(reversed.suffix(2)))
  }
}
