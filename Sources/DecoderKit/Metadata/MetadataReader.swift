package import Imaging

/// Reads metadata of a photo without decoding it, and without C libraries.
///
/// Untrusted input is bounded: directories are read once, blocks above one megabyte are skipped,
/// and `MetadataFile` limits the bytes read per file.
package struct MetadataReader {
  /// Decompresses up to a limit in bytes; nil if broken or longer.
  package typealias Unpacking = (_ packed: ArraySlice<UInt8>, _ limit: Int) -> [UInt8]?

  private let scope: MetadataScope
  private let unbrotli: Unpacking

  /// `unbrotli` decompresses Brotli (RFC 7932), for blocks in JPEG XL.
  package init(for scope: MetadataScope = .all, unbrotli: @escaping Unpacking = { _, _ in nil }) {
    (self.scope, self.unbrotli) = (scope, unbrotli)
  }

  /// Nil if the file is not an image; synchronous, callable from any thread.
  package func metadata(of file: MetadataFile) -> PhotoMetadata? {
    let start = { (count: Int) in Array(file.bytes(at: 0, min(count, file.byteCount)) ?? []) }
    guard let format = PictureFormat(readingStart: start) else { return nil }
    let blocks = blocks(of: ByteView(file), format)
    var metadata = blocks.metadata(for: scope)
    // The end of a file is only read where XMP or the camera's maker suggests a video.
    if format.mayEndWithVideo,
      blocks.xmp.map(AppendedVideo.isMentioned) == true
        || metadata.make?.lowercased() == "samsung",
      AppendedVideo.range(in: ByteView(file), format, describedBy: blocks.xmp) != nil
    {
      metadata.isMotionPhoto = true
    }
    metadata.format = format
    metadata.byteCount = file.byteCount
    return metadata
  }

  private func blocks(of view: ByteView, _ format: PictureFormat) -> MetadataBlocks {
    switch format {
    case .jpeg: JPEGBlocks(view, for: scope).blocks
    case .png: PNGBlocks(view).blocks
    case .webP: Self.webP(view)
    case .heic, .avif: HEIFBlocks(view).blocks
    case .jpegXL: jpegXL(view)
    case .jpeg2000: jpeg2000(view)
    case .cr3: BoxBlocks(view, unpack: unbrotli).blocks
    case .tiff: Self.tiff(view, isRaw: false)
    case .cr2, .nef, .arw, .dng, .orf, .rw2: Self.tiff(view, isRaw: true)
    case .raf: Self.fuji(view)
    case .gif: GIFBlocks(view).blocks
    case .bmp: Self.bmp(view)
    case .psd: Self.psd(view)
    case .qoi: Self.sized(view.number(at: 4, 4), view.number(at: 8, 4))
    case .tga: Self.sized(view.little(at: 12, 2), view.little(at: 14, 2))
    case .openEXR: Self.openEXR(view)
    default: Self.headed(view, format)
    }
  }

  /// RFC 9649, section 2.7.
  private static func webP(_ view: ByteView) -> MetadataBlocks {
    var blocks = MetadataBlocks()
    blocks.size = view.bytes(at: 0, 30).flatMap { WebPHeader(Array($0))?.size }
    for chunk in RIFFChunks(view).prefix(chunkLimit) {
      switch chunk.name {
      case "EXIF": blocks.take(ExifReader(chunk.content))
      case "XMP ": blocks.xmp = blocks.xmp ?? chunk.content.all(atMost: ExifReader.blockLimit)
      case "ICCP":
        blocks.profile = chunk.content.all(atMost: ExifReader.blockLimit).flatMap(ProfileName.name)
      default: break
      }
    }
    return blocks
  }

  /// The display window is an attribute of the first part (OpenEXR File Layout, "Header").
  private static func openEXR(_ view: ByteView) -> MetadataBlocks {
    var place = 8
    for _ in 0..<attributeLimit {
      guard let name = text(view, at: place), !name.isEmpty,
        let type = text(view, at: place + name.count + 1),
        let length = view.little(at: place + name.count + type.count + 2, 4)
      else { break }
      place += name.count + type.count + 6
      if name.elementsEqual("displayWindow".utf8), length == 16 {
        let sides = (0..<4).compactMap { view.little(at: place + $0 * 4, 4) }
          .map { Int(Int32(truncatingIfNeeded: $0)) }
        guard sides.count == 4 else { break }
        return sized(sides[2] - sides[0] + 1, sides[3] - sides[1] + 1)
      }
      place += length
    }
    return MetadataBlocks()
  }

  private static let (attributeLimit, chunkLimit) = (256, 10_000)

  private static func text(_ view: ByteView, at place: Int) -> [UInt8]? {
    guard let bytes = view.bytes(at: place, min(256, view.count - place)).map(Array.init),
      let end = bytes.firstIndex(of: 0)
    else { return nil }
    return Array(bytes[..<end])
  }

  private func jpegXL(_ view: ByteView) -> MetadataBlocks {
    if let header = view.bytes(at: 0, min(JXLSize.byteCount, view.count)).flatMap(JXLSize.init) {
      return MetadataBlocks(size: header.size, orientation: header.orientation)
    }
    var blocks = BoxBlocks(view, unpack: unbrotli).blocks
    // EXIF has a copy of the orientation in the codestream.
    blocks.orientation = blocks.orientation ?? .topLeft
    return blocks
  }

  /// The orientation in EXIF is ignored.
  private func jpeg2000(_ view: ByteView) -> MetadataBlocks {
    var blocks = BoxBlocks(view, unpack: unbrotli).blocks
    blocks.orientation = .topLeft
    return blocks
  }

  /// The first image of a raw file is a preview; the size is that in EXIF, or of the largest image.
  private static func tiff(_ view: ByteView, isRaw: Bool) -> MetadataBlocks {
    let reader = ExifReader(view)
    var blocks = MetadataBlocks()
    blocks.take(reader)
    if isRaw {
      blocks.size = reader.metadata.size ?? reader.largestSize
    } else {
      blocks.size = reader.image?.size
      blocks.orientation = reader.image?.orientation
    }
    return blocks
  }

  /// Fujifilm raw files contain a JPEG with all metadata; its location follows the signature.
  private static func fuji(_ view: ByteView) -> MetadataBlocks {
    guard let start = view.number(at: 84, 4), let length = view.number(at: 88, 4) else {
      return MetadataBlocks()
    }
    var blocks = JPEGBlocks(view.part(from: start, count: length)).blocks
    blocks.size = blocks.exif?.size ?? blocks.size
    return blocks
  }

  /// The length-prefixed palette and resources follow the header.
  private static func psd(_ view: ByteView) -> MetadataBlocks {
    var blocks = sized(view.number(at: 18, 4), view.number(at: 14, 4))
    blocks.orientation = .topLeft
    guard let paletteLength = view.number(at: 26, 4),
      let length = view.number(at: 30 + paletteLength, 4),
      let bytes = view.part(from: 34 + paletteLength, count: length)
        .all(atMost: ExifReader.blockLimit)
    else { return blocks }
    let resources = PhotoshopResources(bytes)
    if let exif = resources[.exif] { blocks.take(ExifReader(ByteView(exif))) }
    blocks.photoshop = bytes
    blocks.xmp = resources[.xmp] ?? blocks.xmp
    blocks.profile = resources[.profile].flatMap { ProfileName.name(in: $0) }
    return blocks
  }

  private static func bmp(_ view: ByteView) -> MetadataBlocks {
    guard let length = view.little(at: 14, 4) else { return MetadataBlocks() }
    // The first header of OS/2 has sides of two bytes.
    let side = length == 12 ? 2 : 4
    let height = view.little(at: 18 + side, side).map {
      side == 4 ? Int(Int32(truncatingIfNeeded: $0).magnitude) : $0
    }
    return sized(view.little(at: 18, side), height)
  }

  /// The size by a header that only the decoder of its format reads.
  private static func headed(_ view: ByteView, _ format: PictureFormat) -> MetadataBlocks {
    // Directory entries of icons may point anywhere.
    let limit = format == .ico || format == .cur ? 1 << 20 : 16 << 10
    let head = view.part(from: 0, count: limit).all(atMost: limit)
    return MetadataBlocks(size: head.flatMap { shownSize(of: format, Array($0)) })
  }

  /// As it is displayed, in pixels; nil for an invalid header or an unsupported format.
  private static func shownSize(of format: PictureFormat, _ head: [UInt8]) -> PixelSize? {
    switch format {
    case .pnm: return (try? PNMPicture(head))?.size
    case .radiance: return (try? RadiancePicture(head)).map { $0.orientation.shown($0.size) }
    case .ico, .cur:
      switch try? ICOFile(head) {
      case .png(let picture): return PNGHeader(picture)?.size
      case .bitmap(let picture): return picture.size
      case nil: return nil
      }
    default: return nil
    }
  }

  private static func sized(_ width: Int?, _ height: Int?) -> MetadataBlocks {
    MetadataBlocks(size: PhotoMetadata.size(width: width, height: height))
  }
}

