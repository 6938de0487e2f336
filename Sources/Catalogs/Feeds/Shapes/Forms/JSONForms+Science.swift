extension JSONForms {
  /// The sky, the earth, and what lives on it.
  static let science = [
    // NASA's library; the captions of films stand beside their stills.
    JSONForm(
      ["collection.items.*"], marks: ["data.*.nasa_id"], kind: "data.*.media_type",
      sizes: [
        PictureSize(
          "href", each: "links.*", sides: ["width", "height"], mustLookLikePicture: true)
      ],
      title: ["data.*.title"], author: ["data.*.photographer", "data.*.secondary_creator"],
      date: ["data.*.date_created"], text: ["data.*.description"]),
    // The rovers on Mars.
    JSONForm(
      ["photos.*", "latest_photos.*"], marks: ["img_src", "rover"],
      sizes: [PictureSize("img_src")],
      title: ["camera.full_name", "camera.name"], author: ["rover.name"], date: ["earth_date"]),
    JSONForm(
      ["images.*"], marks: ["image_files.full_res"],
      sizes: [
        PictureSize("image_files.small", width: 320), PictureSize("image_files.medium", width: 800),
        PictureSize("image_files.large", width: 1200), PictureSize("image_files.full_res"),
      ],
      title: ["title"], author: ["credit"], date: ["date_taken_utc"], text: ["caption"]),
    // EPIC: the whole earth, at addresses made of the day and a name.
    JSONForm(
      ["*"], marks: ["image", "centroid_coordinates", "date"],
      sizes: [
        PictureSize("\(epicStem)/thumbs/{image}.jpg", width: 100, height: 100),
        PictureSize("\(epicStem)/jpg/{image}.jpg", width: 1080, height: 1080),
        PictureSize("\(epicStem)/png/{image}.png", width: 2048, height: 2048),
      ],
      title: ["caption"], date: ["date"]),
    // iNaturalist: observations and species; the word before the extension is the size.
    JSONForm(
      ["results.*", ""], marks: ["photos.*.url", "observed_on/taxon"], pictures: ["photos.*"],
      full: ["original_dimensions.width", "original_dimensions.height"],
      sizes: naturalistSizes,
      title: ["taxon.preferred_common_name", "species_guess", "taxon.name"],
      author: ["user.name", "user.login"], date: ["observed_on"], text: ["place_guess"]),
    JSONForm(
      ["results.*", ""], marks: ["default_photo.url", "name"], pictures: ["default_photo"],
      full: ["original_dimensions.width", "original_dimensions.height"],
      sizes: naturalistSizes,
      title: ["preferred_common_name", "name"], author: ["@attribution"],
      text: ["wikipedia_summary"]),
  ]

  private static let epicStem = "https://epic.gsfc.nasa.gov/archive/natural/{date|day}"
  private static let naturalistSizes = [
    PictureSize("{url|/square.>/small.}", width: 240, height: 240),
    PictureSize("{url|/square.>/medium.}", width: 500, height: 500),
    PictureSize("{url|/square.>/large.}", width: 1024, height: 1024),
    PictureSize("{url|/medium.>/medium.}", width: 500, height: 500),
    PictureSize("{url|/medium.>/large.}", width: 1024, height: 1024),
  ]
}
