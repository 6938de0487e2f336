internal import Imaging

/// The metadata of a JPEG up to its first scan (ITU-T T.81, annex B; ISO 16684-3, section 6).
struct JPEGBlocks {
  private let scope: MetadataScope
  private(set) var blocks = MetadataBlocks()

  init(_ view: ByteView, for scope: MetadataScope = .all) {
    self.scope = scope
    for segment in JPEGSegments(view) {
      guard ![JPEGSegments.startOfScan, JPEGSegments.endOfImage].contains(segment.code) else {
        return
      }
      take(segment.code, view.part(from: segment.payload.lowerBound, count: segment.payload.count))
      // The index needs nothing after the size.
      if scope == .index, blocks.size != nil { return }
    }
  }

  private mutating func take(_ code: UInt8, _ segment: ByteView) {
    switch code {
    case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(code):
      blocks.size =
        blocks.size
        ?? PhotoMetadata.size(width: segment.number(at: 3, 2), height: segment.number(at: 1, 2))
    case 0xE1: takeApplication(segment)
    case 0xE2:
      guard scope == .all, blocks.profile == nil,
        let piece = content(segment, after: "ICC_PROFILE\0")
      else { return }
      // The name is in the first chunk, after its number and the chunk count.
      if piece.first == 1 { blocks.profile = ProfileName.name(in: piece.dropFirst(2)) }
    case 0xED:
      guard blocks.photoshop.count <= ExifReader.blockLimit,
        let part = content(segment, after: "Photoshop 3.0\0")
      else { return }
      blocks.photoshop += part
    default: break
    }
  }

  private mutating func takeApplication(_ segment: ByteView) {
    if segment.has("Exif\0\0") {
      blocks.take(ExifReader(segment.part(from: 6)))
    } else if let extended = content(segment, after: "http://ns.adobe.com/xmp/extension/\0") {
      blocks.extendedXMP.take(extended)
    } else if blocks.xmp == nil {
      blocks.xmp = content(segment, after: "http://ns.adobe.com/xap/1.0/\0")
    }
  }

  private func content(
    _ segment: ByteView, after signature: StaticString
  ) -> ArraySlice<UInt8>? {
    guard segment.has(signature) else { return nil }
    return segment.all(atMost: .max)?.dropFirst(signature.utf8CodeUnitCount)
  }
}

/// The metadata of a PNG (W3C PNG, third edition, section 11.3), also after its pixels.
struct PNGBlocks {
  private static let mostChunks = 20_000
  private static let packet = "XML:com.adobe.xmp"

  private(set) var blocks = MetadataBlocks()
  /// EXIF in a text chunk; fallback for eXIf.
  private var rawExif: ArraySlice<UInt8>?

  init(_ view: ByteView) {
    var chunks = PNGChunk.Iterator(view)
    for _ in 0..<Self.mostChunks {
      guard let chunk = chunks.next() else { break }
      take(chunk.type, chunk.content)
    }
    if let rawExif { blocks.take(ExifReader(ByteView(rawExif))) }
  }

  private mutating func take(_ name: String, _ content: ByteView) {
    switch name {
    case "IHDR":
      blocks.size = PhotoMetadata.size(
        width: content.number(at: 0, 4), height: content.number(at: 4, 4))
    case "eXIf": blocks.take(ExifReader(content))
    case "sRGB": blocks.profile = "sRGB"
    case "cICP":
      guard let primaries = content.number(at: 0, 1), let transfer = content.number(at: 1, 1) else {
        return
      }
      blocks.profile = ProfileName.name(of: CICP(primaries: primaries, transfer: transfer))
    case "iCCP": takeProfile(content)
    case "tEXt", "zTXt", "iTXt": takeText(name, content)
    default: break
    }
  }

  private mutating func takeProfile(_ content: ByteView) {
    guard blocks.profile == nil, let bytes = content.all(atMost: ExifReader.blockLimit),
      let end = bytes.firstIndex(of: 0)
    else { return }
    let profile = Inflation.inflated(bytes[end...].dropFirst(2), limit: ExifReader.blockLimit)
    blocks.profile =
      profile.flatMap { ProfileName.name(in: $0[...]) }
      ?? PhotoMetadata.text(ForeignBytes.text(bytes[..<end]))
  }

