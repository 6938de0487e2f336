internal import CDav1d
internal import DecoderKit
internal import Imaging

/// An image of libdav1d: a luma plane and, unless gray, two chroma planes.
@safe
final class AV1Picture {
  private let picture: Dav1dPicture

  init(_ picture: Dav1dPicture) {
    unsafe self.picture = unsafe picture
  }

  deinit {
    var picture = unsafe picture
    unsafe dav1d_picture_unref(&picture)
  }

  var size: PixelSize { unsafe PixelSize(width: Int(picture.p.w), height: Int(picture.p.h)) }

  var bitCount: Int { unsafe Int(picture.p.bpc) }

  var isGray: Bool { unsafe picture.p.layout == DAV1D_PIXEL_LAYOUT_I400 }

  var codes: (colors: CICP, matrix: Int, isFullRange: Bool) {
    guard let header = unsafe picture.seq_hdr?.pointee else {
      return (CICP(primaries: 2, transfer: 2), 2, true)
    }
    let colors = CICP(
      primaries: Int(header.pri.rawValue), transfer: Int(header.trc.rawValue))
    return (colors, Int(header.mtrx.rawValue), header.color_range != 0)
  }

  func readColors(_ y: Int, into row: inout [UInt8], _ colors: YUVColors) {
    if bitCount == 8 {
      readColors(y, of: UInt8.self, into: &row, colors)
    } else {
      readColors(y, of: UInt16.self, into: &row, colors)
    }
  }

  private func readColors<Sample: UnsignedInteger & FixedWidthInteger>(
    _ y: Int, of sample: Sample.Type, into row: inout [UInt8], _ colors: YUVColors
  ) {
    let width = size.width
    guard !isGray else { return readGrays(y, of: sample, into: &row, colors) }
    let layout = unsafe picture.p.layout
    let across = layout == DAV1D_PIXEL_LAYOUT_I444 ? 0 : 1
    let down = layout == DAV1D_PIXEL_LAYOUT_I420 ? 1 : 0
    guard let luma = unsafe plane(0, y, of: sample), let u = unsafe plane(1, y >> down, of: sample),
      let v = unsafe plane(2, y >> down, of: sample)
    else { return }
    unsafe row.withUnsafeMutableBufferPointer { row in
      for x in 0..<width {
        let color = unsafe colors.rgb(
          Int32(luma[x]), Int32(u[x >> across]), Int32(v[x >> across]))
        unsafe row[x * 4] = color.red
        unsafe row[x * 4 + 1] = color.green
        unsafe row[x * 4 + 2] = color.blue
      }
    }
  }

  private func readGrays<Sample: UnsignedInteger & FixedWidthInteger>(
    _ y: Int, of sample: Sample.Type, into row: inout [UInt8], _ colors: YUVColors
  ) {
    guard let luma = unsafe plane(0, y, of: sample) else { return }
    for x in 0..<size.width {
      let gray = unsafe colors.gray(Int32(luma[x]))
      for channel in 0..<3 { row[x * 4 + channel] = gray }
    }
  }

  /// Writes luma as the alpha of an RGBA row; clamps colors to it if `isMultiplied`.
  func readAlpha(_ y: Int, into row: inout [UInt8], _ colors: YUVColors, isMultiplied: Bool) {
    if bitCount == 8 {
      readAlpha(y, of: UInt8.self, into: &row, colors)
    } else {
      readAlpha(y, of: UInt16.self, into: &row, colors)
    }
    if isMultiplied { row.limitToAlpha() }
  }

  private func readAlpha<Sample: UnsignedInteger & FixedWidthInteger>(
    _ y: Int, of sample: Sample.Type, into row: inout [UInt8], _ colors: YUVColors
  ) {
    guard let luma = unsafe plane(0, y, of: sample) else { return }
    for x in 0..<size.width { row[x * 4 + 3] = unsafe colors.gray(Int32(luma[x])) }
  }

  private func plane<Sample>(_ number: Int, _ y: Int, of: Sample.Type) -> UnsafePointer<Sample>? {
    let planes = unsafe [picture.data.0, picture.data.1, picture.data.2]
    let stride = unsafe number == 0 ? picture.stride.0 : picture.stride.1
    return unsafe planes[number].map {
      unsafe UnsafePointer(($0 + y * stride).assumingMemoryBound(to: Sample.self))
    }
  }
}
