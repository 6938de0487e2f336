extension JSONForms {
  /// The programs behind picture boards.
  static let boards = [
    // Danbooru.
    JSONForm(
      ["*", ""], marks: ["preview_file_url", "image_width"], full: ["image_width", "image_height"],
      sizes: [
        PictureSize("preview_file_url", width: 180, height: 180),
        PictureSize("large_file_url", width: 850), PictureSize("file_url", isFull: true),
      ],
      title: ["tag_string_character", "tag_string"], author: ["tag_string_artist"],
      date: ["created_at"], text: ["tag_string"]),
    // Moebooru and Gelbooru.
    JSONForm(
      ["*", "post.*"], marks: ["file_url", "preview_url", "tags"], full: ["width", "height"],
      sizes: [
        PictureSize(
          "preview_url",
          sides: ["actual_preview_width/preview_width", "actual_preview_height/preview_height"]),
        PictureSize("sample_url", sides: ["sample_width", "sample_height"]),
        PictureSize("file_url", isFull: true),
      ],
      title: ["title", "tags"], author: ["author", "owner"], date: ["created_at"], text: ["tags"]),
    // e621.
    JSONForm(
      ["posts.*", "post"], marks: ["file.url", "preview.url"],
      sizes: ["preview", "sample", "file"].map { name in
        PictureSize("\(name).url", sides: ["\(name).width", "\(name).height"])
      },
      title: ["tags.character.*", "tags.general.*"], author: ["tags.artist.*"],
      date: ["created_at"], text: ["description"]),
  ]
}
