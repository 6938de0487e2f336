internal import DecoderCore

/// The tracks of an AVIF whose brand says that it is to be played (AV1 Image File Format, section 3).
struct AVIFSequence {
  /// The track that is seen.
  let picture: AVIFTrack
  /// Its alpha, if it has one.
  let alpha: AVIFTrack?
  /// Whether the file ends before its last box does.
  let isCutShort: Bool

  /// Finds the tracks; nil where the file is no sequence, or they are not all described.
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
    isCutShort = ISOBMFFBox.isCutShort(file[...])
  }

  /// Whether there is more than one frame.
  var isMoving: Bool { picture.samples.count > 1 }

  /// Whether the colours are stored multiplied by alpha.
  var isMultiplied: Bool { alpha.map(picture.isMultiplied) ?? false }
}
