internal import Base
package import Imaging

/// The video that phones append to a JPEG or HEIC, which then is a motion photo.
package enum AppendedVideo {
  private static let signatureLength = 64
  private static let (boxLimit, itemLimit) = (4096, 64)

  /// The range in the file; nil without a video, or without one at the stated place. In a malicious
  /// file it overlaps the photo.
  package static func range(in file: MetadataFile) -> Range<Int>? {
    let view = ByteView(file)
    guard let start = view.bytes(at: 0, min(signatureLength, view.count)),
      let format = PictureFormat(signatureOf: Array(start)), format.mayEndWithVideo
    else { return nil }
    let blocks = format == .jpeg ? JPEGBlocks(view).blocks : HEIFBlocks(view).blocks
    return range(in: view, format, describedBy: blocks.xmp)
  }

  static func range(
    in view: ByteView, _ format: PictureFormat, describedBy packet: ArraySlice<UInt8>?
  ) -> Range<Int>? {
    let box = format == .heic ? box(in: view) : nil
    return box ?? packet.flatMap { range(in: view, describedBy: $0) } ?? trailer(in: view)
  }

  /// Whether an XMP packet is worth parsing.
  static func isMentioned(in packet: ArraySlice<UInt8>) -> Bool {
    packet.mentionsProperty(in: ["MotionPhoto", "MicroVideo"].map { Array($0.utf8) })
  }

  /// Nil unless a video begins there and it ends within the file.
  private static func checked(_ start: Int, count: Int, in view: ByteView) -> Range<Int>? {
    guard start > 0, start < view.count, (1...view.count - start).contains(count) else {
      return nil
    }
    let front = view.bytes(at: start, min(signatureLength, count)).map { Array($0) } ?? []
    let format = PictureFormat(signatureOf: front)
    return format == .mp4 || format == .quickTime ? start..<start + count : nil
  }

  /// The box of Android's motion photos (Motion Photo format 1.0, "HEIC").
  private static func box(in view: ByteView) -> Range<Int>? {
    let box = ISOBMFFBox.Boxes(in: view).prefix(boxLimit).first { $0.kind == "mpvd" }
    return box.flatMap {
      $0.isCutShort ? nil : checked($0.view.start, count: $0.view.count, in: view)
    }
  }

  /// Motion Photo format 1.0, which lists the items of the file from its start, and the older
  /// MicroVideo, which has the distance from its end.
  private static func range(
    in view: ByteView, describedBy packet: ArraySlice<UInt8>
  ) -> Range<Int>? {
    guard isMentioned(in: packet), let rdf = XMPReader.rdf(in: packet) else { return nil }
    let properties = XMPProperties(rdf)
    if properties.value(.googleCamera, "MotionPhoto") == "1" {
      var items: [Item] = []
      collect(from: rdf, to: &items)
      if let found = range(in: view, after: items) { return found }
    }
    guard properties.value(.googleCamera, "MicroVideo") == "1",
      let distance = properties.value(.googleCamera, "MicroVideoOffset").flatMap({ Int($0) }),
      (1...view.count).contains(distance)
    else { return nil }
    return checked(view.count - distance, count: distance, in: view)
  }

  private typealias Item = (isVideo: Bool, count: Int, padding: Int)

  /// Items are counted from the end, as the photo has no length. Recursion is as deep as the parser
  /// allows.
  private static func collect(from element: XMLElement, to items: inout [Item]) {
    guard items.count < itemLimit else { return }
    if let meaning = element.field(.googleItem, "Semantic") {
      let numbers = ["Length", "Padding"].map { name in
        element.field(.googleItem, name).flatMap { Int($0) } ?? 0
      }
      items.append((meaning == "MotionPhoto", numbers[0], numbers[1]))
    }
    for child in element.children { collect(from: child, to: &items) }
  }

  private static func range(in view: ByteView, after items: [Item]) -> Range<Int>? {
    var end = view.count
    for item in items.reversed() {
      guard (0...end).contains(item.padding), (0...end - item.padding).contains(item.count) else {
        return nil
      }
      end -= item.padding
      if item.isVideo { return checked(end - item.count, count: item.count, in: view) }
      end -= item.count
    }
    return nil
  }

  /// The block `MotionPhoto_Data` of Samsung's trailer: a directory at the end of the file, whose
  /// offsets are distances before the directory.
  private static func trailer(in view: ByteView) -> Range<Int>? {
    guard view.has("SEFT", at: view.count - 4),
      let length = view.little(at: view.count - 8, 4),
      view.has("SEFH", at: view.count - 8 - length)
    else { return nil }
    let directory = view.count - 8 - length
    for entry in stride(from: 12, through: min(length, 12 * itemLimit) - 12, by: 12) {
      guard let fields = view.bytes(at: directory + entry, 12) else { return nil }
      guard fields.dropFirst(2).prefix(2).elementsEqual([0x30, 0x0A]),
        let distance = fields.dropFirst(4).prefix(4).littleEndian,
        let count = fields.dropFirst(8).littleEndian,
        let nameLength = view.little(at: directory - distance + 4, 4)
      else { continue }
      return checked(directory - distance + 8 + nameLength, count: count - 8 - nameLength, in: view)
    }
    return nil
  }
}
