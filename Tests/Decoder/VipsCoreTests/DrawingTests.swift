import DecoderMessages
import DecoderCore
import Imaging
import PictureSamples
import Testing

@testable import VipsCore

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
      #expect(picture.info.isComplete)
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

    /// Parts that each show the one before so many times.
    private func nest(levels: Int, uses: Int, _ start: String = "<g id='p0'><rect/></g>") -> [UInt8]
    {
      let groups = (1...levels).map { level in
        let use = "<svg:use xlink:href=\"#p\(level - 1)\" />"
        return "<g id='p\(level)'>\(String(repeating: use, count: uses))</g>"
      }
      let names = "xmlns:svg='http://www.w3.org/2000/svg' width='10' height='10'"
      return svg(names, "<defs>\(start)\(groups.joined())</defs><use xlink:href='#p\(levels)'/>")
    }

    @Test func `parts that show one another too often are refused before they are drawn`() {
      let decoder = VipsDecoder(box: PixelSize(width: 4, height: 4))
      for (levels, uses) in [(11, 10), (20, 2), (200, 50)] {
        #expect(throws: PictureError.damaged) {
          try decoder.decode(nest(levels: levels, uses: uses))
        }
      }
    }

    @Test(arguments: [
      "<g id='p0'><rect/></g>", "<g id='p0'><use xlink:href='#p3'/></g>",
      "<!-- <g id='p0'> --><symbol id='p0'><rect x='1>2'/></symbol>", "</g></g></g>", "<g id='p0'",
      "<![CDATA[<g id='p3'>]]>", "",
    ])
    func `parts that show one another are counted whatever stands between them`(start: String) {
      var few = DrawingReferences(nest(levels: 3, uses: 5, start))
      let isFew = !few.areTooMany()
      #expect(isFew)
      var many = DrawingReferences(nest(levels: 12, uses: 5, start))
      let isMany = many.areTooMany()
      #expect(isMany)
    }

    @Test(arguments: [("1e9", 1_000_000_000), ("3e6", 3_000_000), ("1e30", Int(Int32.max))])
    func `a drawing of huge sides is too large`(side: String, told: Int) {
      let file = svg("width='\(side)' height='\(side)'", "<rect width='9' height='9'/>")
      let size = PixelSize(width: told, height: told)
      #expect(throws: PictureError.tooManyPixels(size)) {
        try VipsDecoder(box: PixelSize(width: 4, height: 4)).decode(file)
      }
    }
  }
}
