package import Catalog
package import Values

/// Pages of photos that a test answers, in any order, by the number of the question.
package struct ScriptedPages: EntryPaging {
  /// The pages that have been asked for, by their keys.
  package let answers = ScriptedAnswers<ByteString, Result<[Photo], CatalogError>>()

  /// Makes pages that nobody has asked for yet.
  package init() {}

  /// What it is called.
  package var name: String { "server" }

  /// What the test says is on a page.
  package func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    try await answers.answer(to: page.key).get()
  }

  /// The pages that have been asked for.
  package var asked: [String] { answers.questions.map(\.lossyText) }
}

/// Pages of photos that are there at once.
package struct KnownPages: EntryPaging {
  private let photos: [Photo]
  private let length: Int

  /// Takes photos, and how many are on a page.
  package init(_ photos: [Photo], of length: Int) {
    (self.photos, self.length) = (photos, length)
  }

  /// What it is called.
  package var name: String { "server" }

  /// The pages, whose keys are their numbers.
  package var pages: [EntryPage] {
    stride(from: 0, to: photos.count, by: length).map { start in
      EntryPage(
        key: ByteString("\(start / length)"), count: min(length, photos.count - start))
    }
  }

  /// Those that are on a page.
  package func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    let start = (Int(page.key.lossyText) ?? 0) * length
    return Array(photos[start..<start + page.count])
  }
}
