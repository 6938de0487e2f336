import Base

/// The properties written into sidecars; all others belong to other programs.
package enum SidecarProperty: String, CaseIterable, Sendable {
  /// 1 to 5 stars, 0 for none, -1 for rejected.
  case rating = "Rating"
  case label = "Label"
  /// `1` if picked; `0` overrides other programs' flags; no common vocabulary has this.
  case pick = "Pick"
  /// EXIF orientation, 1 to 8.
  case orientation = "Orientation"

  var name: XMLName { XMLName(vocabulary.namespace, rawValue) }

  /// With the prefix to declare if the document declares none.
  var vocabulary: (namespace: XMLNamespace, prefix: String, name: String) {
    switch self {
    case .rating, .label: (.xmp, "xmp", "http://ns.adobe.com/xap/1.0/")
    case .pick: (.photocell, "photocell", "photocell:ns:culling/1.0/")
    case .orientation: (.tiff, "tiff", "http://ns.adobe.com/tiff/1.0/")
    }
  }
}

package enum SidecarChange: Hashable, Sendable {
  case set(String)
  case remove
}

package typealias SidecarChanges = [SidecarProperty: SidecarChange]
