//! [files]
//! "/a\nb" = ""

async () => state.glob("/**")

//= result: ["/a\nb"]
