import Base
import Imaging
package import Storage

/// A property whose value is an RDF container (ISO 16684-1, section 7.7) or a plain text.
private struct ContainerProperty {
  static let subject = ContainerProperty(.dublinCore, "subject", "Bag")
  static let hierarchicalSubject = ContainerProperty(.lightroom, "hierarchicalSubject", "Bag")
  static let tagsList = ContainerProperty(.digiKam, "TagsList", "Seq")
  static let title = ContainerProperty(.dublinCore, "title", "Alt")
  static let caption = ContainerProperty(.dublinCore, "description", "Alt")
  static let altText = ContainerProperty(.iptcCore, "AltTextAccessibility", "Alt")
  static let people = ContainerProperty(.iptcExtension, "PersonInImage", "Bag")
  static let lists = [subject, hierarchicalSubject, tagsList]

  let name: XMLName
  /// Nil for a plain text.
  let container: String?

  private init(_ namespace: XMLNamespace, _ local: String, _ container: String? = nil) {
    (name, self.container) = (XMLName(namespace, local), container)
  }

  init(_ field: IPTCField) {
    switch field {
    case .creator: self.init(.dublinCore, "creator", "Seq")
    case .creatorTitle: self.init(.photoshop, "AuthorsPosition")
    case .rights: self.init(.dublinCore, "rights", "Alt")
    case .credit: self.init(.photoshop, "Credit")
    case .source: self.init(.photoshop, "Source")
    case .usageTerms: self.init(.xmpRights, "UsageTerms", "Alt")
    case .webStatement: self.init(.xmpRights, "WebStatement")
    case .instructions: self.init(.photoshop, "Instructions")
    case .job: self.init(.photoshop, "TransmissionReference")
    case .location: self.init(.iptcCore, "Location")
    case .city: self.init(.photoshop, "City")
    case .state: self.init(.photoshop, "State")
    case .country: self.init(.photoshop, "Country")
    case .countryCode: self.init(.iptcCore, "CountryCode")
    }
  }

  var isLanguages: Bool { container == "Alt" }
}

extension SidecarDocument {
  /// The bytes with a changed text; `known` are the texts of the photo, which apply where this has
  /// none. Throws `tooManyKeywords`, `manyKeywords`, `unreadPhoto` or `unclear`.
  package func changed(
    _ change: TextChange, known: PhotoDescription
  ) throws(SidecarError) -> [UInt8] {
    switch change {
    case .keywords(let change): try changed(change, known: known)
    case .title(let text): try changed(.title, text, known: known.title)
    case .caption(let text): try changed(.caption, text, known: known.caption)
    case .iptc(let fields): try changed(fields)
    }
  }

  private func changed(_ fields: IPTCFields) throws(SidecarError) -> [UInt8] {
    var changes: [(ContainerProperty, [String])] = []
    for field in IPTCField.allCases {
      guard let values = fields[field] else { continue }
      let property = ContainerProperty(field)
      if !says(property, values) { changes.append((property, values)) }
    }
    return changes.isEmpty ? bytes : try replacing(changes)
  }

  private func says(_ property: ContainerProperty, _ values: [String]) -> Bool {
    items(of: property)?.prefix(property.isLanguages ? 1 : .max).map(\.escaped)
      == values.map(\.escaped)
  }

  /// A packet with the texts, the rating and the label of a photo.
  static func packet(of metadata: PhotoMetadata) throws(SidecarError) -> [UInt8] {
    let keywords = metadata.keywords
    let levels = keywords.flatMap { $0.split(separator: "|").map(String.init) }
    let words = Keywords(levels, limit: .max)
    func list(_ text: String?) -> [String] { text.map { [$0] } ?? [] }
    let texts: [(ContainerProperty, [String])] = [
      (.subject, words.all),
      (.hierarchicalSubject, keywords.contains { $0.contains("|") } ? keywords : []),
      (.title, list(metadata.title)), (.caption, list(metadata.caption)),
      (.altText, list(metadata.altText)), (.people, metadata.people),
      (ContainerProperty(.creator), list(metadata.creator)),
      (ContainerProperty(.rights), list(metadata.rights)),
    ]
    var changes: SidecarChanges = [:]
    if let rating = metadata.rating { changes[.rating] = .set("\(rating)") }
    if let label = metadata.label { changes[.label] = .set(label) }
    let document = try SidecarDocument(blank).replacing(texts.filter { !$0.1.isEmpty })
    let packet = try SidecarDocument(document).changed(changes)
    // ISO 16684-1, section 7.3.2; without the XML declaration.
    let start = packet.firstRange(of: Array("<x:xmpmeta".utf8))?.lowerBound ?? 0
    return Array("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n".utf8)
      + packet[start...] + "<?xpacket end=\"w\"?>".utf8
  }