  private mutating func takeText(_ name: String, _ content: ByteView) {
    guard let bytes = content.all(atMost: ExifReader.blockLimit),
      let text = PNGText(type: name, data: bytes)
    else { return }
    if text.isRawProfile { return take(text.rawProfile(atMost: ExifReader.blockLimit)) }
    guard [Self.packet, "Title", "Description", "Software", "Creation Time"].contains(text.key),
      let value = text.value(atMost: ExifReader.blockLimit)
    else { return }
    switch text.key {
    case "Title": blocks.words.title = PhotoMetadata.text(ForeignBytes.text(value))
    case "Description": blocks.words.caption = PhotoMetadata.text(ForeignBytes.text(value))
    case "Software": blocks.words.software = PhotoMetadata.text(ForeignBytes.text(value))
    case "Creation Time": blocks.words.captureDate = CaptureDate(text: ForeignBytes.text(value))
    default: blocks.xmp = blocks.xmp ?? value
    }
  }

  private mutating func take(_ profile: PNGText.RawProfile?) {
    switch profile {
    case .exif(let block): rawExif = rawExif ?? block
    case .iptc(let block): if blocks.photoshop.isEmpty { blocks.photoshop = block }
    case .xmp(let block): blocks.xmp = blocks.xmp ?? block
    case nil: break
    }
  }
}

/// The metadata of a GIF (GIF89a, sections 17 to 27; ISO 16684-3, section 6.6).
struct GIFBlocks {
  /// Sub-blocks that are read, about 4 MB; programs write XMP before the frames.
  private static let partLimit = 16_384
  private static let application = Array("\u{B}XMP DataXMP".utf8)
  /// The "magic trailer" behind the packet, by which readers of sub-blocks find its end.
  private static let trailerLength = 258

  private(set) var blocks = MetadataBlocks()
  private let view: ByteView
  private var place = 13

  init(_ view: ByteView) {
    self.view = view
    guard let flags = view.number(at: 10, 1) else { return }
    blocks.size = PhotoMetadata.size(width: view.little(at: 6, 2), height: view.little(at: 8, 2))
    place += Self.colorBytes(flags)
    var left = Self.partLimit
    while blocks.xmp == nil, left > 0, takeBlock(&left) {}
  }

  private static func colorBytes(_ flags: Int) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)
  }

  /// False at the end or in a broken file.
  private mutating func takeBlock(_ left: inout Int) -> Bool {
    switch view.number(at: place, 1) {
    case 0x21:
      let start = place + 2
      let name = view.bytes(at: start, Self.application.count)
      place = start
      skipParts(&left)
      guard name?.elementsEqual(Self.application) == true else { return true }
      let packet = start + Self.application.count
      guard place - packet > Self.trailerLength else { return true }
      blocks.xmp = view.part(from: packet, count: place - packet - Self.trailerLength)
        .all(atMost: ExifReader.blockLimit)
    case 0x2C:
      guard let flags = view.number(at: place + 9, 1) else { return false }
      place += 11 + Self.colorBytes(flags)
      skipParts(&left)
    default: return false
    }
    return true
  }

  private mutating func skipParts(_ left: inout Int) {
    while left > 0, let length = view.number(at: place, 1) {
      left -= 1
      place += 1 + length
      if length == 0 { return }
    }
    left = 0
  }
}

/// Metadata boxes of JPEG XL (ISO/IEC 18181-2, section 9), JPEG 2000 (ISO/IEC 15444-1) and CR3.
struct BoxBlocks {
  private(set) var blocks = MetadataBlocks()
  /// The start of the JPEG XL codestream, which may span several boxes.
  private var codestream: [UInt8] = []
  private let unpack: MetadataReader.Unpacking
  private var depth = 0

