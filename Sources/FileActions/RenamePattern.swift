package import Base

/// A pattern for new names, such as `{date:%Y%m%d-%H%M%S}_{n}{ext}`; `{{` is a brace.
package struct RenamePattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text([UInt8])
    /// A conversion of strftime (POSIX), one of `datePieces`.
    case date(Unicode.Scalar)
    /// Nil for as many digits as the last number has.
    case number(width: Int?)
    case stem, fileExtension, camera, event
  }

  package static let fields = "{date:%Y%m%d} {n} {n:3} {name} {ext} {camera}"
  private static let datePieces = "YymdjHMS"
  private static let timePieces: [Part] = [.date("H"), .date("M"), .date("S")]

  private var parts: [Part] = []
  /// Whether a name without an extension gets that of its photo: it would not be one any more.
  package var keepsExtension = false

  package init(_ text: String) throws(RenamePatternError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let literal = rest.prefix { $0 != "{" }
      rest = rest.dropFirst(literal.count)
      if !literal.isEmpty { parts.append(.text(Array(literal))) }
      guard let brace = rest.popFirst() else { break }
      if rest.first == brace {
        parts.append(.text([brace]))
        rest.removeFirst()
        continue
      }
      guard let end = rest.firstIndex(where: { $0 == "}" }) else { throw .unclosed }
      parts += try Self.parts(ofField: String(decoding: rest[..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
  }

  private static func parts(ofField field: String) throws(RenamePatternError) -> [Part] {
    let words = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (words[0], words.dropFirst().first) {
    case ("date", let format): return try dateParts(format ?? "%Y-%m-%d")
    case ("n", nil), ("seq", nil): return [.number(width: nil)]
    case ("n", let digits?), ("seq", let digits?):
      guard let width = Int(digits), (1...9).contains(width) else { throw .unknownField(field) }
      return [.number(width: width)]
    case ("name", nil): return [.stem]
    case ("ext", nil): return [.fileExtension]
    case ("camera", nil): return [.camera]
    case ("event", nil): return [.event]
    default: throw .unknownField(field)
    }
  }

  private static func dateParts(_ format: Substring) throws(RenamePatternError) -> [Part] {
    var (parts, rest) = ([Part](), format.unicodeScalars)
    while let scalar = rest.popFirst() {
      let piece = scalar == "%" ? rest.popFirst() ?? " " : nil
      switch piece {
      case nil: parts.append(.text(Array(String(scalar).utf8)))
      case "%"?: parts.append(.text(Array("%".utf8)))
      case let piece? where datePieces.unicodeScalars.contains(piece): parts.append(.date(piece))
      case let piece?: throw .unknownDate("%\(piece)")
      }
    }
    return parts
  }

  package var plainName: ByteString? {
    var bytes: [UInt8] = []
    for part in parts {
      guard case .text(let text) = part else { return nil }
      bytes += text
    }
    return ByteString(bytes)
  }

  package var needsMetadata: Bool { usesDate || parts.contains(.camera) }

  package var usesDate: Bool { parts.contains { if case .date = $0 { true } else { false } } }

  package var usesEvent: Bool { parts.contains(.event) }

  var isNumbered: Bool { parts.contains { if case .number = $0 { true } else { false } } }

  /// Also unchanged names; numbers are in the order of the photos. Both files of a RAW+JPEG pair
  /// have the number, date and camera of the first.
  package func renames(of photos: [RenamedPhoto]) throws(RenamePatternError) -> [FileRename] {
    var leaders: [ByteString: (number: Int, photo: RenamedPhoto)] = [:]
    for photo in photos where leaders[photo.path.pairKey] == nil {
      leaders[photo.path.pairKey] = (leaders.count + 1, photo)
    }
    if usesEvent { throw .unknownField("event") }
    try check(photos.filter { leaders[$0.path.pairKey]?.photo.path == $0.path })
    let width = String(leaders.count).utf8.count
    var owners: [ByteString: FileRename] = [:]
    return try photos.map { photo throws(RenamePatternError) -> FileRename in
      let key = photo.path.pairKey
      let leader = leaders[key] ?? (0, photo)
      let name = parts.flatMap { part in
        bytes(of: part, photo.path.lastName, leader.photo, number: leader.number, width)
      }
      let new = ByteString(name)
      let rename = FileRename(
        photo.path, to: keepsExtension ? new.keepingExtension(of: photo.path.lastName) : new)
      if let other = owners.updateValue(rename, forKey: rename.target.pairKey),
        other.path.pairKey != key || other.name == rename.name
      {
        let missing: String? = other.path.pairKey == key ? "{ext}" : isNumbered ? nil : "{n}"
        throw .sameName(
          FileName(lastOf: other.path), FileName(lastOf: photo.path), FileName(rename.name),
          missing: missing)
      }
      return rename
    }
  }

  /// A path without an extension, relative to the folder of new files: slashes of the pattern
  /// separate folders. What is unknown of the photo is named so. The last name has at most `limit`
  /// bytes. Throws `badName`.
  package func path(
    of photo: RenamedPhoto, number: Int, of count: Int, atMost limit: Int
  ) throws(FileActionError) -> ByteString {
    let (slash, width) = (UInt8(ascii: "/"), String(count).utf8.count)
    var names = parts.filter { $0 != .fileExtension }
      .flatMap { bytes(of: $0, photo.path.lastName, photo, number: number, width) }
      .split(separator: slash).map { ByteString($0) }
    for name in names.dropLast() {
      if let problem = NameProblem(of: name) { throw .badName(FileName(name), problem) }
    }
    let last = ByteString(
      FileNameRule.stem(names.popLast() ?? ByteString(""), number: nil, atMost: limit))
    guard !last.bytes.isEmpty, last != ByteString("."), last != ByteString("..") else {
      throw .badName(FileName(last), last.bytes.isEmpty ? .isEmpty : .isFolder)
    }
    return ByteString((names + [last]).map(\.bytes).joined(separator: [slash]))
  }

  private func check(_ photos: [RenamedPhoto]) throws(RenamePatternError) {
    func find(_ isLacking: (RenamedPhoto) -> Bool, _ what: RenamePatternError.Lack)
      throws(RenamePatternError)
    {
      let lacking = photos.filter(isLacking)
      guard let first = lacking.first else { return }
      throw .lacking(what, count: lacking.count, first: FileName(lastOf: first.path))
    }
    if usesDate { try find({ $0.taken == nil }, .date) }
    if parts.contains(where: Self.timePieces.contains) { try find({ !$0.hasTime }, .time) }
    if parts.contains(.camera) { try find({ $0.cameraWord == nil }, .camera) }
  }

  private func bytes(
    of part: Part, _ name: ByteString, _ photo: RenamedPhoto, number: Int, _ width: Int
  ) -> [UInt8] {
    switch part {
    case .text(let bytes): bytes
    case .date(let piece): Array(photo.text(of: piece).utf8)
    case .number(let digits): Array(number.zeroPadded(to: digits ?? width).utf8)
    case .stem: name.stem.bytes
    case .fileExtension: Array(name.bytes[FileNameRule.extensionStart(of: name.bytes)...])
    case .camera: Array((photo.cameraWord ?? "unknown").utf8)
    case .event: Array(photo.eventWord.utf8)
    }
  }
}

package struct RenamedPhoto: Hashable, Sendable {
  package let path: ByteString
  /// In seconds since 1970 by the camera's clock; nil if unknown.
  package var taken: Int?
  /// False if only the day is known.
  package var hasTime = false
  package var camera: String?
  package var event = ""

  package init(_ path: ByteString) {
    self.path = path
  }

  /// Letters, digits and `+._-`; what is between them becomes a hyphen. Nil if nothing is left. A
  /// dot at the start would hide the file.
  fileprivate var cameraWord: String? {
    let words = (camera ?? "").unicodeScalars.split {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
        && !"+._-".unicodeScalars.contains($0)
    }
    let word = words.map { String($0) }.joined(separator: "-").drop { ".-".contains($0) }
    return word.isEmpty ? nil : String(word)
  }

  /// With hyphens for slashes and what cannot be seen, but none at the start, as `cameraWord`.
  fileprivate var eventWord: String {
    let scalars = event.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: "-"
      default: scalar == "/" ? "-" : scalar
      }
    }
    return String(String(String.UnicodeScalarView(scalars)).drop { ".- ".contains($0) })
  }

  fileprivate func text(of datePiece: Unicode.Scalar) -> String {
    let (day, second) = (taken ?? 0).quotientAndRemainder(flooringBy: 86_400)
    let date = CivilDate(daysSinceEpoch: day)
    return switch datePiece {
    case "Y": date.year.zeroPadded(to: 4)
    case "y": (date.year % 100).zeroPadded(to: 2)
    case "m": date.month.zeroPadded(to: 2)
    case "d": date.day.zeroPadded(to: 2)
    case "j": (day - CivilDate(firstOf: 1, year: date.year).daysSinceEpoch + 1).zeroPadded(to: 3)
    case "H": (second / 3600).zeroPadded(to: 2)
    case "M": (second / 60 % 60).zeroPadded(to: 2)
    default: (second % 60).zeroPadded(to: 2)
    }
  }
}

