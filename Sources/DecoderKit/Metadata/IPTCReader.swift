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

/// Metadata in Photoshop image resources (Adobe Photoshop File Formats, "Image Resources Section").
struct PhotoshopResources {
  private(set) var iptc: ArraySlice<UInt8>?
  /// Only in Photoshop documents.
  private(set) var exif: ArraySlice<UInt8>?
  private(set) var xmp, profile: ArraySlice<UInt8>?
  /// The digest of the IPTC block as last written by a program that supports XMP.
  private var digest: ArraySlice<UInt8>?

  private static let mostResources = 1024

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    for _ in 0..<Self.mostResources {
      guard rest.starts(with: "8BIM".utf8), rest.count >= 12 else { return }
      let kind = rest.dropFirst(4).prefix(2).bigEndian ?? 0
      let nameLength = Int(rest[rest.startIndex + 6])
      let headLength = 6 + (nameLength + 2) / 2 * 2
      guard let length = rest.dropFirst(headLength).prefix(4).bigEndian,
        rest.count >= headLength + 4 + length
      else { return }
      let content = rest.dropFirst(headLength + 4).prefix(length)
      if kind == 0x0404 { iptc = iptc ?? content }
      if kind == 0x0425 { digest = digest ?? content }
      if kind == 0x0422 { exif = exif ?? content }
      if kind == 0x0424 { xmp = xmp ?? content }
      if kind == 0x040F { profile = profile ?? content }
      rest = rest.dropFirst(headLength + 4 + (length + 1) / 2 * 2)
    }
  }

  /// Whether IPTC was changed later by a program without XMP support (MWG Guidelines for Handling
  /// Image Metadata 2.0, section 4.2).
  var isNewerThanXMP: Bool {
    guard let iptc, let digest, digest.count == 16, digest.contains(where: { $0 != 0 }) else {
      return false
    }
    let digits = Array("0123456789abcdef".utf8)
    let written = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return !MD5.hexDigits(of: iptc).utf8.elementsEqual(written)
  }
}
