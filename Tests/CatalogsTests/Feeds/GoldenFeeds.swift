/// Feeds as their makers write them, made shorter.
enum GoldenFeeds {
  static let unsplash = """
    [
      {
        "id": "LBI7cgq3pbM", "created_at": "2016-05-03T11:00:28-04:00", "width": 5245, "height": 3497,
        "description": "A man drinking a coffee.", "alt_description": null,
        "user": { "id": "pXhwzz1JtQU", "name": "Gilbert Kane" },
        "urls": {
          "raw": "https://images.example/face?ixid=1",
          "full": "https://images.example/face?q=75&fm=jpg",
          "regular": "https://images.example/face?q=75&fm=jpg&w=1080&fit=max",
          "small": "https://images.example/face?q=75&fm=jpg&w=400&fit=max",
          "thumb": "https://images.example/face?q=75&fm=jpg&w=200&fit=max"
        }
      },
      {
        "id": "2", "width": 300, "height": 600, "description": null, "alt_description": "a\\u001b[2J cat",
        "urls": { "small": "https://images.example/cat?w=400" }
      },
      { "id": "3", "urls": { "regular": 7 } },
      { "id": "4", "urls": { "regular": "http://127.0.0.1/x", "small": "file:///etc/passwd" } },
      null
    ]
    """

  static let picsum = """
    [
      {"id":"0","author":"Alejandro Escamilla","width":5000,"height":3333,
       "url":"https://unsplash.example/photos/yC","download_url":"https://picsum.example/id/0/5000/3333"},
      {"id":"1","author":"Paul","width":300,"height":200,
       "url":"https://unsplash.example/photos/LN","download_url":"https://picsum.example/id/1/300/200"},
      {"id":"2","author":"Jo","width":1e309,"height":-3,"download_url":"other.jpg"},
      {"id":"3","author":"Nobody","download_url":""}
    ]
    """

  static let jsonFeed = """
    {
      "version": "https://jsonfeed.org/version/1.1", "title": "Photos", "authors": [{"name": "Ada"}],
      "next_url": "feed.json?page=2",
      "items": [
        {"id": "1", "title": "One", "image": "/one.jpg", "date_published": "2024-02-29T00:00:00Z",
         "content_html": "<p>Salt &amp; <b>sun</b>light</p><p>and&nbsp;sea</p>"},
        {"id": "2", "authors": [{"name": "Bo"}], "summary": "two",
         "attachments": [{"url": "two.mp3", "mime_type": "audio/mpeg"},
                         {"url": "two.png", "mime_type": "image/png"}]},
        {"id": "3", "title": "Moving", "attachments": [{"url": "v.mp4", "mime_type": "video/mp4"}]},
        {"id": "4", "content_text": "no picture"},
        {"id": "5", "image": ["x"]}
      ]
    }
    """

  static let apod = """
    [
      {"copyright": "\\nM. Kane\\n", "date": "2024-03-10", "explanation": "Why is\\nit  so red?",
       "hdurl": "https://apod.example/image/big.jpg", "media_type": "image", "service_version": "v1",
       "title": "A red nebula", "url": "https://apod.example/image/small.jpg"},
      {"date": "2024-03-09", "explanation": "A film.", "media_type": "video", "title": "The dark side",
       "thumbnail_url": "https://img.example/vi/0.jpg", "url": "https://www.video.example/embed/1?rel=0"},
      {"date": "2024-03-08", "explanation": "A toy.", "media_type": "other", "title": "Turn it"},
      {"date": "2024-03-07", "media_type": "image", "title": "Lost"}
    ]
    """

  static let rss = """
    <?xml version="1.0" encoding="UTF-8"?>
    <rss version="2.0" xmlns:m="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel>
      <title>Photos</title>
      <atom:link rel="self" href="rss.xml"/>
      <atom:link rel="next" href="rss.xml?page=2"/>
      <item>
        <title>One &amp; only</title><dc:creator>Ada</dc:creator>
        <pubDate>Thu, 29 Feb 2024 00:00:00 GMT</pubDate>
        <description><![CDATA[<p>Salt &amp; sun</p><img src="x.jpg">]]></description>
        <m:group>
          <m:content url="one-l.jpg" type="image/jpeg" width="2000" height="1500"/>
          <m:content url="one-m.jpg" type="image/jpeg" width="800" height="600"/>
          <m:thumbnail url="one-t.jpg" width="100" height="75"/>
        </m:group>
      </item>
      <item>
        <title>Many</title>
        <m:content url="two.jpg" medium="image"><m:title>other</m:title><m:credit>Bo</m:credit></m:content>
        <m:content url="three.jpg" medium="image"/>
      </item>
      <item>
        <enclosure url="http://other.example/e.png?x=1&amp;y=2" length="1" type="image/png"/>
      </item>
      <item>
        <title>Film</title>
        <m:content url="film.mp4" medium="video"><m:thumbnail url="film.jpg"/></m:content>
      </item>
      <item><title>Words</title></item>
      <item><enclosure url="http://[fe80::1]/x.jpg" type="image/jpeg"/></item>
    </channel>
    </rss>
    """

  static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
      <title>Photos</title><author><name>Ada</name></author>
      <link rel="next" href="/atom/2"/>
      <entry>
        <title type="html">Salt &amp;amp; &lt;b&gt;sun&lt;/b&gt;</title>
        <published>2024-02-29T00:00:00Z</published>
        <link rel="enclosure" type="image/jpeg" href="a.jpg"/>
        <link rel="alternate" href="a.html"/>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Hello <b>big</b> world</div></content>
      </entry>
      <entry>
        <title>B</title><author><name>Bo</name></author><updated>2024-03-01T00:00:00Z</updated>
        <media:content url="b-460.jpg" width="460"/><media:content url="b-140.jpg" width="140"/>
        <summary>Words</summary>
      </entry>
    </feed>
    """

  static let plain = """
    {"next": "?page=2", "photos": [
      "a.jpg",
      {"url": "b.jpg", "title": "B", "author": "Ada", "width": 640, "height": 480, "thumbnail": "b-t.jpg"},
      {"src": {"original": "https://cdn.example/c.jpg"}, "photographer": "Bo", "alt": "C"},
      {"name": "nothing"},
      3
    ]}
    """

  static let all: [(name: String, text: String)] = [
    ("unsplash", unsplash), ("picsum", picsum), ("jsonFeed", jsonFeed), ("apod", apod),
    ("rss", rss), ("atom", atom), ("plain", plain),
  ]
}
