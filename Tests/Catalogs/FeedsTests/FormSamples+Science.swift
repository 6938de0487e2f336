extension FormSample {
  static let science = [
    FormSample(
      "Astronomy Picture of the Day",
      """
      {
        "date": "2024-03-01", "media_type": "image", "title": "Dust", "copyright": "Di",
        "explanation": "Far.", "url": "https://apod.example/s.jpg",
        "hdurl": "https://apod.example/l.jpg"
      }
      """,
      [
        "Dust | Di | 2024-03-01 | Far. | https://apod.example/s.jpg"
          + " | https://apod.example/l.jpg"
      ]),
    FormSample(
      "NASA's library",
      """
      {
        "collection": {
          "version": "1.0", "href": "https://images-api.example/search",
          "items": [
            {
              "href": "https://images-assets.example/image/P1/collection.json",
              "data": [
                {
                  "nasa_id": "P1", "title": "Saturn", "photographer": "Eve",
                  "media_type": "image", "date_created": "2004-01-01T00:00:00Z",
                  "description": "Rings"
                }
              ],
              "links": [
                {
                  "href": "https://images-assets.example/image/P1/P1~thumb.jpg",
                  "rel": "preview", "render": "image", "width": 640, "height": 320
                },
                {
                  "href": "https://images-assets.example/image/P1/P1~orig.jpg",
                  "rel": "canonical", "render": "image", "width": 4000, "height": 2000
                }
              ]
            },
            {
              "href": "https://images-assets.example/video/V1/collection.json",
              "data": [{"nasa_id": "V1", "title": "Launch", "media_type": "video"}],
              "links": [
                {
                  "href": "https://images-assets.example/video/V1/V1~medium.jpg",
                  "rel": "preview", "render": "image"
                },
                {"href": "https://images-assets.example/video/V1/V1.srt", "rel": "captions"}
              ]
            }
          ],
          "links": [
            {
              "rel": "next", "prompt": "Next",
              "href": "https://images-api.example/search?page=2"
            }
          ]
        }
      }
      """,
      [
        "Saturn | Eve | 2004-01-01T00:00:00Z | Rings"
          + " | https://images-assets.example/image/P1/P1~thumb.jpg 640x320"
          + " | https://images-assets.example/image/P1/P1~orig.jpg 4000x2000",
        "Launch | - | - | - | video"
          + " | https://images-assets.example/video/V1/V1~medium.jpg",
        "> https://images-api.example/search?page=2",
      ]),
    FormSample(
      "The rovers on Mars",
      """
      {
        "photos": [
          {
            "id": 1, "sol": 1000,
            "camera": {"id": 20, "name": "FHAZ", "full_name": "Front Camera"},
            "img_src": "http://mars.example/1.JPG", "earth_date": "2015-05-30",
            "rover": {"id": 5, "name": "Curiosity"}
          }
        ]
      }
      """,
      [
        "Front Camera | Curiosity | 2015-05-30 | - | http://mars.example/1.JPG"
      ]),
    FormSample(
      "EPIC",
      """
      [
        {
          "identifier": "20240301", "caption": "The earth", "image": "epic_1b_20240301",
          "version": "03", "date": "2024-03-01 00:13:03",
          "centroid_coordinates": {"lat": 1, "lon": 2}
        }
      ]
      """,
      [
        "The earth | - | 2024-03-01 00:13:03 | -"
          + " | https://epic.gsfc.nasa.gov/archive/natural/2024/03/01/thumbs/epic_1b_20240301.jpg 100x?"
          + " | https://epic.gsfc.nasa.gov/archive/natural/2024/03/01/jpg/epic_1b_20240301.jpg 1080x?"
          + " | https://epic.gsfc.nasa.gov/archive/natural/2024/03/01/png/epic_1b_20240301.png 2048x?"
      ]),
    FormSample(
      "iNaturalist, observations",
      """
      {
        "total_results": 1,
        "results": [
          {
            "id": 1, "uri": "https://www.inaturalist.example/observations/1",
            "species_guess": "Wren", "observed_on": "2024-04-01", "place_guess": "Kent",
            "taxon": {
              "name": "Troglodytes", "preferred_common_name": "Wren",
              "default_photo": {"url": "https://inat.example/photos/0/square.jpg"}
            },
            "user": {"login": "fay", "icon": "https://inat.example/icon.jpg"},
            "photos": [
              {
                "id": 2, "url": "https://inat.example/photos/2/square.jpg",
                "attribution": "(c) fay",
                "original_dimensions": {"width": 2048, "height": 1536}
              }
            ]
          }
        ]
      }
      """,
      [
        "Wren | fay | 2024-04-01 | Kent | https://inat.example/photos/2/small.jpg 240x180"
          + " | https://inat.example/photos/2/medium.jpg 500x375"
          + " | https://inat.example/photos/2/large.jpg 1024x768"
      ]),
    FormSample(
      "iNaturalist, species",
      """
      {
        "results": [
          {
            "id": 3, "name": "Parus major", "preferred_common_name": "Great Tit",
            "wikipedia_url": "https://en.example/wiki",
            "default_photo": {
              "id": 4, "url": "https://inat.example/photos/4/square.jpg",
              "medium_url": "https://inat.example/photos/4/medium.jpg",
              "square_url": "https://inat.example/photos/4/square.jpg",
              "attribution": "(c) Gil"
            }
          }
        ]
      }
      """,
      [
        "Great Tit | (c) Gil | - | - | https://inat.example/photos/4/small.jpg 240x?"
          + " | https://inat.example/photos/4/medium.jpg 500x?"
          + " | https://inat.example/photos/4/large.jpg 1024x?"
      ]),
  ]
}