/// The metadata found in a container, before it is merged.
struct MetadataBlocks {
  /// The stored size in pixels; nil if the container has none.
  var size: PixelSize?
  /// The orientation by the container, which overrides EXIF; nil if it has none.
  var orientation: Orientation?
  var exif: PhotoMetadata?
  /// Last change according to EXIF; fallback for the capture date.
  var changeDate: CaptureDate?
  var windows = PhotoMetadata()
  var xmp: ArraySlice<UInt8>?
  var extendedXMP = ExtendedXMP()
  var photoshop: ArraySlice<UInt8> = []
  var iptc: ArraySlice<UInt8>?
  var profile: String?
  /// Texts of the container, with the lowest precedence.
  var words = PhotoMetadata()

  /// The first EXIF block wins.
  mutating func take(_ reader: ExifReader) {
    guard exif == nil else { return }
    exif = reader.metadata
    changeDate = reader.changeDate
    windows = reader.windows
    xmp = xmp ?? reader.xmp
    iptc = iptc ?? reader.iptc
    if let block = reader.photoshop { photoshop += block }
    profile = profile ?? reader.profile.flatMap(ProfileName.name)
  }

  /// Takes EXIF after an offset in four bytes, which usually skips `Exif` and two zeros.
  mutating func take(exifAfterOffset content: ByteView) {
    guard let offset = content.number(at: 0, 4) else { return }
    take(ExifReader(content.part(from: 4 + offset)))
  }

