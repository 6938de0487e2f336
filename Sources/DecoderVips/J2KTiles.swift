internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// The tiles of a JPEG 2000, and whether each has data (ISO/IEC 15444-1, sections A.4.2 and B.3).
struct J2KTiles {
  private(set) var isCutShort = true

  private let header: J2KHeader
  private let countAcross: Int
  /// By tile; true for tiles without samples.
  private var hasData: [Bool]

  /// Lower than the limit of the format: openjpeg needs 9 KB per tile.
  private static let mostTiles = 16_384
  private static let startOfTilePart = 0xFF90
  private static let loneMarkers = 0xFF30...0xFF3F
  private static let endOfCodestream: [UInt8] = [0xFF, 0xD9]

  /// Throws `.truncated` if there is no data, `.unsupported` for too many tiles.
  init(_ header: J2KHeader, in container: J2KContainer) throws(PictureError) {
    self.header = header
    let (picture, tile) = (header.picture, header.tile)
    let countAcross = (picture.right - tile.left + tile.size.width - 1) / tile.size.width
    self.countAcross = countAcross
    let countDown = (picture.bottom - tile.top + tile.size.height - 1) / tile.size.height
    guard countAcross <= Self.mostTiles, countDown <= Self.mostTiles / countAcross else {
      throw .unsupported("JPEG 2000 of so many tiles")
    }
    hasData = (0..<countAcross * countDown).map { number in
      let x = number % countAcross * tile.size.width
      let y = number / countAcross * tile.size.height
      return header.sampleCount(in: tile.moved(x, y).part(inside: picture)) == 0
    }
    guard walk(container.codestream.dropFirst(2), isWhole: container.isWhole) else {
      throw .truncated
    }
  }

  /// Walks over marker segments and tile-parts; returns whether any tile has data.
  ///
  /// `isWhole` means that the end of the codestream is not missing, as far as known.
  private mutating func walk(_ segments: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
    var rest = segments
    var isAny = false
    while !rest.isEmpty, !rest.starts(with: Self.endOfCodestream) {
      var fields = ISOBMFFReader(rest)
      guard let marker = fields.take(2) else { return isAny }
      // Garbage is left to openjpeg.
      guard marker > 0xFF00 else { break }
      var length = 2
      if !Self.loneMarkers.contains(marker) {
        guard let segmentLength = fields.take(2) else { return isAny }
        length += segmentLength
      }
      if marker == Self.startOfTilePart {
        guard let number = fields.take(2), let partLength = fields.take(4) else { return isAny }
        isAny = true
        if hasData.indices.contains(number) { hasData[number] = true }
        // The last tile-part may have no length and extend to the end.
        let isEnded = isWhole || rest.suffix(2).elementsEqual(Self.endOfCodestream)
        length = partLength == 0 && isEnded ? rest.count : partLength
        guard length > 0 else { return true }
      }
      guard length <= rest.count else { return isAny }
      rest = rest.dropFirst(length)
    }
    isCutShort = hasData.contains(false)
    return isAny
  }

  func missingColumns(inRow y: Int, of shown: PixelSize) -> [Range<Int>] {
    guard isCutShort, hasData.contains(false) else { return [] }
    let (picture, tile) = (header.picture, header.tile)
    let line = picture.top + y * picture.size.height / shown.height
    let first = (line - tile.top) / tile.size.height * countAcross
    return (0..<countAcross).compactMap { index in
      guard !hasData[first + index] else { return nil }
      let left = max(picture.left, tile.left + index * tile.size.width)
      let right = min(picture.right, tile.left + (index + 1) * tile.size.width)
      return column(left, shown)..<column(right, shown)
    }
  }

  private func column(_ x: Int, _ shown: PixelSize) -> Int {
    (x - header.picture.left) * shown.width / header.picture.size.width
  }
}
