//! about = "The newest items of a feed become a list in Markdown, with the author and the size of the sound file."
//! [files]
//! "/feed.xml" = """
//! <?xml version="1.0" encoding="UTF-8"?>
//! <?xml-stylesheet type="text/xsl" href="rss.xsl"?>
//! <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
//!   <channel>
//!     <title>Bits &amp; Pieces</title>
//!     <link>https://example.com/</link>
//!     <!-- three items -->
//!     <item>
//!       <title>Parsers &lt;3</title>
//!       <link>https://example.com/3?a=1&amp;b=2</link>
//!       <dc:creator>Ann</dc:creator>
//!       <pubDate>Tue, 05 Mar 2024 08:00:00 GMT</pubDate>
//!       <description><![CDATA[<p>Why <b>parsers</b> & not regexes</p>]]></description>
//!       <enclosure url="https://example.com/3.mp3" length="12345678" type="audio/mpeg"/>
//!       <category>code</category>
//!       <category>talk</category>
//!     </item>
//!     <item>
//!       <title>Caf&#233; notes</title>
//!       <link>https://example.com/2</link>
//!       <pubDate>Mon, 04 Mar 2024 23:30:00 -0500</pubDate>
//!       <category>life</category>
//!     </item>
//!     <item>
//!       <title>007</title>
//!       <link>https://example.com/1</link>
//!       <dc:creator>Bo</dc:creator>
//!       <pubDate>Fri, 01 Mar 2024 10:00:00 GMT</pubDate>
//!     </item>
//!   </channel>
//! </rss>
//! """

async () => {
  const { rss } = await state.readXml("/feed.xml");
  const { title, item } = rss.channel;
  const lines = item
    .map((i) => ({ ...i, date: new Date(i.pubDate) }))
    .sort((a, b) => b.date - a.date)
    .map((i) => {
      const tags = [i.category ?? []].flat().map((c) => ` #${c}`).join("");
      const size = i.enclosure ? ` (${(i.enclosure["@_length"] / 1e6).toFixed(1)} MB)` : "";
      return `- ${i.date.toISOString().slice(0, 10)} [${i.title}](${i.link}) by ${i["dc:creator"] ?? "unknown"}${size}${tags}`;
    });
  await state.writeFile("/news.md", `# ${title}\n\n${lines.join("\n")}\n`);
  return state.readFile("/news.md");
}
//= result: "# Bits & Pieces\n\n- 2024-03-05 [Parsers <3](https://example.com/3?a=1&b=2) by Ann (12.3 MB) #code #talk\n- 2024-03-05 [Café notes](https://example.com/2) by unknown #life\n- 2024-03-01 [007](https://example.com/1) by Bo\n"
//= created: /news.md (- -> 218)
