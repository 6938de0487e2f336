import Synchronization
import TestServer

/// A bucket of a scripted server, which lists its objects as `ListObjectsV2` does, page by page.
final class ScriptedBucket: Sendable {
  private struct State {
    var keys: [String] = []
    /// After how many responses it fails, and with which status; nil for never.
    var failure: (after: Int, status: String)?
  }

  private let pageSize: Int
  private let state: Mutex<State>

  /// Takes ASCII keys that neither XML nor a list would escape.
  init(_ keys: [String], pageSize: Int = 10) {
    self.pageSize = pageSize
    state = Mutex(State())
    add(keys)
  }

  /// Adds objects.
  func add(_ keys: [String]) {
    state.withLock { $0.keys = Set($0.keys + keys).sorted() }
  }

  /// Removes objects.
  func remove(_ keys: Set<String>) {
    state.withLock { state in state.keys.removeAll(where: keys.contains) }
  }

  /// Fails with a status after so many more responses; nil for never.
  func fail(after count: Int?, status: String = "500 Internal Error") {
    state.withLock { $0.failure = count.map { ($0, status) } }
  }

  /// Answers a request.
  func answer(_ request: AskedRequest, _ connection: ServedConnection) {
    let (keys, failure) = state.withLock { state in
      defer { state.failure?.after -= 1 }
      return (state.keys, state.failure)
    }
    if let failure, failure.after <= 0 { return connection.answer(failure.status) }
    connection.answer(text: Self.list(keys, Self.query(of: request), pageSize))
  }

  private static func query(of request: AskedRequest) -> [String: String] {
    let words = request.target.drop { $0 != "?" }.dropFirst().split(separator: "&")
    let pairs = words.map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), String(parts[1]).replacing("%2F", with: "/"))
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }

  private static func list(_ keys: [String], _ query: [String: String], _ pageSize: Int) -> String {
    let prefix = query["prefix"] ?? ""
    let token = query["continuation-token"]
    let start = token ?? query["start-after"] ?? ""
    var (objects, prefixes, last, isTruncated) = ("", [String](), "", false)
    var count = 0
    for key in keys where key.hasPrefix(prefix) && key > start {
      let rest = key.dropFirst(prefix.count)
      let slash = query["delimiter"] == nil ? nil : rest.firstIndex(of: "/")
      let folder = slash.map { prefix + rest[...$0] }
      // A token skips everything in the last folder.
      if let folder, prefixes.last == folder || (token != nil && token == folder) { continue }
      guard count < min(pageSize, query["max-keys"].flatMap { Int($0) } ?? .max) else {
        isTruncated = true
        break
      }
      count += 1
      last = folder ?? key
      if let folder {
        prefixes.append(folder)
      } else {
        objects += object(key)
      }
    }
    let folders = prefixes.map { "<CommonPrefixes><Prefix>\($0)</Prefix></CommonPrefixes>" }
    let next = isTruncated ? "<NextContinuationToken>\(last)</NextContinuationToken>" : ""
    return """
      <ListBucketResult><IsTruncated>\(isTruncated)</IsTruncated>\(objects)\(folders.joined())\
      \(next)</ListBucketResult>
      """
  }

  private static func object(_ key: String) -> String {
    """
    <Contents><Key>\(key)</Key><LastModified>2024-05-01T12:30:00.000Z</LastModified>\
    <ETag>&quot;\(key)&quot;</ETag><Size>9</Size></Contents>
    """
  }
}
