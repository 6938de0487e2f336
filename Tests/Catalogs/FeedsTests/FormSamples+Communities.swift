extension FormSample {
  static let communities = [
    FormSample(
      "Flickr, a public feed",
      #"""
      {
        "title": "Uploads from everyone", "link": "https://www.flickr.example/photos/",
        "items": [
          {
            "title": "Pier", "link": "https://www.flickr.example/photos/jo/1/",
            "media": {"m": "https://live.example/65535/1_abc_m.jpg"},
            "date_taken": "2024-01-02T03:04:05-08:00", "description": "<p>Jo posted</p>",
            "published": "2024-01-03T00:00:00Z", "author": "nobody@flickr.example (\"jo\")",
            "author_id": "1@N00", "tags": "sea pier"
          }
        ]
      }
      """#,
      [
        "Pier | nobody@flickr.example (\"jo\") | 2024-01-02T03:04:05-08:00 | sea pier"
          + " | https://live.example/65535/1_abc_m.jpg 240x?"
          + " | https://live.example/65535/1_abc.jpg 500x?"
          + " | https://live.example/65535/1_abc_b.jpg 1024x?"
      ]),
    FormSample(
      "Flickr, a method with extras",
      """
      {
        "photos": {
          "page": 1,
          "photo": [
            {
              "id": "2", "owner": "2@N00", "secret": "s", "server": "65535", "farm": 66,
              "title": "Lake", "ownername": "Kim", "datetaken": "2024-01-02 03:04:05",
              "url_sq": "https://live.example/2_s_s.jpg", "height_sq": 75, "width_sq": 75,
              "url_m": "https://live.example/2_s.jpg", "height_m": 333, "width_m": "500",
              "url_l": "https://live.example/2_s_b.jpg", "height_l": 683, "width_l": 1024
            }
          ]
        },
        "stat": "ok"
      }
      """,
      [
        "Lake | Kim | 2024-01-02 03:04:05 | - | https://live.example/2_s.jpg 500x333"
          + " | https://live.example/2_s_b.jpg 1024x683"
      ]),
    FormSample(
      "Flickr, a method without extras",
      """
      {
        "photos": {
          "photo": [
            {
              "id": "3", "owner": "3@N00", "secret": "t", "server": "7", "farm": 1,
              "title": "Hill"
            }
          ]
        },
        "stat": "ok"
      }
      """,
      [
        "Hill | - | - | - | https://live.staticflickr.com/7/3_t_m.jpg 240x?"
          + " | https://live.staticflickr.com/7/3_t.jpg 500x?"
          + " | https://live.staticflickr.com/7/3_t_b.jpg 1024x?"
      ]),
    FormSample(
      "Reddit",
      """
      {
        "kind": "Listing",
        "data": {
          "after": "t3_b",
          "children": [
            {
              "kind": "t3",
              "data": {
                "id": "a", "subreddit": "pics", "title": "Fox &amp; hare", "author": "lea",
                "permalink": "/r/pics/comments/a/", "post_hint": "image",
                "url": "https://i.example/a.jpg", "thumbnail": "https://b.example/t.jpg",
                "preview": {
                  "images": [
                    {
                      "source": {
                        "url": "https://preview.example/a.jpg?s=1&amp;v=2", "width": 2000,
                        "height": 1000
                      },
                      "resolutions": [
                        {
                          "url": "https://preview.example/a.jpg?width=108&amp;v=2",
                          "width": 108, "height": 54
                        },
                        {
                          "url": "https://preview.example/a.jpg?width=640&amp;v=2",
                          "width": 640, "height": 320
                        }
                      ]
                    }
                  ]
                }
              }
            },
            {
              "kind": "t3",
              "data": {
                "id": "b", "subreddit": "pics", "title": "Two", "author": "max",
                "permalink": "/r/pics/comments/b/", "is_gallery": true,
                "url": "https://www.reddit.example/gallery/b",
                "media_metadata": {
                  "x1": {
                    "status": "valid", "e": "Image",
                    "p": [{"y": 100, "x": 108, "u": "https://preview.example/x1?w=108"}],
                    "s": {"y": 1000, "x": 1080, "u": "https://preview.example/x1"}
                  },
                  "x2": {
                    "status": "valid", "e": "Image", "p": [],
                    "s": {"y": 500, "x": 500, "u": "https://preview.example/x2"}
                  }
                }
              }
            },
            {
              "kind": "t3",
              "data": {
                "id": "c", "subreddit": "pics", "title": "Words", "author": "ned",
                "permalink": "/r/pics/comments/c/",
                "url": "https://www.reddit.example/r/pics/comments/c/", "thumbnail": "self"
              }
            }
          ]
        }
      }
      """,
      [
        "Fox & hare | lea | - | - | https://preview.example/a.jpg?width=108&v=2 108x54"
          + " | https://preview.example/a.jpg?width=640&v=2 640x320"
          + " | https://preview.example/a.jpg?s=1&v=2 2000x1000 | https://i.example/a.jpg",
        "Two | max | - | - | https://preview.example/x1?w=108 108x100"
          + " | https://preview.example/x1 1080x1000",
        "Two | max | - | - | https://preview.example/x2 500x500",
        "! data.children[2].data: no picture in it",
      ]),
    FormSample(
      "Imgur",
      """
      {
        "data": [
          {
            "id": "al", "title": "Trip", "link": "https://imgur.example/a/al",
            "is_album": true, "account_url": "ola",
            "images": [
              {
                "id": "i1", "title": null, "type": "image/jpeg", "width": 1600,
                "height": 1200, "link": "https://i.imgur.example/i1.jpg"
              },
              {
                "id": "i2", "title": "Dune", "type": "image/jpeg", "width": 800,
                "height": 600, "link": "https://i.imgur.example/i2.jpg"
              }
            ]
          },
          {
            "id": "i3", "title": "Cat", "type": "image/png", "account_url": null,
            "width": 500, "height": 500, "link": "https://i.imgur.example/i3.png"
          }
        ],
        "success": true
      }
      """,
      [
        "Trip | ola | - | - | https://i.imgur.example/i1m.jpg 320x240"
          + " | https://i.imgur.example/i1l.jpg 640x480"
          + " | https://i.imgur.example/i1.jpg 1600x1200",
        "Dune | ola | - | - | https://i.imgur.example/i2m.jpg 320x240"
          + " | https://i.imgur.example/i2l.jpg 640x480"
          + " | https://i.imgur.example/i2.jpg 800x600",
        "Cat | - | - | - | https://i.imgur.example/i3m.png 320x320"
          + " | https://i.imgur.example/i3l.png 500x500"
          + " | https://i.imgur.example/i3.png 500x500",
      ]),
    FormSample(
      "Tumblr, photo posts",
      """
      {
        "meta": {"status": 200},
        "response": {
          "posts": [
            {
              "type": "photo", "blog_name": "pia", "id": 1,
              "post_url": "https://pia.tumblr.example/post/1",
              "date": "2024-01-01 00:00:00 GMT", "summary": "Snow", "caption": "<p>Snow</p>",
              "photos": [
                {
                  "caption": "",
                  "original_size": {"url": "https://64.example/1_1280.jpg", "width": 1280, "height": 960},
                  "alt_sizes": [
                    {"url": "https://64.example/1_1280.jpg", "width": 1280, "height": 960},
                    {"url": "https://64.example/1_500.jpg", "width": 500, "height": 375},
                    {"url": "https://64.example/1_75sq.jpg", "width": 75, "height": 75}
                  ]
                }
              ]
            }
          ]
        }
      }
      """,
      [
        "Snow | pia | 2024-01-01 00:00:00 GMT | Snow"
          + " | https://64.example/1_500.jpg 500x375 | https://64.example/1_1280.jpg 1280x960"
      ]),
    FormSample(
      "Tumblr, blocks",
      """
      {
        "response": {
          "posts": [
            {
              "type": "blocks", "blog_name": "quy",
              "post_url": "https://quy.tumblr.example/post/2", "summary": "Ice",
              "date": "2024-01-02 00:00:00 GMT",
              "content": [
                {"type": "text", "text": "Ice"},
                {
                  "type": "image", "alt_text": "a river",
                  "media": [
                    {"url": "https://64.example/s1280.jpg", "width": 1280, "height": 720},
                    {"url": "https://64.example/s400.jpg", "width": 400, "height": 225}
                  ]
                }
              ]
            }
          ]
        }
      }
      """,
      [
        "Ice | quy | 2024-01-02 00:00:00 GMT | a river"
          + " | https://64.example/s400.jpg 400x225 | https://64.example/s1280.jpg 1280x720"
      ]),
  ]
}
