package import System

/// An encoded picture in a file that somebody has opened; closed when nobody needs it any more.
///
/// It is equal to itself alone.
package final class OpenPicture: Hashable, Sendable {
  let file: Descriptor

  /// Takes over a file that is open for reading.
  package init(_ file: consuming Descriptor) {
    self.file = file
  }

  /// Tells whether both are the same.
  package static func == (left: OpenPicture, right: OpenPicture) -> Bool { left === right }

  /// Feeds what tells it from others.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
