// Canonical decomposition and composition from the standard library's SPI.
internal import Base
internal import Glibc
@_spi(_Unicode) internal import Swift
internal import Synchronization

/// Name collation by locale: `ö` sorts next to `o` in German, after `z` in Swedish.
///
/// Names are compared by byte keys of two levels: the letters without case and accents, by the
/// locale's primary weights, with runs of ASCII digits as numbers; then the accents. Composed and
/// decomposed forms have the same key; ties are broken by the bytes of the names.
///
/// If the locale has no alphabet (`C`, `POSIX`, `C.UTF-8`), or distinguishes `A` and `a` as
/// letters, accents are folded as filters fold them, and other characters sort in Unicode order.
struct NameCollation: Sendable {
  /// From the environment (`LC_ALL`, `LC_COLLATE`, `LANG`).
  static let ofUser = NameCollation(locale: "")

  /// A `locale_t`, never freed; 0 if accents are folded.
  private let locale: UInt
  /// Whether ASCII names can be compared by their bytes in lower case.
  let comparesASCIIByBytes: Bool
  private let cache = KeyCache()

  /// An empty name means the locale of the environment.
  init(locale name: String) {
    let mask = Int32(1 << LC_COLLATE | 1 << LC_CTYPE)
    let opened = unsafe newlocale(mask, name, nil)
    let known = UInt(bitPattern: opened)
    let alphabet = Alphabet.of(known)
    locale = alphabet == Alphabet.none ? 0 : known
    comparesASCIIByBytes = alphabet != Alphabet.other
    if locale == 0, let opened = unsafe opened { unsafe freelocale(opened) }
  }

  private enum Alphabet {
    /// The cases are different letters, or there is no locale.
    case none
    case ofASCII
    /// In another order, or with digraphs such as `ch` in Czech.
    case other

    static func of(_ locale: UInt) -> Alphabet {
      guard locale != 0 else { return .none }
      let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { [$0] }
      let weights = letters.map { NameCollation.weights(of: $0, in: locale) }
      let capitals = letters.map { NameCollation.weights(of: [$0[0] & ~0x20], in: locale) }
      // In an encoding other than UTF-8 these are four letters.
      let accented = NameCollation.weights(of: Array("éé".utf8), in: locale)
      let one = NameCollation.weights(of: Array("é".utf8), in: locale)
      guard weights.allSatisfy({ !$0.primary.isEmpty }),
        zip(weights, capitals).allSatisfy({ $0.primary == $1.primary && $0.accents == $1.accents }),
        one.primary.count <= 3, accented.primary == one.primary + one.primary
      else { return .none }
      let isAscending = zip(weights, weights.dropFirst()).allSatisfy {
        $0.primary.lexicographicallyPrecedes($1.primary)
      }
      let isPlain = weights.indices.allSatisfy { first in
        weights.indices.allSatisfy { second in
          NameCollation.weights(of: letters[first] + letters[second], in: locale).primary
            == weights[first].primary + weights[second].primary
        }
      }
      return isAscending && isPlain ? .ofASCII : .other
    }
  }

  /// Maximum bytes of a run of letters that count; the rest is compared only in ties.
  private static let longestRun = 1_024

  /// The text must be UTF-8 without zero bytes.
  private static func weights(
    of text: [UInt8], in locale: UInt
  ) -> (primary: ArraySlice<UInt8>, accents: ArraySlice<UInt8>) {
    guard let place = unsafe locale_t(bitPattern: locale) else { return ([], []) }
    let text = text.map { CChar(bitPattern: $0) } + [0]
    var weights = [CChar](repeating: 0, count: 8 * text.count + 64)
    var count = unsafe strxfrm_l(&weights, text, weights.count, place)
    if count >= weights.count {
      weights = [CChar](repeating: 0, count: count + 1)
      count = min(count, unsafe strxfrm_l(&weights, text, weights.count, place))
    }
    let bytes = weights.prefix(count).map { UInt8(bitPattern: $0) }
    // glibc separates levels by 1 (`_nl_do_strxfrm`).
    let levels = bytes.split(separator: 1, maxSplits: 2, omittingEmptySubsequences: false)
    return (levels[0], levels.count > 1 ? levels[1] : [])
  }
}

extension NameCollation {
  /// Prefixes of key parts; they sort between digits and other ASCII, and after ASCII.
  private enum Mark {
    static let end: UInt8 = 0
    static let number = UInt8(ascii: "0")
    static let letters = UInt8(ascii: "a")
    static let other: UInt8 = 0xFB
    static let invalid: UInt8 = 0xFD
    /// Ends letters that are followed by something greater than letters.
    static let greatest: UInt8 = 0xFF
  }

