import Base
import Catalogs
import TestSupport
import Testing

struct NaturalOrderTests {
  @Test(arguments: [
    ["IMG_9.jpg", "IMG_10.jpg", "IMG_100.jpg"],
    ["IMG_09.jpg", "IMG_9.jpg", "IMG_10.jpg"],
    ["IMG_9a", "IMG_09b", "IMG_9c"],
    ["0", "00", "1"],
    ["007", "07", "7", "8"],
    ["a", "A1", "a2", "B"],
    ["A", "a", "B", "b"],
    ["a.jpg", "a1.jpg", "a_.jpg", "ab.jpg"],
    ["", "a", "aa"],
    ["1-2", "1-10", "01-11", "1-12"],
    ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
    ["2024-1-9", "2024-01-10", "2024-2-1"],
    ["e", "\u{E9}", "f", "z", "\u{4E2D}"],
    ["e\u{301}", "\u{E9}"],
    ["Ofen", "\u{D6}l-1", "O\u{308}l-2", "\u{D6}l-3", "\u{D6}l-10", "Zaun"],
    ["ol", "\u{F6}l", "ola"],
    ["resume1", "re\u{301}sume\u{301}1", "resume2", "r\u{E9}sum\u{E9}2"],
    [
      "Z.jpg", "\u{AC00}-1.jpg", "\u{1100}\u{1161}-2.jpg", "\u{AC00}-3.jpg",
      "\u{1102}\u{1161}-1.jpg",
      "\u{B098}-2.jpg",
    ],
    ["a_", "ab", "\u{E1}b", "ac", "a{"],
    ["\u{1F600}2", "\u{1F600}10", "\u{1F601}1"],
  ])
  func `names are sorted in natural order`(names: [String]) {
    let expected = names.map { ByteString($0) }
    #expect(expected.reversed().sorted(by: NaturalOrder.areInOrder) == expected)
  }

  @Test func `bytes that are not UTF-8 sort after all letters, by value`() {
    let names =
      ["az", "a\u{4E2D}"].map { Array($0.utf8) } + [[0x61, 0x80], [0x61, 0xFF], [0xFF, 0x61]]
    let expected = names.map { ByteString($0) }
    #expect(expected.reversed().sorted(by: NaturalOrder.areInOrder) == expected)
  }

  @Test func `a run of a thousand digits is compared as one number`() {
    let small = ByteString("a" + String(repeating: "9", count: 999))
    let large = ByteString("a1" + String(repeating: "0", count: 999))
    #expect(NaturalOrder.areInOrder(small, large))
    #expect(!NaturalOrder.areInOrder(large, small))
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `sort keys agree with the comparison of names, or leave it to that`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = [
      "0", "00", "7", "12", "123456789", "1234567890", "a", "B", "b", "_", "/", ":", "z",
    ]
    let start = seed.isMultiple(of: 2) ? "IMG_1" : ""
    let names = (0..<60).map { _ in
      let count = Int.random(in: 0...9, using: &random)
      let name = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      let end = seed % 5 == 0 && Bool.random(using: &random) ? "\u{F6}" : ""
      return ByteString((start + name + end).replacing("/", with: "."))
    }
    let keys = NameKeys(names)
    for (first, name) in names.enumerated() {
      for (second, other) in names.enumerated() {
        guard let isBefore = keys.areInOrder(first, second) else { continue }
        #expect(isBefore == NaturalOrder.areInOrder(name, other), "\(name) \(other)")
        #expect(keys.areInOrder(second, first) == !isBefore)
      }
    }
  }

  @Test func `a name does not precede itself`() {
    #expect(!NaturalOrder.areInOrder(ByteString("IMG_1"), ByteString("IMG_1")))
  }

  @Test(arguments: [
    ["b.jpg", "z.jpg", "a/1.jpg", "a/2.jpg", "a/b/0.jpg", "c/0.jpg"],
    ["a/z.jpg", "a/a/a.jpg", "a b/a.jpg", "a-b/a.jpg"],
    ["d9/a.jpg", "d10/a.jpg"],
    ["A/1.jpg", "A/3.jpg", "a/2.jpg"],
    ["1.jpg", "/1.jpg", "/a/1.jpg"],
    ["a/1.jpg", "a/10.jpg", "a//5.jpg"],
  ])
  func `paths are sorted by folder, then in natural order`(paths: [String]) {
    let expected = paths.map { Photo(path: ByteString($0)) }
    #expect(expected.reversed().sorted(by: NaturalOrder.areInOrder) == expected)
  }

  @Test(arguments: 1...20)
  func `two different paths are always ordered`(seed: UInt64) {
    let photos = paths(60, seed: seed)
    for first in photos {
      let isTotal = photos.allSatisfy { second in
        let isBefore = NaturalOrder.areInOrder(first, second)
        let isAfter = NaturalOrder.areInOrder(second, first)
        return first == second ? !isBefore && !isAfter : isBefore != isAfter
      }
      #expect(isTotal, "\(first)")
    }
  }

  @Test(arguments: 1...20)
  func `the order of paths is transitive`(seed: UInt64) {
    let photos = paths(30, seed: seed)
    for first in photos {
      for second in photos where NaturalOrder.areInOrder(first, second) {
        let isTransitive = photos.allSatisfy { third in
          !NaturalOrder.areInOrder(second, third) || NaturalOrder.areInOrder(first, third)
        }
        #expect(isTransitive, "\(first) before \(second)")
      }
    }
  }

  @Test(arguments: 1...20)
  func `sorting does not depend on the initial order`(seed: UInt64) {
    var source = SplitMix64(seed: ~seed)
    let photos = paths(300, seed: seed)
    let sorted = photos.sorted(by: NaturalOrder.areInOrder)
    #expect(photos.shuffled(using: &source).sorted(by: NaturalOrder.areInOrder) == sorted)
    #expect(sorted != photos)
  }

  private func paths(_ count: Int, seed: UInt64) -> [Photo] {
    var source = SplitMix64(seed: seed)
    return (0..<count).map { _ in Photo(path: source.path()) }
  }
}

extension SplitMix64 {
  /// A path of few different bytes, so that near misses are frequent.
  fileprivate mutating func path() -> ByteString {
    let alphabet = Array("0019aAbB_./\u{E9}\u{301}{".utf8) + [0xFF]
    return ByteString(
      (0..<Int.random(in: 0...8, using: &self)).map { _ in
        alphabet.randomElement(using: &self) ?? 0xFF
      })
  }
}
