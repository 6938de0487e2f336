package import Addresses
import Values
package import XML

/// Why a list or a feed could not be read; each case is one sentence for the user.
package enum FeedError: Error, Hashable, Sendable {
  /// An address cannot be read.
  case address(AddressError)
  /// Somebody on the internet leads to a machine of the user's own network.
  case privateAddress

  /// An entry of a list is longer than `PhotoListReader.entryLimit`.
  case longEntry
  /// An entry of a list of lines holds a zero byte.
  case zeroByte

  /// The document is larger than it may be; carries the limit in bytes.
  case largeDocument(limit: Int)
  /// The document is not JSON; the path leads to the value where that was found.
  case json(JSONFault, TextPosition, path: JSONPath)
  /// The document is not XML.
  case xml(XMLFault, TextPosition)
  /// The document begins as neither JSON nor XML does.
  case unknownFormat
  /// The document is a page for people.
  case webPage
  /// The document is XML, but neither RSS nor Atom; carries the name of its outermost element.
  case unknownElement(ForeignName)
  /// The document is JSON, but has no list of items where one is looked for.
  case noItems(path: JSONPath)

  /// A value that an entry needs is not there.
  case missing
  /// A value is there, but it is no text.
  case notText
  /// A value is there, but it is no object.
  case notObject
  /// An entry leads to no picture.
  case noPicture
  /// The server is of a version that is asked in another way; carries its name.
  case oldServer(ForeignName)
  /// An entry of a server's leads to another host, or out of the folder that it should be in.
  case elsewhere

  /// The number of days is not from 1 to 100,000.
  case badCount
  /// The day has not come yet.
  case futureDate
}

extension FeedError {
  /// What it means for a feed that its document is not read.
  package init(_ error: XMLError) {
    switch error {
    case .largeDocument(let limit): self = .largeDocument(limit: limit)
    case .malformed(let fault, let position): self = .xml(fault, position)
    }
  }

  /// Runs what reads an address; what it throws becomes `address`.
  static func onAddress<Result>(
    _ read: () throws(AddressError) -> Result
  ) throws(FeedError) -> Result {
    do throws(AddressError) {
      return try read()
    } catch {
      throw .address(error)
    }
  }
}

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
    case .oldServer(let version): "version \(version) of the server is too old"
    case .elsewhere: "it leads to another place than the one it should be in"
    case .badCount: "not a number of days from 1 to \(ApodRange.countLimit)"
    case .futureDate: "the day has not come yet"
    }
  }
}
