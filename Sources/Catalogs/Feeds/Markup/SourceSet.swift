import Values

/// Reads a `srcset`: HTML section 4.8.4.2.1.
enum SourceSet {
  /// The pictures, from the smallest to the largest; those of the greatest density come last, and what
  /// is in the address itself is left out.
  static func sources(in text: [UInt8]) -> [HTMLPicture.Source] {
    var scanner = ByteScanner(text)
    var sources: [(source: HTMLPicture.Source, order: Double)] = []
    while sources.count < limit, let candidate = take(from: &scanner) {
      sources.append(candidate)
    }
    return sources.sorted { $0.order < $1.order }.map(\.source).filter {
      !$0.target.starts(with: "data:".utf8)
    }
  }

  /// Takes an address, its descriptors, and the comma behind them.
  private static func take(
    from scanner: inout ByteScanner
  ) -> (source: HTMLPicture.Source, order: Double)? {
    scanner.skip { $0.isSpace || $0 == "," }
    let start = scanner.offset
    scanner.skip { !$0.isSpace }
    var target = scanner.slice(from: start)
    guard !target.isEmpty else { return nil }
    var source = HTMLPicture.Source(target: [])
    var order = 1.0
    if target.last == "," {
      while target.last == "," { target.removeLast() }
    } else {
      let descriptors = scanner.bytes[scanner.offset...].prefix { $0 != "," }
      scanner.move(to: descriptors.endIndex)
      for descriptor in descriptors.split(whereSeparator: \.isSpace) {
        let number = String(decoding: descriptor.dropLast(), as: UTF8.self)
        if descriptor.last == "w" { source.width = Int(number) }
        order = Double(number) ?? order
      }
    }
    return (HTMLPicture.Source(target: Array(target), width: source.width), order)
  }

  private static let limit = 32
}
