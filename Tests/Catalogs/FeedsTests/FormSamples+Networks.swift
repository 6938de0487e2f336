extension FormSample {
  static let networks = [
    FormSample(
      "Mastodon",
      """
      [
        {
          "id": "1", "created_at": "2024-06-01T00:00:00Z",
          "url": "https://social.example/@ray/1",
          "uri": "https://social.example/users/ray/1",
          "content": "<p>Two of <a href='x'>them</a></p>", "spoiler_text": "",
          "account": {
            "username": "ray", "display_name": "Ray",
            "avatar": "https://files.example/avatar.png",
            "url": "https://social.example/@ray"
          },
          "media_attachments": [
            {
              "id": "9", "type": "image", "url": "https://files.example/original/9.jpg",
              "preview_url": "https://files.example/small/9.jpg", "description": "a boat",
              "meta": {
                "original": {"width": 3000, "height": 2000},
                "small": {"width": 600, "height": 400}
              }
            },
            {
              "id": "10", "type": "image", "url": "https://files.example/original/10.jpg",
              "preview_url": "https://files.example/small/10.jpg", "description": null,
              "meta": {
                "original": {"width": 1000, "height": 1000},
                "small": {"width": 400, "height": 400}
              }
            }
          ],
          "card": null
        },
        {
          "id": "2", "url": "https://social.example/@ray/2", "content": "<p>Words</p>",
          "account": {"username": "ray"}, "media_attachments": []
        },
        {
          "id": "3", "url": "https://social.example/@ray/3", "content": "<p>Moves</p>",
          "account": {"username": "ray"},
          "media_attachments": [
            {
              "id": "11", "type": "gifv", "url": "https://files.example/original/11.mp4",
              "preview_url": "https://files.example/small/11.png"
            }
          ]
        }
      ]
      """,
      [
        "Two of them | Ray | 2024-06-01T00:00:00Z | a boat"
          + " | https://files.example/small/9.jpg 600x400"
          + " | https://files.example/original/9.jpg 3000x2000",
        "Two of them | Ray | 2024-06-01T00:00:00Z | Two of them"
          + " | https://files.example/small/10.jpg 400x400"
          + " | https://files.example/original/10.jpg 1000x1000",
        "Moves | ray | - | Moves | video | https://files.example/small/11.png",
        "! [1]: no picture in it",
      ]),
    FormSample(
      "Pixelfed",
      """
      [
        {
          "id": "5", "url": "https://pixelfed.example/p/sol/5", "content": "Roof",
          "created_at": "2024-06-02T00:00:00Z",
          "account": {"username": "sol", "display_name": "Sol"},
          "media_attachments": [
            {
              "id": "50", "type": "image", "url": "https://pixelfed.example/storage/50.jpg",
              "preview_url": "https://pixelfed.example/storage/50_thumb.jpg",
              "description": null, "meta": null
            }
          ]
        }
      ]
      """,
      [
        "Roof | Sol | 2024-06-02T00:00:00Z | Roof"
          + " | https://pixelfed.example/storage/50_thumb.jpg"
          + " | https://pixelfed.example/storage/50.jpg"
      ]),
    FormSample(
      "Lemmy",
      """
      {
        "posts": [
          {
            "post": {
              "id": 1, "name": "Moss", "url": "https://lemmy.example/pictrs/image/m.webp",
              "thumbnail_url": "https://lemmy.example/pictrs/image/m.webp?thumbnail=256",
              "ap_id": "https://lemmy.example/post/1", "published": "2024-01-01T00:00:00Z"
            },
            "creator": {"name": "tom", "avatar": "https://lemmy.example/a.png"},
            "community": {"name": "pics", "icon": "https://lemmy.example/c.png"}
          },
          {
            "post": {
              "id": 2, "name": "News", "url": "https://news.example/story",
              "thumbnail_url": "https://lemmy.example/pictrs/image/n.jpg",
              "ap_id": "https://lemmy.example/post/2"
            },
            "creator": {"name": "tom"}, "community": {"name": "pics"}
          }
        ]
      }
      """,
      [
        "Moss | tom | 2024-01-01T00:00:00Z | -"
          + " | https://lemmy.example/pictrs/image/m.webp?thumbnail=256"
          + " | https://lemmy.example/pictrs/image/m.webp",
        "News | tom | - | - | https://lemmy.example/pictrs/image/n.jpg",
      ]),
    FormSample(
      "Bluesky",
      """
      {
        "feed": [
          {
            "post": {
              "uri": "at://did/app.bsky.feed.post/1", "cid": "c",
              "author": {
                "did": "d", "handle": "uma.example", "displayName": "Uma",
                "avatar": "https://cdn.example/avatar.jpg"
              },
              "record": {
                "$type": "app.bsky.feed.post", "text": "Fog",
                "createdAt": "2024-01-01T00:00:00Z"
              },
              "embed": {
                "$type": "app.bsky.embed.images#view",
                "images": [
                  {
                    "thumb": "https://cdn.example/img/feed_thumbnail/1@jpeg",
                    "fullsize": "https://cdn.example/img/feed_fullsize/1@jpeg",
                    "alt": "a bridge", "aspectRatio": {"width": 2000, "height": 1500}
                  },
                  {
                    "thumb": "https://cdn.example/img/feed_thumbnail/2@jpeg",
                    "fullsize": "https://cdn.example/img/feed_fullsize/2@jpeg", "alt": ""
                  }
                ]
              }
            }
          }
        ],
        "cursor": "x"
      }
      """,
      [
        "Fog | Uma | 2024-01-01T00:00:00Z | a bridge"
          + " | https://cdn.example/img/feed_thumbnail/1@jpeg 1000x?"
          + " | https://cdn.example/img/feed_fullsize/1@jpeg 2000x?",
        "Fog | Uma | 2024-01-01T00:00:00Z | Fog"
          + " | https://cdn.example/img/feed_thumbnail/2@jpeg 1000x?"
          + " | https://cdn.example/img/feed_fullsize/2@jpeg 2000x?",
      ]),
    FormSample(
      "Instagram",
      """
      {
        "data": [
          {
            "id": "1", "caption": "Album", "media_type": "CAROUSEL_ALBUM",
            "media_url": "https://scontent.example/1.jpg?x=1",
            "permalink": "https://www.instagram.example/p/1/", "username": "val",
            "timestamp": "2024-01-01T00:00:00+0000",
            "children": {
              "data": [
                {
                  "id": "1a", "media_type": "IMAGE",
                  "media_url": "https://scontent.example/1a.jpg?x=1"
                },
                {
                  "id": "1b", "media_type": "IMAGE",
                  "media_url": "https://scontent.example/1b.jpg?x=1"
                }
              ]
            }
          },
          {
            "id": "2", "caption": "Film", "media_type": "VIDEO",
            "media_url": "https://scontent.example/2.mp4?x=1",
            "thumbnail_url": "https://scontent.example/2.jpg?x=1",
            "permalink": "https://www.instagram.example/p/2/", "username": "val"
          }
        ]
      }
      """,
      [
        "Album | val | 2024-01-01T00:00:00+0000 | - | https://scontent.example/1a.jpg?x=1",
        "Album | val | 2024-01-01T00:00:00+0000 | - | https://scontent.example/1b.jpg?x=1",
        "Film | val | - | - | video | https://scontent.example/2.jpg?x=1",
      ]),
    FormSample(
      "DeviantArt",
      """
      {
        "has_more": false,
        "results": [
          {
            "deviationid": "D", "url": "https://www.deviantart.example/wes/art/1",
            "title": "Dragon",
            "author": {"username": "wes", "usericon": "https://a.example/i.gif"},
            "published_time": "1700000000",
            "preview": {"src": "https://images.example/pre.jpg", "width": 1024, "height": 512},
            "content": {
              "src": "https://images.example/full.png", "width": 2048, "height": 1024,
              "filesize": 9
            },
            "thumbs": [
              {"src": "https://images.example/150.jpg", "width": 150, "height": 75},
              {"src": "https://images.example/crop.jpg", "width": 200, "height": 200}
            ]
          }
        ]
      }
      """,
      [
        "Dragon | wes | 1700000000 | - | https://images.example/150.jpg 150x75"
          + " | https://images.example/pre.jpg 1024x512"
          + " | https://images.example/full.png 2048x1024"
      ]),
  ]
}
