package import Base

package enum NameProblem: String, Sendable, CustomStringConvertible {
  case isEmpty = "empty"
  case isFolder = "reserved for folders"
  case hasSlash = "contains a slash"
  case hasZero = "contains a zero byte"
  case isTooLong = "longer than 255 bytes"

  /// Nil if the name is valid.
  package init?(of name: ByteString) {
    let bytes = name.bytes
    if bytes.isEmpty {
      self = .isEmpty
    } else if bytes.count <= 2, bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) {
      self = .isFolder
    } else if bytes.contains(UInt8(ascii: "/")) {
      self = .hasSlash
    } else if bytes.contains(0) {
      self = .hasZero
    } else if bytes.count > FileNameRule.longest {
      self = .isTooLong
    } else {
      return nil
    }
  }

  package var description: String { rawValue }
}
