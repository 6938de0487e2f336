import Glibc
import Storage
import Testing

@Suite("SQLite result codes")
struct SQLiteErrorTests {
  private static let refused: [(Int32, CacheError)] = [1, 20, 19 | 8 << 8, 17].map {
    ($0, .refused(.failed(code: $0, message: "m")))
  }

  private static let others: [(Int32, CacheError)] = [
    (5, .busy), (5 | 1 << 8, .busy), (6, .busy), (9, .busy),
    (11, .damaged), (11 | 1 << 8, .damaged), (26, .damaged),
    (14 | 6 << 8, .unusable(errno: ELOOP)),
    (13, .unusable(errno: ENOSPC)), (8, .unusable(errno: EROFS)),
    (8 | 4 << 8, .unusable(errno: ENOENT)), (3, .unusable(errno: EACCES)),
    (23, .unusable(errno: EACCES)), (10 | 3 << 8, .unusable(errno: EIO)),
    (14, .unusable(errno: EIO)), (7, .unusable(errno: EIO)), (21, .unusable(errno: EIO)),
  ]

  @Test(arguments: refused + others)
  func `every result code has one of four causes`(code: Int32, cause: CacheError) {
    #expect(SQLiteError.failed(code: code, message: "m").cause == cause)
  }

  @Test func `a missing SQLite library is reported as ELIBACC`() {
    #expect(SQLiteError.missing.cause == .unusable(errno: ELIBACC))
  }
}