  /// Takes precedence over the photo; texts that were removed here are nil.
  func metadata(over photo: PhotoMetadata) -> PhotoMetadata {
    var metadata = properties.description
    metadata.rating = stars
    metadata.label = value(of: .label)
    metadata.fill(from: photo)
    let own = description
    if own.hasNoKeywords { metadata.keywords = [] }
    if own.title == "" { metadata.title = nil }
    if own.caption == "" { metadata.caption = nil }
    if metadata.label == "" { metadata.label = nil }
    return metadata
  }

  /// An empty list or text counts, too.
  package var description: PhotoDescription {
    var description = PhotoDescription(properties.description)
    // Lists with darktable's own tags alone were not emptied.
    let lists = ContainerProperty.lists.compactMap(items)
    description.hasNoKeywords = !lists.isEmpty && lists.allSatisfy(\.isEmpty)
    if description.title == nil, items(of: .title) != nil { description.title = "" }
    if description.caption == nil, items(of: .caption) != nil { description.caption = "" }
    return description
  }

  /// An empty text stays in the document, as that of the photo would reappear otherwise.
  private func changed(
    _ property: ContainerProperty, _ text: String, known: String?
  ) throws(SidecarError) -> [UInt8] {
    let current = items(of: property)?.first
    guard text != current ?? known ?? "" else { return bytes }
    return try replacing([(property, [text])])
  }

  /// `dc:subject` has the flat words of all levels, as Lightroom and geeqie write them.
  /// `lr:hierarchicalSubject` has all keywords, as Immich reads no other list then, but is only
  /// added for a path. digiKam's list is only kept up to date.
  private func changed(
    _ change: KeywordChange, known: PhotoDescription
  ) throws(SidecarError) -> [UInt8] {
    let old = ContainerProperty.lists.map(items)
    let own = description
    let isMissing = own.keywords.isEmpty && !own.hasNoKeywords
    if isMissing, known.isPartial { throw .unreadPhoto }
    if isMissing, known.mayLackKeywords { throw .manyKeywords }
    let current = isMissing ? known.keywords : own.keywords
    let wanted = change.applied(to: current)
    guard wanted != current else { return bytes }
    guard change.added.isEmpty || wanted.count <= PhotoMetadata.keywordLimit else {
      throw .tooManyKeywords
    }
    let added = change.added(to: current).filter(wanted.contains)
    guard
      added.allSatisfy({
        $0.utf8.count <= PhotoDescription.wordByteLimit
          && $0.split(separator: "|").count <= Keywords.levelLimit
      })
    else { throw .longKeyword }
    func levels(_ keywords: [String]) -> [String] {
      keywords.flatMap { $0.split(separator: "|").map(String.init) }
    }
    let isRemoved = { change.removes(PhotoMetadata.text($0) ?? "") }
    let isHierarchical = old[1] != nil || wanted.contains { $0.contains("|") }
    let copied = isMissing ? current : []
    let words = old[0].map { $0 + levels(copied) } ?? levels(current)
    let paths = old[1].map { $0 + copied } ?? current
    let tags = old[2] ?? []
    let path = { (tag: String) in tag.replacing("/", with: "|") }
    let all = paths + tags.map(path)
    let removed = (words + all).filter(isRemoved)
    let removedWords = Set(removed + levels(removed))
    let left = Set(levels(all.filter { !isRemoved($0) }))
    // digiKam's list cannot have a slash within a level.
    let newTags = added.filter { !$0.contains("/") }.map { $0.replacing("|", with: "/") }
    let new = [
      change.list(
        words, without: { removedWords.contains($0) && !left.contains($0) }, with: levels(added)),
      isHierarchical ? change.list(paths, without: isRemoved, with: added) : [],
      change.list(tags, without: { isRemoved(path($0)) }, with: newTags),
    ].map(\.unique)
    // A missing list is added unless it would be empty, which only the first one may be.
    let isWritten = [true, !new[1].isEmpty, false]
    let changed = new.indices.filter { old[$0] == nil ? isWritten[$0] : old[$0] != new[$0] }
    return try replacing(changed.map { (ContainerProperty.lists[$0], new[$0]) })
  }

