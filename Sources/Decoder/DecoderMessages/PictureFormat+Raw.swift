extension PictureFormat {
  /// Tells a raw file of a camera from its first bytes; nil where they are none.
  ///
  /// Five kinds have a signature of their own. The others are TIFF: DNG has a tag for its version
  /// (Adobe DNG 1.4, DNGVersion), and the cameras of Nikon and Sony keep a small picture in the first
  /// directory and the raw data in one below it.
  static func raw(_ start: ArraySlice<UInt8>) -> PictureFormat? {
    if start.has("FUJIFILMCCD-RAW") { return .raf }
    if start.has("IIRO") || start.has("IIRS") || start.has("MMOR") { return .orf }
    if start.has("IIU\0") { return .rw2 }
    if start.has("II*\0"), start.has("CR", at: 8) { return .cr2 }
    if start.has("ftypcrx ", at: 4) { return .cr3 }
    return TIFFDirectory(start).flatMap(told)
  }

  private static func told(by directory: TIFFDirectory) -> PictureFormat? {
    if directory.has(.dngVersion) { return .dng }
    guard directory.has(.subdirectories), directory.number(.subfileType) == 1 else { return nil }
    let make = directory.text(.make)
    if make.starts(with: "NIKON".utf8) { return .nef }
    return make.starts(with: "SONY".utf8) ? .arw : nil
  }
}
