/// A gzipped list of accesses, one a line, `key` or `key,size`.
struct Trace {
  struct Access {
    /// Keys are numbered in order of first use.
    let key: Int
    /// In bytes; 1 if unknown.
    let size: Int
  }

  /// The file name up to its first dot.
  let name: String
  let accesses: [Access]
  let hasSizes: Bool

  var keyCount: Int { (accesses.map(\.key).max() ?? -1) + 1 }

  /// Unpacks a trace into `workshop` with gzip and parses it.
  init(path: String, workshop: String) throws(BenchError) {
    let text = "\(workshop)/trace"
    let unpack = "gzip -dc \"$1\" > \"$2\""
    try Launch(arguments: ["sh", "-c", unpack, "sh", path, text]).run()
    let lines = try Workshop.read(text).split(separator: UInt8(ascii: "\n"))
    accesses = lines.compactMap(Self.access(from:))
    guard !lines.isEmpty, accesses.count == lines.count else { throw .file(path, errno: 0) }
    hasSizes = lines[0].contains(UInt8(ascii: ","))
    name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? path
  }

  private static func access(from line: ArraySlice<UInt8>) -> Access? {
    let fields = line.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let key = fields.first.flatMap({ Int($0) }), key >= 0 else { return nil }
    guard fields.count > 1 else { return Access(key: key, size: 1) }
    return Int(fields[1]).map { Access(key: key, size: $0) }
  }
}