  func key(of name: [UInt8]) -> [UInt8] {
    if let key = cache[name] { return key }
    let key = newKey(of: name)
    cache[name] = key
    return key
  }

  private func newKey(of name: [UInt8]) -> [UInt8] {
    var (key, accents): ([UInt8], [UInt8]) = ([], [])
    var rest = name[...]
    while let byte = rest.first {
      if byte.isDigit {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest[digits.endIndex...]
        append(number: digits.drop { $0 == UInt8(ascii: "0") }, to: &key)
      } else if byte.isLetter || byte >= 0x80 {
        let run = rest.prefix { $0.isLetter || $0 >= 0x80 }
        rest = rest[run.endIndex...]
        appendLetters(run, before: rest.first, to: &key, &accents)
      } else {
        key.append(max(1, byte))
        rest = rest.dropFirst()
      }
    }
    return key + [Mark.end] + accents
  }

  /// Longer numbers are greater; the length comes first.
  private func append(number digits: ArraySlice<UInt8>, to key: inout [UInt8]) {
    key.append(Mark.number)
    let count = UInt32(clamping: digits.count)
    key += (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32($0))) }
    key += digits
  }

  private func appendLetters(
    _ run: ArraySlice<UInt8>, before next: UInt8?, to key: inout [UInt8], _ accents: inout [UInt8]
  ) {
    guard let text = String(validating: run.prefix(Self.longestRun), as: UTF8.self) else {
      return appendBytes(run, before: next, to: &key, &accents)
    }
    var letters: [UInt8] = []
    for scalar in locale == 0 ? Array(text._nfd) : Array(text._nfc) {
      if isLetter(scalar) {
        letters += String(scalar).utf8
      } else {
        appendWeights(of: letters, isLast: false, to: &key, &accents)
        letters = []
        key.append(Mark.other)
        key += String(scalar).utf8
      }
    }
    let isLast = next.map { $0 < Mark.letters } ?? true
    appendWeights(of: letters, isLast: isLast, to: &key, &accents)
  }

  /// A run that is not valid UTF-8: ASCII letters, and other bytes after all characters.
  private func appendBytes(
    _ run: ArraySlice<UInt8>, before next: UInt8?, to key: inout [UInt8], _ accents: inout [UInt8]
  ) {
    var rest = run
    while let byte = rest.first {
      let letters = rest.prefix { $0 < 0x80 }
      guard letters.isEmpty else {
        rest = rest[letters.endIndex...]
        let isLast = rest.isEmpty && next.map { $0 < Mark.letters } ?? true
        appendWeights(of: Array(letters), isLast: isLast, to: &key, &accents)
        continue
      }
      key += [Mark.invalid, byte]
      rest = rest.dropFirst()
    }
  }

  private func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    guard locale != 0, !scalar.isASCII else { return true }
    if scalar.properties.canonicalCombiningClass != .notReordered { return true }
    return !Self.weights(of: Array(String(scalar).utf8), in: locale).primary.isEmpty
  }

  private func appendWeights(
    of letters: [UInt8], isLast: Bool, to key: inout [UInt8], _ accents: inout [UInt8]
  ) {
    guard !letters.isEmpty else { return }
    key.append(Mark.letters)
    if locale == 0 {
      key += NameFolding.folded(letters)
      accents += String(decoding: letters, as: UTF8.self).lowercased()._nfc.flatMap {
        String($0).utf8
      }
    } else {
      let weights = Self.weights(of: letters, in: locale)
      key += weights.primary
      accents += weights.accents
    }
    // Sorts before anything that may follow letters in the same position.
    key.append(isLast ? Mark.end : Mark.greatest)
    accents.append(Mark.end)
  }
}

/// Sorting 100,000 names needs each key about twenty times. Callable from any thread.
private final class KeyCache: Sendable {
  /// Bytes of names and keys; above it the whole cache is dropped.
  private static let limit = 24 << 20
  /// Bytes per entry besides its contents: two arrays and a hash table slot.
  private static let overhead = 112

  private struct State {
    var keys: [[UInt8]: [UInt8]] = [:]
    var byteCount = 0
  }

  private let state = Mutex(State())

  subscript(name: [UInt8]) -> [UInt8]? {
    get { state.withLock { $0.keys[name] } }
    set {
      guard let newValue else { return }
      let byteCount = name.count + newValue.count + Self.overhead
      state.withLock { state in
        if state.byteCount + byteCount > Self.limit { state = State() }
        state.keys[name] = newValue
        state.byteCount += byteCount
      }
    }
  }
}
