import Addresses
import Values

/// Collects the pictures of an item; a wrong one does no harm where there are others.
struct RenditionList {
  private(set) var renditions: [Rendition] = []
  private var fault: EntryFault?

  /// Adds a picture if its address is there and can be read.
  mutating func add(
    width: Int? = nil, height: Int? = nil, _ address: () throws(EntryFault) -> WebURL?
  ) {
    do throws(EntryFault) {
      guard let address = try address() else { return }
      renditions.append(Rendition(address: address, width: width, height: height))
    } catch {
      if fault == nil { fault = error }
    }
  }

  /// Adds pictures that have been read.
  mutating func add(_ others: [Rendition]) {
    renditions += others
  }

  /// Sorts the pictures where the sizes of all are known, and leaves out those that are cut to another
  /// shape than the largest: they would show something else in a small cell than in a large one.
  mutating func arrange() {
    if renditions.allSatisfy(\.isSizeKnown) {
      renditions.sort { ($0.area ?? 0) < ($1.area ?? 0) }
    }
    let whole = renditions.filter { $0.width != nil && $0.height != nil }
    guard let largest = whole.max(by: { ($0.area ?? 0) < ($1.area ?? 0) }) else { return }
    renditions.removeAll { !$0.hasShape(of: largest) }
  }

  /// The entry that has these pictures.
  /// - Throws: The first fault where there is no picture, or the one that is given where there is
  ///   no fault either.
  func entry(orElse nothing: EntryFault) throws(EntryFault) -> FeedEntry {
    guard !renditions.isEmpty else { throw fault ?? nothing }
    return FeedEntry(renditions: renditions)
  }
}

/// One of the sizes that a picture comes in, or several with the same names in them.
struct PictureSize: Sendable {
  /// From the picture to where the sizes are.
  private let places: ShapePath
  private let address: AddressTemplate
  /// The width and the height in pixels, from such a place.
  private let sides: [ShapePath]
  /// What the picture is made to fit into, in pixels; nil where nothing is said.
  private let boxWidth: Int?
  private let boxHeight: Int?
  /// Whether it is the picture itself, whose size is known from elsewhere.
  private let isFull: Bool
  /// Whether an address counts only if it ends like a picture: others are pages.
  private let mustLookLikePicture: Bool

  /// Describes a size.
  /// - Parameters:
  ///   - address: A path or a template; see `AddressTemplate`.
  ///   - places: Where there are several: from the picture to each.
  ///   - sides: The paths to width and height.
  ///   - width: The greatest width, where it is the same for all pictures.
  ///   - height: The greatest height, likewise.
  ///   - isFull: Whether it is as large as the form's `full` says.
  ///   - mustLookLikePicture: Whether to pass over what does not end like a picture.
  init(
    _ address: String, each places: String = "", sides: [String] = [], width: Int? = nil,
    height: Int? = nil, isFull: Bool = false, mustLookLikePicture: Bool = false
  ) {
    self.places = ShapePath(places)
    self.address = AddressTemplate(address)
    self.sides = sides.map { ShapePath($0) }
    boxWidth = width
    boxHeight = height
    self.isFull = isFull
    self.mustLookLikePicture = mustLookLikePicture
  }

  /// Adds what there is of this size.
  func add(
    of picture: JSONItem, full: (width: Int?, height: Int?), in document: JSONItem,
    from origin: FeedOrigin, to list: inout RenditionList
  ) {
    for place in places.values(from: picture, limit: Self.limit) {
      let (width, height) = size(at: place, full: full)
      list.add(width: width, height: height) { () throws(EntryFault) in
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
      return (
        sides[0].firstValue(in: place.value)?.pixels, sides[1].firstValue(in: place.value)?.pixels
      )
    }
    if isFull { return full }
    guard boxWidth != nil || boxHeight != nil else { return (nil, nil) }
    guard let width = full.width, let height = full.height else {
      // Which side is the longer one is unknown.
      return boxWidth == nil ? (nil, boxHeight) : (boxWidth, nil)
    }
    let shownWidth = min(boxWidth ?? width, width)
    let shownHeight = max(1, shownWidth * height / width)
    guard let boxHeight, shownHeight > boxHeight else { return (shownWidth, shownHeight) }
    return (max(1, boxHeight * width / height), boxHeight)
  }

  private static let limit = 40
}

extension JSONValue {
  /// A number of pixels, which some write as a text, and some as an object with a unit.
  var pixels: Int? {
    switch self {
    case .number(let number): number >= 1 && number <= 1_000_000 ? Int(number) : nil
    case .string(let text): Int(text).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    case .object: self["value"]?.pixels
    default: nil
    }
  }
}
