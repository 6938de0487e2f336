// The only place that names Foundation: GRDB takes and gives the bytes of a column as its `Data`.
internal import FoundationEssentials
internal import GRDB

/// Bytes as a column of the database holds them.
struct Blob: DatabaseValueConvertible {
  let bytes: [UInt8]

  var databaseValue: DatabaseValue { Data(bytes).databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Blob? {
    Data.fromDatabaseValue(value).map { Blob(bytes: [UInt8]($0)) }
  }
}
