import CLinux
import Glibc

/// Converts external bytes to characters that no terminal interprets; thread-safe.
///
/// Invalid UTF-8, control characters (C0, DEL, C1), line and paragraph separators, bidirectional
/// controls, invisible characters, tags, kitty's placeholder and characters without a width become
/// U+FFFD. At most four combining marks are kept per character. Joiners and variation selectors are
/// dropped, since terminals disagree on the width of the result.
func sanitise(_ bytes: [UInt8]) -> [DisplayText.Cluster] {
  var clusters: [DisplayText.Cluster] = []
  clusters.reserveCapacity(bytes.count)
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    switch CharacterClass(scalar) {
    case .shown(let width): clusters.append(DisplayText.Cluster(scalar: scalar, width: width))
    case .mark:
      guard let last = clusters.indices.last else { fallthrough }
      clusters[last].add(mark: scalar)
    case .harmful: clusters.append(DisplayText.Cluster(scalar: "\u{FFFD}", width: 1))
    case .leftOut: break
    }
  }
  return clusters
}

extension DisplayText.Cluster {
  fileprivate mutating func add(mark: Unicode.Scalar) {
    for index in 0..<4 where marks[index] == 0 {
      marks[index] = mark.value
      return
    }
  }
}

enum CharacterClass: Hashable {
  case shown(width: Int)
  case mark
  /// Invisible, or could change other output.
  case harmful
  /// Only joins characters or selects variants.
  case leftOut

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20...0x7E: self = .shown(width: 1)
    case 0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF: self = .leftOut
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF, 0x10EEEE:
      self = .harmful
    default:
      // The width from the C library, which ncurses also uses; negative if there is none.
      switch Self.knowsUnicode ? Int(wcwidth(wchar_t(scalar.value))) : -1 {
      case 0: self = .mark
      case let width where width == 1 || width == 2: self = .shown(width: width)
      default: self = .harmful
      }
    }
  }

  /// wcwidth depends on the locale, which must be UTF-8.
  private static let knowsUnicode: Bool = {
    let codeset = unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) }
    return unsafe codeset == "UTF-8" || setlocale(LC_CTYPE, "C.UTF-8") != nil
  }()
}
