internal import Catalogs
internal import Imaging

extension PictureFormat {
  /// The formats with a lowercase name, file extension or `raw`; without a match, those with that
  /// prefix.
  static func all(named name: String) -> Set<PictureFormat> {
    let named = allCases.filter { $0.names.contains(name) }
    guard named.isEmpty else { return Set(named) }
    return Set(allCases.filter { $0.names.contains { $0.hasPrefix(name) } })
  }

  private var names: [String] {
    let name = rawValue.lowercased().filter { $0 != " " }
    return [name] + (isRaw ? ["raw"] : [])
      + PictureExtension.allCases.filter { $0.format == self }.map(\.rawValue)
  }

  private var isRaw: Bool {
    switch self {
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: true
    case .jpeg, .png, .bmp, .gif, .webP, .tiff, .heic, .avif, .jpegXL, .jpeg2000, .svg,
      .compressedSVG, .psd, .radiance, .qoi, .tga, .pnm, .ico, .cur, .openEXR, .icns:
      false
    }
  }
}
