extension FormSample {
  static let stockPhotos = [
    FormSample(
      "Unsplash, a list",
      """
      [
        {
          "id": "a1", "created_at": "2024-02-01T10:00:00Z", "width": 4000, "height": 3000,
          "description": null, "alt_description": "a red door",
          "links": {"html": "https://unsplash.example/photos/a1"}, "user": {"name": "Ada"},
          "urls": {
            "raw": "https://i.example/a1", "full": "https://i.example/a1?q=85",
            "regular": "https://i.example/a1?w=1080", "small": "https://i.example/a1?w=400",
            "thumb": "https://i.example/a1?w=200"
          }
        }
      ]
      """,
      [
        "a red door | Ada | 2024-02-01T10:00:00Z | a red door"
          + " | https://i.example/a1?w=200 200x150 | https://i.example/a1?w=400 400x300"
          + " | https://i.example/a1?w=1080 1080x810 | https://i.example/a1?q=85 4000x3000"
      ]),
    FormSample(
      "Unsplash, a search",
      """
      {
        "total": 1,
        "results": [
          {
            "id": "a2", "urls": {"small": "https://i.example/a2?w=400"},
            "user": {"name": "Bo"}
          }
        ]
      }
      """,
      [
        "- | Bo | - | - | https://i.example/a2?w=400 400x?"
      ]),
    FormSample(
      "Lorem Picsum",
      """
      [
        {
          "id": "10", "author": "Cy", "width": 2500, "height": 1667,
          "url": "https://unsplash.example/p",
          "download_url": "https://picsum.example/id/10/2500/1667"
        }
      ]
      """,
      [
        "- | Cy | - | - | https://picsum.example/id/10/200/133 200x133"
          + " | https://picsum.example/id/10/400/266 400x266"
          + " | https://picsum.example/id/10/1080/720 1080x720"
          + " | https://picsum.example/id/10/2500/1667 2500x1667"
      ]),
    FormSample(
      "Pexels",
      """
      {
        "page": 1,
        "photos": [
          {
            "id": 7, "width": 4000, "height": 6000,
            "url": "https://www.pexels.example/photo/7/", "photographer": "Flo",
            "photographer_url": "https://www.pexels.example/@flo", "alt": "Brown rocks",
            "src": {
              "original": "https://p.example/7.jpeg",
              "large2x": "https://p.example/7.jpeg?h=650&w=940&dpr=2",
              "large": "https://p.example/7.jpeg?h=650&w=940",
              "medium": "https://p.example/7.jpeg?h=350",
              "small": "https://p.example/7.jpeg?h=130",
              "portrait": "https://p.example/7.jpeg?fit=crop&h=1200&w=800",
              "landscape": "https://p.example/7.jpeg?fit=crop&h=627&w=1200",
              "tiny": "https://p.example/7.jpeg?fit=crop&h=200&w=280"
            }
          }
        ],
        "next_page": "https://api.pexels.example/v1/search/?page=2"
      }
      """,
      [
        "Brown rocks | Flo | - | - | https://p.example/7.jpeg?h=130 86x130"
          + " | https://p.example/7.jpeg?h=350 233x350"
          + " | https://p.example/7.jpeg?h=650&w=940 433x650"
          + " | https://p.example/7.jpeg?h=650&w=940&dpr=2 866x1300"
          + " | https://p.example/7.jpeg 4000x6000",
        "> https://api.pexels.example/v1/search/?page=2",
      ]),
    FormSample(
      "Pixabay",
      """
      {
        "total": 1,
        "hits": [
          {
            "id": 8, "pageURL": "https://pixabay.example/photos/8/", "type": "photo",
            "tags": "flower, yellow", "user": "Gus",
            "userImageURL": "https://cdn.example/user.jpg",
            "previewURL": "https://cdn.example/8_150.jpg", "previewWidth": 150,
            "previewHeight": 100, "webformatURL": "https://pixabay.example/get/8_640.jpg",
            "webformatWidth": 640, "webformatHeight": 426,
            "largeImageURL": "https://pixabay.example/get/8_1280.jpg", "imageWidth": 4000,
            "imageHeight": 2666
          }
        ]
      }
      """,
      [
        "flower, yellow | Gus | - | - | https://cdn.example/8_150.jpg 150x100"
          + " | https://pixabay.example/get/8_640.jpg 640x426"
          + " | https://pixabay.example/get/8_1280.jpg 1280x853"
      ]),
    FormSample(
      "Openverse",
      """
      {
        "result_count": 1,
        "results": [
          {
            "id": "u1", "title": "Owl",
            "foreign_landing_url": "https://flickr.example/photos/1",
            "url": "https://live.example/1_b.jpg", "creator": "Hal",
            "creator_url": "https://flickr.example/hal",
            "thumbnail": "https://api.openverse.example/v1/images/u1/thumb/", "width": 1024,
            "height": 683, "attribution": "Owl by Hal"
          }
        ]
      }
      """,
      [
        "Owl | Hal | - | Owl by Hal"
          + " | https://api.openverse.example/v1/images/u1/thumb/ 600x400"
          + " | https://live.example/1_b.jpg 1024x683"
      ]),
    FormSample(
      "Wallhaven",
      """
      {
        "data": [
          {
            "id": "94x", "url": "https://wallhaven.example/w/94x",
            "short_url": "https://whvn.example/94x", "dimension_x": 6000,
            "dimension_y": 3000, "created_at": "2018-10-31 01:23:10",
            "path": "https://w.wallhaven.example/full/94/wallhaven-94x.jpg",
            "thumbs": {
              "large": "https://th.wallhaven.example/lg/94/94x.jpg",
              "original": "https://th.wallhaven.example/orig/94/94x.jpg",
              "small": "https://th.wallhaven.example/small/94/94x.jpg"
            }
          }
        ],
        "meta": {"current_page": 1}
      }
      """,
      [
        "94x | - | 2018-10-31 01:23:10 | -"
          + " | https://th.wallhaven.example/orig/94/94x.jpg 300x150"
          + " | https://w.wallhaven.example/full/94/wallhaven-94x.jpg 6000x3000"
      ]),
    FormSample(
      "Giphy",
      """
      {
        "data": [
          {
            "type": "gif", "id": "g1", "url": "https://giphy.example/gifs/g1",
            "title": "A wave", "username": "ivy", "rating": "g",
            "source": "https://page.example/", "import_datetime": "2020-01-01 00:00:00",
            "user": {"display_name": "Ivy", "avatar_url": "https://media.example/avatar.gif"},
            "images": {
              "original": {
                "url": "https://media.example/g1/giphy.gif", "width": "480", "height": "270",
                "mp4": "https://media.example/g1/giphy.mp4"
              },
              "fixed_width": {"url": "https://media.example/g1/200w.gif", "width": "200", "height": "113"},
              "fixed_width_small": {"url": "https://media.example/g1/100w.gif", "width": "100", "height": "56"},
              "looping": {"mp4": "https://media.example/g1/loop.mp4"}
            }
          }
        ]
      }
      """,
      [
        "A wave | Ivy | 2020-01-01 00:00:00 | -"
          + " | https://media.example/g1/100w.gif 100x56"
          + " | https://media.example/g1/200w.gif 200x113"
          + " | https://media.example/g1/giphy.gif 480x270"
      ]),
    FormSample(
      "Google Photos",
      """
      {
        "mediaItems": [
          {
            "id": "m1", "productUrl": "https://photos.example/lr/photo/m1",
            "baseUrl": "https://lh3.example/lr/m1", "mimeType": "image/jpeg",
            "filename": "IMG_1.jpg",
            "mediaMetadata": {"creationTime": "2024-05-01T08:00:00Z", "width": "4032", "height": "3024"}
          }
        ]
      }
      """,
      [
        "IMG_1.jpg | - | 2024-05-01T08:00:00Z | -"
          + " | https://lh3.example/lr/m1=w400-h400 400x300"
          + " | https://lh3.example/lr/m1=w1600-h1600 1600x1200"
          + " | https://lh3.example/lr/m1=w4096-h4096 4032x3024"
      ]),
  ]
}
