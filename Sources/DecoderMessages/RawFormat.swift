/// The kinds of raw files of cameras; each carries the ending that people know it by.
package enum RawFormat: String, CaseIterable, Hashable, Sendable {
  case cr2 = "CR2"
  case cr3 = "CR3"
  case nef = "NEF"
  case arw = "ARW"
  case dng = "DNG"
  case raf = "RAF"
  case orf = "ORF"
  case rw2 = "RW2"

  /// Tells a raw file from its first bytes; nil where they are none.
  ///
  /// Five kinds have a signature of their own. The others are TIFF: DNG has a tag for its version
  /// (Adobe DNG 1.4, DNGVersion), and the cameras of Nikon and Sony keep a small picture in the first
  /// directory and the raw data in one below it.
  init?(signatureOf start: ArraySlice<UInt8>) {
    if start.has("FUJIFILMCCD-RAW") {
      self = .raf
    } else if start.has("IIRO") || start.has("IIRS") || start.has("MMOR") {
      self = .orf
    } else if start.has("IIU\0") {
      self = .rw2
    } else if start.has("II*\0"), start.has("CR", at: 8) {
      self = .cr2
    } else if start.has("ftypcrx ", at: 4) {
      self = .cr3
    } else {
      guard let directory = TIFFDirectory(start), let format = Self.told(by: directory) else {
        return nil
      }
      self = format
    }
  }

  private static func told(by directory: TIFFDirectory) -> RawFormat? {
    if directory.has(.dngVersion) { return .dng }
    guard directory.has(.subdirectories), directory.number(.subfileType) == 1 else { return nil }
    let make = directory.text(.make)
    if make.starts(with: "NIKON".utf8) { return .nef }
    return make.starts(with: "SONY".utf8) ? .arw : nil
  }
}
