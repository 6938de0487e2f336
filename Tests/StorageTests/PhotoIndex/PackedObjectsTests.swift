import Base
import TestSupport
import Testing

@testable import Storage

/// Objects as the index packs them.
struct PackedObjectsTests {
  private static let sum = "0123456789abcdef0123456789abcdef"

  static let pages: [[ListedObject]] = [
    [], [ListedObject(key: ByteString(""))],
    [ListedObject(key: ByteString([0xFF, 0, 0x80]), byteCount: .max, modified: .min)],
    [
      ListedObject(key: ByteString("2024/a.jpg"), byteCount: 0, modified: 1_714_566_600),
      ListedObject(key: ByteString("2024/a.jpg.jpg"), modified: 1_714_566_599, entityTag: ""),
      ListedObject(key: ByteString("2024/"), byteCount: 5, modified: .max, entityTag: "t"),
      ListedObject(key: ByteString("3"), byteCount: 127, modified: -1),
      ListedObject(key: ByteString("30"), byteCount: 128, entityTag: "W/\u{FC}"),
    ],
    [
      sum, "\(sum)-2", "\(sum)-\(UInt64.max)", "\(sum)-", "\(sum)-02", "\(sum)-+2", "\(sum)-x",
      "\(sum)0",
      "-2", "-", sum.uppercased(), String(sum.dropLast()),
    ].map { ListedObject(key: ByteString("k"), entityTag: $0) },
  ]

  private static func objects(in bytes: some Sequence<UInt8>) -> [ListedObject]? {
    PackedObjects.objects(in: Array(bytes))
  }

  private static func names(in bytes: some Sequence<UInt8>) -> [ByteString]? {
    PackedObjects.names(in: Array(bytes))
  }

  @Test(arguments: pages)
  func `packed objects are unpacked unchanged`(objects: [ListedObject]) {
    let bytes = PackedObjects.bytes(of: objects)
    #expect(Self.objects(in: bytes) == objects)
  }

  @Test func `packed names are unpacked unchanged, and truncated ones are refused`() {
    let names = ["", "a", "a/b", "a/bc", "\u{FC}"].map { ByteString($0) }
    let bytes = PackedObjects.bytes(of: names)
    #expect(Self.names(in: bytes) == names)
    #expect(Self.names(in: bytes.dropLast()) == nil)
  }

  @Test func `objects of a camera's folder pack into fewer than 31 bytes each`() {
    let objects = (0..<1_000).map { number in
      ListedObject(
        key: ByteString("photos/2024/05/IMG_\(10_000 + number).jpg"),
        byteCount: 4_000_000 + number, modified: 1_714_566_600 + 7 * number, entityTag: Self.sum)
    }
    #expect(PackedObjects.bytes(of: objects).count < 31 * 1_000)
  }

  @Test
  func `truncated or extended bytes are refused, and corrupt ones yield at most one object a byte`()
  {
    let good = PackedObjects.bytes(of: Self.pages[3])
    for count in 0..<good.count {
      #expect(Self.objects(in: good[..<count]) == nil)
    }
    #expect(Self.objects(in: good + [0]) == nil)
    var random = SplitMix64(seed: 7)
    for _ in 0..<5_000 {
      var bytes = good
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if let objects = Self.objects(in: bytes) {
        #expect(objects.count <= bytes.count)
      }
    }
  }

  @Test func `a small packed page that would expand to gigabytes is refused`() {
    // A key of a hundred thousand bytes, and then the same key again and again.
    var writer = PackedWriter()
    writer.put(60_000 as UInt64)
    let key = [UInt8](repeating: 0x61, count: 100_000)
    writer.bytes.append(0)
    writer.put(key: key)
    let first = writer.bytes.count
    writer.bytes.append(0)
    writer.put(key: key)
    let repetition = writer.bytes[first...]
    for _ in 2..<60_000 { writer.bytes += repetition }
    #expect(Self.objects(in: writer.bytes) == nil)
  }
}
