//! [files]
//! "/app/[id]/page.tsx" = "x"
//! "/app/[id]/deep/list.tsx" = "x"
//! "/app/i/page.tsx" = "x"
//! "/app/(auth)/page.tsx" = "x"
//! "/app/@(auth)/page.tsx" = "x"
//! "/app/auth/page.tsx" = "x"
//! "/app/{a,b}.ts" = "x"
//! "/app/a.ts" = "x"
//! "/lib/[id]/page.tsx" = "x"
//! "/lib/d/i/page.tsx" = "x"
//! "/lib/[x].md" = "x"
//! "/lib/x.md" = "x"

// A component that is the name of an entry as it stands is that entry alone.
async () => ({
  class: await state.glob("/app/[id]/**/*.tsx"),
  literal: await state.glob("/app/(auth)/page.tsx"),
  extended: await state.glob("/app/@(auth)/*"),
  braces: await state.glob("/app/{a,b}.ts"),
  deep: await state.glob("/**/[id]/page.tsx"),
  searched: (await state.searchFiles("/app/[id]", "x")).map((one) => one.path),
  found: (await state.find("/lib", { name: "[x].md" })).map((one) => one.path),
  excluded: await state.glob("/lib/**/*.{tsx,md}", { exclude: ["[id]", "[x].md"] }),
  except: await state.glob(["/app/**/page.tsx", "!/app/[id]/page.tsx"]),
})
//= result: {
//=   class: ["/app/[id]/deep/list.tsx", "/app/[id]/page.tsx"],
//=   literal: ["/app/(auth)/page.tsx"],
//=   extended: ["/app/@(auth)/page.tsx"],
//=   braces: ["/app/{a,b}.ts"],
//=   deep: ["/app/[id]/page.tsx", "/lib/[id]/page.tsx", "/lib/d/i/page.tsx"],
//=   searched: ["/app/[id]/deep/list.tsx", "/app/[id]/page.tsx"],
//=   found: ["/lib/[x].md"],
//=   excluded: ["/lib/x.md"],
//=   except: [
//=     "/app/(auth)/page.tsx",
//=     "/app/@(auth)/page.tsx",
//=     "/app/auth/page.tsx",
//=     "/app/i/page.tsx",
//=   ],
//= }
