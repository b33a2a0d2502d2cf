//! about = "Routes whose folders hold brackets and parentheses are found by their names."
//! [files]
//! "/app/[id]/page.tsx" = "export default function Page() { return params.id; }"
//! "/app/i/page.tsx" = "i"
//! "/app/(auth)/login/page.tsx" = "login"
//! "/app/[...slug]/page.tsx" = "slug"
//! "/app/page.tsx" = "root"
//! "/app/a+b/page.tsx" = "plus"

async () => {
  const routes = [];
  for (const page of await state.glob("/app/**/page.tsx")) {
    const route = page.slice("/app".length, -"/page.tsx".length).split("/").filter((part) => !/^\(.*\)$/.test(part)).join("/") || "/";
    routes.push(route);
  }
  return {
    routes,
    id: await state.glob("/app/[id]/*.tsx"),
    slug: await state.glob("/app/[...slug]/**"),
    auth: await state.glob("/app/(auth)/**/*.tsx"),
    plus: await state.glob("/app/a+b/*"),
    none: await state.glob("/app/[xyz]/*.tsx"),
    edited: (await state.replaceInFiles("/app/[id]/page.tsx", "params.id", "params.userId")).totalFiles,
  };
}
//= result: {
//=   routes: ["/login", "/[...slug]", "/[id]", "/a+b", "/i", "/"],
//=   id: ["/app/[id]/page.tsx"],
//=   slug: ["/app/[...slug]/page.tsx"],
//=   auth: ["/app/(auth)/login/page.tsx"],
//=   plus: ["/app/a+b/page.tsx"],
//=   none: [],
//=   edited: 1,
//= }
//= changed: /app/[id]/page.tsx (52 -> 56)
