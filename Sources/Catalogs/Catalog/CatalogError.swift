package import Feeds
internal import Glibc
package import HTTP
import Values

/// Why a source of photos could not be listed; each case is one short sentence for the command line.
package enum CatalogError: Error, Hashable, Sendable {
  /// The path names nothing.
  case notFound
  /// The path is a link whose target is not there.
  case brokenLink
  /// The path goes through links that lead round in a loop.
  case linkLoop
  /// The path names a FIFO, a socket or a device.
  case special
  /// The user may not read the folder, or not pass one on the way to it.
  case accessDenied
  /// The system refused for another reason; carries `errno`.
  case unreadable(errno: Int32)
  /// The system has no thread to give that could wait for the disk.
  case noThread
  /// The document could not be loaded.
  case network(NetworkError)
  /// The address, the list or the document says nothing that can be read.
  case feed(FeedError)
  /// A provider cannot do it, in its own words.
  case provider(String)
}

extension CatalogError: CustomStringConvertible {
  /// One short phrase, as a command line prints it behind the argument.
  package var description: String {
    switch self {
    case .notFound: "no such file or folder"
    case .brokenLink: "the link leads nowhere"
    case .linkLoop: "the link leads round in a loop"
    case .special: "neither a file nor a folder"
    case .accessDenied: "permission denied"
    case .unreadable(let errno): "cannot be read: \(SystemError(errno))"
    case .noThread: "no thread to read it with"
    case .network(let error): "\(error)"
    case .feed(let error): "\(error)"
    case .provider(let words): words
    }
  }
}

extension CatalogError {
  /// What a system call's failure means for an argument.
  init(_ error: SystemError) {
    switch error.number {
    case ENOENT, ENOTDIR: self = .notFound
    case ELOOP: self = .linkLoop
    case EACCES, EPERM: self = .accessDenied
    default: self = .unreadable(errno: error.number)
    }
  }
}
