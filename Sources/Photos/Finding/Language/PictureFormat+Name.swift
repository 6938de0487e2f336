internal import Catalog
internal import PictureFormats

extension PictureFormat {
  /// The kinds that a filter may mean, which names a kind, an extension of its files, or raw; where none
  /// is called so, those whose names begin so.
  /// - Parameter name: In lower case.
  /// - Returns: The kinds; none where nothing is called so.
  static func all(named name: String) -> Set<PictureFormat> {
    let named = allCases.filter { $0.names.contains(name) }
    guard named.isEmpty else { return Set(named) }
    return Set(allCases.filter { $0.names.contains { $0.hasPrefix(name) } })
  }

  /// What it is called in a filter, in lower case.
  private var names: [String] {
    let name = rawValue.lowercased().filter { $0 != " " }
    return [name] + (isRaw ? ["raw"] : [])
      + PictureExtension.allCases.filter { $0.format == self }.map(\.rawValue)
  }

  /// Whether it is what the sensor of a camera has seen.
  private var isRaw: Bool {
    switch self {
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: true
    case .jpeg, .png, .bmp, .gif, .webP, .tiff, .heic, .avif, .jpegXL, .jpeg2000, .svg,
      .compressedSVG, .psd, .radiance, .qoi, .tga, .pnm, .ico, .cur, .openEXR, .icns:
      false
    }
  }
}
