internal import Glibc

package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  package static var last: SystemError { SystemError(errno) }

  /// A short lowercase phrase that fits in a cell for the most frequent errors.
  package var description: String {
    switch number {
    case ENOENT: "no such file"
    case EPERM: "permission denied"
    case ELOOP: "link loop"
    case ENAMETOOLONG: "name too long"
    case EMFILE, ENFILE: "too many open files"
    case EIO: "disk error"
    case ESTALE: "file has gone"
    default: text
    }
  }

  private var text: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text).lowercased()
  }
}
