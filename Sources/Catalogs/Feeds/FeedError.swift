package import Base

package enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
  case address(AddressError)
  /// A public document names an address in a private network.
  case privateAddress

  case longEntry
  case zeroByte

  /// `limit` is in bytes.
  case largeDocument(limit: Int)
  /// Invalid JSON; `path` is the value where parsing stopped.
  case json(JSONFault, TextPosition, path: JSONPath)
  case xml(XMLFault, TextPosition)
  case unknownFormat, webPage
  case unknownElement(ForeignName)
  case noItems(path: JSONPath)

  case missing, notText, notObject, noPicture
  case oldServer(ForeignName)
  /// An entry names another host, or a path outside its folder.
  case elsewhere

  case badCount, futureDate

  package init(_ error: XMLError) {
    switch error {
    case .largeDocument(let limit): self = .largeDocument(limit: limit)
    case .malformed(let fault, let position): self = .xml(fault, position)
    }
  }

  package var description: String {
    switch self {
    case .address(let error): "\(error)"
    case .privateAddress: "a public feed must not link to a private address"
    case .longEntry: "the entry is longer than \(PhotoListReader.entryLimit) bytes"
    case .zeroByte: "the entry contains a zero byte; use -0 for such lists"
    case .largeDocument(let limit): "larger than \(limit) bytes"
    case .json(let fault, let position, let path):
      path.isEmpty ? "\(position): \(fault)" : "\(position), at \(path): \(fault)"
    case .xml(let fault, let position): "\(position): \(fault)"
    case .unknownFormat: "neither JSON nor XML"
    case .webPage: "a web page, not a feed"
    case .unknownElement(let name): "neither RSS nor Atom, but <\(name)>"
    case .noItems(let path): path.isEmpty ? "no list of photos found" : "no list at \(path)"
    case .missing: "missing"
    case .notText: "not a text"
    case .notObject: "not an object"
    case .noPicture: "no image"
    case .oldServer(let version): "version \(version) of the server is too old"
    case .elsewhere: "it points outside the listed folder"
    case .badCount: "expected 1 to \(ApodRange.countLimit) days"
    case .futureDate: "the date is in the future"
    }
  }
}
