extension FormSample {
  static let museums = [
    FormSample(
      "The Metropolitan Museum of Art",
      """
      {
        "objectID": 4, "isPublicDomain": true,
        "primaryImage": "https://images.example/original/4.jpg",
        "primaryImageSmall": "https://images.example/web-large/4.jpg",
        "additionalImages": ["https://images.example/original/4b.jpg"], "title": "Vase",
        "artistDisplayName": "Xia", "objectDate": "ca. 1700",
        "objectURL": "https://www.metmuseum.example/art/4", "medium": "Clay"
      }
      """,
      [
        "Vase | Xia | ca. 1700 | Clay | https://images.example/web-large/4.jpg"
          + " | https://images.example/original/4.jpg"
      ]),
    FormSample(
      "The Art Institute of Chicago",
      """
      {
        "pagination": {"total": 1},
        "data": [
          {
            "id": 5, "title": "Haystacks", "image_id": "abc-1", "artist_title": "Yan",
            "date_display": "1891", "api_link": "https://api.artic.example/5",
            "thumbnail": {
              "lqip": "data:image/gif;base64,AAAA", "width": 3000, "height": 1500,
              "alt_text": "hay"
            }
          },
          {"id": 6, "title": "None", "image_id": null}
        ],
        "config": {
          "iiif_url": "https://www.artic.example/iiif/2",
          "website_url": "https://www.artic.example"
        }
      }
      """,
      [
        "Haystacks | Yan | 1891 | hay"
          + " | https://www.artic.example/iiif/2/abc-1/full/200,/0/default.jpg 200x100"
          + " | https://www.artic.example/iiif/2/abc-1/full/400,/0/default.jpg 400x200"
          + " | https://www.artic.example/iiif/2/abc-1/full/843,/0/default.jpg 843x421"
          + " | https://www.artic.example/iiif/2/abc-1/full/1686,/0/default.jpg 1686x843",
        "! data[1]: no picture in it",
      ]),
    FormSample(
      "The Rijksmuseum",
      """
      {
        "count": 1,
        "artObjects": [
          {
            "id": "nl-1", "title": "Ships", "longTitle": "Ships, 1680",
            "principalOrFirstMaker": "Zoe",
            "links": {"web": "https://www.rijksmuseum.example/1"},
            "webImage": {"guid": "g", "width": 2000, "height": 1000, "url": "https://lh3.example/w1=s0"},
            "headerImage": {"url": "https://lh3.example/h1=s0", "width": 1920, "height": 460}
          }
        ]
      }
      """,
      [
        "Ships | Zoe | - | Ships, 1680 | https://lh3.example/w1=s400 400x200"
          + " | https://lh3.example/w1=s1600 1600x800 | https://lh3.example/w1=s0 2000x1000"
      ]),
    FormSample(
      "Europeana",
      """
      {
        "success": true,
        "items": [
          {
            "id": "/1", "guid": "https://www.europeana.example/item/1",
            "link": "https://api.europeana.example/record/1.json", "title": ["Map"],
            "dcCreator": ["Abe"], "year": ["1790"],
            "edmPreview": ["https://api.europeana.example/thumbnail/v2/url.json?uri=x&type=IMAGE"],
            "edmIsShownBy": ["https://museum.example/map.jpg"],
            "edmIsShownAt": ["https://museum.example/page"]
          }
        ]
      }
      """,
      [
        "Map | Abe | 1790 | -"
          + " | https://api.europeana.example/thumbnail/v2/url.json?uri=x&type=IMAGE 200x?"
          + " | https://api.europeana.example/thumbnail/v2/url.json?uri=x&type=IMAGE&size=w400 400x?"
          + " | https://museum.example/map.jpg"
      ]),
    FormSample(
      "The Smithsonian",
      """
      {
        "status": 200,
        "response": {
          "rows": [
            {
              "id": "ed-1", "title": "Butterfly", "url": "edanmdm:1",
              "content": {
                "descriptiveNonRepeating": {
                  "online_media": {
                    "mediaCount": 1,
                    "media": [
                      {
                        "type": "Images",
                        "thumbnail": "https://ids.example/ids/deliveryService?id=B1&max=150",
                        "content": "https://ids.example/ids/deliveryService?id=B1"
                      }
                    ]
                  }
                },
                "freetext": {
                  "name": [{"label": "Collector", "content": "Ben"}],
                  "date": [{"label": "Date", "content": "1899"}]
                }
              }
            }
          ]
        }
      }
      """,
      [
        "Butterfly | Ben | 1899 | -"
          + " | https://ids.example/ids/deliveryService?id=B1&max=150 150x?"
          + " | https://ids.example/ids/deliveryService?max=800&id=B1 800x?"
          + " | https://ids.example/ids/deliveryService?id=B1"
      ]),
    FormSample(
      "The Internet Archive",
      """
      {
        "responseHeader": {"status": 0},
        "response": {
          "numFound": 1,
          "docs": [
            {
              "identifier": "moon-1969", "title": "Moon", "creator": ["Cal"],
              "date": "1969-07-20T00:00:00Z", "mediatype": "image"
            }
          ]
        }
      }
      """,
      [
        "Moon | Cal | 1969-07-20T00:00:00Z | -"
          + " | https://archive.org/services/img/moon-1969"
      ]),
    FormSample(
      "MediaWiki, objects by number",
      #"""
      {
        "batchcomplete": "", "continue": {"gcmcontinue": "x"},
        "query": {
          "pages": {
            "11": {
              "pageid": 11, "ns": 6, "title": "File:Reef.jpg",
              "imageinfo": [
                {
                  "timestamp": "2020-01-01T00:00:00Z", "user": "Dan",
                  "thumburl": "https://upload.example/thumb/Reef.jpg/300px-Reef.jpg",
                  "thumbwidth": 300, "thumbheight": 200,
                  "url": "https://upload.example/Reef.jpg", "width": 3000, "height": 2000,
                  "descriptionurl": "https://commons.example/wiki/File:Reef.jpg",
                  "extmetadata": {
                    "ObjectName": {"value": "Reef"},
                    "Artist": {"value": "<a href=\"//x\">Dan</a>"},
                    "ImageDescription": {"value": "A <i>reef</i>"}
                  }
                }
              ]
            }
          }
        }
      }
      """#,
      [
        "Reef | Dan | 2020-01-01T00:00:00Z | A reef"
          + " | https://upload.example/thumb/Reef.jpg/300px-Reef.jpg 300x200"
          + " | https://upload.example/Reef.jpg 3000x2000"
      ]),
    FormSample(
      "MediaWiki, a list",
      """
      {
        "query": {
          "pages": [
            {
              "pageid": 12, "ns": 0, "title": "Heron",
              "thumbnail": {
                "source": "https://upload.example/thumb/Heron.jpg/200px-Heron.jpg",
                "width": 200, "height": 150
              },
              "original": {"source": "https://upload.example/Heron.jpg", "width": 2000, "height": 1500},
              "pageimage": "Heron.jpg", "extract": "A bird."
            },
            {"pageid": 13, "title": "None"}
          ]
        }
      }
      """,
      [
        "Heron | - | - | A bird."
          + " | https://upload.example/thumb/Heron.jpg/200px-Heron.jpg 200x150"
          + " | https://upload.example/Heron.jpg 2000x1500",
        "! query.pages[1]: no picture in it",
      ]),
  ]
}
