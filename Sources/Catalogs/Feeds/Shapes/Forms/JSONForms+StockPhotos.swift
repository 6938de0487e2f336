extension JSONForms {
  /// Services that lend photos to everybody, from the documentation of their APIs.
  static let stockPhotos = [
    // Unsplash: photos, one photo, and searches.
    JSONForm(
      ["*", "results.*", ""], marks: ["urls.thumb/small/regular/full"], full: ["width", "height"],
      sizes: [
        PictureSize("urls.thumb", width: 200), PictureSize("urls.small", width: 400),
        PictureSize("urls.regular", width: 1080), PictureSize("urls.full", isFull: true),
      ],
      title: ["description", "alt_description"], author: ["user.name"], date: ["created_at"],
      text: ["alt_description", "description"]),
    // Pexels; what is cut to a shape (portrait, landscape, tiny) is another picture.
    JSONForm(
      ["photos.*", "media.*", ""], marks: ["src.original", "src.medium", "photographer"],
      full: ["width", "height"],
      sizes: [
        PictureSize("src.small", height: 130), PictureSize("src.medium", height: 350),
        PictureSize("src.large", width: 940, height: 650),
        PictureSize("src.large2x", width: 1880, height: 1300),
        PictureSize("src.original", isFull: true),
      ],
      title: ["alt"], author: ["photographer"]),
    // Pixabay.
    JSONForm(
      ["hits.*"], marks: ["webformatURL"], full: ["imageWidth", "imageHeight"],
      sizes: [
        PictureSize("previewURL", sides: ["previewWidth", "previewHeight"]),
        PictureSize("webformatURL", sides: ["webformatWidth", "webformatHeight"]),
        PictureSize("largeImageURL", width: 1280, height: 1280),
        PictureSize("fullHDURL", width: 1920, height: 1920),
        PictureSize("imageURL", isFull: true),
      ],
      title: ["tags"], author: ["user"]),
    // Openverse.
    JSONForm(
      ["results.*", ""], marks: ["foreign_landing_url", "url"], full: ["width", "height"],
      sizes: [PictureSize("thumbnail", width: 600), PictureSize("url", isFull: true)],
      title: ["title"], author: ["creator"], text: ["attribution"]),
    // Wallhaven.
    JSONForm(
      ["data.*", "data"], marks: ["path", "thumbs.original"], full: ["dimension_x", "dimension_y"],
      sizes: [PictureSize("thumbs.original", width: 300), PictureSize("path", isFull: true)],
      title: ["id"], author: ["uploader.username"], date: ["created_at"]),
    // Giphy.
    JSONForm(
      ["data.*", "data"], marks: ["images.original.url", "rating"],
      sizes: ["fixed_width_small", "fixed_width", "downsized", "original"].map { name in
        PictureSize(
          "images.\(name).url", sides: ["images.\(name).width", "images.\(name).height"])
      },
      title: ["title"], author: ["user.display_name", "username"], date: ["import_datetime"]),
    // Google Photos; the album's addresses take the size that is wanted at their end.
    JSONForm(
      ["mediaItems.*", "mediaItems.*.mediaFile"], marks: ["baseUrl"],
      full: ["mediaMetadata/mediaFileMetadata.width", "mediaMetadata/mediaFileMetadata.height"],
      kind: "mimeType",
      sizes: [
        PictureSize("{baseUrl}=w400-h400", width: 400, height: 400),
        PictureSize("{baseUrl}=w1600-h1600", width: 1600, height: 1600),
        PictureSize("{baseUrl}=w4096-h4096", width: 4096, height: 4096),
      ],
      title: ["filename"], author: ["contributorInfo.displayName"],
      date: ["mediaMetadata.creationTime"], text: ["description"]),
  ]
}
