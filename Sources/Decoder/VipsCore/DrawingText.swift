internal import CVips
internal import DecoderCore
internal import DecoderMessages
internal import Imaging
internal import PictureFormats

/// An SVG as librsvg is given it, which lacks some of what others draw.
struct DrawingText {
  /// The drawing.
  private(set) var bytes: [UInt8]

  /// How many pictures inside a drawing are replaced.
  private static let mostPictures = 64
  /// How many pixels they may have together.
  private static let mostPixels = 32_000_000
  /// How long one may become, in bytes: libxml2 refuses a document for an attribute of 10,000,000.
  private static let longestPicture = 9_000_000

  /// Takes a drawing; one in UTF-16 becomes UTF-8, without the declaration of its encoding.
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

  /// Whether the drawing ends within a tag or a text.
  var isCutShort: Bool { bytes.last { $0 > 0x20 } != UInt8(ascii: ">") }

  /// Gives a drawing without any size a view of all its shapes: librsvg would draw them in their own size, from
  /// the upper left corner.
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

  /// Replaces the pictures in the drawing that librsvg does not read in its sandbox, as WebP and GIF.
  ///
  /// What cannot be read is left, and not drawn.
  /// - Parameter onSize: Is called with the size of each, in pixels, before memory is taken for it.
  /// - Throws: `PictureError.outOfMemory`.
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

  /// The content of an address that holds it in base64 (RFC 2397).
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

  /// Opens a picture; nil for one that librsvg reads itself, or that is too large or cannot be read.
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

/// A picture inside a drawing, of a kind that librsvg does not read here.
private struct InnerPicture {
  /// The size in pixels.
  let size: PixelSize
  private let file: [UInt8]
  private let loader: VipsLoader

  /// Reads the header; nil for a kind that is left to librsvg.
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

  /// The picture in base64; nil where it cannot be decoded.
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
            VipsLoad(loader.rawValue, bytes.baseAddress, bytes.count, nil, 0)))
      }
    }
    return try result.get()
  }
}
