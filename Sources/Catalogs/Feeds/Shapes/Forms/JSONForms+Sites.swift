extension JSONForms {
  /// What web sites say of themselves.
  static let sites = [
    // WordPress: the library of media.
    JSONForm(
      ["*", ""], marks: ["source_url", "media_details"],
      kind: "mime_type", sizes: wordPressSizes,
      title: ["title.rendered", "alt_text"], date: ["date"],
      text: ["caption.rendered", "description.rendered", "alt_text"]),
    // WordPress: posts with the picture that stands for them, by `_embed`, by Jetpack, or by WordPress.com.
    JSONForm(
      ["*", ""], marks: ["_embedded.wp:featuredmedia.*.source_url"],
      pictures: ["_embedded.wp:featuredmedia.*"], sizes: wordPressSizes,
      title: ["title.rendered"], author: ["_embedded.author.*.name"], date: ["date"],
      text: ["excerpt.rendered"]),
    JSONForm(
      ["*", ""], marks: ["jetpack_featured_media_url"],
      sizes: [PictureSize("jetpack_featured_media_url")],
      title: ["title.rendered"], date: ["date"], text: ["excerpt.rendered"]),
    JSONForm(
      ["posts.*"], marks: ["featured_image", "site_ID"],
      sizes: [
        PictureSize(
          "post_thumbnail.URL", sides: ["post_thumbnail.width", "post_thumbnail.height"]),
        PictureSize("featured_image"),
      ],
      title: ["title"], author: ["author.name"], date: ["date"], text: ["excerpt"]),
    // schema.org: an image, a gallery, a list of images.
    JSONForm(
      [
        "itemListElement.*.item", "itemListElement.*", "image.*", "associatedMedia.*", "hasPart.*",
        "@graph.*", "*", "",
      ],
      marks: ["@type", "contentUrl"], full: ["width", "height"],
      sizes: [
        PictureSize("thumbnailUrl"),
        PictureSize("thumbnail.contentUrl/url", sides: ["thumbnail.width", "thumbnail.height"]),
        PictureSize("contentUrl", isFull: true),
      ],
      title: ["name", "caption", "headline"],
      author: ["author/creator.name", "author", "creditText"],
      date: ["datePublished", "dateCreated", "uploadDate"], text: ["description", "caption"]),
  ]

  private static let wordPressSizes = [
    PictureSize("source_url", each: "media_details.sizes.*", sides: ["width", "height"]),
    PictureSize("source_url", sides: ["media_details.width", "media_details.height"]),
  ]
}

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

/// The forms of the services that are known.
enum JSONForms {
  /// All of them, those with the more particular marks first.
  static let all =
    stockPhotos + Self.communities + Self.museums + Self.science + Self.boards + Self.sites
}
