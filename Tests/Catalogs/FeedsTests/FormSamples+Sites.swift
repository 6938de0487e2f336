extension FormSample {
  static let sites = [
    FormSample(
      "JSON Feed",
      """
      {
        "version": "https://jsonfeed.org/version/1.1",
        "home_page_url": "https://blog.example/",
        "items": [
          {
            "id": "1", "url": "https://blog.example/1", "title": "One",
            "image": "https://blog.example/1.jpg", "authors": [{"name": "Ed"}]
          },
          {
            "id": "2", "url": "https://blog.example/2",
            "content_html": "<p>Two</p><img src='/2.jpg' width=640 height=480>"
          }
        ]
      }
      """,
      [
        "One | Ed | - | - | https://blog.example/1.jpg",
        "- | - | - | Two | https://blog.example/2.jpg",
      ]),
    FormSample(
      "Danbooru",
      """
      [
        {
          "id": 1, "created_at": "2024-01-01T00:00:00Z", "source": "https://page.example/1",
          "image_width": 1700, "image_height": 2400, "tag_string": "1tree sky",
          "tag_string_artist": "hana", "tag_string_character": "",
          "preview_file_url": "https://cdn.example/180x180/1.jpg",
          "large_file_url": "https://cdn.example/sample/1.jpg",
          "file_url": "https://cdn.example/original/1.png"
        }
      ]
      """,
      [
        "1tree sky | hana | 2024-01-01T00:00:00Z | 1tree sky"
          + " | https://cdn.example/180x180/1.jpg 127x180"
          + " | https://cdn.example/sample/1.jpg 850x1200"
          + " | https://cdn.example/original/1.png 1700x2400"
      ]),
    FormSample(
      "Gelbooru",
      """
      {
        "@attributes": {"limit": 1},
        "post": [
          {
            "id": 2, "created_at": "Mon Jan 01 2024", "width": 1000, "height": 800,
            "owner": "ito", "tags": "hill sea", "title": "",
            "source": "https://page.example/2",
            "preview_url": "https://img.example/thumbnails/2.jpg", "preview_width": 250,
            "preview_height": 200, "sample_url": "", "sample_width": 0, "sample_height": 0,
            "file_url": "https://img.example/images/2.jpg"
          }
        ]
      }
      """,
      [
        "hill sea | ito | Mon Jan 01 2024 | hill sea"
          + " | https://img.example/thumbnails/2.jpg 250x200"
          + " | https://img.example/images/2.jpg 1000x800"
      ]),
    FormSample(
      "Moebooru",
      """
      [
        {
          "id": 3, "tags": "rain", "created_at": 1704067200, "author": "jun",
          "source": "https://page.example/3", "file_url": "https://files.example/3.png",
          "width": 3000, "height": 1500, "preview_url": "https://assets.example/3.jpg",
          "preview_width": 150, "preview_height": 75, "actual_preview_width": 300,
          "actual_preview_height": 150, "sample_url": "https://files.example/sample/3.jpg",
          "sample_width": 1500, "sample_height": 750,
          "jpeg_url": "https://files.example/jpeg/3.jpg"
        }
      ]
      """,
      [
        "rain | jun | 1704067200 | rain | https://assets.example/3.jpg 300x150"
          + " | https://files.example/sample/3.jpg 1500x750"
          + " | https://files.example/3.png 3000x1500"
      ]),
    FormSample(
      "WordPress, media",
      """
      [
        {
          "id": 4, "date": "2024-01-01T00:00:00", "link": "https://blog.example/oak/",
          "title": {"rendered": "Oak &#8211; old"}, "author": 1,
          "caption": {"rendered": "<p>An oak</p>"}, "alt_text": "oak", "media_type": "image",
          "mime_type": "image/jpeg",
          "media_details": {
            "width": 2000, "height": 1000, "file": "oak.jpg",
            "sizes": {
              "medium": {
                "file": "oak-300x150.jpg", "width": 300, "height": 150,
                "source_url": "https://blog.example/oak-300x150.jpg"
              },
              "thumbnail": {
                "width": 150, "height": 150,
                "source_url": "https://blog.example/oak-150x150.jpg"
              },
              "full": {"width": 2000, "height": 1000, "source_url": "https://blog.example/oak.jpg"}
            }
          },
          "source_url": "https://blog.example/oak.jpg"
        }
      ]
      """,
      [
        "Oak – old | - | 2024-01-01T00:00:00 | An oak"
          + " | https://blog.example/oak-300x150.jpg 300x150"
          + " | https://blog.example/oak.jpg 2000x1000"
      ]),
    FormSample(
      "WordPress, posts",
      """
      [
        {
          "id": 5, "date": "2024-01-02T00:00:00", "link": "https://blog.example/5/",
          "title": {"rendered": "Elm"},
          "content": {"rendered": "<p><img src='https://blog.example/other.jpg'></p>"},
          "excerpt": {"rendered": "<p>Tall</p>"},
          "_embedded": {
            "author": [{"name": "Kay"}],
            "wp:featuredmedia": [
              {
                "source_url": "https://blog.example/elm.jpg",
                "media_details": {
                  "width": 900, "height": 600,
                  "sizes": {
                    "medium": {
                      "width": 300, "height": 200,
                      "source_url": "https://blog.example/elm-300.jpg"
                    }
                  }
                }
              }
            ]
          }
        },
        {
          "id": 6, "link": "https://blog.example/6/", "title": {"rendered": "Yew"},
          "_embedded": {"author": [{"name": "Kay"}]}
        }
      ]
      """,
      [
        "Elm | Kay | 2024-01-02T00:00:00 | Tall"
          + " | https://blog.example/elm-300.jpg 300x200"
          + " | https://blog.example/elm.jpg 900x600",
        "! [1]: no picture in it",
      ]),
    FormSample(
      "WordPress, posts without media",
      #"""
      [
        {
          "id": 7, "date": "2024-01-03T00:00:00", "link": "https://blog.example/7/",
          "guid": {"rendered": "https://blog.example/?p=7"}, "title": {"rendered": "Ash"},
          "content": {
            "rendered": "<figure><img src=\"https://blog.example/ash.jpg\" srcset=\"https://blog.example/ash-300.jpg 300w, https://blog.example/ash.jpg 900w\"></figure>"
          }
        }
      ]
      """#,
      [
        "Ash | - | 2024-01-03T00:00:00 | - | https://blog.example/ash-300.jpg 300x?"
          + " | https://blog.example/ash.jpg 900x?"
      ]),
    FormSample(
      "schema.org",
      """
      {
        "@context": "https://schema.org", "@type": "ImageGallery", "name": "Trees",
        "url": "https://site.example/trees",
        "image": [
          {
            "@type": "ImageObject", "name": "Fir", "url": "https://site.example/fir.html",
            "contentUrl": "https://site.example/fir.jpg",
            "thumbnailUrl": "https://site.example/fir-t.jpg",
            "width": {"@type": "QuantitativeValue", "value": 800}, "height": 600,
            "author": {"@type": "Person", "name": "Lou"}
          }
        ]
      }
      """,
      [
        "Fir | Lou | - | - | https://site.example/fir-t.jpg"
          + " | https://site.example/fir.jpg 800x600"
      ]),
    FormSample(
      "schema.org, a list of items",
      """
      {
        "@context": "https://schema.org", "@type": "ItemList",
        "itemListElement": [
          {
            "@type": "ListItem", "position": 1,
            "item": {
              "@type": "ImageObject", "name": "Bay",
              "contentUrl": "https://site.example/bay.jpg", "creator": {"name": "Mia"}
            }
          }
        ]
      }
      """,
      [
        "Bay | Mia | - | - | https://site.example/bay.jpg"
      ]),
  ]
}
