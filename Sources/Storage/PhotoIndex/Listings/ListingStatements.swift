/// Row ids of pages: listing and page number.
enum ListedPlace {
  static let pageLimit = 1 << 24

  static func of(_ page: Int, in listing: Int64) -> SQLiteValue {
    .integer(listing << 24 | Int64(page))
  }

  /// The first and the last row id.
  static func all(in listing: Int64) -> [SQLiteValue] {
    [of(0, in: listing), of(pageLimit - 1, in: listing)]
  }

  static func page(at place: Int64) -> Int { Int(place & 0xFF_FFFF) }
}

struct ListingStatements: ~Copyable {
  let find, pageCount, oldest, begin, goOn, use, remove, removeUnused, removeStage: SQLiteStatement
  let setStage, pages, addPage, objects, addObjects, folders, lastFolders: SQLiteStatement
  let addFolders, abandonedPages, removePage, removeObjects, removeFolders: SQLiteStatement

  static func prepare(
    _ connection: borrowing SQLiteConnection
  ) throws(SQLiteError) -> ListingStatements {
    ListingStatements(
      find: try connection.prepare(
        "SELECT id, begun, used, whole, last, pages FROM listing WHERE source = ? AND stage = ?"),
      pageCount: try connection.prepare("SELECT pages FROM listing WHERE id = ?"),
      oldest: try connection.prepare(
        "SELECT id, used FROM listing WHERE id IS NOT ? ORDER BY used, id LIMIT 1"),
      begin: try connection.prepare(
        """
        INSERT INTO listing (source, stage, begun, used, pages, whole)
        VALUES (?1, ?2, ?3, ?3, 0, 0)
        RETURNING id
        """),
      goOn: try connection.prepare(
        """
        UPDATE listing
        SET used = ?2, last = coalesce(?3, last), whole = max(whole, ?4), pages = pages + ?5
        WHERE id = ?1
        """),
      use: try connection.prepare("UPDATE listing SET used = ?2 WHERE id = ?1"),
      remove: try connection.prepare("DELETE FROM listing WHERE id = ?"),
      removeUnused: try connection.prepare("DELETE FROM listing WHERE used < ?"),
      removeStage: try connection.prepare("DELETE FROM listing WHERE source = ? AND stage = ?"),
      setStage: try connection.prepare("UPDATE listing SET stage = ?2 WHERE id = ?1"),
      pages: try connection.prepare(
        """
        SELECT place, count, digest FROM listing_page WHERE place BETWEEN ? AND ? ORDER BY place
        """),
      addPage: try connection.prepare(
        "INSERT INTO listing_page (place, count, digest) VALUES (?, ?, ?)"),
      objects: try connection.prepare("SELECT objects FROM listing_objects WHERE place = ?"),
      addObjects: try connection.prepare(
        "INSERT OR REPLACE INTO listing_objects (place, objects) VALUES (?, ?)"),
      folders: try connection.prepare(
        "SELECT names FROM listing_folders WHERE place BETWEEN ? AND ? ORDER BY place"),
      lastFolders: try connection.prepare(
        """
        SELECT place FROM listing_folders WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT 1
        """),
      addFolders: try connection.prepare(
        "INSERT INTO listing_folders (place, names) VALUES (?, ?)"),
      abandonedPages: try connection.prepare(abandoned),
      removePage: try connection.prepare("DELETE FROM listing_page WHERE place = ?"),
      removeObjects: try connection.prepare("DELETE FROM listing_objects WHERE place = ?"),
      removeFolders: try connection.prepare("DELETE FROM listing_folders WHERE place = ?"))
  }

  /// Some pages of removed listings.
  private static let abandoned = ["page", "folders"].map {
    """
    SELECT * FROM (SELECT place FROM listing_\($0)
    WHERE place >> 24 NOT IN (SELECT id FROM listing) LIMIT ?1)
    """
  }.joined(separator: " UNION ")
}
