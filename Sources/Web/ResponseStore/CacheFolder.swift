/// Where the cache lies: the XDG Base Directory Specification.
package enum CacheFolder {
  /// `$XDG_CACHE_HOME/photocell`, or `~/.cache/photocell`; nil where neither is an absolute path.
  package static func path(environment: (String) -> String?) -> String? {
    let absolute = { (path: String?) in path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let home = absolute(environment("HOME")).map { "\($0)/.cache" }
    return (absolute(environment("XDG_CACHE_HOME")) ?? home).map { "\($0)/photocell" }
  }

  /// Whether responses were ever kept in a folder, an absolute path; blocks, and makes nothing.
  static func holdsResponses(_ path: String) -> Bool {
    ResponseFiles.databaseIdentity(in: path) != nil
  }
}
