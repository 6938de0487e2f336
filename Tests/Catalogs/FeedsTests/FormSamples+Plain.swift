extension FormSample {
  static let plain = [
    FormSample(
      "Dog CEO, a list",
      """
      {
        "message": [
          "https://images.dog.example/breeds/hound/1.jpg",
          "https://images.dog.example/breeds/hound/2.jpg"
        ],
        "status": "success"
      }
      """,
      [
        "- | - | - | - | https://images.dog.example/breeds/hound/1.jpg",
        "- | - | - | - | https://images.dog.example/breeds/hound/2.jpg",
      ]),
    FormSample(
      "Dog CEO, one",
      """
      {"message": "https://images.dog.example/breeds/pug/3.jpg", "status": "success"}
      """,
      [
        "- | - | - | - | https://images.dog.example/breeds/pug/3.jpg"
      ]),
    FormSample(
      "The Cat API",
      """
      [
        {
          "id": "c1", "url": "https://cdn2.example/images/c1.jpg", "width": 1200,
          "height": 800,
          "breeds": [{"name": "Manx", "wikipedia_url": "https://en.example/wiki/Manx"}]
        }
      ]
      """,
      [
        "- | - | - | - | https://cdn2.example/images/c1.jpg 1200x800"
      ]),
    FormSample(
      "edges and nodes",
      """
      {
        "data": {
          "gallery": {
            "totalCount": 1,
            "edges": [
              {
                "cursor": "x",
                "node": {
                  "title": "Gate", "page": "https://site.example/gate",
                  "image": {"url": "https://site.example/gate.jpg", "width": 640, "height": 480},
                  "author": {"name": "Noa", "avatar": "https://site.example/noa.jpg"}
                }
              }
            ]
          }
        }
      }
      """,
      [
        "Gate | Noa | - | - | https://site.example/gate.jpg 640x480"
      ]),
    FormSample(
      "a list of addresses",
      """
      ["https://site.example/1.jpg", "2.jpg"]
      """,
      [
        "- | - | - | - | https://site.example/1.jpg",
        "- | - | - | - | /feeds/2.jpg",
      ]),
    FormSample(
      "a list of objects",
      """
      {
        "photos": [
          {"title": "Quay", "url": "https://site.example/photo?id=4", "author": "Ole"},
          {
            "title": "Mole", "link": "https://site.example/mole",
            "image": "https://site.example/mole.jpg",
            "thumbnail": "https://site.example/mole-t.jpg"
          }
        ]
      }
      """,
      [
        "Quay | Ole | - | - | https://site.example/photo?id=4",
        "Mole | - | - | - | https://site.example/mole-t.jpg"
          + " | https://site.example/mole.jpg",
      ]),
    FormSample(
      "objects by number",
      """
      {
        "version": 3,
        "library": {
          "17": {"caption": "Weir", "file": "https://site.example/17.jpg"},
          "18": {"caption": "Lock", "file": "https://site.example/18.jpg"}
        }
      }
      """,
      [
        "Weir | - | - | - | https://site.example/17.jpg",
        "Lock | - | - | - | https://site.example/18.jpg",
      ]),
    FormSample(
      "a page beside a small picture",
      """
      {
        "items": [
          {
            "title": "Inn", "url": "https://site.example/inn",
            "thumbnail": "https://site.example/inn.png"
          }
        ]
      }
      """,
      [
        "Inn | - | - | - | https://site.example/inn.png"
      ]),
    FormSample(
      "sizes in a list",
      """
      {
        "albums": {
          "entries": [
            {
              "name": "Tape",
              "images": [
                {"url": "https://site.example/640", "height": 640, "width": 640},
                {"url": "https://site.example/64", "height": 64, "width": 64}
              ]
            }
          ]
        }
      }
      """,
      [
        "Tape | - | - | - | https://site.example/64 64x64"
          + " | https://site.example/640 640x640"
      ]),
  ]
}
