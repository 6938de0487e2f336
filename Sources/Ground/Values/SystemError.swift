internal import Glibc

/// Why a system call failed, by its `errno`.
package struct SystemError: Error, Hashable, Sendable {
  /// The number, as errno(3) lists them.
  package let number: Int32

  /// Takes the number of an error.
  package init(_ number: Int32) {
    self.number = number
  }

  /// What the last system call that failed on this thread left in `errno`.
  package static var last: SystemError { SystemError(errno) }
}

extension SystemError: CustomStringConvertible {
  /// A short phrase in lower case, which fits into a cell for what photos meet most often.
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

  /// What the C library says of it.
  private var text: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text).lowercased()
  }
}
