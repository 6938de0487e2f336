import Base
import Catalogs
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// The language of filters, on photos with a few known facts.
@Suite("Filters")
struct FilterTests {
  private static let paths = [
    "italy/IMG_20240131_lake.jpg", "italy/IMG_9.JPG", "italy/lake road.png", "Norway/fjord.nef",
    "Norway/Müller 2023-07-05.gif", "Norway/a!b|c.jpg",
  ]
  /// The size of each file in bytes, or nil if it is unknown.
  private static let sizes: [Int?] = [2_100_000, 300_000, 5_000, 25_000_000, nil, 0]

  private static let entries = [CatalogEntry](of: paths.map { Photo(path: ByteString($0)) })

  private static func subjects(sizes: [Int?] = sizes, marked: Set<Int> = []) -> FilterSubjects {
    let facts = zip(entries, sizes).map { ($0.id, PhotoFacts(byteCount: $1)) }
    let ids = Set(marked.map { entries[$0].id })
    return FilterSubjects(
      entries, names: FoldedNames(entries.map(\.photo.name)),
      facts: FactsTable(facts), isMarked: ids.contains)
  }

  /// Which photos a filter shows, as the numbers of their paths.
  private static func shown(_ text: String, marked: Set<Int> = []) -> [Int] {
    let mask = Filter(text).result(on: subjects(marked: marked)).mask
    return mask.indices.filter { mask[$0] }
  }

  @Test(
    arguments: [
      ("", [0, 1, 2, 3, 4, 5]), ("   ", [0, 1, 2, 3, 4, 5]), ("lake", [0, 2]), ("lk", [0, 2]),
      ("'lk", []), ("img", [0, 1]), ("IMG", [0, 1]), ("Img", []), ("^lake", [2]),
      ("jpg$", [0, 1, 5]),
      ("^fjord.nef$", [3]), ("^fjord$", []), ("lake jpg", [0]), ("jpg lake", [0]),
      ("!lake", [1, 3, 4, 5]), ("!^img", [2, 3, 4, 5]), ("!jpg$", [2, 3, 4]), ("lake !jpg", [2]),
      ("fjord|muller", [3, 4]), ("fjord | muller", [3, 4]), ("'lake road", [2]),
      ("lake\\ road", [2]), ("\"lake road\"", [2]), ("muller", [4]), ("Müller", [4]),
      ("MULLER", []),
      ("a\\!b", [5]), ("a!b", [5]), ("\"a!b|c\"", [5]), ("b\\|c", [5]), ("|", [0, 1, 2, 3, 4, 5]),
      ("!", [0, 1, 2, 3, 4, 5]), ("'", [0, 1, 2, 3, 4, 5]), ("lake |", [0, 2]), ("| lake", [0, 2]),
    ] as [(String, [Int])])
  func `words and their operators match names`(text: String, numbers: [Int]) {
    #expect(Self.shown(text) == numbers)
    #expect(Filter(text).problems.isEmpty)
  }

  @Test(
    arguments: [
      ("size:>2MB", [0, 3]), ("size:300kB-2.1MB", [0, 1]), ("size:<=5kB", [2, 5]), ("size:0", [5]),
      ("!size:>2MB", [1, 2, 5]), ("size:>2MB|<10kB", [0, 2, 3, 5]), ("kind:png", [2]),
      ("kind:raw", [3]), ("Kind: raw", [3]), ("kind:  png|gif lake", [2]),
      ("kind:png|gif", [2, 4]), ("kind:jpg", [0, 1, 5]), ("ext:jpg", [0, 1, 5]),
      ("ext:.JPG", [0, 1, 5]), ("ext:jp", [0, 1, 5]), ("!ext:jpg", [2, 3, 4]),
      ("folder:italy", [0, 1, 2]), ("folder:Norway lake|fjord", [3]), ("folder:NORWAY", []),
      ("date:2024", [0]), ("date:2024-01", [0]), ("date:2024-01-31", [0]), ("date:2024-02", []),
      ("date:2023..2024-01", [0, 4]), ("before:2024", [4]), ("after:2023-07-05", [0]),
      ("after:2023-07-04", [0, 4]), ("year:2023", [4]), ("year:2019-2024", [0, 4]),
      ("month:6-8", [4]), ("marked", [1, 3]), ("!marked", [0, 2, 4, 5]), ("marked kind:raw", [3]),
      ("'marked", []), ("SIZE:>2mb", [0, 3]),
    ] as [(String, [Int])])
  func `fields match names and facts of photos`(text: String, numbers: [Int]) {
    #expect(Self.shown(text, marked: [1, 3]) == numbers)
    #expect(Filter(text).problems.isEmpty)
  }

