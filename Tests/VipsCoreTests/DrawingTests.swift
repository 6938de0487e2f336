import DecoderMessages
import DecoderCore
import Imaging
import PictureSamples
import Testing
import VipsCore

extension VipsTests {
  @Suite struct DrawingTests {
    private func svg(_ size: String, _ content: String) -> [UInt8] {
      let head = "<svg xmlns='http://www.w3.org/2000/svg'"
      let links = " xmlns:xlink='http://www.w3.org/1999/xlink'"
      return Array("\(head)\(links) \(size)>\(content)</svg>".utf8)
    }

    @Test(
      arguments: [
        ("width='20' height='10'", PixelSize(width: 80, height: 40)),
        ("width='2000' height='4000'", PixelSize(width: 30, height: 60)),
        ("viewBox='0 0 300 300'", PixelSize(width: 60, height: 60)),
      ] as [(String, PixelSize)])
    func `a drawing fills its box`(size: String, expected: PixelSize) throws {
      let box = PixelSize(width: 80, height: 60)
      let file = svg(size, "<rect width='100%' height='100%' fill='#c83214'/>")
      let picture = try VipsDecoder(box: box).decode(file)
      #expect(picture.bitmap == Bitmap(size: expected, filledWith: RGB(200, 50, 20)))
      #expect(picture.isComplete)
    }

    @Test func `what is not drawn is transparent`() throws {
      let file = svg("width='10' height='10'", "<rect width='5' height='10' fill='#0000ff'/>")
      let bytes = try VipsDecoder(box: PixelSize(width: 2, height: 2)).decode(file).bitmap.bytes
      #expect(bytes == [0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0])
    }

    @Test func `a packed drawing is unpacked`() throws {
      let file = svg("width='10' height='10'", "<rect width='10' height='10' fill='#00ff00'/>")
      let decoder = VipsDecoder(box: PixelSize(width: 4, height: 4))
      let packed = SampleGzip.packed(file)
      #expect(try decoder.decode(packed).bitmap == decoder.decode(file).bitmap)
      #expect(throws: PictureError.damaged) { try decoder.decode(Array(packed.dropLast(9))) }
      #expect(throws: PictureError.notAnImage) {
        try decoder.decode(SampleGzip.packed(Array("no drawing".utf8)))
      }
      let bomb = svg("", "<!--" + String(repeating: " ", count: 40 << 20) + "-->")
      #expect(throws: PictureError.damaged) { try decoder.decode(SampleGzip.packed(bomb)) }
    }

    @Test(arguments: ["file:///etc/hostname", "/dev/zero", "http://127.0.0.1:9/a.png", "#a"])
    func `nothing outside is loaded`(address: String) throws {
      let file = svg(
        "width='10' height='10'",
        "<g id='a'/><image xlink:href='\(address)' width='10' height='10'/>"
          + "<use xlink:href='\(address)'/>")
      let picture = try VipsDecoder(box: PixelSize(width: 4, height: 4)).decode(file)
      #expect(picture.bitmap.bytes.allSatisfy { $0 == 0 })
    }
  }
}