  /// EXIF precedes XMP and XMP precedes IPTC, unless IPTC was changed by a program without XMP
  /// support (MWG Guidelines for Handling Image Metadata 2.0, chapter 5).
  ///
  /// For an index, XMP is skipped if EXIF has the date and nothing else mentions relevant values.
  func metadata(for scope: MetadataScope) -> PhotoMetadata {
    var known = exif ?? PhotoMetadata()
    known.orientation = orientation ?? known.orientation
    let hasPress = iptc != nil || !photoshop.isEmpty
    if scope == .all || known.captureDate == nil || hasPress || mentionsMore {
      fill(&known)
    } else {
      for others in [windows, words] { known.fill(from: others) }
    }
    known.captureDate = known.captureDate ?? changeDate
    let turn = known.orientation ?? .topLeft
    if let size = size ?? known.size { known.size = turn.shown(size) }
    known.faces = known.faces.map { $0.turned(by: turn) }
    known.profile = profile ?? known.profile
    return scope == .all ? known : known.indexed
  }

  /// Whether XMP mentions values that EXIF cannot contain, or lacks.
  private var mentionsMore: Bool {
    guard let xmp else { return false }
    return xmp.mentionsProperty(in: exif?.lens == nil ? Self.wanted + Self.lenses : Self.wanted)
  }

  private static let lenses = ["Lens"].map { Array($0.utf8) }
  private static let wanted = [
    "Rating", "Label", "subject", "hierarchicalSubject", "TagsList", "title", "description",
    "AltTextAccessibility", "PersonInImage", "PersonDisplayName", "Regions", "GPSLatitude",
  ].map { Array($0.utf8) }

  private func fill(_ known: inout PhotoMetadata) {
    let resources = PhotoshopResources(photoshop)
    let press = (resources[.iptc] ?? iptc).map { IPTCReader($0).metadata } ?? PhotoMetadata()
    if resources.isNewerThanXMP { known.fill(from: press) }
    if let xmp {
      let reader = XMPReader(xmp)
      known.fill(from: reader.metadata)
      if let packet = reader.extension_.flatMap(extendedXMP.packet) {
        known.fill(from: XMPReader(packet[...]).metadata)
      }
    }
    for others in [press, windows, words] { known.fill(from: others) }
  }
}

/// Assembles XMP of several JPEG segments (Adobe XMP Specification, part 3, section 1.1.3.1).
struct ExtendedXMP {
  private static let digestLength = 32
  private static let mostPieces = 64

  private var pieces: [(digest: ArraySlice<UInt8>, start: Int, content: ArraySlice<UInt8>)] = []

  mutating func take(_ fields: ArraySlice<UInt8>) {
    guard fields.count > Self.digestLength + 8, pieces.count < Self.mostPieces,
      let start = fields.dropFirst(Self.digestLength + 4).prefix(4).bigEndian
    else { return }
    pieces.append(
      (fields.prefix(Self.digestLength), start, fields.dropFirst(Self.digestLength + 8)))
  }

  func packet(named digest: [UInt8]) -> [UInt8]? {
    var packet: [UInt8] = []
    for piece in pieces.sorted(by: { $0.start < $1.start }) where piece.digest.elementsEqual(digest)
    {
      guard piece.start == packet.count else { return nil }
      packet += piece.content
      guard packet.count <= ExifReader.blockLimit else { return nil }
    }
    return packet.isEmpty ? nil : packet
  }
}

extension ArraySlice<UInt8> {
  /// Whether one of the names begins after a namespace prefix.
  func mentionsProperty(in names: [[UInt8]]) -> Bool {
    let bytes = span
    for colon in bytes.indices where bytes[colon] == UInt8(ascii: ":") {
      let start = colon + 1
      for name in names where start + name.count <= bytes.count && name[0] == bytes[start] {
        if name.indices.allSatisfy({ bytes[start + $0] == name[$0] }) { return true }
      }
    }
    return false
  }
}

extension PhotoMetadata {
  fileprivate var indexed: PhotoMetadata {
    var kept = PhotoMetadata()
    (kept.size, kept.orientation) = (size, orientation)
    kept.captureDate = captureDate
    (kept.make, kept.model, kept.lens) = (make, model, lens)
    (kept.aperture, kept.iso, kept.focalLength) = (aperture, iso, focalLength)
    (kept.rating, kept.label) = (rating, label)
    (kept.title, kept.caption, kept.altText) = (title, caption, altText)
    (kept.keywords, kept.people, kept.position) = (keywords, people, position)
    return kept
  }
}
