internal import XML

/// What is written into sidecars; everything else in them is another program's.
package enum SidecarProperty: String, CaseIterable, Sendable {
  /// From one to five stars, zero for none, and minus one for a rejected photo.
  case rating = "Rating"
  /// The name of a colour.
  case label = "Label"
  /// `1` for a photo that was picked, and `0` for one that was not whatever another program says: no vocabulary that
  /// others read has that.
  case pick = "Pick"
  /// How the stored picture is turned, as EXIF numbers it from 1 to 8.
  case orientation = "Orientation"

  /// Its name with the vocabulary that it belongs to.
  var name: XMLName {
    switch self {
    case .rating, .label: XMLName(.xmp, rawValue)
    case .pick: XMLName(.photocell, rawValue)
    case .orientation: XMLName(.tiff, rawValue)
    }
  }

  /// The prefix that it is written with where a document has none for its vocabulary.
  var prefix: String {
    switch self {
    case .rating, .label: "xmp"
    case .pick: "photocell"
    case .orientation: "tiff"
    }
  }

  /// The name of its vocabulary.
  var vocabulary: String {
    switch self {
    case .rating, .label: "http://ns.adobe.com/xap/1.0/"
    case .pick: "photocell:ns:culling/1.0/"
    case .orientation: "http://ns.adobe.com/tiff/1.0/"
    }
  }
}

/// What becomes of a property of a sidecar.
package enum SidecarChange: Hashable, Sendable {
  /// It gets a value.
  case set(String)
  /// It goes.
  case remove
}

/// What becomes of several properties; of others nothing.
package typealias SidecarChanges = [SidecarProperty: SidecarChange]
