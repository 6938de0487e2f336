internal import CPangoThread
import CVips
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  private static let drawingByteLimit = 32 << 20
  private static let longestSide = Int(Int32.max)
  /// The scale factors that libvips supports.
  private static let scales = 0.001...100_000.0

  /// Decompresses a drawing; throws `.notAnImage` if it contains something else.
  static func unpackedDrawing(_ packed: [UInt8]) throws(PictureError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(Inflation.Failure) {
      bytes = try Inflation.unpacked(packed[...], limit: drawingByteLimit)
    } catch {
      switch error {
      case .truncated: throw .truncated
      case .damaged: throw .damaged
      case .outOfMemory: throw .outOfMemory
      }
    }
    guard PictureFormat(signatureOf: bytes) == .svg else { throw .notAnImage }
    return bytes
  }

  /// Renders an SVG or a region; librsvg gets no base URL, so external references are not loaded.
  func draw(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    try VipsLibrary.ready()
    guard thumbnail != .only else { throw .noThumbnail }
    guard cpt_resume() == 0 else { throw .outOfMemory }
    var drawing = DrawingText(bytes)
    var references = DrawingReferences(drawing.bytes)
    guard !references.areTooMany() else { throw .damaged }
    try drawing.replacePictures(announcing: onSize)
    drawing.addViewBox()
    let result = unsafe drawing.bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in try unsafe draw(file) }
    }
    do throws(PictureError) {
      return try result.get()
    } catch {
      throw error == .damaged && drawing.isCutShort ? .truncated : error
    }
  }

  /// Throws `.tooManyPixels` beyond the range of libvips, with an approximate size.
  private func nominalSize(of file: UnsafeRawBufferPointer) throws(PictureError) -> PixelSize {
    if let size = try unsafe size(of: file, scaledBy: 1) { return size }
    let smallest = Self.scales.lowerBound
    let small = try unsafe size(of: file, scaledBy: smallest)
    func side(_ length: Int?) -> Int {
      length.map { min(Int(Double($0) / smallest), Self.longestSide) } ?? Self.longestSide
    }
    throw .tooManyPixels(PixelSize(width: side(small?.width), height: side(small?.height)))
  }

  /// The size of a scaled drawing; nil if beyond the range of libvips.
  private func size(
    of file: UnsafeRawBufferPointer, scaledBy scale: Double
  ) throws(PictureError) -> PixelSize? {
    let warnings = VipsLibrary.warningCount
    let size = try unsafe VipsPicture(VipsLoadDrawing(file.baseAddress, file.count, scale)).size
    guard VipsLibrary.warningCount == warnings else { return nil }
    guard size.width > 0, size.height > 0 else { throw .damaged }
    return size
  }

  private func draw(_ file: UnsafeRawBufferPointer) throws(PictureError) -> DecodedPicture {
    let nominal = try unsafe nominalSize(of: file)
    let region = rule.region.map { $0.clamped(into: nominal) }.flatMap {
      $0.size == nominal ? nil : $0
    }
    let (part, box) = region.map { ($0.size, rule.box) } ?? (nominal, rule.wholeBox)
    let scale = min(
      Double(box.width) / Double(part.width), Double(box.height) / Double(part.height))
    guard Self.scales.contains(scale) else { throw .tooManyPixels(nominal) }
    let warnings = VipsLibrary.warningCount
    let drawing = try unsafe VipsPicture(VipsLoadDrawing(file.baseAddress, file.count, scale))
    guard VipsLibrary.warningCount == warnings else { throw .tooManyPixels(nominal) }
    let picture = try drawing.standard()
    let area = region.map { Self.area($0, of: picture.size, scaledBy: scale) }
    let target = area?.size.fitted(into: box) ?? picture.size.fitted(into: box)
    var rows = AveragedRows(area?.size ?? picture.size, to: target, hasAlpha: true)
    let isComplete = try picture.read(area ?? PixelRect(picture.size), into: &rows)
    return DecodedPicture(
      bitmap: rows.finish(isComplete: isComplete),
      info: PictureInfo(size: nominal, isComplete: isComplete), region: region)
  }

  private static func area(
    _ region: PixelRect, of size: PixelSize, scaledBy scale: Double
  ) -> PixelRect {
    func scaled(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
    return PixelRect(
      x: scaled(region.x), y: scaled(region.y), width: scaled(region.size.width),
      height: scaled(region.size.height)
    ).clamped(into: size)
  }
}
