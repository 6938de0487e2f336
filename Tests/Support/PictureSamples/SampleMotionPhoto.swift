import Imaging

/// Photos with `SampleVideo.mp4` behind them, as phones write them.
package enum SampleMotionPhoto: CaseIterable, Sendable {
  /// Android since 2020: the items of the file, with attributes or elements.
  case listed, listedInElements
  /// Older Pixels.
  case microVideo
  /// Samsung, without XMP.
  case trailer
  /// A HEIC that is no more than its boxes.
  case box

  package static let video = SampleVideo.mp4.bytes

  package var bytes: [UInt8] {
    let video = Self.video
    switch self {
    case .listed:
      return Self.photo(
        #"GCamera:MotionPhoto="1""#,
        """
        <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item \
        Item:Mime="image/jpeg" Item:Semantic="Primary" Item:Length="0" Item:Padding="7"/></rdf:li>\
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" \
        Item:Semantic="MotionPhoto" Item:Length="\(video.count)"/></rdf:li>\
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Depth" Item:Length="5" \
        Item:Padding="2"/></rdf:li></rdf:Seq></Container:Directory>
        """) + Array(repeating: 0, count: 7) + video + Array(repeating: 9, count: 7)
    case .listedInElements:
      return Self.photo(
        "",
        """
        <GCamera:MotionPhoto>1</GCamera:MotionPhoto><Container:Directory><rdf:Seq><rdf:li \
        rdf:parseType="Resource"><Container:Item rdf:parseType="Resource">\
        <Item:Semantic>MotionPhoto</Item:Semantic><Item:Length>\(video.count)</Item:Length>\
        </Container:Item></rdf:li></rdf:Seq></Container:Directory>
        """) + video
    case .microVideo:
      return Self.photo(
        #"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(video.count)""#) + video
    case .trailer: return Self.photo() + Self.trailer(video, length: video.count + 24)
    case .box:
      return SampleHEIF.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        + SampleHEIF.box("mpvd", video)
    }
  }

  /// A JPEG whose XMP has attributes and elements.
  package static func photo(_ attributes: String = "", _ elements: String = "") -> [UInt8] {
    let photo = SampleJPEG.encode(SamplePictures.fields(PixelSize(width: 60, height: 40)))
    guard !(attributes + elements).isEmpty else { return photo }
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \
      xmlns:Container="http://ns.google.com/photos/1.0/container/" \
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\(elements)\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    return SampleJPEG.insert(
      Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet.utf8, into: photo)
  }

  /// The blocks of Samsung's trailer and its directory, which says that the second has a length
  /// and, unless it is the true one, a distance.
  package static func trailer(_ video: [UInt8], length: Int, distance: Int? = nil) -> [UInt8] {
    let name = "MotionPhoto_Data"
    let time: [UInt8] = [0, 0, 1, 10] + 4.littleEndianBytes(4) + "Time1234".utf8
    let block = [0, 0, 0x30, 0x0A] + name.utf8.count.littleEndianBytes(4) + name.utf8 + video
    let directory =
      Array("SEFH".utf8) + 106.littleEndianBytes(4) + 2.littleEndianBytes(4)
      + [0, 0, 1, 10] + (time.count + block.count).littleEndianBytes(4)
      + time.count.littleEndianBytes(4)
      + [0, 0, 0x30, 0x0A] + (distance ?? block.count).littleEndianBytes(4)
      + length.littleEndianBytes(4)
    return time + block + directory + directory.count.littleEndianBytes(4) + "SEFT".utf8
  }
}
