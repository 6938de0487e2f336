package import Imaging

/// Rating, label and flag from one source: the file or its sidecar.
package struct PhotoRating: Hashable, Sendable {
  /// 1 to 5, 0 for none, -1 for rejected; nil if not given.
  package var stars: Int?
  /// Nil if not given; empty if the label was removed.
  package var label: String?
  package var isPicked = false

  package init(stars: Int? = nil, label: String? = nil, isPicked: Bool = false) {
    (self.stars, self.label, self.isPicked) = (stars, label, isPicked)
  }
}

/// Facts in a sidecar that are shown without any others.
package struct SidecarFacts: Hashable, Sendable {
  package var rating: PhotoRating = PhotoRating()
  /// Nil if not given, or if the file's own orientation applies.
  package var turn: Orientation?
}

extension PhotoFacts {
  package mutating func add(fileRating rating: PhotoRating) {
    self.rating = rating.stars
    label = rating.label
  }

  /// Takes precedence over the file.
  package mutating func add(sidecarRating rating: PhotoRating) {
    if let stars = rating.stars { self.rating = stars }
    if let label = rating.label { self.label = label }
    isPicked = rating.isPicked
  }
}
