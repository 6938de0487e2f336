import Terminal

/// Keys in their written form, in the arguments of a test: `"jjl<Enter><C-f>"`.
struct KeyScript: ExpressibleByStringLiteral {
  let keys: [Key]

  init(stringLiteral text: String) {
    guard let keys = [Key](parsing: text) else { preconditionFailure("no keys: \(text)") }
    self.keys = keys
  }
}
