internal import CPangoThread
internal import CVips
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  private static let drawingByteLimit = 32 << 20
  private static let longestSide = Int(Int32.max)
  private static let scales = 0.001...100_000.0

  /// Decompresses a drawing; throws `.notAnImage` if it contains something else.
  static func unpackedDrawing(_ packed: [UInt8]) throws(PictureError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(Inflation.Failure) {
      bytes = try Inflation.unpacked(packed[...], limit: drawingByteLimit)
    } catch {
      switch error {
      case .truncated: throw .truncated
      case .damaged: throw .damaged
      case .outOfMemory: throw .outOfMemory
      }
    }
    guard PictureFormat(signatureOf: bytes) == .svg else { throw .notAnImage }
    return bytes
  }

  /// Renders an SVG or a region; librsvg gets no base URL, so external references are not loaded.
  func draw(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try VipsLibrary.ready()
    guard thumbnail != .only else { throw .noThumbnail }
    guard cpt_resume() == 0 else { throw .outOfMemory }
    var drawing = DrawingText(bytes)
    var references = DrawingReferences(drawing.bytes)
    guard !references.areTooMany() else { throw .damaged }
    try drawing.replacePictures(announcing: onSize)
    drawing.addViewBox()
    do throws(PictureError) {
      return try unsafe drawing.bytes.span.withUnsafeBytes { file throws(PictureError) in
        try unsafe draw(file)
      }
    } catch {
      throw error == .damaged && drawing.isCutShort ? .truncated : error
    }
  }

  /// Throws `.tooManyPixels` beyond the range of libvips, with an approximate size.
  private func nominalSize(of file: UnsafeRawBufferPointer) throws(PictureError) -> PixelSize {
    if let size = try unsafe size(of: file, scaledBy: 1) { return size }
    let smallest = Self.scales.lowerBound
    let small = try unsafe size(of: file, scaledBy: smallest)
    func side(_ length: Int?) -> Int {
      length.map { min(Int(Double($0) / smallest), Self.longestSide) } ?? Self.longestSide
    }
    throw .tooManyPixels(PixelSize(width: side(small?.width), height: side(small?.height)))
  }

  /// The size of a scaled drawing; nil if beyond the range of libvips.
  private func size(
    of file: UnsafeRawBufferPointer, scaledBy scale: Double
  ) throws(PictureError) -> PixelSize? {
    let warnings = VipsLibrary.warningCount
    let size = try unsafe VipsPicture(VipsLoadDrawing(file.baseAddress, file.count, scale)).size
    guard VipsLibrary.warningCount == warnings else { return nil }
    guard size.width > 0, size.height > 0 else { throw .damaged }
    return size
  }

  private func draw(_ file: UnsafeRawBufferPointer) throws(PictureError) -> DecodedPicture {
    let nominal = try unsafe nominalSize(of: file)
    let region = rule.region.map { $0.clamped(into: nominal) }.flatMap {
      $0.size == nominal ? nil : $0
    }
    let (part, box) = region.map { ($0.size, rule.box) } ?? (nominal, rule.wholeBox)
    let scale = min(
      Double(box.width) / Double(part.width), Double(box.height) / Double(part.height))
    guard Self.scales.contains(scale) else { throw .tooManyPixels(nominal) }
    let warnings = VipsLibrary.warningCount
    let drawing = try unsafe VipsPicture(VipsLoadDrawing(file.baseAddress, file.count, scale))
    guard VipsLibrary.warningCount == warnings else { throw .tooManyPixels(nominal) }
    let picture = try drawing.standard()
    let area = region.map { Self.area($0, of: picture.size, scaledBy: scale) }
    let target = area?.size.fitted(into: box) ?? picture.size.fitted(into: box)
    var rows = AveragedRows(area?.size ?? picture.size, to: target, hasAlpha: true)
    let isComplete = try picture.read(area ?? PixelRect(picture.size), into: &rows)
    return DecodedPicture(
      bitmap: rows.finish(isComplete: isComplete),
      info: PictureInfo(size: nominal, isComplete: isComplete), region: region)
  }

  private static func area(
    _ region: PixelRect, of size: PixelSize, scaledBy scale: Double
  ) -> PixelRect {
    func scaled(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
    return PixelRect(
      x: scaled(region.x), y: scaled(region.y), width: scaled(region.size.width),
      height: scaled(region.size.height)
    ).clamped(into: size)
  }
}

/// An SVG prepared for librsvg, which lacks features of other renderers.
struct DrawingText {
  private(set) var bytes: [UInt8]

  private static let mostPictures = 64
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
    try unsafe file.span.withUnsafeBytes { bytes throws(PictureError) in
      use(try unsafe VipsPicture(VipsLoad(loader.name, bytes.baseAddress, bytes.count, nil, 0)))
    }
  }
}

