import Base

struct RenditionList {
  private(set) var renditions: [Rendition] = []
  private var fault: FeedEntryError?

  mutating func add(
    width: Int? = nil, height: Int? = nil, _ address: () throws(FeedEntryError) -> WebURL?
  ) {
    do throws(FeedEntryError) {
      guard let address = try address() else { return }
      renditions.append(Rendition(address: address, width: width, height: height))
    } catch {
      if fault == nil { fault = error }
    }
  }

  mutating func add(_ others: [Rendition]) {
    renditions += others
  }

  /// Sorts by size if all are known. Removes those cropped to another aspect ratio than the
  /// largest: they would show something else in a small cell than in a large one.
  mutating func arrange() {
    if renditions.allSatisfy(\.isSizeKnown) {
      renditions.sort { ($0.area ?? 0) < ($1.area ?? 0) }
    }
    let whole = renditions.filter { $0.width != nil && $0.height != nil }
    guard let largest = whole.max(by: { ($0.area ?? 0) < ($1.area ?? 0) }) else { return }
    renditions.removeAll { !$0.hasShape(of: largest) }
  }

  /// Throws the first error if there are no renditions, or else `nothing`; a video needs none.
  func entry(
    isVideo: Bool = false, orElse nothing: FeedEntryError
  ) throws(FeedEntryError) -> WebPhoto {
    guard isVideo || !renditions.isEmpty else { throw fault ?? nothing }
    return WebPhoto(renditions: renditions, isVideo: isVideo)
  }
}

/// One size of a picture in a form, or several with the same member names.
struct PictureSize: Sendable {
  /// From the picture to each of several sizes.
  var places = ShapePath("")
  let address: AddressTemplate
  var sides: [ShapePath] = []
  var maxWidth, maxHeight: Int?
  /// Whether it is the original, whose size is the form's `full`.
  var isFull = false
  /// Whether the address must have a picture's extension: others are web pages.
  var mustLookLikePicture = false

  func add(
    of picture: JSONItem, full: (width: Int?, height: Int?), in document: JSONItem,
    from origin: FeedOrigin, to list: inout RenditionList
  ) {
    for place in places.values(from: picture, limit: Self.limit) {
      let (width, height) = size(at: place, full: full)
      list.add(width: width, height: height) { () throws(FeedEntryError) in
        let address = try address.address(for: place, in: document, from: origin)
        return address.flatMap { isPicture($0) ? $0 : nil }
      }
    }
  }

  private func isPicture(_ address: WebURL) -> Bool {
    let kind = AddressKind(address.path.utf8)
    return mustLookLikePicture ? kind == .picture : kind != .video
  }

  private func size(
    at place: JSONItem, full: (width: Int?, height: Int?)
  ) -> (width: Int?, height: Int?) {
    if sides.count == 2 {
      return (sides[0].firstValue(in: place)?.pixels, sides[1].firstValue(in: place)?.pixels)
    }
    if isFull { return full }
    guard maxWidth != nil || maxHeight != nil else { return (nil, nil) }
    guard let width = full.width, let height = full.height else {
      // The orientation is unknown.
      return maxWidth == nil ? (nil, maxHeight) : (maxWidth, nil)
    }
    let shownWidth = min(maxWidth ?? width, width)
    let shownHeight = max(1, shownWidth * height / width)
    guard let maxHeight, shownHeight > maxHeight else { return (shownWidth, shownHeight) }
    return (max(1, maxHeight * width / height), maxHeight)
  }

  private static let limit = 40
}

extension JSONValue {
  /// A size in pixels as a number, a string, or an object with a unit.
  var pixels: Int? {
    switch self {
    case .number(let number): number >= 1 && number <= 1_000_000 ? Int(number) : nil
    case .string(let text): Int(text).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    case .object: self["value"]?.pixels
    default: nil
    }
  }
}
