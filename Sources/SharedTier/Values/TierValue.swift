package import Imaging

/// The binary format of shared thumbnails.
///
/// Numbers are big-endian:
///
/// | bytes | content |
/// | --- | --- |
/// | 4 | `PCT` and the version, 2 |
/// | 32 | the digest of the key, which identifies the photo |
/// | 4, 4 | width and height of the photo in pixels |
/// | 2, 2 | width and height of the thumbnail |
/// | 1 | bit 0: the photo is animated |
/// | 1, n | the format of the photo's file, in ASCII |
/// | 1 | the number of facts that follow |
/// | 1, n for each | the text of a fact in the order of `PictureFact`; empty if unknown |
/// | 4, n | the pixels in the format of `PixelPacking` |
/// | 32 | the MAC of all before |
///
/// Version 1 has no facts. Unknown facts are ignored. A value must agree with the requested key.
enum TierValue {
  /// Maximum bytes of a value: with key and overhead below memcached's default limit of 1 MiB.
  static let byteLimit = 900_000
  private static let beginning = Array("PCT".utf8)
  private static let (factless, version) = (1, 2)
  private static let markLength = 32
  private static let longestSide = 1 << 24

  /// Nil if it is too large, the size of the photo is unknown, or libcrypto is missing.
  static func bytes(
    of thumbnail: SharedThumbnail, for key: TierKey, by secret: TierSecret
  ) -> [UInt8]? {
    let info = thumbnail.info
    let pixels = PixelPacking.packed(thumbnail.bitmap)
    guard let size = info.size, pixels.count < byteLimit - 512 else { return nil }
    var bytes = beginning + [UInt8(version)] + key.digest
    append(size.width, 4, to: &bytes)
    append(size.height, 4, to: &bytes)
    append(thumbnail.bitmap.size.width, 2, to: &bytes)
    append(thumbnail.bitmap.size.height, 2, to: &bytes)
    append(info.isMoving ? 1 : 0, 1, to: &bytes)
    append(info.format?.descriptor.name, to: &bytes)
    append(PictureFact.allCases.count, 1, to: &bytes)
    for fact in PictureFact.allCases { append(fact.text(of: info), to: &bytes) }
    append(pixels.count, 4, to: &bytes)
    bytes += pixels
    return secret.mark(of: bytes).map { bytes + $0 }
  }

  /// Nil unless the MAC and the key match, and the size is valid for the key's size class.
  static func thumbnail(
    in bytes: [UInt8], for key: TierKey, by secret: TierSecret
  ) -> SharedThumbnail? {
    guard bytes.count <= byteLimit, bytes.count > markLength else { return nil }
    let content = Array(bytes.dropLast(markLength))
    guard let mark = secret.mark(of: content), isEqual(mark, bytes.suffix(markLength)) else {
      return nil
    }
    var rest = content[...]
    guard take(beginning.count, &rest)?.elementsEqual(beginning) == true,
      let version = number(1, &rest), (factless...Self.version).contains(version),
      take(key.digest.count, &rest)?.elementsEqual(key.digest) == true,
      let picture = size(4, &rest), let shown = size(2, &rest),
      fits(shown, of: picture, in: key.side),
      let flags = number(1, &rest), let format = text(&rest),
      let facts = version == factless ? [] : texts(&rest),
      let count = number(4, &rest), let pixels = take(count, &rest), rest.isEmpty,
      let bitmap = PixelPacking.bitmap(of: shown, in: pixels)
    else { return nil }
    var info = PictureInfo(size: picture, format: PictureFormat(name: format))
    info.isMoving = flags & 1 == 1
    for (fact, text) in zip(PictureFact.allCases, facts) { fact.take(text, into: &info) }
    return SharedThumbnail(
      bitmap: bitmap, info: info, hasAllFacts: facts.count >= PictureFact.allCases.count)
  }

  /// Whether a thumbnail has a valid size for its class, with a tolerance for rounding.
  private static func fits(_ shown: PixelSize, of picture: PixelSize, in side: Int) -> Bool {
    guard (1...longestSide).contains(picture.width), (1...longestSide).contains(picture.height)
    else { return false }
    let right = picture.fitted(into: PixelSize(width: side, height: side))
    return shown.area > 0 && shown.width <= side && shown.height <= side
      && abs(shown.width - right.width) <= 1 + side / 16
      && abs(shown.height - right.height) <= 1 + side / 16
  }

  private static func append(_ number: Int, _ count: Int, to bytes: inout [UInt8]) {
    for place in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place)))
    }
  }

  private static func append(_ text: String?, to bytes: inout [UInt8]) {
    let text = (text ?? "").utf8.prefix(255)
    append(text.count, 1, to: &bytes)
    bytes += text
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    number(1, &rest).flatMap { take($0, &rest) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func texts(_ rest: inout ArraySlice<UInt8>) -> [String]? {
    guard let count = number(1, &rest) else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text(&rest) else { return nil }
      texts.append(text)
    }
    return texts
  }

  private static func size(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> PixelSize? {
    guard let width = number(count, &rest), let height = number(count, &rest) else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    take(count, &rest)?.bigEndian
  }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// In constant time, so that it does not reveal how many bytes of a forged MAC are right.
  private static func isEqual(_ mark: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
    mark.count == other.count && zip(mark, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// `info` is without the size of the file.
package struct SharedThumbnail: Hashable, Sendable {
  package let bitmap: Bitmap
  package let info: PictureInfo
  /// Whether `info` is complete; older versions have shared less.
  package let hasAllFacts: Bool

  package init(bitmap: Bitmap, info: PictureInfo, hasAllFacts: Bool = true) {
    self.bitmap = bitmap
    var info = info
    info.byteCount = 0
    (self.info, self.hasAllFacts) = (info, hasAllFacts)
  }
}
