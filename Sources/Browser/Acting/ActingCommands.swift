import Terminal

nonisolated extension Command {
  static let trash = Command(rawValue: "trash")
  static let copy = Command(rawValue: "copy")
  static let move = Command(rawValue: "move")
  static let rename = Command(rawValue: "rename")
  static let erase = Command(rawValue: "delete!")
  static let copyPath = Command(rawValue: "copy-path")
  static let turnFile = Command(rawValue: "turn-file")
  static let undo = Command(rawValue: "undo")
  static let redo = Command(rawValue: "redo")
}

nonisolated extension Keymap {
  static let acting: [Entry] =
    [
      Entry(
        .trash, "D", help: "move the marked photos to the trash, or this one where none is marked"),
      Entry(.undo, "u", help: "undo what was done to files last; again: what was done before"),
      Entry(.redo, .control("r"), help: "do again what was undone"),
      Entry(
        .rename, "R",
        help: "rename this photo, and what belongs to it; the marked photos in an editor"),
      Entry(
        .copyPath, "y",
        help: "copy the paths of the marked photos, or of this one where none is marked"),
    ] + .programs
}