  private static let packedLimit = 1 << 20
  private static let mostBoxes = 4096
  private static let deepest = 8
  private static let xmp: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]
  private static let canon: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  private static let exif = Array("JpgTiffExif->JP2".utf8)

  init(_ view: ByteView, unpack: @escaping MetadataReader.Unpacking) {
    self.unpack = unpack
    takeBoxes(in: view)
    if let header = JXLSize(codestream[...]) {
      (blocks.size, blocks.orientation) = (header.size, header.orientation)
    }
  }

  private mutating func takeBoxes(in view: ByteView) {
    guard depth < Self.deepest else { return }
    depth += 1
    defer { depth -= 1 }
    for box in ISOBMFFBox.Boxes(in: view).prefix(Self.mostBoxes) { take(box.kind, box.view) }
  }

  private mutating func take(_ kind: String, _ content: ByteView) {
    switch kind {
    case "Exif": blocks.take(exifAfterOffset: content)
    case "xml ": take(xmp: content)
    case "brob": takePacked(content)
    case "jxlc": takeCodestream(content)
    case "jxlp": takeCodestream(content.part(from: 4))
    case "uuid": takeNamed(content)
    case "moov", "jp2h": takeBoxes(in: content)
    case "ihdr":
      blocks.size = PhotoMetadata.size(
        width: content.number(at: 4, 4), height: content.number(at: 0, 4))
    case "colr": takeColors(content)
    case "CMT1": blocks.take(ExifReader(content))
    case "CMT2": blocks.exif?.fill(from: ExifReader(content, root: .photo).metadata)
    case "CMT4": blocks.exif?.fill(from: ExifReader(content, root: .position).metadata)
    default: break
    }
  }

  private mutating func take(xmp view: ByteView) {
    guard blocks.xmp == nil else { return }
    blocks.xmp = view.all(atMost: ExifReader.blockLimit)
  }

  private mutating func takePacked(_ content: ByteView) {
    let packed = content.part(from: 4)
    let isExif = content.has("Exif")
    guard isExif || content.has("xml "), let bytes = packed.all(atMost: Self.packedLimit),
      let unpacked = unpack(bytes, ExifReader.blockLimit).map(ByteView.init)
    else { return }
    if isExif { blocks.take(exifAfterOffset: unpacked) } else { take(xmp: unpacked) }
  }

  private mutating func takeCodestream(_ content: ByteView) {
    let missing = JXLSize.byteCount - codestream.count
    codestream += content.part(from: 0, count: missing).all(atMost: missing) ?? []
  }

  private mutating func takeNamed(_ content: ByteView) {
    guard let name = content.bytes(at: 0, 16) else { return }
    let inner = content.part(from: 16)
    if name.elementsEqual(Self.xmp) { take(xmp: inner) }
    if name.elementsEqual(Self.exif) { blocks.take(ExifReader(inner)) }
    if name.elementsEqual(Self.canon) { takeBoxes(in: inner) }
  }

  private mutating func takeColors(_ content: ByteView) {
    guard blocks.profile == nil, let method = content.number(at: 0, 1) else { return }
    switch method {
    case 1: blocks.profile = content.number(at: 3, 4) == 16 ? "sRGB" : nil
    case 2, 3:
      blocks.profile = content.part(from: 3).all(atMost: ExifReader.blockLimit).flatMap(
        ProfileName.name)
    default: break
    }
  }
}

/// Size and orientation in a JPEG XL codestream (ISO/IEC 18181-1, annexes A and D).
struct JXLSize {
  static let byteCount = 16
  let size: PixelSize
  let orientation: Orientation

  /// Encoded aspect ratios, as width and height.
  private static let shapes = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: [0xFF, 0x0A]) else { return nil }
    var bits = BitReader(bytes.dropFirst(2))
    let isSmall = bits.take(1) == 1
    let height = Self.side(isSmall, &bits)
    let shape = bits.take(3)
    let width: Int
    if shape == 0 {
      width = Self.side(isSmall, &bits)
    } else {
      let (across, down) = Self.shapes[shape - 1]
      width = height * across / down
    }
    guard let size = PhotoMetadata.size(width: width, height: height) else { return nil }
    self.size = size
    // Orientation is optional; the default is unrotated.
    let isTold = bits.take(1) == 0 && bits.take(1) == 1
    orientation = isTold ? Orientation(rawValue: bits.take(3) + 1) ?? .topLeft : .topLeft
  }

  private static func side(_ isSmall: Bool, _ bits: inout BitReader) -> Int {
    if isSmall { return (bits.take(5) + 1) * 8 }
    return bits.take([9, 13, 18, 30][bits.take(2)]) + 1
  }

  private struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = Array(bytes)
    }

    mutating func take(_ count: Int) -> Int {
      defer { position += count }
      return (0..<count).reduce(0) { value, place in
        let index = position + place
        guard index / 8 < bytes.count else { return value }
        return value | Int(bytes[index / 8] >> (index % 8) & 1) << place
      }
    }
  }
}

