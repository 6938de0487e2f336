internal import Imaging

/// EXIF as cameras write it, used to warm up a decoder process before the first photo.
package enum SampleExif {
  /// A segment with camera, lens, date and exposure.
  package static var segment: [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + exif) }

  package static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + (content.count + 2).bigEndianBytes(2) + content
  }

  /// Two little-endian directories, followed by the values that do not fit in entries.
  private static var exif: [UInt8] {
    let heads = 8 + directoryLength(4) + directoryLength(6)
    let texts = ["2024:01:31 12:34:56\0", "Sample 50 mm f/2.8\0"].map { Array($0.utf8) }
    let fraction = 28.littleEndianBytes(4) + 10.littleEndianBytes(4)
    let picture = [
      entry(0x010F, 2, 4, Array("Pho\0".utf8)), entry(0x0110, 2, 4, Array("Cel\0".utf8)),
      entry(0x0112, 3, 1, number: 1), entry(0x8769, 4, 1, number: 8 + directoryLength(4)),
    ]
    let dateEnd = heads + texts[0].count
    let photo = [
      entry(0x829D, 5, 1, number: dateEnd + texts[1].count), entry(0x8827, 3, 1, number: 200),
      entry(0x9003, 2, texts[0].count, number: heads), entry(0x9291, 2, 3, Array("25\0\0".utf8)),
      entry(0x920A, 5, 1, number: dateEnd + texts[1].count),
      entry(0xA434, 2, texts[1].count, number: dateEnd),
    ]
    return Array("II*\0".utf8) + 8.littleEndianBytes(4) + directory(picture) + directory(photo)
      + texts.flatMap(\.self) + fraction
  }

  private static func directoryLength(_ count: Int) -> Int { 2 + 12 * count + 4 }

  private static func directory(_ entries: [[UInt8]]) -> [UInt8] {
    entries.count.littleEndianBytes(2) + entries.flatMap(\.self) + 0.littleEndianBytes(4)
  }

  private static func entry(_ tag: Int, _ type: Int, _ count: Int, number: Int) -> [UInt8] {
    entry(tag, type, count, number.littleEndianBytes(4))
  }

  private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
    tag.littleEndianBytes(2) + type.littleEndianBytes(2) + count.littleEndianBytes(4) + value
  }
}
