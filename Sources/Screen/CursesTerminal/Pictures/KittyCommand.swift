import Imaging

/// A command of kitty's graphics protocol, as bytes.
///
/// Every command asks for no answer, since an answer could come when nobody reads any more.
nonisolated struct KittyCommand {
  /// The control data, such as `a=d,d=I,i=7`.
  private let control: String
  /// What follows the control data, before it is encoded.
  private let payload: [UInt8]

  private init(_ control: String, payload: [UInt8] = []) {
    self.control = "\(control),q=2"
    self.payload = payload
  }

  /// The bytes of a payload that one escape code takes, as many as 4096 characters of Base64.
  private static let chunk = 3072

  /// Sends a picture's pixels with the command.
  /// - Parameters:
  ///   - picture: A picture in `.rgb` or `.rgba`.
  ///   - id: What it is known by from then on.
  ///   - isVirtual: Whether placeholders show it; a picture that has no placement is the first that a
  ///     terminal lets go.
  /// - Returns: The command.
  static func transmit(
    _ picture: EncodedPicture, id: UInt32, isVirtual: Bool
  ) -> KittyCommand {
    KittyCommand(header(picture, id, isVirtual), payload: picture.bytes)
  }

  /// Sends a picture's pixels as a zlib stream (RFC 1950).
  static func transmit(
    _ picture: EncodedPicture, id: UInt32, isVirtual: Bool, compressed data: [UInt8]
  ) -> KittyCommand {
    KittyCommand("\(header(picture, id, isVirtual)),o=z", payload: data)
  }

  /// Sends a PNG file that shows a picture.
  static func transmit(
    _ file: [UInt8], showing picture: EncodedPicture, id: UInt32, isVirtual: Bool
  ) -> KittyCommand {
    KittyCommand("\(action(picture, isVirtual)),i=\(id),f=100", payload: file)
  }

  /// Sends a picture's pixels by the name of an object in shared memory, which the terminal removes.
  static func transmit(
    _ picture: EncodedPicture, id: UInt32, isVirtual: Bool, inSharedMemory name: String
  ) -> KittyCommand {
    KittyCommand("\(header(picture, id, isVirtual)),t=s", payload: Array(name.utf8))
  }

  private static func header(
    _ picture: EncodedPicture, _ id: UInt32, _ isVirtual: Bool
  ) -> String {
    let format = picture.encoding == .rgba ? 32 : 24
    return "\(action(picture, isVirtual)),i=\(id),f=\(format)"
      + ",s=\(picture.pixels.width),v=\(picture.pixels.height)"
  }

  private static func action(_ picture: EncodedPicture, _ isVirtual: Bool) -> String {
    isVirtual ? "a=T,U=1,p=1,c=\(picture.size.columns),r=\(picture.size.rows)" : "a=t"
  }

  /// So far below zero, kitty draws the backgrounds of characters in front of a picture as well.
  private static let level = Int32.min / 2 - 1

  /// Shows a picture at the cursor, which stays where it is, below the characters; a picture may stand
  /// at several places, which have numbers from 1.
  static func place(id: UInt32, number: Int = 1, in size: CellSize) -> KittyCommand {
    KittyCommand(
      "a=p,i=\(id),p=\(number),c=\(size.columns),r=\(size.rows),C=1,z=\(level)")
  }

  /// Takes a picture off one of its places; the terminal keeps it.
  static func takeOff(id: UInt32, number: Int) -> KittyCommand {
    KittyCommand("a=d,d=i,i=\(id),p=\(number)")
  }

  /// Has the terminal forget a picture.
  static func free(id: UInt32) -> KittyCommand {
    KittyCommand("a=d,d=I,i=\(id)")
  }

  /// Has the terminal forget all pictures of a range of numbers (kitty 0.33 and later).
  static func free(ids: ClosedRange<UInt32>) -> KittyCommand {
    KittyCommand("a=d,d=R,x=\(ids.lowerBound),y=\(ids.upperBound)")
  }

  /// The escape codes, one after another.
  /// - Parameter isWrapped: Whether each is wrapped for the terminal around tmux.
  /// - Returns: The bytes.
  func bytes(wrappedForTmux isWrapped: Bool = false) -> [UInt8] {
    guard payload.count > Self.chunk else { return code(control, payload[...], isWrapped) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count * 4 / 3 + payload.count / Self.chunk * 32)
    for start in stride(from: 0, to: payload.count, by: Self.chunk) {
      let end = min(payload.count, start + Self.chunk)
      let more = end < payload.count ? 1 : 0
      let head = start == 0 ? "\(control),m=\(more)" : "m=\(more),q=2"
      bytes += code(head, payload[start..<end], isWrapped)
    }
    return bytes
  }

  private func code(_ control: String, _ payload: ArraySlice<UInt8>, _ isWrapped: Bool) -> [UInt8] {
    let data = payload.isEmpty ? [] : [UInt8(ascii: ";")] + Base64.encode(payload)
    let code = Array("\u{1b}_G\(control)".utf8) + data + Array("\u{1b}\\".utf8)
    return isWrapped ? TmuxPassthrough.wrap(code) : code
  }
}
