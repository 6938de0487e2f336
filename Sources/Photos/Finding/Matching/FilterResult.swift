import Base
import Catalogs

package struct FilterResult: Sendable {
  package let filter: Filter
  package private(set) var mask: [Bool]
  package private(set) var count: Int
  package private(set) var notes: [FilterNote]
}

extension FilterResult {
  package init(nothingOf filter: Filter) {
    self.init(filter: filter, mask: [], count: 0, notes: [])
  }

  package mutating func append(_ other: FilterResult) {
    let isFirst = mask.isEmpty
    mask += other.mask
    count += other.count
    let terms = Set(notes.map(\.term)).union(other.notes.map(\.term)).sorted()
    notes = terms.compactMap { term in
      let found = [notes, other.notes].compactMap { $0.first { $0.term == term } }
      guard var note = found.first else { return nil }
      note.unknownCount = found.reduce(0) { $0 + $1.unknownCount }
      note.isUnknownOfAll = (isFirst || found.count == 2) && found.allSatisfy(\.isUnknownOfAll)
      return note
    }
  }
}

/// A term that could not be evaluated for some photos, which are therefore hidden.
package struct FilterNote: Hashable, Sendable, CustomStringConvertible {
  let term: Int
  package let field: FilterField
  package fileprivate(set) var unknownCount: Int
  package fileprivate(set) var isUnknownOfAll: Bool

  package var description: String {
    let (article, fact) = field.missing
    guard !isUnknownOfAll else { return "no photo here has \(article) \(fact)" }
    return unknownCount == 1
      ? "1 photo has no \(fact)" : "\(unknownCount.grouped) photos have no \(fact)"
  }
}

extension Filter {
  /// Takes some milliseconds for 100,000 names. Each term is evaluated for all photos, so that the
  /// number of unknown ones is independent of other terms. `previous` is the result of another
  /// filter for the same photos and facts; if this one is narrower, only its matches are evaluated.
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
      } else {
        let unknownCount = subjects.keep(&mask, matching: term)
        guard unknownCount > 0, let field = term.alternatives.lazy.compactMap(\.field).first else {
          continue
        }
        notes.append(
          FilterNote(
            term: index, field: field, unknownCount: unknownCount,
            isUnknownOfAll: unknownCount == mask.count))
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

  /// Removes photos that do not match, and returns for how many the term is unknown.
  fileprivate func keep(_ mask: inout [Bool], matching term: FilterTerm) -> Int {
    var folders = FolderVerdicts()
    guard term.hasFields else {
      for index in mask.indices where mask[index] {
        mask[index] = verdict(on: term, at: index, folders: &folders) ?? false
      }
      return 0
    }
    let verdicts = mask.indices.map { verdict(on: term, at: $0, folders: &folders) }
    for index in mask.indices where verdicts[index] != true { mask[index] = false }
    return verdicts.count { $0 == nil }
  }
}
