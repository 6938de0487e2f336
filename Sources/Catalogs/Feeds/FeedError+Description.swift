extension FeedError: CustomStringConvertible {
  /// One short phrase in ASCII, as a command line prints it behind the name of what was read.
  package var description: String {
    switch self {
    case .address(let error): "\(error)"
    case .privateAddress: "a public feed may not lead to a private address"
    case .longEntry: "the entry is longer than \(PhotoListReader.entryLimit) bytes"
    case .zeroByte: "the entry has a zero byte in it; lists of that kind are read with -0"
    case .largeDocument(let limit): "larger than \(limit) bytes"
    case .json(let fault, let position, let path):
      path.isEmpty ? "\(position): \(fault)" : "\(position), at \(path): \(fault)"
    case .xml(let fault, let position): "\(position): \(fault)"
    case .unknownFormat: "neither JSON nor XML"
    case .webPage: "a web page, not a feed"
    case .unknownElement(let name): "neither RSS nor Atom, but <\(name)>"
    case .noItems(let path): path.isEmpty ? "no list of photos in it" : "no list at \(path)"
    case .missing: "missing"
    case .notText: "not a text"
    case .notObject: "not an object"
    case .noPicture: "no picture in it"
    case .badCount: "not a number of days from 1 to \(ApodRange.countLimit)"
    case .futureDate: "the day has not come yet"
    }
  }
}
