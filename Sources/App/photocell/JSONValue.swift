/// A value as JSON has it (RFC 8259), as far as the program writes any.
enum JSONValue: CustomStringConvertible {
  case string(String)
  case number(Int)
  /// Names and values, in their order.
  case object([(String, JSONValue)])

  /// The value without any blanks.
  var description: String {
    switch self {
    case .string(let text): JSONText.string(text)
    case .number(let number): "\(number)"
    case .object(let members):
      "{" + members.map { "\(JSONText.string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }
  }
}
