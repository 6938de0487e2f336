/// The format of an encoded image or a video. Its name, extensions, signature and decoder are in `descriptor`.
package enum PictureFormat: CaseIterable, Hashable, Sendable {
  case jpeg, png
  // Camera raw formats; some are TIFF with certain tags.
  case cr2, cr3, nef, arw, dng, raf, orf, rw2
  case heic, avif, gif, webP, tiff, bmp, jpegXL, jpeg2000
  /// Compressed with gzip.
  case compressedSVG
  case psd, openEXR, radiance, qoi
  /// Detected, but not supported.
  case icns
  case pnm
  case ico, cur, tga, svg
  // Videos. What is left of the files with a box `ftyp` is an MP4.
  case quickTime, mp4, webM, matroska, avi, mpegTS
}

/// A format's properties. The cases of `PictureFormat` are tried in their order against a file.
package struct FormatDescriptor: Sendable {
  /// Displayed; filters accept it in lower case.
  package let name: String
  /// Lower case; the first is given to files without one.
  package private(set) var extensions: [String]
  /// The media type (IANA, otherwise shared-mime-info); nil for raw and unsupported formats.
  package let mediaType: String?
  /// The decoder process for the format; nil if it is not supported.
  package let decoder: DecoderRole?
  package let library: String
  /// The operation of libvips that reads the format from memory; `VipsDecoder` has a case for a
  /// format that needs more than it.
  package let vipsLoader: String?
  package let isRaw: Bool
  /// Whether a rotation is written to the sidecar of a file without an EXIF orientation; otherwise
  /// the file may have it in another form.
  package let rotatesInSidecar: Bool
  /// Takes the first `PictureFormat.signatureLength` bytes of a file.
  package let matches: @Sendable (ArraySlice<UInt8>) -> Bool

  init(
    _ name: String, _ extensions: String..., mediaType: String? = nil, decoder: DecoderRole?,
    library: String = "photocell itself", vipsLoader: String? = nil, isRaw: Bool = false,
    rotatesInSidecar: Bool = false, matches: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) {
    (self.name, self.extensions, self.mediaType) = (name, extensions, mediaType)
    (self.decoder, self.library, self.vipsLoader) = (decoder, library, vipsLoader)
    (self.isRaw, self.rotatesInSidecar, self.matches) = (isRaw, rotatesInSidecar, matches)
  }

  static func raw(
    _ name: String, _ fileExtension: String,
    matches: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) -> FormatDescriptor {
    FormatDescriptor(
      name, fileExtension, decoder: .vips, library: "LibRaw: the embedded preview", isRaw: true,
      matches: matches)
  }

  static func video(
    _ name: String, _ extensions: [String], mediaType: String,
    matches: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) -> FormatDescriptor {
    var video = FormatDescriptor(
      name, mediaType: "video/\(mediaType)", decoder: .video,
      library: "libavformat, libavcodec, libswscale", matches: matches)
    video.extensions = extensions
    return video
  }
}

package enum DecoderRole: String, CaseIterable, Hashable, Sendable {
  /// JPEG, PNG, and formats that need no library: most photos, ready in a few milliseconds.
  case fast
  /// All other formats; started when first needed.
  case vips
  /// SVG, by the same program with the fonts open that its text needs: opening them takes 18 ms.
  case drawing
  /// No images: lists archives and reads their members, by the fast program with libarchive loaded.
  case archive
  /// Videos, by the fast program with libavformat loaded.
  case video
}

extension PictureFormat {
  package var descriptor: FormatDescriptor { Self.descriptors[self] ?? described }

