internal import Imaging

/// The metadata of a HEIC or AVIF (ISO/IEC 23008-12, annexes A, B; ISO/IEC 14496-12, section 8.11).
///
/// The container defines the orientation; that of EXIF is a copy and ignored.
struct HEIFBlocks {
  private static let metaLimit = 4 << 20
  private static let mostRead = 8
  private static let mostBoxes = 4096

  private(set) var blocks = MetadataBlocks()
  private let view: ByteView
  private let meta: ArraySlice<UInt8>

  init(_ view: ByteView) {
    self.view = view
    guard
      let box = ISOBMFFBox.Boxes(in: view).prefix(Self.mostBoxes)
        .first(where: { $0.kind == "meta" }),
      let meta = box.view.all(atMost: Self.metaLimit)
    else {
      self.meta = []
      return
    }
    self.meta = meta.dropFirst(4)
    let locations = ISOBMFFItems.locations(in: self.meta)
    for item in items.prefix(Self.mostRead) { take(item, at: locations[item.item]) }
    takeProperties()
  }

  private var items: [ISOBMFFItems.Entry] {
    ISOBMFFItems.entries(in: meta).filter { entry in
      guard entry.kind == "mime", let nameEnd = entry.details.firstIndex(of: 0) else {
        return entry.kind == "Exif"
      }
      return entry.details[nameEnd...].dropFirst().starts(with: "application/rdf+xml".utf8)
    }
  }

  private mutating func take(_ item: ISOBMFFItems.Entry, at location: ISOBMFFItems.Location?) {
    // Fragmented items are not supported.
    guard let location, location.extents.count == 1,
      let content = place(location.method, location.extents[0].offset, location.extents[0].length)
    else { return }
    guard item.kind == "Exif" else {
      blocks.xmp = blocks.xmp ?? content.all(atMost: ExifReader.blockLimit)
      return
    }
    // An offset precedes the TIFF header, usually skipping `Exif` and two zeros.
    guard let offset = content.number(at: 0, 4) else { return }
    blocks.take(ExifReader(content.part(from: 4 + offset)))
    blocks.exif?.orientation = nil
  }

  private func place(_ method: Int, _ offset: Int, _ length: Int) -> ByteView? {
    switch method {
    case 0: view.part(from: offset, count: length)
    case 1:
      ISOBMFFBox.first("idat", in: meta).map {
        ByteView($0.content).part(from: offset, count: length)
      }
    default: nil
    }
  }

  private mutating func takeProperties() {
    guard let box = ISOBMFFBox.first("iprp", in: meta)?.content,
      let container = ISOBMFFBox.first("ipco", in: box)?.content
    else { return }
    let all = ISOBMFFBox.all(in: container)
    let own = ISOBMFFItems.primary(in: meta).flatMap { ISOBMFFItems.properties(in: box)[$0] }
    let properties = (own ?? []).filter(all.indices.contains).map { all[$0] }
    for property in properties { take(property) }
    blocks.orientation = ISOBMFFItems.orientation(by: properties)
    if blocks.profile == nil { all.forEach { takeColors($0) } }
  }

  private mutating func take(_ property: ISOBMFFBox) {
    let content = property.content
    switch property.kind {
    case "ispe":
      guard let width = content.dropFirst(4).prefix(4).bigEndian,
        let height = content.dropFirst(8).prefix(4).bigEndian
      else { return }
      blocks.size = PhotoMetadata.size(width: width, height: height)
    case "colr": takeColors(property)
    default: break
    }
  }

  private mutating func takeColors(_ box: ISOBMFFBox) {
    guard box.kind == "colr", blocks.profile == nil else { return }
    let content = box.content.dropFirst(4)
    if box.content.starts(with: "nclx".utf8) {
      guard let primaries = content.prefix(2).bigEndian,
        let transfer = content.dropFirst(2).prefix(2).bigEndian
      else { return }
      blocks.profile = ProfileName.name(primaries: primaries, transfer: transfer)
    } else {
      blocks.profile = ProfileName.name(in: content)
    }
  }
}
