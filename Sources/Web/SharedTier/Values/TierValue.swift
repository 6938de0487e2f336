internal import Imaging
internal import PictureFormats

/// The form of what lies in a shared tier.
///
/// Of numbers the highest byte comes first:
///
/// | bytes | what |
/// | --- | --- |
/// | 4 | `PCT` and the version, 1 |
/// | 32 | the digest of the key, which stands for the photo |
/// | 4, 4 | width and height of the photo in pixels |
/// | 2, 2 | width and height of the thumbnail |
/// | 1 | bit 0: the photo moves |
/// | 1, n | the kind of the photo's file, in ASCII |
/// | 4, n | the pixels, as `PixelPacking` has them |
/// | 32 | the mark of all before, by the secret |
///
/// What comes back is believed only as far as it agrees with the key that was asked for.
enum TierValue {
  /// The most bytes of a value: with its key and what a server adds it stays below memcached's usual
  /// 1 MiB.
  static let byteLimit = 900_000
  private static let beginning = Array("PCT".utf8) + [1]
  private static let markLength = 32
  private static let longestSide = 1 << 24

  /// The bytes of a thumbnail; nil where they would be too many, or libcrypto is missing.
  static func bytes(
    of thumbnail: SharedThumbnail, for key: TierKey, by secret: TierSecret
  ) -> [UInt8]? {
    let format = Array((thumbnail.format?.rawValue ?? "").utf8)
    let pixels = PixelPacking.packed(thumbnail.bitmap)
    guard pixels.count < byteLimit - 128 else { return nil }
    var bytes = beginning + key.digest
    append(thumbnail.pictureSize.width, 4, to: &bytes)
    append(thumbnail.pictureSize.height, 4, to: &bytes)
    append(thumbnail.bitmap.size.width, 2, to: &bytes)
    append(thumbnail.bitmap.size.height, 2, to: &bytes)
    append(thumbnail.isMoving ? 1 : 0, 1, to: &bytes)
    append(format.count, 1, to: &bytes)
    bytes += format
    append(pixels.count, 4, to: &bytes)
    bytes += pixels
    return secret.mark(of: bytes).map { bytes + $0 }
  }

  /// The thumbnail in bytes that came from somewhere; nil where they are anything but what somebody who
  /// knows the secret wrote for that key, or are no picture of its class.
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
      take(key.digest.count, &rest)?.elementsEqual(key.digest) == true,
      let picture = size(4, &rest), let shown = size(2, &rest),
      fits(shown, of: picture, in: key.side),
      let flags = number(1, &rest), let length = number(1, &rest), let name = take(length, &rest),
      let count = number(4, &rest), let pixels = take(count, &rest), rest.isEmpty,
      let bitmap = PixelPacking.bitmap(of: shown, in: pixels)
    else { return nil }
    return SharedThumbnail(
      bitmap: bitmap, pictureSize: picture,
      format: PictureFormat(rawValue: String(decoding: name, as: UTF8.self)),
      isMoving: flags & 1 == 1)
  }

  /// Whether a thumbnail has the size that one of its class has, to a pixel of rounding.
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

  private static func size(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> PixelSize? {
    guard let width = number(count, &rest), let height = number(count, &rest) else { return nil }
    return PixelSize(width: width, height: height)
  }

  private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    take(count, &rest).map { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  private static func take(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// Compares marks in the same time wherever they differ.
  private static func isEqual(_ mark: [UInt8], _ other: ArraySlice<UInt8>) -> Bool {
    mark.count == other.count && zip(mark, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
