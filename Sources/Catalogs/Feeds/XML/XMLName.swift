/// The name of an element or attribute, with its prefix resolved.
struct XMLName: Hashable, Sendable {
  let namespace: XMLNamespace
  let local: String

  init(_ namespace: XMLNamespace, _ local: String) {
    self.namespace = namespace
    self.local = local
  }
}
