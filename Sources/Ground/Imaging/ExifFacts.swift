/// A camera as people call it: its model, after its maker where the model does not name it.
package struct CameraName {
  private let make: String
  private let model: String

  /// Takes the texts of EXIF's Make and Model, as a file has them; both may be empty or nonsense.
  package init(make: String, model: String) {
    self.make = Self.trimmed(make)
    self.model = Self.trimmed(model)
  }

  /// `NIKON D70`, `SONY ILCE-7M3`; nil where neither is said.
  package var text: String? {
    let words = make.split(separator: " ").map { $0.lowercased() }
    let isNamed = words.contains { !$0.isEmpty && model.lowercased().hasPrefix($0) }
    let parts = (isNamed ? [model] : [make, model]).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Cameras fill their fields with spaces.
  private static func trimmed(_ text: String) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}

extension CaptureDate {
  /// Reads a date of an EXIF block (CIPA DC-008, DateTimeOriginal); nil for one that is blank or none.
  /// - Parameters:
  ///   - date: `2024:05:17 14:03:59`; zeros and spaces mean that the camera did not know.
  ///   - fraction: The decimal places of the second; anything else counts as none.
  ///   - offset: `+02:00`; anything else counts as not known.
  package init?(exif date: String, fraction: String = "", offset: String = "") {
    let fields = date.utf8.split { !(0x30...0x39).contains($0) }
    let numbers = fields.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard date.utf8.count == 19, fields.map(\.count) == [4, 2, 2, 2, 2, 2], numbers.count == 6
    else { return nil }
    self.init(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers[5], millisecond: Self.milliseconds(fraction), utcOffset: Self.offset(offset))
  }

  private static func milliseconds(_ fraction: String) -> Int {
    let digits = fraction.utf8.prefix { (0x30...0x39).contains($0) }.prefix(3)
    return Int(String(decoding: digits, as: UTF8.self).padded(to: 3)) ?? 0
  }

  /// How far a clock is ahead of UTC, in minutes, from `+02:00`; nil for anything else.
  package static func offset(_ offset: String) -> Int? {
    let parts = offset.utf8.dropFirst().split(separator: UInt8(ascii: ":"))
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard offset.utf8.count == 6, parts.count == 2, (0...14).contains(parts[0]),
      (0...59).contains(parts[1]), let sign = ["+": 1, "-": -1][offset.prefix(1)]
    else { return nil }
    let minutes = parts[0] * 60 + parts[1]
    return minutes <= 14 * 60 ? sign * minutes : nil
  }
}

extension String {
  /// The text with zeros behind it, so many characters at least.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: "0", count: max(0, count - self.count))
  }
}