/// The metadata of a HEIC or AVIF (ISO/IEC 23008-12, annexes A, B; ISO/IEC 14496-12, section 8.11).
///
/// The container defines the orientation; that of EXIF is a copy and ignored.
struct HEIFBlocks {
  private static let metaLimit = 4 << 20
  private static let mostRead = 8
  private static let mostBoxes = 4096

  private(set) var blocks = MetadataBlocks()
  private let view: ByteView
  private let meta: ArraySlice<UInt8>

  init(_ view: ByteView) {
    self.view = view
    guard
      let box = ISOBMFFBox.Boxes(in: view).prefix(Self.mostBoxes)
        .first(where: { $0.kind == "meta" }),
      let meta = box.view.all(atMost: Self.metaLimit)
    else {
      self.meta = []
      return
    }
    self.meta = meta.dropFirst(4)
    let locations = ISOBMFFItems.locations(in: self.meta)
    for item in items.prefix(Self.mostRead) { take(item, at: locations[item.item]) }
    takeProperties()
  }

  private var items: [ISOBMFFItems.Entry] {
    ISOBMFFItems.entries(in: meta).filter { entry in
      guard entry.kind == "mime", let nameEnd = entry.details.firstIndex(of: 0) else {
        return entry.kind == "Exif"
      }
      return entry.details[nameEnd...].dropFirst().starts(with: "application/rdf+xml".utf8)
    }
  }

  private mutating func take(_ item: ISOBMFFItems.Entry, at location: ISOBMFFItems.Location?) {
    // Fragmented items are not supported.
    guard let location, location.extents.count == 1,
      let content = place(location.method, location.extents[0].offset, location.extents[0].length)
    else { return }
    guard item.kind == "Exif" else {
      blocks.xmp = blocks.xmp ?? content.all(atMost: ExifReader.blockLimit)
      return
    }
    blocks.take(exifAfterOffset: content)
    blocks.exif?.orientation = nil
  }

  private func place(_ method: Int, _ offset: Int, _ length: Int) -> ByteView? {
    switch method {
    case 0: view.part(from: offset, count: length)
    case 1:
      ISOBMFFBox.first("idat", in: meta).map {
        ByteView($0.content).part(from: offset, count: length)
      }
    default: nil
    }
  }

  private mutating func takeProperties() {
    guard let box = ISOBMFFBox.first("iprp", in: meta)?.content,
      let container = ISOBMFFBox.first("ipco", in: box)?.content
    else { return }
    let all = ISOBMFFBox.all(in: container)
    let own = ISOBMFFItems.primary(in: meta).flatMap { ISOBMFFItems.properties(in: box)[$0] }
    let properties = (own ?? []).filter(all.indices.contains).map { all[$0] }
    for property in properties { take(property) }
    blocks.orientation = ISOBMFFItems.orientation(by: properties)
    if blocks.profile == nil { all.forEach { takeColors($0) } }
  }

  private mutating func take(_ property: ISOBMFFBox) {
    switch property.kind {
    case "ispe":
      blocks.size = PhotoMetadata.size(
        width: property.view.number(at: 4, 4), height: property.view.number(at: 8, 4))
    case "colr": takeColors(property)
    default: break
    }
  }

  private mutating func takeColors(_ box: ISOBMFFBox) {
    guard box.kind == "colr", blocks.profile == nil else { return }
    blocks.profile =
      CICP(inColorBox: box.content).map(ProfileName.name(of:))
      ?? ProfileName.name(in: box.content.dropFirst(4))
  }
}
