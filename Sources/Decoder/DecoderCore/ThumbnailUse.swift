/// What the thumbnail inside a photo's EXIF block may be used for.
package enum ThumbnailUse: Hashable, Sendable {
  /// Nothing: the picture itself is decoded.
  case never
  /// Instead of the picture, where it fills the box and has the picture's proportions.
  case whereItSuffices
  /// Nothing else is wanted, however small it is.
  case only
}
