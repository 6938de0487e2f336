/// A row of the database: a record that has not been checked yet.
struct ResponseRow {
  let id: Int64
  /// The SHA-256 of the key in hexadecimal digits.
  let digest: String
  let record: [UInt8]
  /// The body; nil where it lies in a file.
  let body: [UInt8]?
  /// The name of the file with the body; empty where there is none.
  let fileName: String
}

extension ResponseRow {
  /// Takes what the columns hold; nil where there is no number.
  ///
  /// What is of another type is as good as empty, and then the record is not whole.
  init?(_ row: borrowing SQLiteRow) {
    guard let id = row.integer(0) else { return nil }
    self.init(
      id: id, digest: row.text(1) ?? "", record: row.blob(2) ?? [], body: row.blob(3),
      fileName: row.text(4) ?? "")
  }
}
