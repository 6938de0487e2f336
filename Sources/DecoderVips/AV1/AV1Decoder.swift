internal import CDav1d
internal import DecoderKit
internal import DecoderProtocol
internal import Glibc
internal import Imaging

/// A libdav1d decoder for one track, without threads.
///
/// libheif supports no sequences; libavif builds a table of all frames and loads four encoders.
@safe
final class AV1Decoder {
  private let handle: OpaquePointer

  init(_ size: PixelSize) throws(PictureError) {
    var settings = unsafe Dav1dSettings()
    unsafe dav1d_default_settings(&settings)
    unsafe settings.n_threads = 1
    unsafe settings.max_frame_delay = 1
    // Output only the highest spatial layer.
    unsafe settings.all_layers = 0
    unsafe settings.frame_size_limit = UInt32(clamping: size.area)
    unsafe settings.logger.callback = nil
    var handle: OpaquePointer?
    guard unsafe dav1d_open(&handle, &settings) == 0, let handle = unsafe handle else {
      throw .outOfMemory
    }
    unsafe self.handle = unsafe handle
  }

  deinit {
    var handle: OpaquePointer? = unsafe handle
    unsafe dav1d_close(&handle)
  }

  func decode(_ sample: ArraySlice<UInt8>) throws(PictureError) -> AV1Picture {
    var data = unsafe Dav1dData()
    guard let target = unsafe dav1d_data_create(&data, sample.count) else { throw .outOfMemory }
    defer { unsafe dav1d_data_unref(&data) }
    unsafe sample.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { unsafe memcpy(target, start, bytes.count) }
    }
    var picture: AV1Picture?
    repeat {
      let isTaken = try Self.isDone(unsafe dav1d_send_data(handle, &data))
      let next = try waitingPicture()
      guard isTaken || next != nil else { throw .damaged }
      picture = next ?? picture
    } while unsafe data.sz > 0
    guard let picture else { throw .damaged }
    return picture
  }

  private func waitingPicture() throws(PictureError) -> AV1Picture? {
    var last: AV1Picture?
    while true {
      var picture = unsafe Dav1dPicture()
      guard try Self.isDone(unsafe dav1d_get_picture(handle, &picture)) else { return last }
      last = unsafe AV1Picture(picture)
    }
  }

  /// False for EAGAIN: the other libdav1d function must be called first.
  private static func isDone(_ result: Int32) throws(PictureError) -> Bool {
    switch result {
    case 0: return true
    case -EAGAIN: return false
    case -ENOMEM: throw .outOfMemory
    default: throw .damaged
    }
  }
}

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
    let colors = CICP(primaries: Int(header.pri.rawValue), transfer: Int(header.trc.rawValue))
    return (colors, Int(header.mtrx.rawValue), header.color_range != 0)
  }

  func readColors(_ y: Int, into row: inout [UInt8], _ colors: YUVColors) {
    let layout = unsafe picture.p.layout
    let across = layout == DAV1D_PIXEL_LAYOUT_I444 ? 0 : 1
    let down = layout == DAV1D_PIXEL_LAYOUT_I420 ? 1 : 0
    let luma = samples(0, y)
    let (u, v) = isGray ? ([], []) : (samples(1, y >> down), samples(2, y >> down))
    for x in luma.indices {
      let color =
        isGray ? colors.gray(luma[x]) : colors.rgb(luma[x], u[x >> across], v[x >> across])
      row[x * 4] = color.red
      row[x * 4 + 1] = color.green
      row[x * 4 + 2] = color.blue
    }
  }

  /// Writes luma as the alpha of an RGBA row; clamps colors to it if `isMultiplied`.
  func readAlpha(_ y: Int, into row: inout [UInt8], _ colors: YUVColors, isMultiplied: Bool) {
    for (x, sample) in samples(0, y).enumerated() { row[x * 4 + 3] = colors.level(sample) }
    if isMultiplied { row.limitToAlpha() }
  }

  /// A row of a plane; the chroma planes of 4:2:0 and 4:2:2 are half as wide.
  private func samples(_ plane: Int, _ y: Int) -> [Int32] {
    let planes = unsafe [picture.data.0, picture.data.1, picture.data.2]
    let isHalf = unsafe plane > 0 && picture.p.layout != DAV1D_PIXEL_LAYOUT_I444
    let count = isHalf ? (size.width + 1) / 2 : size.width
    let stride = unsafe plane == 0 ? picture.stride.0 : picture.stride.1
    guard let start = unsafe planes[plane].map({ unsafe UnsafeRawPointer($0) + y * stride }) else {
      return Array(repeating: 0, count: count)
    }
    return bitCount == 8
      ? (0..<count).map { unsafe Int32(start.load(fromByteOffset: $0, as: UInt8.self)) }
      : (0..<count).map { unsafe Int32(start.load(fromByteOffset: $0 * 2, as: UInt16.self)) }
  }
}

/// Converts YUV to RGB (ITU-T H.273, section 8.3) in fixed-point arithmetic.
struct YUVColors: Hashable {
  private static let bits = 14
  private let black, middle: Int32
  private let luma: Int32
  private let red, green, blue: SIMD2<Int32>
  private let isRGB: Bool

  /// Unknown `matrix` codes count as BT.601; `bitCount` is 8 to 12.
  init(matrix: Int, isFullRange: Bool, bitCount: Int) {
    let step = Double(1 << (bitCount - 8))
    let most = Double(1 << bitCount - 1)
    let unit = 255 * Double(1 << Self.bits)
    black = isFullRange ? 0 : Int32(16 * step)
    middle = Int32(128 * step)
    luma = Int32((unit / (isFullRange ? most : 219 * step)).rounded())
    let chroma = unit / (isFullRange ? most : 224 * step)
    func worth(_ u: Double, _ v: Double) -> SIMD2<Int32> {
      SIMD2(Int32((u * chroma).rounded()), Int32((v * chroma).rounded()))
    }
    isRGB = matrix == 0
    if matrix == 8 {
      // YCgCo.
      (red, green, blue) = (worth(-1, 1), worth(1, 0), worth(-1, -1))
    } else {
      let share = Self.shares[matrix] ?? (red: 0.299, blue: 0.114)
      let rest = 1 - share.red - share.blue
      let (toRed, toBlue) = (2 * (1 - share.red), 2 * (1 - share.blue))
      red = worth(0, toRed)
      green = worth(-toBlue * share.blue / rest, -toRed * share.red / rest)
      blue = worth(toBlue, 0)
    }
  }

  private static let shares: [Int: (red: Double, blue: Double)] = [
    1: (0.2126, 0.0722), 4: (0.30, 0.11), 7: (0.212, 0.087), 9: (0.2627, 0.0593),
    10: (0.2627, 0.0593),
  ]

  @inline(__always)
  func rgb(_ y: Int32, _ u: Int32, _ v: Int32) -> RGB {
    guard !isRGB else { return RGB(level(v), level(y), level(u)) }
    let light = (y - black) * luma
    let (u, v) = (u - middle, v - middle)
    return RGB(
      Self.rounded(light + u * red.x + v * red.y), Self.rounded(light + u * green.x + v * green.y),
      Self.rounded(light + u * blue.x + v * blue.y))
  }

  @inline(__always)
  func level(_ y: Int32) -> UInt8 { Self.rounded((y - black) * luma) }

  @inline(__always)
  func gray(_ y: Int32) -> RGB { RGB(level(y), level(y), level(y)) }

  @inline(__always)
  private static func rounded(_ value: Int32) -> UInt8 {
    UInt8(clamping: (value + 1 << (bits - 1)) >> bits)
  }
}
