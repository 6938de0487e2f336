internal import DecoderKit
internal import Imaging

/// The tracks of an AVIF with a sequence brand (AV1 Image File Format, section 3).
struct AVIFSequence {
  let picture: AVIFTrack
  let alpha: AVIFTrack?
  let isCutShort: Bool

  init?(_ file: [UInt8]) {
    guard let type = ISOBMFFBox.first("ftyp", in: file[...])?.content,
      type.starts(with: "avis".utf8) || type.starts(with: "msf1".utf8),
      let movie = ISOBMFFBox.first("moov", in: file[...])?.content
    else { return nil }
    let tracks = ISOBMFFBox.all(in: movie).filter { $0.kind == "trak" }
      .compactMap { AVIFTrack($0.content) }
    guard let picture = tracks.first(where: { !$0.isAuxiliary }) else { return nil }
    self.picture = picture
    alpha = tracks.first { $0.isAlpha(of: picture) }
    isCutShort = ISOBMFFBox.prefix(of: file[...]).areCutShort
  }

  var isMoving: Bool { picture.samples.count > 1 }

  var isMultiplied: Bool { alpha.map(picture.isMultiplied) ?? false }
}
