internal import Imaging

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

  /// EXIF precedes XMP and XMP precedes IPTC, unless IPTC was changed by a program without XMP
  /// support (MWG Guidelines for Handling Image Metadata 2.0, chapter 5).
  ///
  /// For an index, XMP is skipped if EXIF has the date and XMP mentions no other relevant values.
  func metadata(for scope: MetadataScope) -> PhotoMetadata {
    var known = exif ?? PhotoMetadata()
    known.orientation = orientation ?? known.orientation
    if scope == .all || known.captureDate == nil || mentionsMore {
      fill(&known)
    } else {
      for others in [windows, words] { known.fill(from: others) }
    }
    known.captureDate = known.captureDate ?? changeDate
    if let size = size ?? known.size { known.size = (known.orientation ?? .topLeft).shown(size) }
    known.profile = profile ?? known.profile
    return scope == .all ? known : known.indexed
  }

  /// Whether XMP mentions values that EXIF cannot contain, or lacks.
  private var mentionsMore: Bool {
    guard let xmp else { return false }
    let wanted: [StaticString] =
      exif?.lens == nil ? ["Rating", ":Label", "Lens"] : ["Rating", ":Label"]
    return wanted.contains { xmp.mentions($0) }
  }

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
  static let signature = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  private static let digestLength = 32
  private static let mostPieces = 64

  private var pieces: [(digest: ArraySlice<UInt8>, start: Int, content: ArraySlice<UInt8>)] = []

  mutating func take(_ segment: ArraySlice<UInt8>) {
    let fields = segment.dropFirst(Self.signature.count)
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
  fileprivate func mentions(_ word: StaticString) -> Bool {
    let word = Array(String(describing: word).utf8)
    let (bytes, first) = (span, word[0])
    guard bytes.count >= word.count else { return false }
    for start in 0...(bytes.count - word.count) where bytes[start] == first {
      if word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) { return true }
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
    return kept
  }
}
