/// A tiny file with typical camera metadata, used to warm up a process before the first photo.
package enum WarmUpPhoto {
  package static var jpeg: [UInt8] {
    let size: [UInt8] = [8, 0, 16, 0, 16, 1, 1, 0x11, 0]
    return [0xFF, 0xD8] + SampleExif.segment
      + SampleExif.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8))
      + SampleExif.segment(0xC0, size)
      + [0xFF, 0xDA]
  }

  private static let packet = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmp:Rating="3" xmp:Label="Red" xmp:CreateDate="2024-01-31T12:34:56.25+01:00"><dc:subject><rdf:Bag>
    <rdf:li>lake</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
    <?xpacket end="w"?>
    """
}
