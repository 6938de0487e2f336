/// Where a decoder finds an encoded picture.
package enum ImageSource: Hashable, Sendable {
  /// A path as bytes without a terminating zero; opened by the client, never by a codec.
  case file([UInt8])
  /// The encoded picture itself.
  case bytes([UInt8])
  /// A file that is open already.
  case open(OpenPicture)
}
