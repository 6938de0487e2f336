import Imaging

extension TerminalAnswer {
  /// ECMA-48, section 5.4; nil if it is not a reply to our queries.
  init?(parameters: [UInt8], final: UInt8) {
    let isPrivate = parameters.first == UInt8(ascii: "?")
    let numbers = parameters.dropFirst(isPrivate ? 1 : 0)
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.number)
    switch (isPrivate, final) {
    case (true, UInt8(ascii: "c")): self = .attributes(numbers.compactMap(\.self))
    case (true, UInt8(ascii: "S")):
      guard let answer = Self.sixelArea(numbers) else { return nil }
      self = answer
    case (false, UInt8(ascii: "n")) where numbers == [0]: self = .ready
    case (false, UInt8(ascii: "t")):
      guard let answer = Self.size(numbers) else { return nil }
      self = answer
    default: return nil
    }
  }

  /// `6;height;width` is the cell size, `4;height;width` the text area.
  private static func size(_ numbers: [Int?]) -> TerminalAnswer? {
    guard numbers.count == 3, let height = numbers[1], let width = numbers[2], height > 0, width > 0
    else { return nil }
    let size = PixelSize(width: width, height: height)
    return switch numbers[0] {
    case 6: .cell(size)
    case 4: .textArea(size)
    default: nil
    }
  }

  /// `?2;0;width;height`: 2 for the geometry of sixels, 0 for success.
  private static func sixelArea(_ numbers: [Int?]) -> TerminalAnswer? {
    guard numbers.count >= 2, numbers[0] == 2, let status = numbers[1] else { return nil }
    guard status == 0, numbers.count == 4, let width = numbers[2], let height = numbers[3],
      width > 0, height > 0
    else { return .sixelArea(nil) }
    return .sixelArea(PixelSize(width: width, height: height))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...5).contains(digits.count), isNumber else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
