//! about = "A map of a site is written of its pages; drafts are left out, changes since the old map are told."
//! [files]
//! "/site/index.html" = "<h1>Home</h1>\n"
//! "/site/about/index.html" = "<h1>About</h1>\n"
//! "/site/shop/lamps & more.html" = "<h1>Lamps</h1>\n"
//! "/site/drafts/new.html" = "<h1>Draft</h1>\n"
//! "/site/sitemap.xml" = """
//! <?xml version="1.0" encoding="UTF-8"?>
//! <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
//!   <url><loc>https://example.com/</loc><lastmod>2024-01-01</lastmod></url>
//!   <url><loc>https://example.com/old.html</loc></url>
//! </urlset>
//! """

async () => {
  const old = (await state.readXml("/site/sitemap.xml")).urlset.url.map((u) => u.loc);
  const pages = (await state.glob("/site/**/*.html")).filter((p) => !p.includes("/drafts/"));
  const urls = pages.map((page) => ({
    loc: new URL(page.replace("/site", "").replace(/index\.html$/, ""), "https://example.com").href.replace("&", "%26"),
    changefreq: page.endsWith("index.html") ? "weekly" : "monthly",
    priority: page === "/site/index.html" ? 1 : 0.5,
  }));
  await state.writeXml("/site/sitemap.xml", {
    "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
    urlset: { "@_xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9", url: urls },
  });
  const now = urls.map((u) => u.loc);
  return { added: now.filter((u) => !old.includes(u)), removed: old.filter((u) => !now.includes(u)), text: await state.readFile("/site/sitemap.xml") };
}
//= result: {
//=   added: ["https://example.com/about/", "https://example.com/shop/lamps%20%26%20more.html"],
//=   removed: ["https://example.com/old.html"],
//=   text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n  <url>\n    <loc>https://example.com/about/</loc>\n    <changefreq>weekly</changefreq>\n    <priority>0.5</priority>\n  </url>\n  <url>\n    <loc>https://example.com/</loc>\n    <changefreq>weekly</changefreq>\n    <priority>1</priority>\n  </url>\n  <url>\n    <loc>https://example.com/shop/lamps%20%26%20more.html</loc>\n    <changefreq>monthly</changefreq>\n    <priority>0.5</priority>\n  </url>\n</urlset>\n",
//= }
//= changed: /site/sitemap.xml (237 -> 497)
