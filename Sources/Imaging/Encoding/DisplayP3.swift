import Base

/// The colors of current screens: the primaries of DCI-P3, with the white and the curve of sRGB
/// (SMPTE EG 432-1, IEC 61966-2-1).
package enum DisplayP3 {
  /// Chromaticities x and y of white, red, green and blue, in 1/100,000.
  package static let chromaticities = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
  /// The code points (ITU-T H.273) of the primaries and of the curve.
  package static let (primaries, transfer) = (UInt8(12), UInt8(13))

  /// A profile of version 4 (ICC.1:2022), adapted to the white D50.
  package static let profile: [UInt8] = {
    let curve = Array("para".utf8) + zeros(4) + [0, 3, 0, 0]
    let tags: [([String], [UInt8])] = [
      (["desc"], text("Display P3")), (["cprt"], text("No copyright, use freely")),
      (["wtpt"], color([0.9642, 1, 0.8249])),
      (["rXYZ"], color([0.51512, 0.2412, -0.00105])),
      (["gXYZ"], color([0.29198, 0.69225, 0.04189])),
      (["bXYZ"], color([0.1571, 0.06657, 0.78407])),
      (
        ["rTRC", "gTRC", "bTRC"],
        curve + fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      ),
      (
        ["chad"],
        Array("sf32".utf8) + zeros(4)
          + fixed([
            1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168,
          ])
      ),
    ]
    let count = tags.reduce(0) { $0 + $1.0.count }
    var (table, data) = (count.bigEndianBytes(4), [UInt8]())
    for (names, content) in tags {
      for name in names {
        table += Array(name.utf8) + (132 + 12 * count + data.count).bigEndianBytes(4)
        table += content.count.bigEndianBytes(4)
      }
      data += content + zeros(-content.count & 3)
    }
    let size = 128 + table.count + data.count
    return size.bigEndianBytes(4) + zeros(4) + [4, 0x40, 0, 0] + Array("mntrRGB XYZ ".utf8)
      // Made on 2026-01-01.
      + [7, 234, 0, 1, 0, 1] + zeros(6) + Array("acsp".utf8) + zeros(28)
      + fixed([0.9642, 1, 0.8249]) + zeros(48) + table + data
  }()

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  /// Numbers with 16 binary places.
  private static func fixed(_ numbers: [Double]) -> [UInt8] {
    numbers.flatMap {
      Int(UInt32(bitPattern: Int32(($0 * 65_536).rounded()))).bigEndianBytes(4)
    }
  }

  private static func color(_ numbers: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + zeros(4) + fixed(numbers)
  }

  private static func text(_ text: String) -> [UInt8] {
    let letters = text.utf16.flatMap { Int($0).bigEndianBytes(2) }
    return Array("mluc".utf8) + zeros(4) + 1.bigEndianBytes(4) + 12.bigEndianBytes(4)
      + Array("enUS".utf8) + letters.count.bigEndianBytes(4) + 28.bigEndianBytes(4) + letters
  }
}