  @Test(
    arguments: [
      ("lake size:big", "size: takes >2MB or 300kB-2MB"),
      ("size:", "size: takes >2MB or 300kB-2MB"),
      ("kind:movie", "Unknown kind movie – try jpeg, png, raw or video"),
      ("kind:vidoe", "Unknown kind vidoe – did you mean video?"),
      (
        "date:2024-13",
        "date: takes 2024-05-17, 2024-05 or 2024-05..2024-07"
      ),
      ("date:2024-06-31", "date: takes 2024-05-17, 2024-05 or 2024-05..2024-07"),
      ("date:2024-08..2024-06", "date: takes 2024-05-17, 2024-05 or 2024-05..2024-07"),
      ("camra:r6", "Unknown field camra: – did you mean camera:? (\\: for a colon)"),
      ("foo:1 lake", "Unknown field foo: (\\: for a colon)"),
      (
        "iso>800", "A field needs a colon – did you mean iso:>800? (\\> for the sign itself)"
      ),
      (
        "ISO<=800", "A field needs a colon – did you mean iso:<=800? (\\< for the sign itself)"
      ),
      ("iso=800", "A field needs a colon – did you mean iso:800? (\\= for the sign itself)"),
      ("marked:1", "Unknown field marked: (\\: for a colon)"),
      ("flag:good", "flag: takes picked, rejected or none"),
      ("year:x", "year: takes 2024 or 2019-2024"),
    ])
  func `a term that cannot be parsed hides nothing and is reported with the reason`(
    text: String, problem: String
  ) {
    let filter = Filter(text)
    #expect(filter.problems.map(\.description) == [problem])
    let rest = text.split(separator: " ").filter { !$0.contains(":") }.joined(separator: " ")
    #expect(Self.shown(text) == Self.shown(rest))
  }

  /// The facts of four photos: one with many, an upright one, one with none but a size, and one that
  /// has not been read.
  private static var read: FilterSubjects {
    var (much, upright, nothing) = (PhotoFacts(), PhotoFacts(), PhotoFacts())
    much.words = PhotoWords(camera: "NIKON Z 6", lens: "Nikkor 50mm f/1.8", label: "Red")
    (much.iso, much.aperture, much.focalLength, much.rating) = (400, 2.8, 50, 4)
    much.size = PixelSize(width: 6000, height: 4000)
    much.taken = TakenTime(wallMilliseconds: 1_688_500_800_000, source: .photo)
    (much.isPicked, upright.rating) = (true, -1)
    upright.duration = 90.5
    upright.size = PixelSize(width: 3000, height: 4000)
    upright.taken = TakenTime(wallMilliseconds: 1_688_500_800_000, source: .file)
    nothing.size = PixelSize(width: 10, height: 10)
    (much.isRead, upright.isRead, nothing.isRead) = (true, true, true)
    let known = FactsTable(zip(entries.map(\.id), [much, upright, nothing]))
    return FilterSubjects(entries, names: FoldedNames(entries.map(\.photo.name)), facts: known)
  }

  @Test(
    arguments: [
      ("camera:nikon", [0]), ("camera:canon", []), ("!camera:nikon", [1, 2]), ("lens:50mm", [0]),
      ("label:red", [0]), ("iso:200-400", [0]), ("iso:100", []), ("f:2.8", [0]), ("f:1.4-2", []),
      ("mm:50", [0]), ("mp:>12", [0]), ("mp:<=12", [1, 2]), ("portrait", [1]), ("landscape", [0]),
      ("square", [2]), ("rating:>=3", [0]), ("rating:0", [2]), ("flag:picked", [0]),
      ("flag:rejected", [1]),
      ("flag:none", [2]), ("flag:PICKED|none", [0, 2]), ("!flag:rejected", [0, 2]),
      ("date:2023-07-04", [0]),
      ("length:>1m", [1]), ("length:60-120", [1]), ("length:>2min", []),
      ("!length:>2m", [0, 1, 2]), ("date:2023-07-05", []), ("year:2023", [0]), ("month:7", [0]),
    ] as [(String, [Int])])
  func `fields match the contents of photos that have been read, and no others`(
    text: String, numbers: [Int]
  ) {
    let mask = Filter(text).result(on: Self.read).mask
    #expect(mask.indices.filter { mask[$0] && $0 < 4 } == numbers)
    #expect(Filter(text).depth == .contents)
  }