  /// Nil if the document has no such property.
  private func items(of property: ContainerProperty) -> [String]? {
    for part in descriptions {
      if let text = part.attributes[property.name] {
        return [String(decoding: text, as: UTF8.self)]
      }
      if let element = part.child(property.name.namespace, property.name.local) {
        return Self.items(in: element)
      }
    }
    return nil
  }

  /// The default language first.
  private static func items(in element: XMLElement) -> [String] {
    guard let list = element.children.first(where: { $0.name.namespace == .rdf }) else {
      return element.text.allSatisfy(\.isSpace)
        ? [] : [String(decoding: element.text, as: UTF8.self)]
    }
    var items = Array(list.children(.rdf, "li"))
    let usual = defaultItem(of: items).map { items.remove(at: $0) }
    return ([usual].compactMap(\.self) + items).map { String(decoding: $0.text, as: UTF8.self) }
  }
}

// MARK: - Editing

extension SidecarDocument {
  private func replacing(
    _ changes: [(ContainerProperty, [String])]
  ) throws(SidecarError) -> [UInt8] {
    guard !descriptions.isEmpty else {
      return try SidecarDocument(applying([newDescription()])).replacing(changes)
    }
    var edits: [SidecarEdit] = []
    var missing: [(ContainerProperty, [String])] = []
    for (property, items) in changes {
      let found = self.edits(property, items)
      edits += found.edits
      if !found.isWritten { missing.append((property, items)) }
    }
    if !missing.isEmpty { edits.append(addition(of: missing)) }
    let changed = applying(edits)
    guard let result = try? SidecarDocument(changed), changes.allSatisfy(result.says) else {
      throw .unclear
    }
    return changed
  }

  /// The first element is changed, or the first attribute that has a plain text; repeated ones and
  /// other attributes are removed.
  private func edits(
    _ property: ContainerProperty, _ items: [String]
  ) -> (edits: [SidecarEdit], isWritten: Bool) {
    var (edits, isWritten): ([SidecarEdit], Bool) = ([], false)
    for part in descriptions {
      if let place = part.places?.tag.attributes[property.name] {
        let isKept = property.container == nil && !isWritten
        edits.append(isKept ? (place.value, items[0].escaped) : (place.whole, []))
        isWritten = isWritten || isKept
      }
      for element in part.children(property.name.namespace, property.name.local) {
        guard let places = element.places else { continue }
        guard !isWritten else {
          edits.append((withLine(places.whole), []))
          continue
        }
        isWritten = true
        let layout = Layout(of: bytes, at: places.tag, below: part)
        // It may be a reference, or have a structure.
        if property.container == nil, !element.attributes.isEmpty || element.hasChildren {
          edits.append((places.whole, layout.element(property, items)))
          continue
        }
        // Other languages remain.
        if property.isLanguages, let list = element.child(.rdf, "Alt")?.children(.rdf, "li"),
          let first = list.first?.places
        {
          let item = layout.item(property, items[0])
          let usual = Self.defaultItem(of: list).flatMap { list[$0].places }
          if let usual {
            edits.append(usual.isOneTag ? (usual.whole, item) : (usual.content, items[0].escaped))
          } else {
            let start = first.whole.lowerBound
            edits.append((start..<start, item + layout.newLine(2)))
          }
          continue
        }
        let content = layout.content(property, items)
        edits.append(places.isOneTag ? places.opened(with: content) : (places.content, content))
      }
    }
    return (edits, isWritten)
  }

  /// That of `x-default`, else a first one without language.
  private static func defaultItem(of list: [XMLElement]) -> Int? {
    let languages = list.map { $0.attributes[XMLName(.xml, "lang")] }
    let usual = languages.firstIndex { $0.map { $0 == Array("x-default".utf8) } ?? false }
    return usual ?? (languages.first == .some(nil) ? 0 : nil)
  }

