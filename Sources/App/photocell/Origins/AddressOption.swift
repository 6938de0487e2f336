import Addresses
import ArgumentParser
import Feeds

/// A web address on the command line.
struct AddressOption {
  let address: WebURL

  /// Reads an address.
  /// - Throws: A `ValidationError` that says what is wrong with it.
  init(_ text: String) throws {
    do throws(AddressError) {
      address = try WebURL(text.utf8)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
