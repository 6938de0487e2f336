internal import COpenJPEG
internal import DecoderProtocol
internal import Imaging

/// An image of openjpeg with a plane of samples per component.
@safe
struct J2KImage: ~Copyable {
  let handle: UnsafeMutablePointer<opj_image_t>

  /// Takes ownership.
  init(_ handle: UnsafeMutablePointer<opj_image_t>) {
    unsafe self.handle = unsafe handle
  }

  deinit {
    unsafe opj_image_destroy(handle)
  }

  var componentCount: Int { unsafe Int(handle.pointee.numcomps) }

  /// The decoded components, valid only as long as this value; throws if one has no samples.
  borrowing func planes() throws(PictureError) -> [J2KPlane] {
    let planes = (0..<componentCount).compactMap { unsafe J2KPlane(handle.pointee.comps[$0]) }
    guard planes.count == componentCount else { throw .damaged }
    return planes
  }
}

@safe
struct J2KPlane {
  /// Channel definitions (ISO/IEC 15444-1, section I.5.3.6).
  enum Role: UInt16 {
    case color = 0
    case alpha = 1
    case multipliedAlpha = 2
    case unspecified = 65_535
  }

  /// Smaller than the image if the component is subsampled.
  let size: PixelSize
  let role: Role
  let step: PixelSize
  private let samples: UnsafeMutablePointer<Int32>
  private let bits: Int32
  private let offset: Int32

  fileprivate init?(_ component: opj_image_comp_t) {
    guard let samples = unsafe component.data, unsafe component.w > 0, unsafe component.h > 0,
      unsafe (1...31).contains(component.prec)
    else { return nil }
    unsafe self.samples = unsafe samples
    size = unsafe PixelSize(width: Int(component.w), height: Int(component.h))
    step = unsafe PixelSize(width: Int(component.dx), height: Int(component.dy))
    role = unsafe Role(rawValue: component.alpha) ?? .unspecified
    bits = unsafe Int32(component.prec)
    offset = unsafe component.sgnd != 0 ? 1 << (bits - 1) : 0
  }

  /// Writes one row of an image of size `shown` to a channel of RGBA, from the nearest samples.
  func write(row y: Int, of shown: PixelSize, to row: inout [UInt8], channel: Int) {
    let start = unsafe samples + y * size.height / shown.height * size.width
    for x in 0..<shown.width {
      let sample = unsafe start[size.width == shown.width ? x : x * size.width / shown.width]
      row[x * 4 + channel] = byte(sample)
    }
  }

  /// Scales a sample to eight bits; of deeper samples the upper eight.
  private func byte(_ sample: Int32) -> UInt8 {
    let highest = Int64(1) << Int64(bits) - 1
    let value = min(max(0, Int64(sample) + Int64(offset)), highest)
    if bits >= 8 { return UInt8(truncatingIfNeeded: value >> Int64(bits - 8)) }
    return UInt8(truncatingIfNeeded: (value * 510 + highest) / (2 * highest))
  }
}
