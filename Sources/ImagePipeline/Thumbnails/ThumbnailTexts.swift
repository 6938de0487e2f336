package import Base
package import Imaging

struct ThumbnailTexts: Hashable {
  private var values: [ThumbnailText: [UInt8]] = [:]
  private(set) var isContradictory = false

  subscript(key: ThumbnailText) -> [UInt8]? { values[key] }

  var all: [(ThumbnailText, [UInt8])] {
    ThumbnailText.allCases.compactMap { key in values[key].map { (key, $0) } }
  }

  mutating func add(_ value: [UInt8], for key: ThumbnailText) {
    if let known = values.updateValue(value, forKey: key), known != value { isContradictory = true }
  }

  mutating func add(_ value: String, for key: ThumbnailText) {
    add(Array(value.utf8), for: key)
  }

  var isOwn: Bool { values[.software] == ThumbnailText.ownSoftware }

  var picturePixels: PixelSize? {
    guard let width = side(.pictureWidth), let height = side(.pictureHeight) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Valid only if the file has not changed.
  func info(of subject: some ThumbnailSubject) -> PictureInfo {
    let format = values[.mimeType].flatMap {
      PictureFormat(mediaType: String(decoding: $0, as: UTF8.self))
    }
    var info = PictureInfo(size: picturePixels, format: format, byteCount: subject.byteCount)
    info.isMoving = isMoving ?? false
    for fact in PictureFact.allCases {
      if let text = values[fact.key] {
        fact.take(String(decoding: text, as: UTF8.self), into: &info)
      }
    }
    return info
  }

  /// Whether it has all facts that a decoder would report, unlike those of other programs and older
  /// versions.
  var hasAllFacts: Bool { values[.orientation] != nil }

  var isMoving: Bool? { values[.motion].map { $0 == Self.moving } }

  /// Whether the image may be animated without the thumbnail saying so, as those of other programs.
  ///
  /// PNG is excluded, since most PNGs are still.
  func hidesMotion(_ info: PictureInfo) -> Bool {
    switch info.format {
    case .gif, .webP, .jpegXL, .avif: isMoving == nil
    default: false
    }
  }

  mutating func add(isMoving: Bool) {
    add(isMoving ? Self.moving : Self.still, for: .motion)
  }

  mutating func add(_ info: PictureInfo) {
    if let size = info.size {
      add(String(size.width), for: .pictureWidth)
      add(String(size.height), for: .pictureHeight)
    }
    if let mimeType = info.format?.descriptor.mediaType { add(mimeType, for: .mimeType) }
    add(isMoving: info.isMoving)
    for fact in PictureFact.allCases {
      if let text = fact.text(of: info) { add(text, for: fact.key) }
    }
  }

  private static let (moving, still) = (Array("moving".utf8), Array("still".utf8))

  private func side(_ key: ThumbnailText) -> Int? {
    guard let digits = values[key], digits.count < 10 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ThumbnailTexts {
  /// Blocks.
  init(_ subject: some ThumbnailSubject) {
    add(subject.uri.bytes, for: .uri)
    add(String(subject.modified.seconds), for: .modified)
    add(String(subject.byteCount), for: .byteCount)
    for (key, value) in subject.lastingFacts { add(value, for: key) }
    add(ThumbnailText.ownSoftware, for: .software)
  }

  /// Whether URI, time, and all other present facts agree with a version of a file.
  func agree(with subject: some ThumbnailSubject, at address: PhotoURI) -> Bool {
    guard !isContradictory, self[.uri] == address.bytes,
      let modified = self[.modified], subject.modified.agrees(withText: modified)
    else { return false }
    let facts = subject.facts + [(.byteCount, String(subject.byteCount))]
    return facts.allSatisfy { key, value in
      self[key].map { $0.elementsEqual(value.utf8) } ?? true
    }
  }
}

package enum ThumbnailText: String, CaseIterable, Sendable {
  // Thumbnail Managing Standard, section 5.2.
  case uri = "Thumb::URI"
  case modified = "Thumb::MTime"
  case byteCount = "Thumb::Size"
  case mimeType = "Thumb::Mimetype"
  case pictureWidth = "Thumb::Image::Width"
  case pictureHeight = "Thumb::Image::Height"
  case software = "Software"
  // Private keys, as the standard allows. They close its gap of one second.
  case exactlyModified = "X-Photocell::MTime"
  case exactlyChanged = "X-Photocell::CTime"
  case inode = "X-Photocell::Inode"
  case entityTag = "X-Photocell::ETag"
  case failure = "X-Photocell::Failure"
  case motion = "X-Photocell::Motion"
  case orientation = "X-Photocell::Orientation"
  case captureDate = "X-Photocell::CaptureDate"
  case camera = "X-Photocell::Camera"

  static let ownSoftware = Array("photocell".utf8)
}

extension PictureFact {
  fileprivate var key: ThumbnailText {
    switch self {
    case .orientation: .orientation
    case .captureDate: .captureDate
    case .camera: .camera
    }
  }
}

extension FileTime {
  /// The time to the nanosecond: `1700000000+000000042`.
  var exactText: String { "\(seconds)+\(nineDigits)" }

  /// Compares with `Thumb::MTime`: whole seconds as in the standard, or with decimals as Tumbler
  /// writes (six, with a comma in some locales).
  func agrees(withText text: [UInt8]) -> Bool {
    let whole = Array(String(seconds).utf8)
    guard text.starts(with: whole) else { return false }
    guard let separator = text.dropFirst(whole.count).first else { return true }
    let fraction = text.dropFirst(whole.count + 1)
    return ".,".utf8.contains(separator) && (1...9).contains(fraction.count)
      && nineDigits.utf8.starts(with: fraction)
  }

  private var nineDigits: String { nanoseconds.zeroPadded(to: 9) }
}

/// Structure and texts of an untrusted PNG, without its pixels.
struct ThumbnailReading: Hashable {
  let pixels: PixelSize
  private(set) var texts = ThumbnailTexts()

  /// Limits that no real thumbnail reaches.
  private static let chunkLimit = 8192
  private static let textLimit = 64
  /// In decompressed bytes: an address has three for each byte of the longest path.
  private static let valueLimit = 1 << 14

  private var textCount = 0
  private var hasPixels = false

  /// Reads a whole file, including the chunks after the pixels; nil if anything is missing or a
  /// checksum is wrong.
  ///
  /// With `onlyStart` up to the pixels, as far as it is valid; enough to see who wrote it.
  init?(_ bytes: [UInt8], onlyStart: Bool = false) {
    var chunks = PNGChunk.Iterator(ByteView(bytes))
    // IHDR (W3C PNG, section 11.2.1).
    guard bytes.starts(with: PNGFile.signature), let header = chunks.next(), header.isIntact,
      header.type == "IHDR", header.length == 13,
      let width = header.content.number(at: 0, 4), let height = header.content.number(at: 4, 4),
      width > 0, height > 0
    else { return nil }
    pixels = PixelSize(width: width, height: height)
    let last = takeTexts(from: &chunks, until: onlyStart ? "IDAT" : "IEND")
    guard onlyStart || last?.length == 0 && hasPixels else { return nil }
  }

  private mutating func takeTexts(
    from chunks: inout PNGChunk.Iterator, until type: String
  ) -> PNGChunk? {
    for _ in 0..<Self.chunkLimit {
      guard let chunk = chunks.next(), chunk.isIntact else { return nil }
      guard chunk.type != type else { return chunk }
      if chunk.type == "IDAT" { hasPixels = true }
      guard takeText(chunk) else { return nil }
    }
    return nil
  }

  /// Adds a text chunk; false beyond the limit.
  private mutating func takeText(_ chunk: PNGChunk) -> Bool {
    guard chunk.type != "iTXt", let text = PNGText(type: chunk.type, data: chunk.data) else {
      return true
    }
    textCount += 1
    if let key = ThumbnailText(rawValue: text.key), let value = text.value(atMost: Self.valueLimit)
    {
      texts.add(Array(value), for: key)
    }
    return textCount <= Self.textLimit
  }
}

/// A valid thumbnail, open for decoding.
///
/// Structure, checksums and texts were checked; the pixels are untrusted, and must be decoded in
/// another process.
package struct StoredThumbnail: ~Copyable, Sendable {
  package let size: ThumbnailSize
  package let pixels: PixelSize
  package let info: PictureInfo
  package let hasAllFacts: Bool
  /// Whether the photo may be animated without the thumbnail saying so.
  package let hidesMotion: Bool
  package let isOwn: Bool
  package let isShared: Bool
  /// The PNG, at position 0.
  package let file: Descriptor

  package consuming func takeFile() -> Descriptor { file }

  package static let byteLimit = 1 << 24
}

/// Writes a bitmap as a PNG with texts.
///
/// A thumbnail is written once, in the background, and read at every start, so decoding speed
/// counts. For photos of 256 pixels, filter Sub with zlib's run-length strategy gives 71 KB that
/// libspng decodes in 0.8 ms; Paeth gives 63 KB in 1.4 ms. zlib's default strategy takes longer
/// with either, and gives no smaller file.
enum PNGWriter {
  /// Nil if there is no memory to compress it.
  static func encode(_ bitmap: Bitmap, _ texts: ThumbnailTexts) -> [UInt8]? {
    // Without alpha if all pixels are opaque.
    let channels = bitmap.isOpaque ? 3 : 4
    let rows = filtered(samples(of: bitmap, channels), of: bitmap.size, channels)
    guard let packed = Deflate.runs.zlibStream(of: rows) else { return nil }
    var file = PNGFile(size: bitmap.size, colorType: channels == 3 ? 2 : 6)
    // Perceptual rendering intent; bitmaps are sRGB.
    file.add("sRGB", [0])
    for (key, value) in texts.all { file.add("tEXt", Array(key.rawValue.utf8) + [0] + value) }
    file.add("IDAT", packed)
    file.add("IEND", [])
    return file.bytes
  }

  /// PNG stores colors without premultiplied alpha.
  private static func samples(of bitmap: Bitmap, _ channels: Int) -> [UInt8] {
    let source = bitmap.straightBytes
    guard channels == 3 else { return source }
    return [UInt8](capacity: source.count / 4 * 3) { samples in
      for start in stride(from: 0, to: source.count, by: 4) {
        for index in start..<start + 3 { samples.append(source[index]) }
      }
    }
  }

  /// Filter type 1, Sub: predicts each byte from the pixel to the left (W3C PNG, section 9.2).
  private static func filtered(
    _ samples: [UInt8], of size: PixelSize, _ channels: Int
  ) -> [UInt8] {
    let row = size.width * channels
    return [UInt8](capacity: (row + 1) * size.height) { output in
      for start in stride(from: 0, to: row * size.height, by: max(1, row)) {
        output.append(1)
        for index in start..<start + row {
          let left = index - start < channels ? 0 : samples[index - channels]
          output.append(samples[index] &- left)
        }
      }
    }
  }
}
