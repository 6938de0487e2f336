import Imaging

/// Metadata as cameras and programs write them, in every container.
package struct SampleMetadata {
  /// The block of EXIF, from the header of its TIFF on; nil for none.
  package var exif: [UInt8]?
  /// The packet of XMP; nil for none.
  package var xmp: [UInt8]?
  /// The block of IPTC; nil for none.
  package var iptc: [UInt8]?
  /// The digest of IPTC that Photoshop writes; nil for none.
  package var digest: [UInt8]?
  /// The colour profile; nil for none.
  package var profile: [UInt8]?

  package init(
    exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil, digest: [UInt8]? = nil,
    profile: [UInt8]? = nil
  ) {
    self.exif = exif
    self.xmp = xmp
    self.iptc = iptc
    self.digest = digest
    self.profile = profile
  }

  /// A photo of a camera with all fields.
  package static let whole = SampleMetadata(
    exif: camera().encoded(), xmp: packet(wordsOfXMP), profile: SampleProfile.displayP3())

  /// The EXIF directories that a camera writes.
  package static func camera(isBigEndian: Bool = true, orientation: Int = 6) -> SampleTIFF {
    var photo = SampleTIFF(isBigEndian: isBigEndian)
    photo.add(0x829A, fractions: [(1, 250)])
    photo.add(0x829D, fractions: [(28, 10)])
    photo.add(0x8827, shorts: 400)
    photo.add(0x9003, text: "2024:05:17 14:03:59")
    photo.add(0x9291, text: "25")
    photo.add(0x9011, text: "+02:00")
    photo.add(0x9204, fractions: [(-1, 3)])
    photo.add(0x9209, shorts: 0x59)
    photo.add(0x920A, fractions: [(50, 1)])
    photo.add(0xA405, shorts: 75)
    photo.add(0xA434, text: "50mm F1.8 Prime")
    photo.add(0xA001, shorts: 1)
    var picture = SampleTIFF(isBigEndian: isBigEndian)
    picture.add(0x010E, text: "A lake in the Alps")
    picture.add(0x010F, text: "NIKON CORPORATION")
    picture.add(0x0110, text: "NIKON Z 6")
    picture.add(0x0112, shorts: orientation)
    picture.add(0x0131, text: "Firmware 1.0")
    picture.add(0x8769, directories: [photo])
    picture.add(0x8825, directories: [place(isBigEndian: isBigEndian)])
    return picture
  }

  /// The directory of the position.
  package static func place(isBigEndian: Bool = true) -> SampleTIFF {
    var place = SampleTIFF(isBigEndian: isBigEndian)
    place.add(1, text: "N")
    place.add(2, fractions: [(48, 1), (11, 1), (5508, 100)])
    place.add(3, text: "W")
    place.add(4, fractions: [(16, 1), (22, 1), (0, 1)])
    place.add(5, bytes: [1])
    place.add(6, fractions: [(1835, 10)])
    return place
  }

  /// Properties of XMP that users write.
  package static let wordsOfXMP = """
    <dc:title><rdf:Alt><rdf:li xml:lang="de">See</rdf:li><rdf:li xml:lang="x-default">Lake</rdf:li>\
    </rdf:Alt></dc:title>\
    <dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>Alpen &amp; See</rdf:li><rdf:li>lake</rdf:li>\
    </rdf:Bag></dc:subject><xmp:Rating>4</xmp:Rating><xmp:Label>Red</xmp:Label>
    """

  /// A packet with properties (ISO 16684-1, section 7.3).
  package static func packet(_ properties: String, attributes: String = "") -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
      xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
      xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:exifEX="http://cipa.jp/exif/1.0/" \
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" \
      xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/" \
      xmlns:xmpNote="http://ns.adobe.com/xmp/note/" \(attributes)>\(properties)</rdf:Description>\
      </rdf:RDF></x:xmpmeta>\(String(repeating: " ", count: 200))<?xpacket end="w"?>
      """.utf8)
  }

  /// A block of IPTC with entries of the second record.
  package static func press(_ entries: [(number: UInt8, text: [UInt8])]) -> [UInt8] {
    entries.flatMap { entry in
      [0x1C, 2, entry.number, UInt8(entry.text.count >> 8), UInt8(entry.text.count & 0xFF)]
        + entry.text
    }
  }
}

extension SampleMetadata {
  private static let size = PixelSize(width: 60, height: 40)

  /// A JPEG of 60 by 40 pixels with the metadata.
  package var jpeg: [UInt8] {
    var file = SampleJPEG.encode(SamplePictures.fields(Self.size))
    if let profile {
      file = SampleJPEG.insert(
        Array("ICC_PROFILE\0".utf8) + [1, 1] + profile, marker: 0xE2, into: file)
    }
    if iptc != nil || digest != nil {
      let resources = Self.resource(0x0404, iptc) + Self.resource(0x0425, digest)
      file = SampleJPEG.insert(Array("Photoshop 3.0\0".utf8) + resources, marker: 0xED, into: file)
    }
    if let xmp {
      file = SampleJPEG.insert(Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp, into: file)
    }
    if let exif { file = SampleJPEG.insert(Array("Exif\0\0".utf8) + exif, into: file) }
    return file
  }

  /// A document of Photoshop with the metadata, without pixels.
  package var psd: [UInt8] {
    let resources =
      Self.resource(0x0404, iptc) + Self.resource(0x0425, digest) + Self.resource(0x0422, exif)
      + Self.resource(0x0424, xmp) + Self.resource(0x040F, profile)
    return Array("8BPS".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 0, 3] + Self.long(Self.size.height)
      + Self.long(Self.size.width) + [0, 8, 0, 3] + Self.long(3) + [1, 2, 3]
      + Self.long(resources.count) + resources + Self.long(0)
  }

  private static func resource(_ number: Int, _ content: [UInt8]?) -> [UInt8] {
    guard let content else { return [] }
    return Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0]
      + long(content.count) + content + (content.count % 2 == 0 ? [] : [0])
  }

  /// A PNG with the metadata.
  package var png: [UInt8] {
    let file = SamplePNG.encode(SamplePictures.fields(Self.size))
    var chunks: [UInt8] = []
    if let profile {
      chunks += SamplePNG.chunk("iCCP", Array("p\0\0".utf8) + SamplePNG.deflated(profile))
    }
    if let exif { chunks += SamplePNG.chunk("eXIf", exif) }
    if let xmp {
      chunks += SamplePNG.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
    }
    return file[..<33] + chunks + file[33...]
  }

  /// The chunks of a WebP with the metadata, without pixels.
  package var webP: [UInt8] {
    let head: [UInt8] = [0, 0, 0, 0, 59, 0, 0, 39, 0, 0]
    let chunks =
      Self.chunk("VP8X", head) + Self.chunk("ICCP", profile) + Self.chunk("EXIF", exif)
      + Self.chunk("XMP ", xmp)
    return Self.chunk("RIFF", Array("WEBP".utf8) + chunks)
  }

  private static func chunk(_ name: String, _ content: [UInt8]?) -> [UInt8] {
    guard let content else { return [] }
    return Array(name.utf8) + long(content.count).reversed() + content
      + (content.count % 2 == 0 ? [] : [0])
  }

  /// The boxes of a HEIC with the metadata, without pixels; only one item has properties.
  package var heic: [UInt8] {
    let exifItem = exif.map { Self.long(6) + Array("Exif\0\0".utf8) + $0 } ?? []
    let packet = xmp ?? []
    let front = Self.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    func meta(_ dataStart: Int) -> [UInt8] {
      let places =
        Self.place(2, dataStart, exifItem.count)
        + Self.place(3, dataStart + exifItem.count, packet.count)
      return Self.box(
        "meta",
        Self.long(0) + Self.box("pitm", [0, 0, 0, 0, 0, 1])
          + Self.box(
            "iinf",
            [0, 0, 0, 0, 0, 3] + Self.entry(1, "hvc1") + Self.entry(2, "Exif")
              + Self.entry(3, "mime", "application/rdf+xml\0"))
          + Self.box("iloc", [0, 0, 0, 0, 0x44, 0, 0, 2] + places) + properties)
    }
    return front + meta(front.count + meta(0).count + 8) + Self.box("mdat", exifItem + packet)
  }

  private var properties: [UInt8] {
    let all =
      Self.box("ispe", Self.long(0) + Self.long(60) + Self.long(40)) + Self.box("irot", [3])
      + Self.box("colr", Array("prof".utf8) + (profile ?? []))
    let count: UInt8 = 3
    return Self.box(
      "iprp",
      Self.box("ipco", all)
        + Self.box("ipma", Self.long(0) + Self.long(1) + [0, 1, count] + Array(1...count)))
  }

  private static func entry(_ number: UInt8, _ kind: String, _ type: String = "") -> [UInt8] {
    box("infe", [2, 0, 0, 0, 0, number, 0, 0] + Array("\(kind)\0\(type)".utf8))
  }

  private static func place(_ number: UInt8, _ start: Int, _ count: Int) -> [UInt8] {
    [0, number, 0, 0, 0, 1] + long(start) + long(count)
  }

  /// The boxes of a JPEG XL with the metadata, and the start of a codestream of 60 by 40 pixels.
  package var jpegXL: [UInt8] {
    // Small sides are multiples of eight; 60 is not: nine bits each, then the turn to the right.
    let bits = [(0, 1), (0, 2), (39, 9), (0, 3), (0, 2), (59, 9), (0, 1), (1, 1), (5, 3)]
    var codestream: [UInt8] = [0xFF, 0x0A] + [UInt8](repeating: 0, count: 14)
    var position = 16
    for (value, count) in bits {
      for place in 0..<count {
        codestream[position / 8] |= UInt8(value >> place & 1) << (position % 8)
        position += 1
      }
    }
    let exifBox = exif.map { Self.box("Exif", Self.long(0) + $0) } ?? []
    return Self.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
      + Self.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
      + exifBox + (xmp.map { Self.box("xml ", $0) } ?? []) + Self.box("jxlc", codestream)
  }

  /// A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2).
  package static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    long(content.count + 8) + Array(name.utf8) + content
  }

  private static func long(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