  private static let descriptors = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.described) })

  private var described: FormatDescriptor {
    switch self {
    case .jpeg:
      FormatDescriptor(
        "JPEG", "jpg", "jpeg", "jpe", "jfif", "mpo", mediaType: "image/jpeg", decoder: .fast,
        library: "libjpeg-turbo, lcms2", rotatesInSidecar: true
      ) { $0.starts(with: [0xFF, 0xD8, 0xFF]) }
    case .png:
      FormatDescriptor(
        "PNG", "png", "apng", mediaType: "image/png", decoder: .fast, library: "libspng, lcms2",
        rotatesInSidecar: true
      ) { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) }
    case .cr2: .raw("CR2", "cr2") { $0.has("II*\0") && $0.has("CR", at: 8) }
    case .cr3: .raw("CR3", "cr3") { $0.has("ftypcrx ", at: 4) }
    // These are TIFF with certain tags; see `Signature.rawFormat`.
    case .nef: .raw("NEF", "nef") { _ in false }
    case .arw: .raw("ARW", "arw") { _ in false }
    case .dng: .raw("DNG", "dng") { _ in false }
    case .raf: .raw("RAF", "raf") { $0.has("FUJIFILMCCD-RAW") }
    case .orf: .raw("ORF", "orf") { $0.has("IIRO") || $0.has("IIRS") || $0.has("MMOR") }
    case .rw2: .raw("RW2", "rw2") { $0.has("IIU\0") }
    case .heic:
      FormatDescriptor(
        "HEIC", "heic", "heif", "hif", mediaType: "image/heic", decoder: .vips,
        library: "libvips, libheif", vipsLoader: "heifload_buffer", matches: Signature.isHEIC)
    case .avif:
      FormatDescriptor(
        "AVIF", "avif", mediaType: "image/avif", decoder: .vips,
        library: "libvips, libheif, libavif", vipsLoader: "heifload_buffer",
        matches: Signature.isAVIF)
    case .gif:
      FormatDescriptor(
        "GIF", "gif", mediaType: "image/gif", decoder: .vips, library: "libvips",
        vipsLoader: "gifload_buffer", rotatesInSidecar: true
      ) { $0.has("GIF87a") || $0.has("GIF89a") }
    case .webP:
      FormatDescriptor(
        "WebP", "webp", mediaType: "image/webp", decoder: .vips, library: "libvips, libwebp",
        vipsLoader: "webpload_buffer"
      ) { $0.has("RIFF") && $0.has("WEBP", at: 8) }
    case .tiff:
      FormatDescriptor(
        "TIFF", "tif", "tiff", mediaType: "image/tiff", decoder: .vips, library: "libvips, libtiff",
        vipsLoader: "tiffload_buffer", rotatesInSidecar: true
      ) { $0.has("II*\0") || $0.has("MM\0*") || $0.has("II+\0") || $0.has("MM\0+") }
    case .bmp:
      FormatDescriptor(
        "BMP", "bmp", "dib", mediaType: "image/bmp", decoder: .fast, rotatesInSidecar: true,
        matches: Signature.isBMP)
    case .jpegXL:
      FormatDescriptor(
        "JPEG XL", "jxl", mediaType: "image/jxl", decoder: .vips, library: "libjxl"
      ) { $0.starts(with: [0xFF, 0x0A]) || $0.has("\0\0\0\u{0C}JXL ") }
    case .jpeg2000:
      FormatDescriptor(
        "JPEG 2000", "jp2", "j2k", "j2c", "jpc", "jpx", "jpf", mediaType: "image/jp2",
        decoder: .vips, library: "openjpeg"
      ) { $0.has("\0\0\0\u{0C}jP  ") || $0.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) }
    case .compressedSVG:
      FormatDescriptor(
        "SVGZ", "svgz", mediaType: "image/svg+xml-compressed", decoder: .drawing,
        library: "libvips, librsvg", vipsLoader: "svgload_buffer"
      ) {
        guard $0.starts(with: [0x1F, 0x8B, 0x08]) else { return false }
        let text = Inflation.prefix(of: $0, atMost: 64 * 1024)
        return !text.isEmpty && MarkupSignature.verdict(of: text[...]) != .other
      }
    case .psd:
      FormatDescriptor(
        "PSD", "psd", "psb", mediaType: "image/vnd.adobe.photoshop", decoder: .fast,
        rotatesInSidecar: true
      ) { $0.has("8BPS") }
    case .openEXR:
      FormatDescriptor(
        "OpenEXR", "exr", mediaType: "image/x-exr", decoder: .vips, library: "OpenEXR"
      ) { $0.starts(with: [0x76, 0x2F, 0x31, 0x01]) }
    case .radiance:
      FormatDescriptor(
        "Radiance HDR", "hdr", "rgbe", mediaType: "image/vnd.radiance", decoder: .fast
      ) { $0.has("#?RADIANCE") }
    case .qoi:
      FormatDescriptor(
        "QOI", "qoi", mediaType: "image/qoi", decoder: .fast, rotatesInSidecar: true
      ) { $0.has("qoif") }
    case .icns: FormatDescriptor("ICNS", decoder: nil, library: "") { $0.has("icns") }
    case .pnm:
      FormatDescriptor(
        "PNM", "pbm", "pgm", "ppm", "pnm", "pam", mediaType: "image/x-portable-anymap",
        decoder: .fast, rotatesInSidecar: true, matches: Signature.isPNM)
    case .ico:
      FormatDescriptor(
        "ICO", "ico", mediaType: "image/vnd.microsoft.icon", decoder: .fast,
        library: "photocell itself, libspng"
      ) { Signature.isIcon($0, kind: 1) }
    case .cur:
      FormatDescriptor(
        "CUR", "cur", mediaType: "image/x-win-bitmap", decoder: .fast,
        library: "photocell itself, libspng"
      ) { Signature.isIcon($0, kind: 2) }
    case .tga:
      FormatDescriptor(
        "TGA", "tga", mediaType: "image/x-tga", decoder: .fast, matches: Signature.isTGA)
    case .svg:
      FormatDescriptor(
        "SVG", "svg", mediaType: "image/svg+xml", decoder: .drawing, library: "libvips, librsvg",
        vipsLoader: "svgload_buffer"
      ) { _ in false }
    case .quickTime:
      .video(
        "QuickTime", ["mov", "qt"], mediaType: "quicktime", matches: Signature.isQuickTime)
    case .mp4: .video("MP4", ["mp4", "m4v"], mediaType: "mp4", matches: Signature.isMP4)
    case .webM: .video("WebM", ["webm"], mediaType: "webm", matches: Signature.isWebM)
    case .matroska:
      .video("Matroska", ["mkv"], mediaType: "x-matroska") {
        $0.starts(with: Signature.matroska)
      }
    case .avi:
      .video("AVI", ["avi"], mediaType: "x-msvideo") { $0.has("RIFF") && $0.has("AVI ", at: 8) }
    case .mpegTS:
      // Files that end in .ts are more often TypeScript.
      .video("MPEG-TS", ["mts", "m2ts"], mediaType: "mp2t", matches: Signature.isMPEGTS)
    }
  }
}

