import Base
internal import Glibc
package import HTTP

/// Why a source of photos could not be listed; each case is a short phrase for the command line.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  case notFound, brokenLink, linkLoop
  /// A FIFO, a socket or a device.
  case special
  case notAnImage
  /// No read permission for the folder, or no search permission on its path.
  case accessDenied
  case unreadable(errno: Int32)
  case noThread
  case network(NetworkError)
  case feed(FeedError)
  case provider(String)

  package var description: String {
    switch self {
    case .notFound: "no such file or folder"
    case .brokenLink: "broken link"
    case .linkLoop: "link loop"
    case .special: "neither a file nor a folder"
    case .notAnImage: "not an image"
    case .accessDenied: "permission denied"
    case .unreadable(let errno): "cannot be read: \(SystemError(errno))"
    case .noThread: "no free thread"
    case .network(let error): "\(error)"
    case .feed(let error): "\(error)"
    case .provider(let words): words
    }
  }
}

extension CatalogError {
  static func onAddress<Success>(
    _ body: () throws(AddressError) -> Success
  ) throws(CatalogError) -> Success {
    try rethrowing(as: { CatalogError.feed(.address($0)) }, body)
  }

  init(_ error: SystemError) {
    switch error.number {
    case ENOENT, ENOTDIR: self = .notFound
    case ELOOP: self = .linkLoop
    case EACCES, EPERM: self = .accessDenied
    default: self = .unreadable(errno: error.number)
    }
  }
}
