internal import Base
internal import Imaging

/// Reads an IPTC block (IPTC-NAA Information Interchange Model 4.1).
struct IPTCReader {
  private(set) var metadata = PhotoMetadata()

  private static let mostEntries = 4096

  private var texts: [Int: [ArraySlice<UInt8>]] = [:]

  init(_ block: ArraySlice<UInt8>) {
    var rest = block
    for _ in 0..<Self.mostEntries {
      guard rest.count >= 5, rest.first == 0x1C else { break }
      let head = Array(rest.prefix(5)).map(Int.init)
      let length = head[3] << 8 | head[4]
      // Extended lengths are not supported; no relevant entry is that long.
      guard length < 0x8000, rest.count >= 5 + length else { break }
      texts[head[1] << 8 | head[2], default: []].append(rest.dropFirst(5).prefix(length))
      rest = rest.dropFirst(5 + length)
    }
    metadata.title = text(5)
    metadata.caption = text(120)
    metadata.keywords = Keywords((texts[0x0219] ?? []).map(ForeignBytes.text)).all
    metadata.creator = text(80)
    metadata.rights = text(116)
    metadata.software = text(65)
    metadata.captureDate = date
  }

  private func text(_ number: Int) -> String? {
    texts[0x0200 | number]?.first.map(ForeignBytes.text).flatMap(PhotoMetadata.text)
  }

  /// Creation date, otherwise digitization date: `20240517` and `140359+0200`.
  private var date: CaptureDate? { date(55, 60) ?? date(62, 63) }

  private func date(_ day: Int, _ time: Int) -> CaptureDate? {
    text(day).flatMap { CaptureDate(text: "\($0) \(text(time) ?? "")") }
  }
}

/// Photoshop image resources (Adobe Photoshop File Formats, "Image Resources Section").
struct PhotoshopResources {
  enum Kind: Int {
    case iptc = 0x0404
    case oldThumbnail = 0x0409
    case thumbnail = 0x040C
    case profile = 0x040F
    case version = 0x0421
    /// EXIF and XMP are only in Photoshop documents.
    case exif = 0x0422
    case xmp = 0x0424
    /// The digest of the IPTC block as last written by a program that supports XMP.
    case digest = 0x0425
  }

  private static let mostResources = 1024
  private static let signatures = ["8BIM", "MeSa", "AgHg", "PHUT", "DCSR"]

  private var contents: [Int: ArraySlice<UInt8>] = [:]

  /// The first resource of each kind wins.
  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    for _ in 0..<Self.mostResources {
      guard rest.count >= 12, Self.signatures.contains(where: { rest.starts(with: $0.utf8) }) else {
        return
      }
      let kind = rest.dropFirst(4).prefix(2).bigEndian ?? 0
      let nameLength = Int(rest[rest.startIndex + 6])
      let headLength = 6 + (nameLength + 2) / 2 * 2
      guard let length = rest.dropFirst(headLength).prefix(4).bigEndian,
        rest.count >= headLength + 4 + length
      else { return }
      let content = rest.dropFirst(headLength + 4).prefix(length)
      contents[kind] = contents[kind] ?? content
      rest = rest.dropFirst(headLength + 4 + (length + 1) / 2 * 2)
    }
  }

  subscript(kind: Kind) -> ArraySlice<UInt8>? { contents[kind.rawValue] }

  /// Whether IPTC was changed later by a program without XMP support (MWG Guidelines for Handling
  /// Image Metadata 2.0, section 4.2).
  var isNewerThanXMP: Bool {
    guard let iptc = self[.iptc], let digest = self[.digest], digest.count == 16,
      digest.contains(where: { $0 != 0 })
    else { return false }
    let written = digest.map { $0.zeroPadded(to: 2, radix: 16) }.joined()
    return MD5.hexDigits(of: iptc) != written
  }
}
