import Imaging
import Testing

@testable import Terminal

/// A terminal that knows kitty's graphics protocol, as far as we use it: it parses what it is sent
/// by rules of its own, and a violation is an issue.
struct PictureTerminal {
  struct Picture: Equatable {
    var pixels: [UInt8]
    let width: Int
    let height: Int
    let virtualSize: CellSize?
  }

  private(set) var pictures: [UInt32: Picture] = [:]
  /// The positions of images on the screen, by image and number of the placement.
  private(set) var places: [UInt32: [UInt32: CellPoint]] = [:]
  /// The received pixels, in bytes.
  private(set) var received = 0
  private var unfinished: (id: UInt32, picture: Picture)?
  private var cursor = CellPoint(column: 0, row: 0)

  /// Takes the parts of a batch.
  mutating func take(_ parts: [OutputPart]) {
    for part in parts { take(part.bytes) }
  }

  /// Takes bytes in which there are only graphics commands and moves of the cursor.
  mutating func take(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while !rest.isEmpty {
      if rest.hasPrefix("\u{1b}_G"), let end = rest.firstRange(of: "\u{1b}\\") {
        command(rest[rest.index(rest.startIndex, offsetBy: 3)..<end.lowerBound])
        rest = rest[end.upperBound...]
      } else if let move = rest.prefixMatch(of: /\u{1b}\[(\d+);(\d+)H/) {
        cursor = CellPoint(
          column: Int(move.2).map { $0 - 1 } ?? -1, row: Int(move.1).map { $0 - 1 } ?? -1)
        rest = rest[move.range.upperBound...]
      } else if rest.hasPrefix("\u{1b}7") || rest.hasPrefix("\u{1b}8") {
        rest = rest.dropFirst(2)
      } else {
        Issue.record("no bytes of ours: \(rest.prefix(40).debugDescription)")
        return
      }
    }
  }

  private mutating func command(_ text: Substring) {
    let halves = text.split(separator: ";", maxSplits: 1)
    var control: [Substring: Substring] = [:]
    for pair in halves[0].split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      control[sides[0]] = sides[1]
    }
    #expect(control["q"] == "2", "a reply would be taken for keys")
    let payload = halves.count > 1 ? halves[1] : ""
    #expect(payload.utf8.count <= 4096 && payload.utf8.count.isMultiple(of: 4))
    let number = { (key: Substring) in control[key].flatMap { UInt32($0) } ?? 0 }
    if unfinished != nil, control["a"] == nil {
      proceed(decoded(payload), isLast: number("m") == 0)
      return
    }
    #expect(unfinished == nil, "between two chunks of an image there is no other command")
    perform(control["a"] ?? "", control["d"] ?? "", number, decoded(payload))
  }

  private mutating func perform(
    _ action: Substring, _ deletion: Substring, _ number: (Substring) -> UInt32, _ payload: [UInt8]
  ) {
    switch (action, deletion) {
    case ("T", _), ("t", _):
      let size = CellSize(columns: Int(number("c")), rows: Int(number("r")))
      let isVirtual = action == "T" && number("U") == 1 && number("p") == 1
      places[number("i")] = nil
      unfinished = (
        number("i"),
        Picture(
          pixels: [], width: Int(number("s")), height: Int(number("v")),
          virtualSize: isVirtual ? size : nil)
      )
      proceed(payload, isLast: number("m") == 0)
    case ("p", _):
      #expect(pictures[number("i")] != nil, "the image to place is unknown")
      #expect(number("p") > 0)
      places[number("i"), default: [:]][number("p")] = cursor
    case ("d", "i"): places[number("i")]?[number("p")] = nil
    case ("d", "I"): (places[number("i")], pictures[number("i")]) = (nil, nil)
    case ("d", "R"):
      pictures = pictures.filter { $0.key < number("x") || $0.key > number("y") }
      places = places.filter { pictures[$0.key] != nil }
    default: Issue.record("no command: \(action) \(deletion)")
    }
  }

  private mutating func proceed(_ bytes: [UInt8], isLast: Bool) {
    unfinished?.picture.pixels += bytes
    received += bytes.count
    guard isLast, let (id, picture) = unfinished else { return }
    pictures[id] = picture
    unfinished = nil
  }

  private func decoded(_ text: Substring) -> [UInt8] {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let values = Dictionary(uniqueKeysWithValues: zip(letters.utf8, UInt32(0)...))
    var bytes: [UInt8] = []
    var group: UInt32 = 0
    for (place, letter) in text.utf8.enumerated() {
      group = group << 6 | (values[letter] ?? 0)
      if place % 4 == 3 {
        bytes += [UInt8(group >> 16 & 255), UInt8(group >> 8 & 255), UInt8(group & 255)]
        group = 0
      }
    }
    return bytes.dropLast(text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }).map { $0 }
  }

  /// The positions of each image, one for each placement.
  var standing: [(id: UInt32, place: CellPoint)] {
    places.flatMap { id, places in places.values.map { (id, $0) } }
  }

  /// The pixels that a placeholder shows a piece of, and which piece: the column and the row.
  func piece(at glyph: Glyph) -> (picture: Picture, column: Int, row: Int)? {
    guard glyph.scalar == "\u{10EEEE}" else { return nil }
    let numbers = (0..<3).map { index in
      Placeholder.marks.firstIndex(of: glyph.marks[index])
    }
    let low: UInt32 =
      switch glyph.foreground.kind {
      case .rgb(let color): color.packed
      case .palette(let entry): UInt32(entry)
      case .standard: 0
      }
    guard let row = numbers[0], let column = numbers[1], let high = numbers[2],
      let picture = pictures[UInt32(high) << 24 | low]
    else { return nil }
    return (picture, column, row)
  }
}
