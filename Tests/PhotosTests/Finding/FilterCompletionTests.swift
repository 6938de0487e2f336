import Base
import Catalogs
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// What is completed of a filter that is being typed.
@Suite("Filters that are completed")
struct FilterCompletionTests {
  @Test(
    arguments: [
      ("", "", nil, ""), ("cam", "", nil, "cam"), ("lake cam", "lake ", nil, "cam"),
      ("lake ", "lake ", nil, ""), ("!cam", "!", nil, "cam"), ("camera:", "camera:", .camera, ""),
      ("CAMERA:ni", "CAMERA:", .camera, "ni"), ("!camera:ni", "!camera:", .camera, "ni"),
      ("lake kind:png|j", "lake kind:png|", .kind, "j"), ("kind:png ra", "kind:png ", nil, "ra"),
      ("flag:picked|rating:", "flag:picked|rating:", .rating, ""), ("a|cam", "a|", nil, "cam"),
      ("camera:\"Canon E", "camera:", .camera, "Canon E"),
      ("camera:\"Canon EOS\"", "camera:", .camera, "Canon EOS"),
      ("camera:Canon\\ E", "camera:", .camera, "Canon E"),
      ("camera:a:b", "camera:", .camera, "a:b"),
      ("camera:\"a\\\"b", "camera:", .camera, "a\"b"), ("\"a b\" mo", "\"a b\" ", nil, "mo"),
      ("foo:ca", "", nil, "foo:ca"), ("marked:", "", nil, "marked:"),
      ("lake\\ cam", "", nil, "lake cam"),
    ] as [(String, String, FilterField?, String)])
  func `end with the name or the value that can be completed`(
    text: String, head: String, field: FilterField?, typed: String
  ) {
    let completion = FilterCompletion(text)
    #expect(
      [completion.head, completion.typed] == [head, typed] && completion.field == field,
      "\(completion)")
  }

  @Test(
    arguments: [
      ("iso:x", .iso), ("kind:png|x", .kind), ("camera:", .camera), ("foo:", nil),
      ("kind:png|foo:", nil),
    ] as [(String, FilterField?)])
  func `an error names the field with a wrong value, not that of another alternative`(
    text: String, field: FilterField?
  ) {
    #expect(Filter(text).problems.map(\.field) == [field])
  }

  @Test func `quote a value so that it is read back, whatever it is`() {
    let characters = Array("aB1.:|!'^$\"\\<> é").map(String.init)
    var random = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1..<9, using: &random)
      let value = (0..<count).map { _ in characters.randomElement(using: &random) ?? "" }.joined()
      let filter = Filter("camera:\(FilterCompletion.quoted(value)) iso:200")
      #expect(filter.problems.isEmpty, "\(value)")
      #expect(
        filter.terms.first?.alternatives.map(\.test)
          == [.name(.camera, NamePattern(value, .anywhere))])
      #expect(FilterCompletion("camera:\(FilterCompletion.quoted(value))").typed == value)
    }
    #expect(FilterCompletion.quoted("X-T4") == "X-T4")
  }

  private static let paths = [
    "/p/italy/IMG_20240131.jpg", "/p/italy/b.JPG", "/p/Norway/c.nef", "/p/Norway/d", "/p/e.png",
  ]

  private static var subjects: FilterSubjects {
    let entries = [CatalogEntry](of: paths.map { Photo(path: ByteString($0)) })
    var (nikon, canon, nothing) = (PhotoFacts(), PhotoFacts(), PhotoFacts())
    nikon.words = PhotoWords(camera: "NIKON Z 6", lens: "50mm f/1.8", label: "Red")
    (nikon.iso, nikon.aperture, nikon.focalLength, nikon.rating) = (6400, 2.8, 50, 4)
    canon.words = PhotoWords(camera: "Canon EOS R5", lens: nil, label: "")
    (canon.iso, canon.aperture, canon.focalLength, canon.rating) = (200, 4, 4.25, -1)
    canon.taken = TakenTime(wallMilliseconds: 1_688_500_800_000, source: .photo)
    (nikon.isRead, canon.isRead, nothing.isRead) = (true, true, true)
    let known = FactsTable(zip(entries.map(\.id), [nikon, canon, nothing, canon]))
    return FilterSubjects(entries, names: FoldedNames([ByteString]()), facts: known)
  }

  @Test(
    arguments: [
      (.camera, ["Canon EOS R5 2", "NIKON Z 6 1"]), (.lens, ["50mm f/1.8 1"]), (.label, ["Red 1"]),
      (.iso, ["200 2", "6400 1"]), (.aperture, ["2.8 1", "4 2"]),
      (.focalLength, ["4.25 2", "50 1"]), (.rating, ["0 1", "4 1"]),
      (.flag, ["none 2", "rejected 2"]), (.year, ["2023 2", "2024 1"]),
      (.month, ["1 1", "7 2"]), (.date, ["2023-07 2", "2024-01 1"]),
      (.before, ["2023-07 2", "2024-01 1"]), (.kind, ["jpeg 2", "nef 1", "png 1"]),
      (.ext, ["jpg 2", "nef 1", "png 1"]), (.folder, ["Norway 2", "italy 2", "p 1"]),
      (.size, []), (.megapixels, []), (.marked, []),
    ] as [(FilterField, [String])])
  func `have the values of the photos, and how many have each`(
    field: FilterField, values: [String]
  ) {
    #expect(Self.subjects.values(of: field).map { "\($0.value) \($0.count)" } == values)
  }

  @Test(arguments: FilterField.allCases)
  func `find the photos that have a completed value`(field: FilterField) {
    for (value, count) in Self.subjects.values(of: field) where ![.before, .after].contains(field) {
      let filter = Filter("\(field.name)\(FilterCompletion.quoted(value))")
      #expect(filter.result(on: Self.subjects).count >= count, "\(filter.text)")
    }
  }
}
