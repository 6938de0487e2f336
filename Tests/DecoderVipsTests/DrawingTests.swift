import DecoderProtocol
import Imaging
import PictureSamples
import Testing

@testable import DecoderVips

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
    func `an SVG is drawn at the size of its box`(size: String, expected: PixelSize) throws {
      let box = PixelSize(width: 80, height: 60)
      let file = svg(size, "<rect width='100%' height='100%' fill='#c83214'/>")
      let picture = try VipsDecoder(box: box).decode(file)
      #expect(picture.bitmap == Bitmap(size: expected, filledWith: RGB(200, 50, 20)))
      #expect(picture.info.isComplete)
    }

    @Test(arguments: ["", "width='100%' height='100%'", "width='auto'", "height='30'"])
    func `an SVG without a size is as large as its shapes`(size: String) throws {
      let box = PixelSize(width: 60, height: 60)
      let shapes =
        "<rect x='1000' y='50' width='300' height='100' fill='#c83214'/>"
        + "<rect x='1000' y='150' width='300' height='200' fill='#0000ff'/>"
      let bitmap = try VipsDecoder(box: box).decode(svg(size, shapes)).bitmap
      #expect(bitmap.size == box)
      #expect(bitmap[1, 1] == RGB(200, 50, 20) && bitmap[58, 1] == RGB(200, 50, 20))
      #expect(bitmap[1, 58] == RGB(0, 0, 255) && bitmap[58, 58] == RGB(0, 0, 255))
    }

    @Test func `sizes in percent do not count for the extent of the shapes`() throws {
      let file = svg(
        "", "<rect width='100%' height='100%' fill='#c83214'/><rect width='40' height='30'/>")
      let bitmap = try VipsDecoder(box: PixelSize(width: 40, height: 40)).decode(file).bitmap
      #expect(bitmap.size == PixelSize(width: 40, height: 30) && bitmap[20, 15] == RGB(0, 0, 0))
    }

    @Test(arguments: [true, false], [true, false])
    func `an SVG in UTF-16 is drawn`(isLittle: Bool, hasMark: Bool) throws {
      let text = String(
        decoding: svg("viewBox='0 0 4 3'", "<rect width='4' height='3' fill='#c83214'/>"),
        as: UTF8.self)
      let units =
        (hasMark ? [0xFEFF] : []) + Array("<?xml version='1.0' encoding='UTF-16'?>\(text)".utf16)
      let file = units.flatMap { unit in
        isLittle
          ? [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
          : [UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)]
      }
      let size = PixelSize(width: 4, height: 3)
      #expect(
        try VipsDecoder(box: size).decode(file).bitmap
          == Bitmap(size: size, filledWith: RGB(200, 50, 20)))
    }

    @Test(arguments: [".webp[lossless]", ".gif", ".tif", ".avif[lossless]"])
    func `an image embedded in an SVG is drawn`(suffix: String) throws {
      let color = RGB(200, 50, 20)
      let inner = SampleVips(Bitmap(size: PixelSize(width: 20, height: 10), filledWith: color))
        .encoded(suffix)
      let address = "data:image/x;base64,\(SampleBase64.text(of: inner))"
      let file = svg(
        "viewBox='0 0 40 20'",
        "<image width='20' height='20' preserveAspectRatio='none' xlink:href='\(address)'/>"
          + "<image x='20' width='20' height='20' preserveAspectRatio='none' href='\(address)'/>")
      let size = PixelSize(width: 40, height: 20)
      let bitmap = try VipsDecoder(box: size).decode(file).bitmap
      for x in [2, 18, 22, 38] { #expect(bitmap[x, 10].squaredDistance(to: color) <= 12) }
    }

    @Test func `an unreadable image embedded in an SVG is not drawn`() throws {
      let addresses = [
        "data:image/webp;base64,AAAA", "data:image/gif;base64,!!", "data:image/webp,RIFF",
        "data:image/webp;base64,\(SampleBase64.text(of: Array("RIFF\0\0\0\0WEBPVP8X".utf8)))",
      ]
      for address in addresses {
        let file = svg("viewBox='0 0 4 4'", "<image width='4' height='4' href='\(address)'/>")
        let bitmap = try VipsDecoder(box: PixelSize(width: 4, height: 4)).decode(file).bitmap
        #expect(bitmap.bytes.allSatisfy { $0 == 0 }, "\(address)")
      }
    }

    @Test func `an SVG that ends early is truncated, a malformed one damaged`() {
      let decoder = VipsDecoder(box: PixelSize(width: 4, height: 4))
      let file = svg("viewBox='0 0 4 4'", "<g><text>a</text></g><rect width='4' height='4'/>")
      for count in [80, 120, 130, file.count - 6, file.count - 9] {
        #expect(throws: PictureError.truncated) { try decoder.decode(Array(file.prefix(count))) }
      }
      #expect(throws: PictureError.damaged) {
        try decoder.decode(svg("viewBox='0 0 4 4'", "<rect width=4/>"))
      }
    }

    @Test func `the background of an SVG is transparent`() throws {
      let file = svg("width='10' height='10'", "<rect width='5' height='10' fill='#0000ff'/>")
      let bytes = try VipsDecoder(box: PixelSize(width: 2, height: 2)).decode(file).bitmap.bytes
      #expect(bytes == [0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0])
    }

    @Test func `a compressed SVG is decompressed`() throws {
      let file = svg("width='10' height='10'", "<rect width='10' height='10' fill='#00ff00'/>")
      let decoder = VipsDecoder(box: PixelSize(width: 4, height: 4))
      let packed = SampleGzip.packed(file)
      #expect(try decoder.decode(packed).bitmap == decoder.decode(file).bitmap)
      #expect(throws: PictureError.truncated) { try decoder.decode(Array(packed.dropLast(9))) }
      #expect(throws: PictureError.notAnImage) {
        try decoder.decode(SampleGzip.packed(Array("no drawing".utf8)))
      }
      let bomb = svg("", "<!--" + String(repeating: " ", count: 40 << 20) + "-->")
      #expect(throws: PictureError.damaged) { try decoder.decode(SampleGzip.packed(bomb)) }
    }

    @Test(arguments: ["file:///etc/hostname", "/dev/zero", "http://127.0.0.1:9/a.png", "#a"])
    func `external references of an SVG are not loaded`(address: String) throws {
      let file = svg(
        "width='10' height='10'",
        "<g id='a'/><image xlink:href='\(address)' width='10' height='10'/>"
          + "<use xlink:href='\(address)'/>")
      let picture = try VipsDecoder(box: PixelSize(width: 4, height: 4)).decode(file)
      #expect(picture.bitmap.bytes.allSatisfy { $0 == 0 })
    }

    /// Parts that each reference the previous one so many times.
    private func nest(levels: Int, uses: Int, _ start: String = "<g id='p0'><rect/></g>") -> [UInt8]
    {
      let groups = (1...levels).map { level in
        let use = "<svg:use xlink:href=\"#p\(level - 1)\" />"
        return "<g id='p\(level)'>\(String(repeating: use, count: uses))</g>"
      }
      let names = "xmlns:svg='http://www.w3.org/2000/svg' width='10' height='10'"
      return svg(names, "<defs>\(start)\(groups.joined())</defs><use xlink:href='#p\(levels)'/>")
    }

    @Test func `parts that reference one another too often are refused before drawing`() {
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
    func `references between parts are counted despite other content`(start: String) {
      var few = DrawingReferences(nest(levels: 3, uses: 5, start))
      let isFew = !few.areTooMany()
      #expect(isFew)
      var many = DrawingReferences(nest(levels: 12, uses: 5, start))
      let isMany = many.areTooMany()
      #expect(isMany)
    }

    @Test(arguments: [("1e9", 1_000_000_000), ("3e6", 3_000_000), ("1e30", Int(Int32.max))])
    func `an SVG of huge sides is too large`(side: String, told: Int) {
      let file = svg("width='\(side)' height='\(side)'", "<rect width='9' height='9'/>")
      let size = PixelSize(width: told, height: told)
      #expect(throws: PictureError.tooManyPixels(size)) {
        try VipsDecoder(box: PixelSize(width: 4, height: 4)).decode(file)
      }
    }
  }
}
