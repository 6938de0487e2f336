package import Imaging

/// The rating, label and flag of a photo as far as one source has them: its own file, or its sidecar.
package struct PhotoRating: Hashable, Sendable {
  /// From one to five; zero for none, and minus one for a rejected photo; nil where the source does not say.
  package var stars: Int?
  /// The name of the label; nil where the source does not say, empty where a label was removed.
  package var label: String?
  /// Whether the photo is picked, which only sidecars say.
  package var isPicked = false

  /// Takes what a source says.
  package init(stars: Int? = nil, label: String? = nil, isPicked: Bool = false) {
    (self.stars, self.label, self.isPicked) = (stars, label, isPicked)
  }
}

/// What the sidecar of a photo says that is shown without any other facts.
package struct SidecarFacts: Hashable, Sendable {
  /// The rating, label and flag.
  package var rating: PhotoRating
  /// How the image is turned; nil where the sidecar does not say, or the photo's own file counts.
  package var turn: Orientation?

  /// Takes what a sidecar says.
  package init(rating: PhotoRating = PhotoRating(), turn: Orientation? = nil) {
    (self.rating, self.turn) = (rating, turn)
  }
}

extension PhotoFacts {
  /// Takes what the photo's file says.
  package mutating func add(fileRating rating: PhotoRating) {
    self.rating = rating.stars
    label = rating.label
  }

  /// Takes what the photo's sidecar says, which counts more than the file.
  package mutating func add(sidecarRating rating: PhotoRating) {
    if let stars = rating.stars { self.rating = stars }
    if let label = rating.label { self.label = label }
    isPicked = rating.isPicked
  }
}
