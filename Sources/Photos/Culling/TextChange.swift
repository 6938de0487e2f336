import Imaging
package import Storage

/// A change of keywords, a title, a caption, or fields that many photos share.
package enum TextChange: Hashable, Sendable {
  case keywords(KeywordChange)
  /// Empty to remove it.
  case title(String)
  case caption(String)
  case iptc(IPTCFields)

  /// `keywords`, `title`, `caption` or `IPTC fields`.
  package var noun: String {
    switch self {
    case .keywords: "keywords"
    case .title: "title"
    case .caption: "caption"
    case .iptc: "IPTC fields"
    }
  }

  package var isRemoval: Bool { self == .title("") || self == .caption("") }

  /// A title or caption as it is written: trimmed, with spaces instead of control characters other
  /// than line feeds.
  package static func cleaned(_ text: String) -> String {
    let scalars = text.unicodeScalars.map {
      $0.properties.generalCategory == .control && $0 != "\n" ? " " : $0
    }
    return PhotoMetadata.text(String(String.UnicodeScalarView(scalars))) ?? ""
  }

  package func applied(to description: PhotoDescription) -> PhotoDescription {
    var description = description
    switch self {
    case .keywords(let change):
      description.keywords = change.applied(to: description.keywords)
      description.hasNoKeywords = description.keywords.isEmpty
    case .title(let text): description.title = text
    case .caption(let text): description.caption = text
    case .iptc: break
    }
    return description
  }
}

/// Values of fields; several only of the creator.
package typealias IPTCFields = [IPTCField: [String]]

/// A field of the IPTC Photo Metadata Standard 2023.2 that many photos share; the raw value is its
/// key in the configuration.
package enum IPTCField: String, CaseIterable, Sendable {
  case creator
  case creatorTitle = "creator-title"
  case rights, credit, source
  case usageTerms = "usage-terms"
  case webStatement = "web-statement"
  case instructions
  case job = "job-id"
  case location, city, state, country
  /// ISO 3166-1, two or three letters.
  case countryCode = "country-code"
}

/// Keywords to add and to remove; a path has `|` between its levels.
package struct KeywordChange: Hashable, Sendable {
  package private(set) var added: [String] = []
  /// Words, and paths with at least one `|`, which may be the last character.
  package private(set) var removed: [String] = []
  /// The new name of the removed ones; nil if they are not renamed.
  package private(set) var target: String?
  /// Those to remove in lower case, paths with `|` at the end.
  private var patterns: Set<String> = []

  /// For example `beach, Animals|Dogs, -snow`; the last of equal keywords counts.
  package init(_ text: String) throws(KeywordError) {
    for part in text.split(separator: ",") {
      let part = part.drop { $0 == " " }
      let isRemoved = part.first == "-"
      guard let path = try Self.path(isRemoved ? part.dropFirst() : part) else { continue }
      added.removeAll { $0 == path }
      removed.removeAll { $0 == path }
      if isRemoved {
        let isBranch = !path.contains("|") && part.contains("|")
        removed.append(isBranch ? path + "|" : path)
      } else {
        added.append(path)
      }
      guard max(added.count, removed.count) <= PhotoMetadata.keywordLimit else { throw .tooMany }
    }
    findPatterns()
  }

  /// Renames keywords and all below them: `Animals` to `Pets` makes `Animals|Dogs` `Pets|Dogs`.
  package init(renaming sources: [String], to target: String) throws(KeywordError) {
    guard !target.contains(",") else { throw .comma(target) }
    guard let new = try Self.path(target[...]) else { throw .empty }
    for source in sources {
      guard let path = try Self.path(source[...]) else { continue }
      if !removed.contains(path + "|") { removed.append(path + "|") }
    }
    guard !removed.isEmpty else { throw .empty }
    guard removed.count <= PhotoMetadata.keywordLimit else { throw .tooMany }
    guard removed != [new + "|"] else { throw .sameName(new) }
    self.target = new
    findPatterns()
  }

  private mutating func findPatterns() {
    patterns = Set(
      removed.map { ($0.contains("|") && $0.last != "|" ? $0 + "|" : $0).lowercased() })
  }

  package var sources: [String] { removed.map { String($0.dropLast()) } }

  /// Nil if there is nothing but white space.
  private static func path(_ text: Substring) throws(KeywordError) -> String? {
    guard text.utf8.count <= 2 * PhotoDescription.wordByteLimit else { throw .tooLong }
    let levels = text.split(separator: "|").compactMap { Keywords([String($0)]).all.first }
    guard levels.count <= Keywords.levelLimit else { throw .tooDeep }
    let path = levels.joined(separator: "|")
    guard path.utf8.count <= PhotoDescription.wordByteLimit else { throw .tooLong }
    return path.isEmpty ? nil : path
  }

  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  /// A word is removed as a keyword and as the last level of a path, a path with all below it.
  func removes(_ keyword: String) -> Bool {
    guard !removed.isEmpty else { return false }
    let path = keyword.lowercased() + "|"
    if let last = path.split(separator: "|").last, patterns.contains(String(last)) { return true }
    return path.indices.contains { path[$0] == "|" && patterns.contains(String(path[...$0])) }
  }

  /// Whether a keyword gets another name, or another case.
  package func renames(_ keyword: String) -> Bool {
    renamed(keyword).map { $0 != keyword } ?? false
  }

  private func renamed(_ keyword: String) -> String? {
    guard let target else { return nil }
    let path = keyword.lowercased() + "|"
    let source = removed.filter { path.hasPrefix($0.lowercased()) }.max { $0.count < $1.count }
    guard let source else { return nil }
    let rest = keyword.split(separator: "|").dropFirst(source.split(separator: "|").count)
    return ([target] + rest.map(String.init)).joined(separator: "|")
  }

  /// The keywords that a photo with these gets.
  func added(to keywords: [String]) -> [String] {
    target == nil ? added : keywords.compactMap(renamed).unique
  }

  package func applied(to keywords: [String]) -> [String] {
    Keywords.withoutParts(list(keywords, without: removes, with: added(to: keywords)))
  }

  /// New words follow the others, or take the place of the first that is renamed. A word that is
  /// there in another case is not added.
  func list(
    _ words: [String], without isRemoved: (String) -> Bool, with added: [String]
  ) -> [String] {
    var list = words.filter { !isRemoved($0) }
    var known = Set(list.map { $0.lowercased() })
    let place = target == nil ? nil : words.firstIndex(where: isRemoved)
    list.insert(
      contentsOf: added.filter { known.insert($0.lowercased()).inserted }, at: place ?? list.count)
    return list
  }

  package func effect(on keywords: [String]) -> (added: [String], removed: [String]) {
    let (new, old) = (applied(to: keywords), Set(keywords))
    return (
      new.filter { !old.contains($0) }, keywords.filter { removes($0) && !added.contains($0) }
    )
  }
}

package enum KeywordError: Error, Hashable, Sendable {
  case tooLong, tooDeep, tooMany, empty
  case comma(String), sameName(String)
}

extension KeywordError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLong: "A keyword has at most \(PhotoDescription.wordByteLimit) bytes"
    case .tooDeep: "A keyword has at most \(Keywords.levelLimit) levels"
    case .tooMany: "At most \(PhotoMetadata.keywordLimit) keywords can be changed at once"
    case .empty: "A keyword needs a name"
    case .comma(let name): "A keyword has no comma: “\(name)” would be several"
    case .sameName(let name): "“\(name)” is its name already"
    }
  }
}

extension [String] {
  var unique: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
