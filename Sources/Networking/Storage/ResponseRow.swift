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