  /// New elements at the end of the first description that declares their vocabulary.
  private func addition(of properties: [(ContainerProperty, [String])]) -> SidecarEdit {
    let part =
      descriptions.first { part in
        part.places?.tag.prefixes.values.contains(properties[0].0.name.namespace) == true
      } ?? descriptions[0]
    guard let places = part.places else { return (0..<0, []) }
    let layout = Layout(of: bytes, at: nil, below: part)
    let elements = properties.flatMap { property, items in
      layout.newLine(0) + layout.element(property, items)
    }
    guard places.isOneTag else {
      var end = places.end.lowerBound
      while end > places.tag.range.upperBound, bytes[end - 1].isSpace { end -= 1 }
      let isOnNewLine = end < places.end.lowerBound
      return (end..<end, elements + (isOnNewLine ? [] : layout.newLine(-1)))
    }
    return places.opened(with: elements + layout.newLine(-1))
  }
}

/// The line ends and indentation of the elements in a description.
private struct Layout {
  private var lineEnd: [UInt8] = []
  private var indentation: [UInt8] = []
  private var step: [UInt8] = [0x20]
  private var outer: [UInt8] = []
  /// In scope where elements are written.
  private let prefixes: [String: XMLNamespace]

  /// `tag` is that of an element in the description, nil for a new one.
  init(of bytes: [UInt8], at tag: XMLPlaces.Tag?, below part: XMLElement) {
    prefixes = tag?.prefixes ?? part.places?.tag.prefixes ?? [:]
    let line = UInt8(ascii: "\n")
    guard let start = part.places?.tag.range.lowerBound, let first = bytes.firstIndex(of: line)
    else { return }
    lineEnd = first > 0 && bytes[first - 1] == 0x0D ? [0x0D, line] : [line]
    outer = Self.indentation(in: bytes, before: start) ?? []
    let sibling = tag ?? part.children.first { _ in true }?.places?.tag
    let found = sibling.flatMap { Self.indentation(in: bytes, before: $0.range.lowerBound) }
    if outer.contains(0x09) { step = [0x09] }
    if let found, found.starts(with: outer), found.count > outer.count {
      step = Array(found.dropFirst(outer.count))
    }
    indentation = found ?? outer + step
  }

  /// Nil if other characters precede on the line.
  private static func indentation(in bytes: [UInt8], before place: Int) -> [UInt8]? {
    let line = bytes[..<place].reversed().prefix { $0 != 0x0A }
    return line.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? line.reversed() : nil
  }

  /// `depth` is relative to the elements of the description; -1 is that of its end tag.
  func newLine(_ depth: Int) -> [UInt8] {
    guard !lineEnd.isEmpty else { return [] }
    return lineEnd
      + (depth < 0 ? outer : indentation + repeatElement(step, count: depth).joined())
  }

  func element(_ property: ContainerProperty, _ items: [String]) -> [UInt8] {
    let (usual, uri) = property.name.namespace.vocabulary
    let known = prefixes.keys.filter { prefixes[$0] == property.name.namespace }.min()
    let prefix = known ?? usual
    let name = prefix.isEmpty ? property.name.local : "\(prefix):\(property.name.local)"
    let declaration = known == nil ? " xmlns:\(usual)=\"\(uri)\"" : ""
    return "<\(name)\(declaration)>".utf8 + content(property, items) + "</\(name)>".utf8
  }

  func content(_ property: ContainerProperty, _ items: [String]) -> [UInt8] {
    guard let container = property.container else { return items.flatMap(\.escaped) }
    let list = rdf(container)
    guard !items.isEmpty else { return newLine(1) + "<\(list)/>".utf8 + newLine(0) }
    let lines = items.flatMap { newLine(2) + item(property, $0) }
    return newLine(1) + "<\(list)>".utf8 + lines + newLine(1) + "</\(list)>".utf8 + newLine(0)
  }

  func item(_ property: ContainerProperty, _ text: String) -> [UInt8] {
    let (item, language) = (rdf("li"), property.isLanguages ? " xml:lang=\"x-default\"" : "")
    return "<\(item)\(language)>".utf8 + text.escaped + "</\(item)>".utf8
  }

  private func rdf(_ local: String) -> String {
    let prefix = prefixes.keys.filter { prefixes[$0] == .rdf }.min() ?? "rdf"
    return prefix.isEmpty ? local : "\(prefix):\(local)"
  }
}