extension PictureFormat: CustomStringConvertible {
  package var description: String { descriptor.name }
}

extension PictureFormat {
  package var isVideo: Bool { descriptor.decoder == .video }
  package var isDrawing: Bool { self == .svg || self == .compressedSVG }

  /// Whether phones append videos to such files, which have no animation of their own.
  package var mayEndWithVideo: Bool { self == .jpeg || self == .heic }

  /// Whether a file name has the extension of an image.
  package static func isImage(fileName: [UInt8]) -> Bool {
    PictureFormat(fileName: fileName).map { !$0.isVideo } ?? false
  }

  package init?(name: String) {
    self.init(where: { $0.name == name })
  }

  package init?(mediaType: String) {
    self.init(where: { $0.mediaType == mediaType })
  }

  private init?(where condition: (FormatDescriptor) -> Bool) {
    guard let found = Self.allCases.first(where: { condition($0.descriptor) }) else { return nil }
    self = found
  }

  /// The usual format of a file name's extension, in either case; the content may differ.
  package init?(fileName: [UInt8]) {
    guard let dot = fileName.lastIndex(of: UInt8(ascii: ".")),
      let format = Self.byExtension[Self.packed(fileName[(dot + 1)...])]
    else { return nil }
    self = format
  }

  private static let byExtension = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { format in
      format.descriptor.extensions.map { (packed($0.utf8), format) }
    })

  /// Up to seven bytes in one word after a leading 1, ASCII in lower case; 0 for more.
  private static func packed(_ bytes: some Collection<UInt8>) -> UInt64 {
    guard bytes.count <= 7 else { return 0 }
    return bytes.reduce(1) { word, byte in
      let isUpper = byte &- UInt8(ascii: "A") < 26
      return word << 8 | UInt64(isUpper ? byte | 0x20 : byte)
    }
  }
}
