import Base
import Catalogs
import Synchronization
import TestSupport
import Testing

/// Entries by rank, whose pages are read on demand.
@Suite("Paged entries", .timeLimit(.minutes(30)))
struct PagedEntriesTests {
  private static func pages(_ counts: [Int]) -> [EntryPage] {
    counts.enumerated().map { EntryPage(key: ByteString("p\($0.offset)"), count: $0.element) }
  }

  private static func photos(_ names: some Sequence<String>) -> [Photo] {
    names.map { Photo(path: ByteString($0)) }
  }

  /// Photos of each page, named by its key and their index.
  private struct NamedPages: EntryPaging {
    var name: String { "server" }
    var missing: Set<String> = []
    var counts: [String: Int] = [:]

    func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
      let key = page.key.lossyText
      guard !missing.contains(key) else { throw .notFound }
      return PagedEntriesTests.photos((0..<counts[key, default: page.count]).map { "\(key)-\($0)" })
    }
  }

  @Test(arguments: [[3, 1, 4], [0, 0, 5, 0, 2, 0], [1], [0], []])
  func `ranks, ids and pages map to each other without reading any page`(counts: [Int]) {
    let entries = PagedEntries(Self.pages(counts), from: NamedPages())
    #expect(entries.count == counts.reduce(0, +))
    var ids: Set<PhotoID> = []
    for rank in 0..<entries.count {
      let id = entries.id(at: rank)
      #expect(ids.insert(id).inserted)
      #expect(entries.rank(of: id) == rank)
      #expect(entries.ranks(of: entries.page(of: rank)).contains(rank))
      #expect(entries[rank] == nil)
    }
    #expect(entries.rank(of: PhotoID()) == nil)
    #expect(counts.indices.map { entries.ranks(of: $0).count } == counts)
  }

  @Test func `ten million entries have ranks and ids without reading any page`() {
    let entries = PagedEntries(
      Self.pages(Array(repeating: 1_000, count: 10_000)), from: NamedPages())
    #expect(entries.count == 10_000_000)
    #expect(entries.rank(of: entries.id(at: 9_876_543)) == 9_876_543)
    #expect(entries.page(of: 9_876_543) == 9_876)
  }

  @Test func `a loaded page has its photos under the ids of their ranks`() async throws {
    let entries = PagedEntries(Self.pages([2, 3]), from: NamedPages())
    guard case .held = try await entries.load(page: 1) else {
      Issue.record("not held")
      return
    }
    #expect(entries.missing(among: [1, 0]) == [0])
    #expect(entries[1] == nil)
    #expect((2..<5).map { entries[$0]?.photo.name.lossyText } == ["p1-0", "p1-1", "p1-2"])
    #expect((2..<5).allSatisfy { entries[$0]?.id == entries.id(at: $0) })
  }

  @Test func `a page that fails to load changes nothing`() async throws {
    let entries = PagedEntries(Self.pages([2, 3]), from: NamedPages(missing: ["p1"]))
    _ = try await entries.load(page: 0)
    await #expect(throws: CatalogError.notFound) { _ = try await entries.load(page: 1) }
    #expect(entries.missing(among: [0, 1]) == [1])
    #expect(entries.notice(of: .notFound).source == "server")
  }

  @Test func `the least recently wanted pages are evicted, wanted ones never`() async throws {
    let entries = PagedEntries(
      Self.pages(Array(repeating: 8_000, count: 5)), from: NamedPages())
    for page in 0..<3 { _ = try await entries.load(page: page) }
    #expect(entries.missing(among: Array(0..<5)) == [0, 3, 4])
    entries.want([1])
    _ = try await entries.load(page: 3)
    #expect(entries.missing(among: Array(0..<5)) == [0, 2, 4])
    entries.want([1, 3, 4])
    _ = try await entries.load(page: 4)
    #expect(entries.missing(among: Array(0..<5)) == [0, 2])
  }

  @Test func `entries passed to keep(exactly:) survive eviction of their pages`() async throws {
    let entries = PagedEntries(
      Self.pages(Array(repeating: 16_000, count: 3)), from: NamedPages())
    _ = try await entries.load(page: 0)
    let (held, unread) = (entries.id(at: 7), entries.id(at: 16_003))
    entries.keep(exactly: [held, unread])
    for page in [1, 2] { _ = try await entries.load(page: page) }
    #expect(entries.missing(among: [0, 1]) == [0, 1])
    #expect(entries[7]?.photo.name.lossyText == "p0-7")
    #expect(entries[16_003]?.photo.name.lossyText == "p1-3")
    #expect(entries[8] == nil)
    entries.keep(exactly: [unread])
    #expect(entries[7] == nil && entries[16_003] != nil)
  }

  @Test(arguments: [0, 1, 2, 3, 5, 100])
  func `a page with a changed photo count gives new entries that keep the ids`(
    count: Int
  ) async throws {
    let entries = PagedEntries(
      Self.pages([2, 3, 2]), from: NamedPages(counts: ["p1": count]))
    _ = try await entries.load(page: 2)
    guard count != 3 else { return }
    guard case .changed(let new) = try await entries.load(page: 1) else {
      Issue.record("not changed")
      return
    }
    #expect(new.count == 4 + count)
    #expect(new.missing(among: [0, 1, 2]) == [0])
    #expect(new[2 + count]?.photo.name.lossyText == "p2-0")
    #expect(new[2 + count]?.id == entries.id(at: 5))
    #expect(new.rank(of: entries.id(at: 6)) == 3 + count)
    #expect(new.id(at: 1) == entries.id(at: 1))
    // Ids are kept for as many photos again as there were, and some more.
    if (1...70).contains(count) { #expect(new.id(at: 2) == entries.id(at: 2)) }
    #expect((0..<new.count).allSatisfy { new.rank(of: new.id(at: $0)) == $0 })
    #expect((2..<2 + count).allSatisfy { new[$0]?.id == new.id(at: $0) })
  }

  @Test func `added, removed and reordered pages keep their photos' ids`() async throws {
    let (source, old) = (NamedPages(), Self.pages([2, 3, 4]))
    let entries = PagedEntries(old, from: source)
    for page in 0..<3 { _ = try await entries.load(page: page) }
    let pages = [
      EntryPage(key: ByteString("new"), count: 2), old[2], EntryPage(key: old[1].key, count: 1),
    ]
    let new = try await PagedEntries.renewing(
      entries, by: pages, countsSuffice: true, from: source)
    #expect(new.count == 7)
    #expect((2..<6).map(new.id(at:)) == (5..<9).map(entries.id(at:)))
    #expect(new.id(at: 6) == entries.id(at: 2))
    #expect(new.rank(of: entries.id(at: 0)) == nil)
    #expect(new.rank(of: entries.id(at: 3)) == nil)
    #expect(new.missing(among: [0, 1, 2]) == [0])
  }

  /// Pages whose photos change.
  private final class ChangingPages: EntryPaging {
    let name = "server"
    let names: Mutex<[String: [String]]>

    init(_ names: [String: [String]]) {
      self.names = Mutex(names)
    }

    /// The pages as currently listed.
    var pages: [EntryPage] {
      names.withLock { names in
        names.sorted { $0.key < $1.key }
          .map { EntryPage(key: ByteString($0.key), count: $0.value.count) }
      }
    }

    func set(_ names: [String], on page: String) { self.names.withLock { $0[page] = names } }

    func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
      guard let names = names.withLock({ $0[page.key.lossyText] }) else { throw .notFound }
      return PagedEntriesTests.photos(names)
    }
  }

  private static func names(_ entries: PagedEntries, _ ids: [PhotoID]) -> [String?] {
    ids.map { id in
      entries.rank(of: id).flatMap { entries[$0] }.map { entry in
        entry.id == id ? entry.photo.name.lossyText : "another"
      }
    }
  }

  /// What the page of May has after the change.
  private static let changes = [
    ["new", "a", "b", "c"], ["a", "c"], ["c", "b", "a"], ["x", "a", "b"], ["new"], [],
  ]

  @Test(arguments: changes)
  func `a kept photo keeps its id when its page is reread with other photos`(
    names: [String]
  ) async throws {
    let source = ChangingPages(["may": ["a", "b", "c"], "june": ["d"]])
    let entries = PagedEntries(source.pages, from: source)
    for page in [0, 1] { _ = try await entries.load(page: page) }
    let ids = (0..<4).map(entries.id(at:))
    entries.keep(exactly: [ids[0], ids[1], ids[2], ids[3]])
    source.set(names, on: "may")
    guard case .changed(let new) = try await entries.load(page: 1) else {
      Issue.record("not changed")
      return
    }
    let expected = ["d"] + ["a", "b", "c"].map { names.contains($0) ? $0 : nil }
    #expect(Self.names(new, ids) == expected)
    #expect((0..<new.count).allSatisfy { new.rank(of: new.id(at: $0)) == $0 })
    // And again, with the months as currently listed.
    source.set(["z"] + names, on: "may")
    let newer = try await PagedEntries.renewing(
      entries, by: source.pages, countsSuffice: true, from: source)
    #expect(Self.names(newer, ids) == expected)
    #expect((0..<newer.count).allSatisfy { newer.rank(of: newer.id(at: $0)) == $0 })
    #expect(Set((0..<newer.count).map(newer.id(at:))).count == newer.count)
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `the first of two changed pages is applied, and renewing keeps all ids`(
    order: [Int]
  ) async throws {
    let source = ChangingPages(["a": ["a", "b"], "b": ["c", "d"]])
    let entries = PagedEntries(source.pages, from: source)
    for page in [0, 1] { _ = try await entries.load(page: page) }
    let ids = (0..<4).map(entries.id(at:))
    entries.keep(exactly: Set(ids))
    source.set(["x", "a", "b"], on: "a")
    source.set(["y", "c", "d"], on: "b")
    var shown: [PagedEntries] = []
    for page in order {
      if case .changed(let new) = try await entries.load(page: page) { shown.append(new) }
    }
    // A caller that shows the first drops the second, and then the server is asked again.
    shown.removeLast()
    let added = shown[0].id(at: order[0] == 0 ? 0 : 2)
    let renewed = try await PagedEntries.renewing(
      entries, by: source.pages, countsSuffice: false, from: source)
    #expect(Self.names(renewed, ids) == ["a", "b", "c", "d"])
    #expect(Self.names(renewed, [added]) == [order[0] == 0 ? "x" : "y"])
  }

  @Test func `kept photos of evicted pages keep their ids`() async throws {
    let many = (0..<16_000).map { "m\($0)" }
    let source = ChangingPages(["a": ["a", "b"], "m": many, "n": many.map { "n\($0)" }])
    let entries = PagedEntries(source.pages, from: source)
    _ = try await entries.load(page: 0)
    let (marked, other) = (entries.id(at: 1), entries.id(at: 0))
    entries.keep(exactly: [marked])
    for page in [1, 2] { _ = try await entries.load(page: page) }
    #expect(entries.missing(among: [0]) == [0])
    source.set(["new", "a", "b"], on: "a")
    let new = try await PagedEntries.renewing(
      entries, by: source.pages, countsSuffice: true, from: source)
    #expect(Self.names(new, [marked, other]) == ["b", nil])
  }

  @Test func `renewing throws and changes nothing when a page fails to load`() async throws {
    let source = ChangingPages(["a": ["a", "b"], "b": ["c"]])
    let entries = PagedEntries(source.pages, from: source)
    for page in [0, 1] { _ = try await entries.load(page: page) }
    source.set(["new", "a", "b"], on: "a")
    let pages = source.pages
    source.names.withLock { $0["a"] = nil }
    await #expect(throws: CatalogError.notFound) {
      _ = try await PagedEntries.renewing(
        entries, by: pages, countsSuffice: true, from: source)
    }
    source.set(["new", "a", "b"], on: "a")
    let new = try await PagedEntries.renewing(
      entries, by: pages, countsSuffice: true, from: source)
    #expect(Self.names(new, (0..<3).map(entries.id(at:))) == ["a", "b", "c"])
  }
}
