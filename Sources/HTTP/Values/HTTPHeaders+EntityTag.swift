extension HTTPHeaders {
  /// The entity tag without quotes and weak mark.
  package var entityTag: String? {
    self["etag"].map { tag in
      String((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).filter { $0 != "\"" })
    }
  }
}
