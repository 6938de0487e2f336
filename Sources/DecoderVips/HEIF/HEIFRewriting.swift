internal import DecoderKit
internal import Imaging

extension HEIFPicture {
  /// The file with metadata that describes only the needed items.
  ///
  /// libheif rejects a whole file because of an unneeded item: up to 1.15 for a reference `auxl`,
  /// `cdsc` or `thmb` with a second target or one of an unknown type. Data offsets do not change:
  /// `meta` becomes `free` and a new one is appended.
  var rewrittenFile: [UInt8] {
    let description = Self.box("meta", [0, 0, 0, 0] + boxes)
    var file: [UInt8] = []
    file.reserveCapacity(items.file.count + description.count)
    file += items.file
    Self.closeBoxes(of: &file)
    return file + description
  }

  private var boxes: [UInt8] {
    var bytes: [UInt8] = []
    for box in ISOBMFFBox.all(in: items.meta.dropFirst(4)) {
      switch box.kind {
      case "pitm": bytes += Self.box("pitm", [1, 0, 0, 0] + Self.number(item, 4))
      case "iinf": bytes += Self.box("iinf", entries)
      case "iref": bytes += Self.box("iref", [1, 0, 0, 0] + references)
      case "grpl": break
      default: bytes += Self.box(box.kind, box.content)
      }
    }
    return bytes
  }

  private var entries: [UInt8] {
    let entries = items.entries.filter { needed.contains($0.item) }
    return [1, 0, 0, 0] + Self.number(entries.count, 4)
      + entries.flatMap { entry in
        // Hide all items except the displayed one.
        Self.box(
          "infe",
          entry.content.prefix(3) + [entry.item == item ? 0 : 1] + entry.content.dropFirst(4))
      }
  }

  private var references: [UInt8] {
    func reference(_ kind: String, _ source: Int, _ targets: [Int]) -> [UInt8] {
      Self.box(
        kind,
        Self.number(source, 4) + Self.number(targets.count, 2)
          + targets.flatMap { Self.number($0, 4) })
    }
    return sources.sorted { $0.key < $1.key }.flatMap { reference("dimg", $0.key, $0.value) }
      + (alpha.map { reference("auxl", $0, [item]) } ?? [])
      + (thumbnail.map { reference("thmb", $0, [item]) } ?? [])
      + (exif.map { reference("cdsc", $0, [item]) } ?? [])
  }

  private static func box(_ kind: String, _ content: some Collection<UInt8>) -> [UInt8] {
    number(content.count + 8, 4) + Array(kind.utf8) + content
  }

  private static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * (byteCount - 1 - $0))) }
  }

  /// Makes all boxes end within the file, and renames `meta` to `free`.
  private static func closeBoxes(of file: inout [UInt8]) {
    var position = 0
    while position < file.count {
      let rest = file[position...]
      var fields = ISOBMFFReader(rest)
      guard let size = fields.take(4), let kind = fields.takeText(4) else {
        file.removeSubrange(position...)
        return
      }
      let length = size == 1 ? fields.take(8) ?? 0 : size
      if kind == "meta" { file.replaceSubrange(position + 4..<position + 8, with: "free".utf8) }
      guard length >= (size == 1 ? 16 : 8), length <= rest.count else {
        file.replaceSubrange(position..<position + 4, with: number(rest.count, 4))
        return
      }
      position += length
    }
  }
}
