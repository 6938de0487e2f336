package import Imaging

extension PictureExtension {
  /// The usual format of files with this extension.
  package var format: PictureFormat {
    switch self {
    case .jpg, .jpeg, .jpe, .jfif, .mpo: .jpeg
    case .png, .apng: .png
    case .gif: .gif
    case .webp: .webP
    case .tif, .tiff: .tiff
    case .heic, .heif, .hif: .heic
    case .avif: .avif
    case .jxl: .jpegXL
    case .jp2, .j2k, .j2c, .jpc, .jpx, .jpf: .jpeg2000
    case .bmp, .dib: .bmp
    case .svg: .svg
    case .svgz: .compressedSVG
    case .cr2: .cr2
    case .cr3: .cr3
    case .nef: .nef
    case .arw: .arw
    case .dng: .dng
    case .raf: .raf
    case .orf: .orf
    case .rw2: .rw2
    case .psd, .psb: .psd
    case .hdr, .rgbe: .radiance
    case .exr: .openEXR
    case .qoi: .qoi
    case .tga: .tga
    case .pbm, .pgm, .ppm, .pnm, .pam: .pnm
    case .ico: .ico
    case .cur: .cur
    }
  }
}

extension Photo {
  /// The format by file extension, which the content may contradict; nil for photos of feeds.
  package var namedFormat: PictureFormat? {
    isNamedAsFile ? PictureExtension(of: name)?.format : nil
  }
}
