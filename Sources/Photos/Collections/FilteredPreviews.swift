import Base
package import Catalogs

/// Previews of saved filters by the facts in the index: no photo is read for them.
package struct FilteredPreviews: Sendable {
  private let reader: any PhotoFactsReading
  private let hidden: LocalFolderPreviews.HiddenNames
  private let queue = WorkQueue(label: "filters", isLowPriority: true)

  package init(
    _ reader: any PhotoFactsReading, hidden: @escaping LocalFolderPreviews.HiddenNames = { _ in [] }
  ) {
    (self.reader, self.hidden) = (reader, hidden)
  }

  /// The count may be too low if facts of photos are unknown.
  package func preview(of snapshot: CatalogSnapshot) async -> FolderPreview {
    let filter = Filter(snapshot.filter ?? "")
    let photos = PhotoList(of: snapshot.entries)
    let indexed = IndexedFacts()
    let depth = filter.searchesTexts ? .texts : min(filter.depth, .texts)
    if depth > .names {
      await reader.read(max(depth, .contents), of: photos) { event in
        switch event {
        case .texts(let texts): indexed.texts = texts
        case .remembered(let facts, let count): (indexed.facts, indexed.count) = (facts, count)
        case .found, .hashed: break
        }
        return if case .texts = event { true } else { false }
      }
    }
    let (facts, texts, count) = await (indexed.facts, indexed.texts, indexed.count)
    return await queue.run { [hidden] in
      let subjects = FilterSubjects(snapshot.entries, facts: facts, texts: texts)
      let mask = filter.result(on: subjects).mask
      var preview = FolderPreview(
        hasMore: !snapshot.isComplete || depth > .names && count < photos.count)
      for (_, places) in photos.folders {
        let hidden = hidden(places.map { photos.name(at: $0) })
        for (number, place) in places.enumerated() where mask[place] && !hidden.contains(number) {
          preview.add(photos[place])
        }
      }
      return preview
    }
  }
}

@MainActor
private final class IndexedFacts {
  var facts = FactsTable()
  var texts = TextTable()
  var count = 0

  nonisolated init() {}
}
