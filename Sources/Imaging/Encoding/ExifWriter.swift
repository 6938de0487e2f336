internal import Base

/// Writes an EXIF block (CIPA DC-008, TIFF 6.0): what `PhotoMetadata` has, and nothing of makers.
package struct ExifWriter {
  private enum Value {
    case bytes([UInt8])
    case undefined([UInt8])
    case text(String)
    case short(Int)
    case long(Int)
    case fractions([Fraction], isSigned: Bool = false)

    /// The type of TIFF 6.0, section 2.
    var type: Int {
      switch self {
      case .bytes: 1
      case .undefined: 7
      case .text: 2
      case .short: 3
      case .long: 4
      case .fractions(_, let isSigned): isSigned ? 10 : 5
      }
    }

    var count: Int {
      switch self {
      case .bytes(let bytes), .undefined(let bytes): bytes.count
      case .text(let text): text.utf8.count + 1
      case .short, .long: 1
      case .fractions(let fractions, _): fractions.count
      }
    }

    var bytes: [UInt8] {
      switch self {
      case .bytes(let bytes), .undefined(let bytes): bytes
      case .text(let text): Array(text.utf8) + [0]
      case .short(let number): number.littleEndianBytes(2)
      case .long(let number): number.littleEndianBytes(4)
      case .fractions(let fractions, _):
        fractions.flatMap {
          $0.numerator.littleEndianBytes(4) + $0.denominator.littleEndianBytes(4)
        }
      }
    }
  }

  private typealias Entry = (tag: Int, value: Value)

  private static let head: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]

  /// Ascending by tag.
  private let picture, photo, place: [Entry]

  /// `orientation` is that of the stored pixels.
  package init(_ metadata: PhotoMetadata, orientation: Orientation) {
    picture = Self.entries([
      (0x010E, metadata.caption.map(Value.text)), (0x010F, metadata.make.map(Value.text)),
      (0x0110, metadata.model.map(Value.text)), (0x0112, .short(orientation.rawValue)),
      (0x013B, metadata.creator.map(Value.text)), (0x8298, metadata.rights.map(Value.text)),
    ])
    let date = metadata.captureDate
    photo = Self.entries([
      (0x829A, metadata.exposureTime.map { .fractions([$0]) }),
      (0x829D, Self.fraction(metadata.aperture)),
      (0x8827, metadata.iso.map { .short(min($0, 0xFFFF)) }),
      (0x9000, .undefined(Array("0232".utf8))), (0x9003, date.map { .text($0.exif) }),
      (0x9011, date?.offsetText.map(Value.text)), (0x9101, .undefined([1, 2, 3, 0])),
      (0x9204, Self.fraction(metadata.exposureBias, isSigned: true)),
      (0x9209, metadata.flash.map { .short(Int($0.rawValue)) }),
      (0x920A, Self.fraction(metadata.focalLength)),
      (0x9291, date.flatMap { $0.millisecond > 0 ? .text($0.millisecond.zeroPadded(to: 3)) : nil }),
      (0xA000, .undefined(Array("0100".utf8))),
      (0xA405, metadata.filmFocalLength.map { .short(Int(min($0.rounded(), 0xFFFF))) }),
      (0xA434, metadata.lens.map(Value.text)),
    ])
    place = metadata.position.map(Self.entries) ?? []
  }

  private static func entries(_ values: [(Int, Value?)]) -> [Entry] {
    values.compactMap { tag, value in value.map { (tag, $0) } }
  }

  private static func entries(of position: GeoPosition) -> [Entry] {
    let altitude = position.altitude
    return entries([
      (0, .bytes([2, 3, 0, 0])), (1, .text(position.latitude < 0 ? "S" : "N")),
      (2, angle(position.latitude)), (3, .text(position.longitude < 0 ? "W" : "E")),
      (4, angle(position.longitude)), (5, altitude.map { .bytes([$0 < 0 ? 1 : 0]) }),
      (6, altitude.flatMap { fraction($0.magnitude) }),
    ])
  }

  /// Degrees as millionths, which are a tenth of a meter; minutes and seconds are zero.
  private static func angle(_ degrees: Double) -> Value {
    let million = 1_000_000
    let parts = [(Int((degrees.magnitude * Double(million)).rounded()), million), (0, 1), (0, 1)]
    return .fractions(parts.compactMap { Fraction($0.0, $0.1) })
  }

  /// In thousandths; nil if out of range.
  private static func fraction(_ number: Double?, isSigned: Bool = false) -> Value? {
    guard let number, abs(number) < 2e6,
      let fraction = Fraction(Int((number * 1000).rounded()), 1000)
    else { return nil }
    return .fractions([fraction], isSigned: isSigned)
  }

  /// From the byte order on, without a prefix.
  package var bytes: [UInt8] {
    let pointers = [(0x8769, photo), (0x8825, place)].filter { !$0.1.isEmpty }
    var start = Self.head.count + Self.byteCount(of: picture, adding: pointers.count)
    var first = picture
    for (tag, entries) in pointers {
      first.append((tag, .long(start)))
      start += Self.byteCount(of: entries)
    }
    var bytes = Self.head
    for entries in [first] + pointers.map(\.1) { Self.write(entries, to: &bytes) }
    return bytes
  }

  private static func byteCount(of entries: [Entry], adding count: Int = 0) -> Int {
    let values = entries.map { $0.value.bytes.count }.filter { $0 > 4 }
    return 6 + 12 * (entries.count + count) + values.reduce(0) { $0 + $1 + $1 % 2 }
  }

  /// Appends a directory and then the values that do not fit in it, at even offsets.
  private static func write(_ entries: [Entry], to bytes: inout [UInt8]) {
    var values: [UInt8] = []
    let start = bytes.count + 6 + 12 * entries.count
    bytes += entries.count.littleEndianBytes(2)
    for (tag, value) in entries {
      bytes += tag.littleEndianBytes(2) + value.type.littleEndianBytes(2)
      bytes += value.count.littleEndianBytes(4)
      let content = value.bytes
      if content.count <= 4 {
        bytes += content + [UInt8](repeating: 0, count: 4 - content.count)
      } else {
        bytes += (start + values.count).littleEndianBytes(4)
        values += content + (content.count.isMultiple(of: 2) ? [] : [0])
      }
    }
    bytes += 0.littleEndianBytes(4) + values
  }
}

extension CaptureDate {
  fileprivate var exif: String {
    let blank = "  "
    let month = precision == .year ? blank : month.zeroPadded(to: 2)
    let day = precision == .year || precision == .month ? blank : day.zeroPadded(to: 2)
    let time = [hour, minute, second].map { precision == .second ? $0.zeroPadded(to: 2) : blank }
    return "\(year.zeroPadded(to: 4)):\(month):\(day) \(time.joined(separator: ":"))"
  }
}
