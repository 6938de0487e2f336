extension JSONForms {
  /// Museums, archives and encyclopedias.
  static let museums = [
    // The Metropolitan Museum of Art.
    JSONForm(
      ["", "*"], marks: ["primaryImage", "objectID"],
      sizes: [PictureSize("primaryImageSmall"), PictureSize("primaryImage")],
      title: ["title"], author: ["artistDisplayName"], date: ["objectDate"],
      text: ["medium"]),
    // The Art Institute of Chicago: addresses of the International Image Interoperability Framework.
    JSONForm(
      ["data.*", "data"], marks: ["image_id", "title"],
      full: ["thumbnail.width", "thumbnail.height"],
      sizes: [200, 400, 843, 1686].map { (width: Int) in
        PictureSize(
          "{$config.iiif_url}/{image_id}/full/\(width),/0/default.jpg", width: width)
      },
      title: ["title"], author: ["artist_title", "artist_display"], date: ["date_display"],
      text: ["description", "thumbnail.alt_text"]),
    // The Rijksmuseum: the number behind the last sign is the longer side.
    JSONForm(
      ["artObjects.*", "artObject"], marks: ["webImage.url"],
      full: ["webImage.width", "webImage.height"],
      sizes: [
        PictureSize("{webImage.url|=s0>=s400}", width: 400, height: 400),
        PictureSize("{webImage.url|=s0>=s1600}", width: 1600, height: 1600),
        PictureSize("webImage.url", isFull: true),
      ],
      title: ["title", "longTitle"], author: ["principalOrFirstMaker", "principalMaker"],
      text: ["longTitle"]),
    // Europeana.
    JSONForm(
      ["items.*"], marks: ["edmPreview"],
      sizes: [
        PictureSize("edmPreview.*", width: 200, height: 200),
        PictureSize("{edmPreview.*}&size=w400", width: 400),
        PictureSize("edmIsShownBy.*", mustLookLikePicture: true),
      ],
      title: ["title.*", "title"], author: ["dcCreator.*"], date: ["year.*"],
      text: ["dcDescription.*"]),
    // The Smithsonian: each medium of a row is a picture.
    JSONForm(
      ["response.rows.*", "response"],
      marks: ["content.descriptiveNonRepeating.online_media.media"],
      pictures: ["content.descriptiveNonRepeating.online_media.media.*"], kind: "type",
      sizes: [
        PictureSize("thumbnail", width: 150),
        PictureSize("{content|?id=>?max=800&id=}", width: 800, height: 800),
        PictureSize("content"),
      ],
      title: ["title"], author: ["content.freetext.name.*.content"],
      date: ["content.freetext.date.*.content"], text: ["content.freetext.notes.*.content"]),
    // The Internet Archive: each item has a picture of that name.
    JSONForm(
      ["response.docs.*", "items.*"], marks: ["identifier"],
      sizes: [PictureSize("https://archive.org/services/img/{identifier}")],
      title: ["title"], author: ["creator.*", "creator"], date: ["date", "publicdate"],
      text: ["description", "description.*"]),
    // MediaWiki: files, with all that is said of them, or the pictures of pages.
    JSONForm(
      ["query.pages.*"], marks: ["imageinfo.*.url"], pictures: ["imageinfo.*"],
      sizes: [
        PictureSize("thumburl", sides: ["thumbwidth", "thumbheight"]),
        PictureSize("url", sides: ["width", "height"]),
      ],
      title: ["@extmetadata.ObjectName.value", "title"],
      author: ["@extmetadata.Artist.value", "@user"],
      date: ["@extmetadata.DateTimeOriginal.value", "@timestamp"],
      text: ["@extmetadata.ImageDescription.value"]),
    JSONForm(
      ["query.pages.*"], marks: ["thumbnail/original.source"],
      sizes: [
        PictureSize("thumbnail.source", sides: ["thumbnail.width", "thumbnail.height"]),
        PictureSize("original.source", sides: ["original.width", "original.height"]),
      ],
      title: ["title"], text: ["extract", "description"]),
  ]
}
