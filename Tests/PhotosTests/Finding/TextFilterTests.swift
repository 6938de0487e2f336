import Base
import Catalogs
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Filters by what photos say; the photos are numbered from 0, and nothing is known of the last.
@Suite("Filters by texts") struct TextFilterTests {
  private static let entries = [CatalogEntry](
    of: ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "beach.jpg", "unknown.jpg"].map {
      Photo(path: ByteString($0))
    })

  private static var subjects: FilterSubjects {
    var (dogs, sea, ann, night) = (
      PhotoDescription(), PhotoDescription(), PhotoDescription(), PhotoDescription()
    )
    dogs.keywords = ["Animals|Dogs", "b/w", "Übung"]
    (dogs.title, dogs.caption) = ("Rex at the Lake", "He doesn't swim.\nHe runs!")
    sea.keywords = ["beach", "Seen|dog show"]
    sea.altText = "A grey sea"
    ann.people = ["Ann O'Hara", "Chae-won 김채원"]
    ann.caption = "A cold night on the beach"
    night.title = "제주도바다"
    var texts = TextTable()
    for (entry, description) in zip(entries, [dogs, sea, ann, night]) {
      texts.set(description, of: entry.id)
    }
    texts.set(nil, of: entries[4].id)
    return FilterSubjects(
      entries, names: FoldedNames(entries.map(\.photo.name)), texts: texts)
  }

  @Test(
    arguments: [
      ("keyword:animals", [0]), ("keyword:dogs", [0]), ("keyword:ANIMALS/dogs", [0]),
      (#"keyword:"animals|dogs""#, [0]), ("keyword:dog", [0, 1]), ("keyword:ogs", []),
      ("keyword:dogs|beach", [0, 1]), ("keyword:b/w", [0]), ("keyword:w", [0]),
      ("keyword:ubung", [0]), (#"keyword:"dogs b""#, []), ("!keyword:animals", [1, 2, 3, 4]),
      ("person:ann", [2]), ("person:o'hara", [2]), ("person:hara", [2]), ("person:채원", [2]),
      ("person:won", [2]), ("title:lake", [0]), ("title:바다", [3]), ("title:rex|제주", [0, 3]),
      ("caption:doesnt", []), ("caption:doesn't", [0]), (#"caption:"swim he""#, [0]),
      (#"text:"cold night""#, [2]), ("text:grey", [1]), ("text:beach", [1, 2]),
      ("!text:beach", [0, 3, 4]), ("text:beach !person:ann", [1]),
      // A word is also part of a name, or its letters in order.
      ("beach", [1, 2, 4]), ("'beach", [1, 2, 4]), ("BEACH", [1, 2]), ("bch", [4]),
      ("^beach", [4]), ("beach$", []), ("name:beach", [4]), ("!beach", [0, 3, 5]),
      ("ann", [2]), ("grey", []), ("lake|night", [0, 2]), ("beach !night", [1, 4]),
      ("-", []), ("beach person:ann", [2]),
    ] as [(String, [Int])])
  func `texts match from the start of a word`(text: String, numbers: [Int]) {
    let filter = Filter(text)
    #expect(filter.problems.isEmpty)
    let mask = filter.result(on: Self.subjects).mask
    #expect(mask.indices.filter { mask[$0] } == numbers)
  }

  @Test func `photos whose texts are unknown are hidden by a field, and counted`() {
    let result = Filter("!keyword:dogs").result(on: Self.subjects)
    #expect(result.notes.map(\.description) == ["1 photo has no known keyword"])
    #expect(Filter("dogs").result(on: Self.subjects).notes.isEmpty)
  }

  @Test(arguments: [
    "beach", "ann o'h", "keyword:animals/dogs", "country:uk", "place:paris", "lake|night",
    "text:\"cold night\"",
  ])
  func `a filter typed letter by letter shows the same photos`(text: String) {
    var last: FilterResult?
    for count in 0...text.count {
      let filter = Filter(String(text.prefix(count)))
      let next = filter.result(on: Self.subjects, after: last)
      #expect(next.mask == filter.result(on: Self.subjects).mask, "\(filter.text)")
      last = next
    }
  }

  @Test(arguments: [
    ("lake", true), ("'lake", true), ("^lake", false), ("lake$", false), ("name:lake", false),
    ("iso:1", false),
  ])
  func `words are searched in texts if these are known`(text: String, searchesTexts: Bool) {
    #expect(Filter(text).searchesTexts == searchesTexts)
  }

  @Test(
    arguments: [
      ("lake", .names), ("^lake", .names), ("lake$", .names), ("name:lake", .names),
      ("keyword:", .texts), ("person:ann", .texts), ("camera:x", .contents), ("", .names),
    ] as [(String, FactsDepth)])
  func `texts are read if a filter needs them`(text: String, depth: FactsDepth) {
    #expect(Filter(text).depth == depth)
  }

  @Test(arguments: ["keyword:", "keyword:-", "person:|", "text:\"\""])
  func `a value without letters is an error`(text: String) {
    #expect(Filter(text).terms.isEmpty && Filter(text).depth >= .names)
  }

  @Test(
    arguments: [
      ("near:48.8583,2.2945", [0]), ("near:48.8583,2.2945/4km", [0]),
      ("near:48.8583,2.2945/5km", [0, 1]), ("near:this/500m", [0]), ("near:THIS/5km", [0, 1]),
      ("near:0,-179.99/3km", [2]), ("!near:this/5km", [2, 3]), ("near:this/5km !near:this", [1]),
    ] as [(String, [Int])])
  func `photos are found by their distance`(text: String, numbers: [Int]) {
    var texts = TextTable()
    let positions = [(48.8583, 2.2945), (48.8530, 2.3499), (0, 179.995)]
    for (entry, position) in zip(Self.entries, positions) {
      var description = PhotoDescription()
      description.position = GeoPosition(latitude: position.0, longitude: position.1)
      texts.set(description, of: entry.id)
    }
    texts.set(nil, of: Self.entries[3].id)
    let subjects = FilterSubjects(
      Self.entries, names: FoldedNames(Self.entries.map(\.photo.name)), texts: texts)
    let filter = Filter(text, this: Self.entries[0].id)
    #expect(filter.problems.isEmpty && filter.depth == .texts)
    let mask = filter.result(on: subjects).mask
    #expect(mask.indices.filter { mask[$0] } == numbers)
    let elsewhere = Filter("near:this", this: Self.entries[3].id).result(on: subjects)
    #expect(elsewhere.count == 0 && Filter("near:this").result(on: subjects).count == 0)
    #expect(elsewhere.notes.map(\.description) == ["no photo here has a known position"])
  }

  /// Photos in Paris, in the Alps of two countries, and in Boston, Lincolnshire; the fifth has no
  /// place.
  private static var travels: FilterSubjects {
    let towns = [
      Town(
        name: "Paris", region: "Île-de-France", country: "France", countryCodes: ["FR", "FRA"]),
      Town(
        name: "Chamonix", region: "Auvergne-Rhône-Alpes", country: "France",
        countryCodes: ["FR", "FRA"]),
      Town(name: "Zermatt", region: "Valais", country: "Switzerland", countryCodes: ["CH", "CHE"]),
      Town(
        name: "Boston", region: "England", country: "United Kingdom",
        countryCodes: ["GB", "GBR", "UK"]),
    ]
    var texts = TextTable()
    for (entry, town) in zip(entries, towns) {
      var description = PhotoDescription()
      description.position = GeoPosition(latitude: 1, longitude: 2)
      texts.set(description, at: town, of: entry.id)
    }
    texts.set(nil, of: entries[4].id)
    return FilterSubjects(
      entries, names: FoldedNames(entries.map(\.photo.name)), texts: texts)
  }

  @Test(
    arguments: [
      ("place:paris", [0]), ("place:PAR", [0]), ("place:aris", []), ("place:ile", [0]),
      ("place:alpes", [1]), (#"place:"Zermatt, Valais""#, [2]), ("place:france", [0]),
      ("!place:paris", [1, 2, 3, 4]), ("place:paris|zermatt", [0, 2]),
      ("country:fr", [0, 1]), ("country:FRA", [0, 1]), ("country:france", [0, 1]),
      ("country:f", [0, 1]), ("country:uk", [3]), ("country:gb", [3]), ("country:un", [3]),
      (#"country:"united kingdom""#, [3]), ("country:ch", [2]), ("country:swiss", []),
      ("!country:fr", [2, 3, 4]), ("country:fr place:chamonix", [1]),
      // A word is also a town, a region or a country, but no code.
      ("zermatt", [2]), ("valais", [2]), ("france", [0, 1]), ("fra", [0, 1]), ("gb", []),
      ("text:paris", []), ("!zermatt", [0, 1, 3, 4, 5]), ("name:paris", []),
    ] as [(String, [Int])])
  func `photos are found by the town nearest to them`(text: String, numbers: [Int]) {
    let filter = Filter(text)
    #expect(filter.problems.isEmpty)
    let mask = filter.result(on: Self.travels).mask
    #expect(mask.indices.filter { mask[$0] } == numbers)
  }

  @Test(
    arguments: [
      (.country, ["France 2", "Switzerland 1", "United Kingdom 1"]),
      (
        .place,
        [
          "Auvergne-Rhône-Alpes 1", "Boston 1", "Chamonix 1", "England 1", "Paris 1", "Valais 1",
          "Zermatt 1", "Île-de-France 1",
        ]
      ),
    ] as [(FilterField, [String])])
  func `places and countries are completed, the most frequent first`(
    field: FilterField, values: [String]
  ) {
    let found = Self.travels.values(of: field)
    #expect(found.map { "\($0.value) \($0.count)" } == values)
    for (value, count) in found {
      let filter = Filter("\(field.name)\(FilterCompletion.quoted(value))")
      #expect(filter.result(on: Self.travels).count >= count, "\(filter.text)")
    }
  }

  @Test(arguments: [
    "near:", "near:1", "near:91,0", "near:0,181", "near:1e300,1", "near:1,2,3", "near:1,2/",
    "near:1,2/5",
    "near:1,2/-5km", "near:1,2/0m", "near:nan,1", "near:1,2/nankm", "near:this/", "near:that",
    "near:1,2/1e400km",
  ])
  func `an invalid place or distance is an error`(text: String) {
    let problem = "near: takes 48.85,2.29/2km or this/500m"
    #expect(Filter(text).problems.map(\.reason) == [problem])
  }

  @Test func `a photo's later texts replace its earlier ones`() {
    var (texts, first, second) = (TextTable(), PhotoDescription(), PhotoDescription())
    (first.keywords, second.keywords) = (["old"], ["new"])
    for description in [first, second] { texts.set(description, of: Self.entries[0].id) }
    let subjects = FilterSubjects(
      Self.entries, names: FoldedNames(Self.entries.map(\.photo.name)), texts: texts)
    #expect(Filter("keyword:old").result(on: subjects).count == 0)
    #expect(Filter("keyword:new").result(on: subjects).count == 1)
  }

  @Test(arguments: [2, 3, 8, 31, 32, 33, 70])
  func `a text is found wherever it is in captions of any length`(length: Int) {
    var (texts, random) = (TextTable(), SplitMix64(seed: UInt64(length)))
    func word(_ length: Int) -> String {
      String((0..<length).map { _ in "ab".randomElement(using: &random) ?? "a" })
    }
    let words = (0..<400).map { index in (0..<index % 6).map { _ in word(1 + index % 9) } }
    let entries = [CatalogEntry](
      of: words.indices.map { Photo(path: ByteString("\($0).jpg")) })
    let wanted = word(length)
    var captions = words.map { $0.joined(separator: " ") }
    for index in stride(from: 0, to: captions.count, by: 7) {
      captions[index] += " \(index.isMultiple(of: 2) ? "" : "a")\(wanted)"
    }
    for (entry, caption) in zip(entries, captions) {
      var description = PhotoDescription()
      description.caption = caption
      texts.set(description, of: entry.id)
    }
    let subjects = FilterSubjects(
      entries, names: FoldedNames(entries.map(\.photo.name)), texts: texts)
    for pattern in [wanted, String(wanted.prefix(1)), String(wanted.prefix(9)), "b ab"] {
      let mask = Filter("caption:\"\(pattern)\"").result(on: subjects).mask
      #expect(mask == captions.map { " \($0)".contains(" \(pattern)") }, "\(pattern)")
    }
  }

  @Test(
    arguments: [
      (
        .keyword,
        [
          "Animals 1", "Animals/Dogs 1", "Seen 1", "Seen/dog show 1", "b/w 1", "beach 1", "Übung 1",
        ]
      ),
      (.person, ["Ann O'Hara 1", "Chae-won 김채원 1"]), (.title, []), (.text, []),
    ] as [(FilterField, [String])])
  func `keywords and people are completed`(field: FilterField, values: [String]) {
    let found = Self.subjects.values(of: field)
    #expect(found.map { "\($0.value) \($0.count)" } == values)
    for (value, count) in found {
      let filter = Filter("\(field.name)\(FilterCompletion.quoted(value))")
      #expect(filter.result(on: Self.subjects).count >= count, "\(filter.text)")
    }
  }

  @Test func `the most frequent keywords come first, and a path counts above it once a photo`() {
    var (texts, lists) = (TextTable(), [["a|x", "a|y", "b"], ["b"], ["a|x", "b"], []])
    lists.append(["a"])
    for (entry, keywords) in zip(Self.entries, lists) {
      var description = PhotoDescription()
      description.keywords = keywords
      texts.set(description, of: entry.id)
    }
    let subjects = FilterSubjects(
      Self.entries, names: FoldedNames([ByteString]()), texts: texts)
    #expect(
      subjects.values(of: .keyword).map { "\($0.value) \($0.count)" }
        == ["a 3", "b 3", "a/x 2", "a/y 1"])
  }
}
