extension JSONForms {
  /// Where people show pictures to one another.
  static let communities = [
    // Flickr's public feeds: the letter before the extension is the size.
    JSONForm(
      ["items.*"], marks: ["media.m", "author_id"],
      sizes: [
        PictureSize("{media.m|_m.>_m.}", width: 240, height: 240),
        PictureSize("{media.m|_m.>.}", width: 500, height: 500),
        PictureSize("{media.m|_m.>_b.}", width: 1024, height: 1024),
      ],
      title: ["title"], author: ["author"], date: ["date_taken", "published"], text: ["tags"]),
    // Flickr's methods with addresses among the `extras`, and without.
    JSONForm(
      ["photos.photo.*", "photoset.photo.*"], marks: ["url_t/url_s/url_m/url_n/url_z/url_l/url_o"],
      sizes: flickrSizes.map { size in
        PictureSize("url_\(size)", sides: ["width_\(size)", "height_\(size)"])
      },
      title: ["title._content", "title"], author: ["ownername"], date: ["datetaken"],
      text: ["description._content"]),
    JSONForm(
      ["photos.photo.*", "photoset.photo.*"], marks: ["secret", "server"],
      sizes: [
        PictureSize("\(flickrStem)_m.jpg", width: 240, height: 240),
        PictureSize("\(flickrStem).jpg", width: 500, height: 500),
        PictureSize("\(flickrStem)_b.jpg", width: 1024, height: 1024),
      ],
      title: ["title._content", "title"], author: ["ownername"], date: ["datetaken"],
      text: ["description._content"]),
    // Reddit: a listing, and a post with its comments.
    JSONForm(
      ["data.children.*.data", "*.data.children.*.data"], marks: ["permalink", "subreddit"],
      pictures: ["media_metadata.*", ""], kind: "post_hint",
      sizes: [
        PictureSize("u", each: "p.*", sides: ["x", "y"]),
        PictureSize("u", each: "s", sides: ["x", "y"]),
        PictureSize(
          "url", each: "preview.images.*.resolutions.*", sides: ["width", "height"]),
        PictureSize("url", each: "preview.images.*.source", sides: ["width", "height"]),
        PictureSize("url_overridden_by_dest/url", mustLookLikePicture: true),
      ],
      title: ["title"], author: ["author"], text: ["selftext"]),
    // Imgur: the letter before the extension is the size.
    JSONForm(
      ["data.*", "data", "data.items.*"],
      marks: ["link", "id", "account_url/images/type/is_album"],
      pictures: ["images.*", ""], full: ["width", "height"], kind: "type",
      sizes: [
        PictureSize("{link|.jpg>m.jpg}", width: 320, height: 320),
        PictureSize("{link|.jpg>l.jpg}", width: 640, height: 640),
        PictureSize("{link|.png>m.png}", width: 320, height: 320),
        PictureSize("{link|.png>l.png}", width: 640, height: 640),
        PictureSize("link", isFull: true, mustLookLikePicture: true),
      ],
      title: ["@title", "title"], author: ["account_url"], text: ["@description", "description"]),
    // Tumblr: posts of photos, and posts of blocks.
    JSONForm(
      ["response.posts.*", "response.*", "posts.*"], marks: ["blog_name", "post_url"],
      pictures: ["photos.*", "content.*", "trail.*.content.*"],
      sizes: [
        PictureSize("url", each: "alt_sizes.*", sides: ["width", "height"]),
        PictureSize("url", each: "original_size", sides: ["width", "height"]),
        PictureSize("url", each: "media.*", sides: ["width", "height"]),
      ],
      title: ["summary", "caption"], author: ["blog_name"], date: ["date"],
      text: ["@caption", "@alt_text", "caption"]),
    // Mastodon and Pixelfed: each attachment is a picture.
    JSONForm(
      ["*", "statuses.*", ""], marks: ["media_attachments", "account"],
      pictures: ["media_attachments.*", "reblog.media_attachments.*"], kind: "type",
      sizes: [
        PictureSize("preview_url", sides: ["meta.small.width", "meta.small.height"]),
        PictureSize("url", sides: ["meta.original.width", "meta.original.height"]),
      ],
      title: ["spoiler_text", "content", "reblog.content"],
      author: ["account.display_name", "account.username"], date: ["created_at"],
      text: ["@description", "content"]),
    // Lemmy.
    JSONForm(
      ["posts.*", "post_view", ""], marks: ["post.ap_id", "community"],
      sizes: [
        PictureSize("post.thumbnail_url"), PictureSize("post.url", mustLookLikePicture: true),
      ],
      title: ["post.name"], author: ["creator.display_name", "creator.name"],
      date: ["post.published"], text: ["post.body"]),
    // Bluesky: a feed of an author, and posts.
    JSONForm(
      ["feed.*.post", "posts.*", "thread.post"], marks: ["author.handle", "record"],
      pictures: ["embed.images.*", "embed.media.images.*"],
      sizes: [
        PictureSize("thumb", width: 1000, height: 1000),
        PictureSize("fullsize", width: 2000, height: 2000),
      ],
      title: ["record.text"], author: ["author.displayName", "author.handle"],
      date: ["record.createdAt"], text: ["@alt", "record.text"]),
    // Instagram: the Graph API, with the pictures of an album.
    JSONForm(
      ["data.*", "media.data.*", ""], marks: ["media_url", "permalink/media_type"],
      pictures: ["children.data.*", ""], kind: "media_type",
      sizes: [PictureSize("thumbnail_url"), PictureSize("media_url")],
      title: ["caption"], author: ["username"], date: ["timestamp"]),
    // DeviantArt.
    JSONForm(
      ["results.*", ""], marks: ["deviationid"], full: ["content.width", "content.height"],
      sizes: [
        PictureSize("src", each: "thumbs.*", sides: ["width", "height"]),
        PictureSize("preview.src", sides: ["preview.width", "preview.height"]),
        PictureSize("content.src", isFull: true),
      ],
      title: ["title"], author: ["author.username"], date: ["published_time"]),
  ]

  private static let flickrStem = "https://live.staticflickr.com/{server}/{id}_{secret}"
  private static let flickrSizes = ["t", "s", "m", "n", "w", "z", "c", "l", "h", "k", "o"]
}
