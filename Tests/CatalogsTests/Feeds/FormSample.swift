import Configuration
import Testing

/// A short document in the form of a service, and its expected contents, from FormSamples.toml.
struct FormSample: Sendable, CustomTestStringConvertible {
  let name: String
  let document: String
  /// As `FeedPage.shown` has it.
  let expected: [String]

  private init?(_ node: TOMLNode) {
    guard case .table(let table) = node.value,
      case .string(let name) = table["name"]?.node.value,
      case .string(let document) = table["document"]?.node.value,
      case .array(let expected) = table["expected"]?.node.value
    else { return nil }
    self.name = name
    self.document = document
    self.expected = expected.map { if case .string(let text) = $0.value { text } else { "" } }
  }

  var testDescription: String { name }

  static let all: [FormSample] = {
    let path = "\(#filePath)".dropLast("FormSample.swift".count) + "FormSamples.toml"
    guard let bytes = try? ConfigFile.bytes(at: String(path)),
      case .array(let nodes)? = try? TOMLReader.table(in: bytes)["sample"]?.node.value
    else { return [] }
    return nodes.compactMap { FormSample($0) }
  }()
}
