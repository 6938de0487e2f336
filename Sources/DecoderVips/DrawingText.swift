internal import CVips
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// An SVG prepared for librsvg, which lacks features of other renderers.
struct DrawingText {
  private(set) var bytes: [UInt8]

  private static let mostPictures = 64
  /// Their maximum number of pixels in total.
  private static let mostPixels = 32_000_000
  /// Maximum size in bytes; libxml2 rejects attributes of 10,000,000 bytes.
  private static let longestPicture = 9_000_000

  /// Converts UTF-16 to UTF-8 and removes the encoding declaration.
  init(_ drawing: [UInt8]) {
    guard let text = MarkupText.utf8(fromUTF16: drawing[...]) else {
      bytes = drawing
      return
    }
    bytes = text
    let declaration = text.prefix { $0 != UInt8(ascii: ">") }
    if declaration.starts(with: "<?xml".utf8) {
      bytes = Array(text.dropFirst(declaration.count + 1))
    }
  }

  var isCutShort: Bool { bytes.last { $0 > 0x20 } != UInt8(ascii: ">") }

  /// Adds a view box to a drawing without a size, which librsvg would draw from the corner.
  mutating func addViewBox() {
    var area = VipsDrawingArea()
    let isUnsized = unsafe bytes.withUnsafeBytes {
      unsafe VipsUnsizedDrawing($0.baseAddress, $0.count, &area)
    }
    var rest = bytes[...]
    var root = MarkupTag(takenFrom: &rest)
    while let tag = root, !tag.name.elementsEqual("svg".utf8) { root = MarkupTag(takenFrom: &rest) }
    guard isUnsized != 0, let root else { return }
    let view = " viewBox=\"\(area.x) \(area.y) \(area.width) \(area.height)\""
    bytes.insert(contentsOf: view.utf8, at: root.attributes.startIndex)
  }

  /// Replaces embedded images that librsvg cannot read in its sandbox, such as WebP and GIF.
  ///
  /// Unreadable images stay, and are not drawn. Calls `onSize` before allocating memory.
  mutating func replacePictures(announcing onSize: (PixelSize) -> Void) throws(PictureError) {
    let hasPictures = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe g_strstr_len(start, bytes.count, "data:image/") != nil
    }
    guard hasPictures else { return }
    var places: [(place: Range<Int>, picture: String)] = []
    var pixelCount = 0
    var rest = bytes[...]
    while places.count < Self.mostPictures, let tag = MarkupTag(takenFrom: &rest) {
      guard let address = tag["href"], let file = Self.content(of: address),
        let picture = try Self.read(file, announcing: onSize, atMost: Self.mostPixels - pixelCount),
        let text = Self.address(of: picture)
      else { continue }
      pixelCount += picture.size.area
      places.append((address.startIndex..<address.endIndex, text))
    }
    for (place, picture) in places.reversed() { bytes.replaceSubrange(place, with: picture.utf8) }
  }

  private static func content(of address: ArraySlice<UInt8>) -> [UInt8]? {
    guard address.starts(with: "data:".utf8), let comma = address.firstIndex(of: UInt8(ascii: ",")),
      address[..<comma].suffix(7).elementsEqual(";base64".utf8)
    else { return nil }
    var length = 0
    let text = Array(address[comma...].dropFirst()) + [0]
    let decoded = unsafe text.withUnsafeBytes { text in
      unsafe g_base64_decode(text.baseAddress?.assumingMemoryBound(to: CChar.self), &length)
    }
    defer { unsafe g_free(decoded) }
    return unsafe Array(UnsafeBufferPointer(start: decoded, count: length))
  }

  /// Nil for an image that librsvg reads itself, is too large or is damaged.
  private static func read(
    _ file: [UInt8], announcing onSize: (PixelSize) -> Void, atMost most: Int
  ) throws(PictureError) -> InnerPicture? {
    do throws(PictureError) {
      guard let picture = try InnerPicture(file), picture.size.area <= most else { return nil }
      onSize(picture.size)
      return picture
    } catch {
      guard error != .outOfMemory else { throw error }
      return nil
    }
  }

  private static func address(of picture: InnerPicture) -> String? {
    ["png", "jpeg"].lazy.compactMap { kind in
      picture.text(asJPEG: kind == "jpeg").map { "data:image/\(kind);base64,\($0)" }
    }.first { $0.utf8.count <= longestPicture }
  }
}

/// An embedded image in a format that librsvg does not read here.
private struct InnerPicture {
  let size: PixelSize
  private let file: [UInt8]
  private let loader: VipsLoader

  init?(_ file: [UInt8]) throws(PictureError) {
    let picture: HEIFPicture?
    switch PictureFormat(signatureOf: file) {
    case .webP:
      if let header = WebPHeader(file) { try PictureLimit.check(header.size) }
      (loader, picture) = (.webP, nil)
    case .gif:
      if let header = GIFHeader(file) { try PictureLimit.check(header.size) }
      (loader, picture) = (.gif, nil)
    case .tiff: (loader, picture) = (.tiff, nil)
    case .avif, .heic: (loader, picture) = (.heif, HEIFPicture(try HEIFItems(file)))
    default: return nil
    }
    if let size = picture?.codedSize { try PictureLimit.check(size) }
    let file = picture?.rewrittenFile ?? file
    self.file = file
    size = try Self.open(file, loader) { $0.size }
    try PictureLimit.check(size)
  }

  func text(asJPEG: Bool) -> String? {
    try? Self.open(file, loader) { $0.inBase64(asJPEG: asJPEG) }
  }

  private static func open<Value>(
    _ file: [UInt8], _ loader: VipsLoader, _ use: (borrowing VipsPicture) -> Value
  ) throws(PictureError) -> Value {
    let result = unsafe file.withUnsafeBytes { bytes in
      Result { () throws(PictureError) in
        use(
          try unsafe VipsPicture(
            VipsLoad(loader.name, bytes.baseAddress, bytes.count, nil, 0)))
      }
    }
    return try result.get()
  }
}
