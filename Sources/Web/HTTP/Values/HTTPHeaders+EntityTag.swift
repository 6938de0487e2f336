package import ResponseStore

extension HTTPHeaders {
  /// The name of this version, without quotes and the mark of weak ones; nil where the server gives none.
  package var entityTag: String? {
    self["etag"].map { tag in
      String((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).filter { $0 != "\"" })
    }
  }
}
