import Imaging
import PictureSamples

/// A raw file for tests: a mosaic of noise, and a preview in JPEG beside it.
struct SampleRaw {
  /// The size of the mosaic in pixels.
  var size = PixelSize(width: 240, height: 160)
  var make = "Nobody"
  var isDNG = true
  /// Whether there is a mosaic, without which LibRaw recognises no camera.
  var isKnown = true
  /// The tag Orientation.
  var orientation = 1
  var preview: Bitmap?
  /// A preview in the first directory, in plain pixels.
  var plainPreview: Bitmap?

  /// The file as a camera writes it: the mosaic and the preview in directories below the first.
  func encoded() -> [UInt8] {
    var file = SampleTIFF()
    file.add(0xFE, long: 1)
    file.add(0x10F, text: make)
    file.add(0x110, text: "Model 1")
    file.add(0x112, shorts: orientation)
    if isDNG {
      file.add(0xC612, bytes: [1, 4, 0, 0])
      file.add(0xC614, text: make + " Model 1")
    }
    if let plainPreview {
      let pixels = plainPreview.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
      file.add(0x100, long: plainPreview.size.width)
      file.add(0x101, long: plainPreview.size.height)
      file.add(0x102, shorts: 8, 8, 8)
      file.add(0x103, shorts: 1)
      file.add(0x106, shorts: 2)
      file.add(0x111, offsetOf: pixels)
      file.add(0x115, shorts: 3)
      file.add(0x116, long: plainPreview.size.height)
      file.add(0x117, long: pixels.count)
    }
    file.add(0x14A, directories: (isKnown ? [mosaic] : []) + previews)
    return file.encoded()
  }

  /// A file as newer cameras of Canon write it, in boxes: its tags, and a preview somewhere after them.
  static func canon(preview: Bitmap, orientation: Int) -> [UInt8] {
    var tags = SampleTIFF()
    tags.add(0x112, shorts: orientation)
    return box("ftyp", Array("crx \0\0\0\u{1}isom".utf8)) + box("CMT1", tags.encoded())
      + box("mdat", SampleJPEG.encode(preview))
  }

  /// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2).
  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 8
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array(name.utf8)
      + content
  }

  private var mosaic: SampleTIFF {
    var directory = SampleTIFF()
    directory.add(0xFE, long: 0)
    directory.add(0x100, long: size.width)
    directory.add(0x101, long: size.height)
    directory.add(0x102, shorts: 16)
    directory.add(0x103, shorts: 1)
    directory.add(0x106, shorts: 32803)
    directory.add(0x111, offsetOf: (0..<size.area * 2).map { UInt8(truncatingIfNeeded: $0 * 7) })
    directory.add(0x115, shorts: 1)
    directory.add(0x116, long: size.height)
    directory.add(0x117, long: size.area * 2)
    directory.add(0x828D, shorts: 2, 2)
    directory.add(0x828E, bytes: [0, 1, 1, 2])
    return directory
  }

  private var previews: [SampleTIFF] {
    guard let preview else { return [] }
    let jpeg = SampleJPEG.encode(preview)
    var directory = SampleTIFF()
    directory.add(0xFE, long: 1)
    directory.add(0x100, long: preview.size.width)
    directory.add(0x101, long: preview.size.height)
    directory.add(0x102, shorts: 8, 8, 8)
    directory.add(0x103, shorts: 6)
    directory.add(0x201, offsetOf: jpeg)
    directory.add(0x202, long: jpeg.count)
    return [directory]
  }
}
