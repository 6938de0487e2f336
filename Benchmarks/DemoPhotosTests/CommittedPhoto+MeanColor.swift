import CTurboJPEG
import Imaging

@testable import DemoPhotos

extension CommittedPhoto {
  /// The mean colour of the picture, decoded at an eighth of its size.
  func meanColor() throws(DemoPhotosError) -> RGB {
    let pixels = try reducedPixels()
    var sums = [0, 0, 0]
    for (index, byte) in pixels.enumerated() { sums[index % 3] += Int(byte) }
    let means = sums.map { UInt8($0 / max(1, pixels.count / 3)) }
    return RGB(means[0], means[1], means[2])
  }

  private func reducedPixels() throws(DemoPhotosError) -> [UInt8] {
    guard let handle = unsafe tjInitDecompress() else { throw .encoderFailed("no decoder") }
    defer { unsafe tjDestroy(handle) }
    var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      unsafe tjDecompressHeader3(
        handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) == 0
    else { throw .encoderFailed("no header") }
    (width, height) = ((width + 7) / 8, (height + 7) / 8)
    var pixels = [UInt8](repeating: 0, count: Int(width * height) * 3)
    guard
      unsafe tjDecompress2(
        handle, bytes, UInt(bytes.count), &pixels, width, 0, height, Int32(TJPF_RGB.rawValue), 0)
        == 0
    else { throw .encoderFailed("no picture") }
    return pixels
  }
}
