import HTTP
import Testing

/// What a server sends, and the expected outcome.
struct ServerBehaviour: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let outcome: NetworkError?

  init(_ name: String, _ text: String, _ outcome: NetworkError?) {
    self.name = name
    bytes = Array(text.utf8)
    self.outcome = outcome
  }

  init(_ name: String, bytes: [UInt8], _ outcome: NetworkError?) {
    self.name = name
    self.bytes = bytes
    self.outcome = outcome
  }

  var testDescription: String { name }
}
