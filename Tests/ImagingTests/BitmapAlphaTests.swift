import Imaging
import Testing

@Suite("The alpha of a bitmap")
struct BitmapAlphaTests {
  @Test(
    arguments: [
      ([10, 20, 30, 255], [10, 20, 30, 255]), ([0, 0, 0, 0], [0, 0, 0, 0]),
      ([9, 9, 9, 0], [0, 0, 0, 0]), ([128, 64, 0, 128], [255, 128, 0, 128]),
      ([1, 1, 0, 1], [255, 255, 0, 1]), ([200, 7, 1, 100], [255, 18, 3, 100]),
    ] as [([UInt8], [UInt8])])
  func `premultiplied colours are converted to straight alpha`(stored: [UInt8], straight: [UInt8]) {
    let bitmap = Bitmap(size: PixelSize(width: 1, height: 2), bytes: stored + [1, 2, 3, 255])
    #expect(bitmap.straightBytes == straight + [1, 2, 3, 255])
  }
}
