import Imaging

/// The bytes that write an image of a picture at the cursor.
nonisolated enum InlineCode {
  /// A sixel image as it is.
  static func sixel(_ image: WrittenImage, of picture: EncodedPicture) -> [UInt8] {
    Array(picture.bytes[image.bytes])
  }

  /// A file in an escape code of iTerm2 (iTerm2's documentation, "Images").
  /// - Parameters:
  ///   - picture: A picture in a format for files.
  ///   - isWrapped: Whether the code is wrapped for the terminal around tmux.
  /// - Returns: The bytes.
  static func iterm2(_ picture: EncodedPicture, isWrapped: Bool) -> [UInt8] {
    let control =
      "\u{1b}]1337;File=inline=1;size=\(picture.bytes.count);width=\(picture.size.columns);"
      + "height=\(picture.size.rows);preserveAspectRatio=0;doNotMoveCursor=1:"
    let code = Array(control.utf8) + Base64.encode(picture.bytes[...]) + [0x07]
    return isWrapped ? TmuxPassthrough.wrap(code) : code
  }
}
