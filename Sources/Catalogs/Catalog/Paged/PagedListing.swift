import Base
import HTTP
import Storage
import Synchronization

struct PagedListing: Sendable {
  /// Up to this many entries stay in memory, where they can be sorted and filtered like others.
  private static let maxInMemory = 16_384

  private let source: ListedPages
  private(set) var listing: KeptListing
  /// The photos by page, with their ids; the latest additions are included after `catchUp()`.
  private(set) var paged: PagedEntries
  private(set) var photoCount: Int
  /// All entries while there are at most `maxInMemory`; nil from then on.
  private(set) var held: [CatalogEntry]?
  private(set) var folders: [Subfolder] = []

  /// Nil if a page that should be in memory cannot be read. Entries that `previous` shows of the
  /// same listing keep their ids.
  init?(
    _ listing: KeptListing, of route: S3Route, in index: PhotoIndex,
    after previous: PagedListing? = nil
  ) async {
    self.listing = listing
    source = ListedPages(of: route, in: index, listing)
    let pages = listing.pages.map { EntryPage($0) }
    var renewed: PagedEntries?
    if let previous {
      renewed = try? await PagedEntries.renewing(
        previous.paged, knowing: previous.held, by: pages, countsSuffice: true, from: source)
    }
    paged = renewed ?? PagedEntries(pages, from: source, after: previous?.paged)
    if let folder = route.folder {
      folders = [Subfolder](Array(Set(listing.folders)), in: folder, after: previous?.folders ?? [])
    }
    photoCount = paged.count
    guard photoCount <= Self.maxInMemory else { return }
    defer { photoCount = paged.count }
    var held: [CatalogEntry] = []
    for page in listing.pages.indices {
      guard let read = try? await paged.read(page: page) else { return nil }
      paged = read.all
      held += read.entries
    }
    self.held = held
  }

  static func kept(
    of route: S3Route, in index: PhotoIndex, after previous: PagedListing? = nil
  ) async -> PagedListing? {
    if let listing = await index.listing(route.source),
      let kept = await PagedListing(listing, of: route, in: index, after: previous)
    {
      return kept
    }
    guard let listing = await index.beginListing(route.source) else { return nil }
    return await PagedListing(listing, of: route, in: index, after: previous)
  }

  var count: Int { photoCount + folders.count }

  /// `page` is nil if the part has no objects. `photos` makes one photo per object.
  mutating func add(
    _ part: ListingPart, as page: KeptListing.Page?, photos: @autoclosure () -> [Photo],
    to route: S3Route
  ) {
    listing.add(part, as: page)
    if let page {
      source.add(page)
      photoCount += page.count
      if photoCount > Self.maxInMemory { held = nil }
      if held != nil { hold(photos(), of: page) }
    }
    if let folder = route.folder { folders.add(part.folders, in: folder) }
  }

  private mutating func hold(_ photos: [Photo], of page: KeptListing.Page) {
    catchUp()
    guard photos.count == page.count else {
      held = nil
      return
    }
    let first = photoCount - photos.count
    held? += photos.enumerated().map { place, photo in
      CatalogEntry(id: paged.id(at: first + place), photo: photo)
    }
  }

  mutating func catchUp() {
    guard paged.pages.count < listing.pages.count else { return }
    paged = PagedEntries(listing.pages.map { EntryPage($0) }, from: source, after: paged)
  }

  mutating func endHere() {
    var end = ListingPart()
    end.isWhole = true
    listing.add(end, as: nil)
  }
}

private final class ListedPages: EntryPaging {
  private let route: S3Route
  private let index: PhotoIndex
  private let listing: Int64
  private let queue = WorkQueue(label: "listing")
  private let numbers: Mutex<(count: Int, byKey: [ByteString: Int])>
  private let ends: PageEnds

  init(of route: S3Route, in index: PhotoIndex, _ listing: KeptListing) {
    (self.route, self.index) = (route, index)
    self.listing = listing.id
    ends = PageEnds(of: listing.id, in: index)
    let keys = Dictionary(
      zip(listing.pages.lazy.map { EntryPage($0).key }, 0...), uniquingKeysWith: { $1 })
    numbers = Mutex((listing.pages.count, keys))
  }

  var name: String { route.name }

  func add(_ page: KeptListing.Page) {
    numbers.withLock { numbers in
      numbers.byKey[EntryPage(page).key] = numbers.count
      numbers.count += 1
    }
  }

  func photos(on page: EntryPage) async throws(CatalogError) -> [Photo] {
    guard let number = numbers.withLock({ $0.byKey[page.key] }),
      let objects = await index.objects(on: number, of: listing), objects.count == page.count
    else { throw .provider("this part of the list was lost; r reloads it") }
    return try await queue.run(orThrow: CatalogError.noThread) { [route] in
      objects.compactMap(route.photo)
    }
  }

  func page(of photo: Photo, among pages: [EntryPage]) async -> Int? {
    guard let key = route.key(of: photo) else { return nil }
    let page = await ends.firstPage(of: pages.count) {
      !$0.bytes.lexicographicallyPrecedes(key.bytes)
    }
    return page < pages.count ? page : nil
  }
}

extension EntryPage {
  fileprivate init(_ page: KeptListing.Page) {
    let digest = (0..<8).map { UInt8(truncatingIfNeeded: page.digest >> (8 * UInt64($0))) }
    self.init(key: ByteString(digest), count: page.count)
  }
}

extension [Subfolder] {
  /// New names are mostly near the end, so only the tail after the first of them is merged.
  mutating func add(_ names: [ByteString], in folder: ByteString) {
    let new = [Subfolder](names, in: folder)
    guard let first = new.first else { return }
    let tail = Array(self[partitioningIndex { !NaturalOrder.areInOrder($0.name, first.name) }...])
    removeLast(tail.count)
    var known = Set(tail.map(\.name))
    let added = new.filter { known.insert($0.name).inserted }
    self += tail.merging(added) { NaturalOrder.areInOrder($0.name, $1.name) }
  }
}

extension FeedCatalog {
  /// Snapshots contain the entries themselves while they are few, and pages with the same ids after.
  init(_ route: S3Route, keptIn index: PhotoIndex, client: HTTPClient, demand: CatalogDemand) {
    let loader = FeedLoader(client: client)
    self.init { stream in
      // Parallel to opening the index, but after its thread has started: no thread can start while
      // a library is being loaded.
      async let isStarting: Void = client.start()
      let kept = await PagedListing.kept(of: route, in: index)
      await isStarting
      if let kept {
        var reading = ListingLoader(kept, route, loader: loader, index: index, demand: demand)
        await reading.run(for: stream)
      } else {
        // Without SQLite nothing is cached and all entries stay in memory.
        var reading = FeedReading(route: route, loader: loader, demand: demand)
        await reading.run(for: stream)
      }
    }
  }
}
