import Imaging

/// Drags out of the terminal (kitty, "The Drag and Drop protocol", OSC 72).
///
/// The terminal reports the gesture, is sent an offer, and does the rest.
enum DragCode {
  /// From now on gestures are reported, or no longer.
  static let begin = code("t=o:x=1")
  static let end = code("t=o:x=2")

  /// Offers files for copying by their URIs, one a line, with a text below the pointer.
  static func offer(_ uris: [UInt8], text: String) -> [UInt8] {
    code("t=o:o=1", Array("text/uri-list".utf8)) + chunks("t=p:x=0", uris)
      + chunks("t=p:x=-1:y=0:X=1:Y=1:o=1024", Array(text.utf8)) + code("t=P:x=-1")
  }

  /// The answer to a request for the URIs.
  static func data(_ uris: [UInt8]) -> [UInt8] { chunks("t=e:y=0", uris) }

  /// All chunks but the last have `m=1`; an empty payload ends the data. kitty refuses the padding of
  /// Base64.
  private static func chunks(_ metadata: String, _ data: [UInt8]) -> [UInt8] {
    let starts = stride(from: 0, to: data.count, by: Base64.chunk)
    return starts.flatMap { start in
      let end = min(start + Base64.chunk, data.count)
      let payload = Base64.encode(data[start..<end]).prefix { $0 != UInt8(ascii: "=") }
      return code("\(metadata):m=\(end < data.count ? 1 : 0)", Array(payload))
    } + code(metadata)
  }

  private static func code(_ metadata: String, _ payload: [UInt8] = []) -> [UInt8] {
    Array("\u{1B}]72;\(metadata);".utf8) + payload + Array("\u{1B}\\".utf8)
  }
}

/// What the terminal reports of a drag.
enum DragReport: Hashable {
  /// The gesture that starts a drag, where it began.
  case gesture(CellPoint)
  case dataRequested

  /// Nil for reports that need no answer.
  init?(_ content: [UInt8]) {
    guard content.starts(with: "72;".utf8) else { return nil }
    let metadata = content.dropFirst(3).prefix { $0 != UInt8(ascii: ";") }
    var values: [UInt8: ArraySlice<UInt8>] = [:]
    for field in metadata.split(separator: UInt8(ascii: ":"))
    where field.dropFirst().first == UInt8(ascii: "=") {
      values[field[field.startIndex]] = field.dropFirst(2)
    }
    let (x, y) = (UInt8(ascii: "x"), UInt8(ascii: "y"))
    let column = values[x].flatMap { Int(parameter: $0) }
    let row = values[y].flatMap { Int(parameter: $0) }
    switch (values[UInt8(ascii: "t")]?.first, column, row) {
    case (UInt8(ascii: "o"), let column?, let row?):
      self = .gesture(CellPoint(column: column, row: row))
    case (UInt8(ascii: "e"), 5, 0): self = .dataRequested
    default: return nil
    }
  }
}
