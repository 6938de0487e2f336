package import Base
package import Catalogs

/// Pages of photos with scripted answers, in any order, by number.
package struct ScriptedPages: EntryPaging {
  package let answers = ScriptedAnswers<ByteString, Result<[Photo], CatalogError>>()

  package init() {}

  package var name: String { "server" }

  package func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    try await answers.answer(to: page.key).get()
  }

  package var asked: [String] { answers.questions.map(\.lossyText) }
}

/// Pages of photos that are available immediately.
package struct KnownPages: EntryPaging {
  private let photos: [Photo]
  private let length: Int

  package init(_ photos: [Photo], of length: Int) {
    (self.photos, self.length) = (photos, length)
  }

  package var name: String { "server" }

  /// The key of a page is its number.
  package var pages: [EntryPage] {
    stride(from: 0, to: photos.count, by: length).map { start in
      EntryPage(
        key: ByteString("\(start / length)"), count: min(length, photos.count - start))
    }
  }

  package func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    let start = (Int(page.key.lossyText) ?? 0) * length
    return Array(photos[start..<start + page.count])
  }
}
