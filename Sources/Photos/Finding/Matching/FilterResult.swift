internal import Catalog

/// Which photos of a list a filter shows, and what could not be told.
package struct FilterResult: Sendable {
  /// The filter.
  package let filter: Filter
  /// Whether each photo is shown, in their order.
  package private(set) var mask: [Bool]
  /// How many are shown.
  package private(set) var count: Int
  /// What could not be told, in the order of the filter.
  package private(set) var notes: [FilterNote]

  /// What cannot be understood or told, and where that stands; nil where there is nothing.
  package var problem: FilterProblem? {
    filter.problems.first
      ?? notes.first.map {
        FilterProblem(place: filter.terms[$0.term].place, reason: $0.description)
      }
  }
}

extension FilterResult {
  /// What a filter shows of no photos.
  package init(nothingOf filter: Filter) {
    self.init(filter: filter, mask: [], count: 0, notes: [])
  }

  /// Takes what the same filter shows of more photos, behind these.
  package mutating func append(_ other: FilterResult) {
    let isFirst = mask.isEmpty
    mask += other.mask
    count += other.count
    let terms = Set(notes.map(\.term)).union(other.notes.map(\.term)).sorted()
    notes = terms.compactMap { term in
      let (own, new) = (
        notes.first { $0.term == term }, other.notes.first { $0.term == term }
      )
      guard let own, let new else {
        return own.map { $0.ofSome } ?? new.map { isFirst ? $0 : $0.ofSome }
      }
      return own.joined(to: new)
    }
  }
}

/// What could not be told of photos, which are therefore not shown.
package struct FilterNote: Hashable, Sendable, CustomStringConvertible {
  /// The term of the filter that asks, by its number from 0.
  let term: Int
  /// What is asked for.
  package let field: FilterField
  /// Of how many photos it is not known.
  package let unknownCount: Int
  /// Whether that is all of them.
  package let isUnknownOfAll: Bool

  fileprivate init(term: Int, _ unknown: Unknown) {
    self.init(term: term, field: unknown.field, count: unknown.count, isOfAll: unknown.isAll)
  }

  private init(term: Int, field: FilterField, count: Int, isOfAll: Bool) {
    (self.term, self.field, unknownCount, isUnknownOfAll) = (term, field, count, isOfAll)
  }

  /// The same where it is known of other photos.
  fileprivate var ofSome: FilterNote {
    FilterNote(term: term, field: field, count: unknownCount, isOfAll: false)
  }

  /// The same of more photos.
  fileprivate func joined(to other: FilterNote) -> FilterNote {
    FilterNote(
      term: term, field: field, count: unknownCount + other.unknownCount,
      isOfAll: isUnknownOfAll && other.isUnknownOfAll)
  }

  /// What is not known, and what follows from that.
  package var description: String {
    guard !isUnknownOfAll else { return "\(field.name) is not known of any photo" }
    return
      "\(field.name) is not known of \(unknownCount == 1 ? "1 photo" : "\(unknownCount) photos")"
  }
}

/// What is not known of some photos.
private struct Unknown {
  let field: FilterField
  let count: Int
  let isAll: Bool
}

extension Filter {
  /// Finds the photos that it shows.
  ///
  /// A hundred thousand names take a few milliseconds. Each term is asked about all photos, so that it can be
  /// told of how many it is not known, whatever the others hide.
  /// - Parameters:
  ///   - subjects: The photos, and what is known of them.
  ///   - previous: What another filter has shown of the same photos with the same facts: where this one is
  ///     narrower, only those are looked at again. Nil where there is none.
  /// - Returns: Which photos it shows, and what could not be told.
  package func result(
    on subjects: FilterSubjects, after previous: FilterResult? = nil
  ) -> FilterResult {
    let wider = previous.flatMap { isNarrower(than: $0.filter) ? $0 : nil }
    var mask = wider?.mask ?? Array(repeating: true, count: subjects.entries.count)
    var notes = wider?.notes ?? []
    for (index, term) in terms.enumerated() {
      if let wider, index < wider.filter.terms.count,
        wider.filter.terms[index].alternatives == term.alternatives
      {
        continue
      }
      if let pattern = term.pattern {
        subjects.keep(&mask, matching: pattern)
      } else if let unknown = subjects.keep(&mask, matching: term) {
        notes.append(FilterNote(term: index, unknown))
      }
    }
    return FilterResult(filter: self, mask: mask, count: mask.count { $0 }, notes: notes)
  }
}

extension FilterSubjects {
  fileprivate func keep(_ mask: inout [Bool], matching pattern: NamePattern) {
    names.keep(&mask, matching: pattern) { index in
      pattern.cased == nil || pattern.matchesCase(of: entries[index].photo.name)
    }
  }

  /// Takes what does not match a term out of a set, and tells of how many photos that is not known.
  fileprivate func keep(_ mask: inout [Bool], matching term: FilterTerm) -> Unknown? {
    var folders = FolderVerdicts()
    guard term.hasFields else {
      for index in mask.indices where mask[index] {
        mask[index] = verdict(on: term, at: index, folders: &folders) ?? false
      }
      return nil
    }
    let verdicts = mask.indices.map { verdict(on: term, at: $0, folders: &folders) }
    let unknownCount = verdicts.count { $0 == nil }
    for index in mask.indices where verdicts[index] != true { mask[index] = false }
    guard unknownCount > 0, let field = term.alternatives.lazy.compactMap(\.test.field).first else {
      return nil
    }
    return Unknown(field: field, count: unknownCount, isAll: unknownCount == mask.count)
  }
}