/// Counts how often a drawing references parts of itself, without rendering it.
///
/// librsvg stops after half a million references, which on a slow machine takes longer than the
/// time limit of an image. References that are missed here are still counted by librsvg.
struct DrawingReferences {
  /// The limit of librsvg (`MAX_REFERENCED_ELEMENTS`).
  private static let most = 500_000
  private static let mostLevels = 256
  private static let hidden = ["defs", "symbol", "clipPath", "mask", "marker", "pattern"]
    .map { Array($0.utf8)[...] }
  private static let use = Array("use".utf8)[...]

  /// The content of an element that has an ID or is drawn only where referenced.
  private struct Part {
    var content: [Int] = []
    var references: [ArraySlice<UInt8>] = []
    var count: Int?
  }

  private var parts = [Part()]
  private var named: [ArraySlice<UInt8>: Int] = [:]

  init(_ drawing: [UInt8]) {
    var rest = drawing[...]
    var open = [0]
    while let tag = MarkupTag(takenFrom: &rest) {
      if tag.isEnd {
        if open.count > 1 { open.removeLast() }
      } else {
        let part = add(tag, to: open[open.count - 1])
        if !tag.isEmpty { open.append(part) }
      }
    }
  }

  mutating func areTooMany() -> Bool { count(0, level: 0) > Self.most }

  /// Returns the part that contains the element's content.
  private mutating func add(_ tag: MarkupTag, to part: Int) -> Int {
    var part = part
    let id = tag["id"]
    let isHidden = Self.hidden.contains(tag.name)
    if id != nil || isHidden {
      parts.append(Part())
      if !isHidden { parts[part].content.append(parts.count - 1) }
      part = parts.count - 1
      if let id { named[id] = named[id] ?? part }
    }
    if tag.name == Self.use, let reference = tag["href"], reference.first == UInt8(ascii: "#") {
      parts[part].references.append(reference.dropFirst())
    }
    return part
  }

  /// The number of references followed for a part; cycles count as zero.
  private mutating func count(_ part: Int, level: Int) -> Int {
    if let count = parts[part].count { return count }
    guard level < Self.mostLevels else { return 0 }
    parts[part].count = 0
    var sum = 0
    for inner in parts[part].content { sum += count(inner, level: level + 1) }
    for name in parts[part].references {
      sum += 1 + (named[name].map { count($0, level: level + 1) } ?? 0)
    }
    parts[part].count = min(sum, Self.most + 1)
    return parts[part].count ?? 0
  }
}

/// An XML tag (W3C XML 1.0, section 3.1), found without parsing the rest of the document.
struct MarkupTag {
  /// The local name; empty for an end tag.
  let name: ArraySlice<UInt8>
  let isEmpty: Bool
  /// Everything between the name and the closing `>`.
  let attributes: ArraySlice<UInt8>

  var isEnd: Bool { name.isEmpty }

  private static let openings: [(start: StaticString, end: StaticString)] = [
    ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"),
  ]

  /// Takes everything up to the end of the next tag; nil if there is none.
  init?(takenFrom rest: inout ArraySlice<UInt8>) {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      guard let other = Self.openings.first(where: { rest.starts(with: $0.start) }) else {
        self.init(atStartOf: &rest)
        return
      }
      rest = rest.dropFirst(other.start.utf8CodeUnitCount)
      while !rest.isEmpty, !rest.starts(with: other.end) { rest = rest.dropFirst() }
    }
    return nil
  }

  private init?(atStartOf rest: inout ArraySlice<UInt8>) {
    var quote: UInt8?
    let end = rest.firstIndex { byte in
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      return quote == nil && byte == UInt8(ascii: ">")
    }
    guard let end else { return nil }
    let content = rest[..<end].dropFirst()
    rest = rest[end...].dropFirst()
    let word = content.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    name = word.lastIndex(of: UInt8(ascii: ":")).map { word[($0 + 1)...] } ?? word
    isEmpty = content.last == UInt8(ascii: "/")
    attributes = content[word.endIndex...]
  }

  /// The value of an attribute by its local name.
  subscript(attribute: StaticString) -> ArraySlice<UInt8>? {
    var rest = attributes
    while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<sign].split { $0 <= 0x20 || $0 == UInt8(ascii: ":") }.last ?? []
      let value = rest[(sign + 1)...].drop { $0 <= 0x20 }
      guard let quote = value.first, let end = value.dropFirst().firstIndex(of: quote)
      else { return nil }
      let content = value[..<end].dropFirst()
      if name.count == attribute.utf8CodeUnitCount, name.starts(with: attribute) { return content }
      rest = rest[end...].dropFirst()
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { unsafe starts(with: $0) }
  }
}