  @Test(
    arguments: [
      ("", "marked"), ("marked", ""), ("lake", "marked lake"), ("marked lake", "lake"),
      ("lake marked", "lake "), ("\"a marked b\"", "marked \"a marked b\""),
      ("!marked", "marked !marked"), ("lake\\", "marked lake\\"),
    ])
  func `togglingMarked adds or removes the term for marked photos`(text: String, toggled: String) {
    #expect(Filter(text).togglingMarked.text == toggled)
  }

  @Test(arguments: ["a|b c", "!a \"b\\", "size:>2", "'x$", "marked"])
  func `a filter by name matches operators in its text literally`(text: String) {
    let entries = [CatalogEntry](of: ["x\(text)y", "b"].map { Photo(path: ByteString($0)) })
    let subjects = FilterSubjects(entries, names: FoldedNames(entries.map(\.photo.name)))
    #expect(Filter(named: text).result(on: subjects).mask == [true, false])
  }

  @Test func `a result reports how many photos lack the fact that a filter needs`() {
    let result = Filter("size:>1").result(on: Self.subjects())
    #expect(result.notes.map(\.description) == ["1 photo has no known size"])
    #expect(result.filter.problems.isEmpty)
    let unknown = Filter("lake camera:nikon").result(on: Self.subjects())
    #expect(unknown.count == 0)
    #expect(unknown.notes.map(\.description) == ["no photo here has a camera"])
    let undated = Filter("year:2024").result(on: Self.subjects())
    #expect(undated.notes.map(\.description) == ["4 photos have no date"])
  }

  @Test(arguments: ["camera:", "lake iso:", "rating:>="])
  func `a typed field needs metadata, even without a value`(text: String) {
    #expect(Filter(text).depth == .contents && Filter(text).isEmpty == (text.first != "l"))
    #expect(Filter("camra:").depth == .names)
  }

  /// A filter that is typed letter by letter shows the same photos as one that is parsed at once.
  @Test(arguments: [
    "lake", "LakE jpg$", "'img !9", "size:>2MB lake", "marked fjord|muller",
    "^img kind:jpg date:2024",
    "\"lake road\"", "a\\!b|c",
  ])
  func `typing a filter letter by letter shows the same photos as parsing it at once`(text: String)
  {
    let subjects = Self.subjects(marked: [1, 3])
    var last: FilterResult?
    for length in 0...text.count {
      let filter = Filter(String(text.prefix(length)))
      last = filter.result(on: subjects, after: last)
      #expect(last?.mask == filter.result(on: subjects).mask, "\(filter.text)")
      #expect(last?.notes == filter.result(on: subjects).notes, "\(filter.text)")
    }
  }

  /// Texts of all special characters, in any order, and each also evaluated after any other.
  @Test func `any text is parsed, and the previous result does not change its photos`() {
    let characters =
      Array("ab 1.9-:|!'^$\"\\<>=é\u{301}\u{0}").map(String.init) + ["size:", "date:"]
    var random = SplitMix64(seed: 20_240_131)
    var last: FilterResult?
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<9, using: &random)
      let text = (0..<count).map { _ in characters.randomElement(using: &random) ?? "" }.joined()
      let filter = Filter(text)
      #expect(filter.problems.allSatisfy { $0.place.upperBound <= text.count })
      let result = filter.result(on: Self.subjects(), after: last)
      #expect(result.mask == filter.result(on: Self.subjects()).mask, "\(text)")
      #expect(result.count == result.mask.count { $0 })
      last = result
    }
  }
}