extension ByteString {
  /// The path, without the extension of a file that may be half of a pair.
  fileprivate var pairKey: ByteString {
    let name = lastName
    let isHalf = name.isRaw || name.isPairedWithRaw || name.isPairedVideo
    return folderPath.appending(isHalf ? name.stem : name)
  }
}

/// Nothing is renamed.
package enum RenamePatternError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknownField(String)
  case unknownDate(String)
  case unclosed
  case lacking(Lack, count: Int, first: FileName)
  /// `missing` is the field that would make the third, common name of two photos differ.
  case sameName(FileName, FileName, FileName, missing: String?)

  package enum Lack: String, Sendable, CaseIterable {
    case date = "no date"
    case time = "a date without a time"
    case camera = "no camera"
  }

  package var description: String {
    switch self {
    case .unknownField(let field):
      "Unknown field {\(field)}: use \(RenamePattern.fields), or {{ for {"
    case .unknownDate(let piece): "Unknown \(piece) in {date:…}: use %Y %y %m %d %j %H %M %S or %%"
    case .unclosed: "A } is missing in the pattern; write {{ for {"
    case .lacking(let what, 1, let name): "\(name) has \(what.rawValue); nothing was renamed"
    case .lacking(let what, let count, _):
      "\(count) photos have \(what.rawValue); nothing was renamed"
    case .sameName(let first, let second, let name, let missing):
      "\(first) and \(second) would both be named \(name)"
        + (missing.map { ": add \($0)" } ?? "") + "; nothing was renamed"
    }
  }
}
