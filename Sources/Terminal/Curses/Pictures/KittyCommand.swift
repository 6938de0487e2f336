import Imaging

/// A command of kitty's graphics protocol, without a reply, which could arrive after we stop
/// reading.
struct KittyCommand {
  private let control: String
  private let payload: [UInt8]

  private init(_ control: String, payload: [UInt8] = []) {
    self.control = "\(control),q=2"
    self.payload = payload
  }

  /// Payload bytes per escape code: 4096 characters of Base64.
  private static let chunk = 3072

  /// `isVirtual` adds a placement for placeholders; terminals evict images without placements
  /// first.
  static func transmit(
    _ picture: EncodedPicture, id: UInt32, isVirtual: Bool
  ) -> KittyCommand {
    KittyCommand(header(picture, id, isVirtual), payload: picture.bytes)
  }

  /// A zlib stream (RFC 1950).
  static func transmit(
    _ picture: EncodedPicture, id: UInt32, isVirtual: Bool, compressed data: [UInt8]
  ) -> KittyCommand {
    KittyCommand("\(header(picture, id, isVirtual)),o=z", payload: data)
  }

  static func transmit(
    _ file: [UInt8], showing picture: EncodedPicture, id: UInt32, isVirtual: Bool
  ) -> KittyCommand {
    KittyCommand("\(action(picture, isVirtual)),i=\(id),f=100", payload: file)
  }

  /// The terminal unlinks the shared memory object.
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

  /// Below this level kitty draws cell backgrounds over images too.
  private static let level = Int32.min / 2 - 1

  /// Below the text, without moving the cursor; placement numbers start at 1.
  static func place(id: UInt32, number: Int = 1, in size: CellSize) -> KittyCommand {
    KittyCommand(
      "a=p,i=\(id),p=\(number),c=\(size.columns),r=\(size.rows),C=1,z=\(level)")
  }

  /// Removes a placement; the terminal keeps the image.
  static func takeOff(id: UInt32, number: Int) -> KittyCommand {
    KittyCommand("a=d,d=i,i=\(id),p=\(number)")
  }

  static func free(id: UInt32) -> KittyCommand {
    KittyCommand("a=d,d=I,i=\(id)")
  }

  /// Since kitty 0.33.
  static func free(ids: ClosedRange<UInt32>) -> KittyCommand {
    KittyCommand("a=d,d=R,x=\(ids.lowerBound),y=\(ids.upperBound)")
  }

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

/// Base64 (RFC 4648, section 4) with padding.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe alphabet.withUnsafeBufferPointer { letters in
        unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
          var place = 0
          for start in stride(from: 0, to: input.count, by: 3) {
            let left = input.count - start
            let second = left > 1 ? unsafe UInt32(input[start + 1]) : 0
            let third = left > 2 ? unsafe UInt32(input[start + 2]) : 0
            let group = unsafe UInt32(input[start]) << 16 | second << 8 | third
            unsafe output[place] = letters[Int(group >> 18)]
            unsafe output[place + 1] = letters[Int(group >> 12 & 63)]
            unsafe output[place + 2] = left > 1 ? letters[Int(group >> 6 & 63)] : 0x3D
            unsafe output[place + 3] = left > 2 ? letters[Int(group & 63)] : 0x3D
            place += 4
          }
          initialized = count
        }
      }
    }
  }
}

/// An image for kitty's clipboard (kitty, "Copying all data types to the clipboard", OSC 5522).
struct PictureClipboardCode {
  private static let piece = 4096

  let bytes: [UInt8]

  init(_ picture: [UInt8], type: String) {
    let name = String(decoding: Base64.encode(Array(type.utf8)[...]), as: UTF8.self)
    var bytes = Self.code("type=write")
    bytes.reserveCapacity(picture.count * 3 / 2)
    for start in stride(from: 0, to: picture.count, by: Self.piece) {
      let piece = picture[start..<min(start + Self.piece, picture.count)]
      bytes += Self.code("type=wdata:mime=\(name);", Base64.encode(piece))
    }
    self.bytes = bytes + Self.code("type=wdata")
  }

  private static func code(_ metadata: String, _ payload: [UInt8] = []) -> [UInt8] {
    Array("\u{1B}]5522;\(metadata)".utf8) + payload + Array("\u{1B}\\".utf8)
  }
}

/// Text for the clipboard (OSC 52); not acknowledged, and many terminals ignore it.
struct ClipboardCode {
  /// Longer codes would exceed 100,000 bytes, the limit of hterm's `osc52.sh`.
  static let limit = 74_994

  let bytes: [UInt8]

  init?(_ text: [UInt8]) {
    guard text.count <= Self.limit else { return nil }
    bytes = Array("\u{1B}]52;c;".utf8) + Base64.encode(text[...]) + [0x07]
  }
}
