//+ files-names

async () => state.glob("/src/{*.ts,*.tsx}")

//= result: ["/src/app.tsx", "/src/index.ts"]
