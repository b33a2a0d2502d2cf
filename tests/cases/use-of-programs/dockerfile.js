//! about = "Base images and ports of a Dockerfile."
//! [files]
//! "/Dockerfile" = "FROM node:18-alpine AS build\nWORKDIR /app\nCOPY . .\nRUN npm ci && \\\n    npm run build\n\nFROM nginx:1.24\nEXPOSE 80 443\nCOPY --from=build /app/dist /usr/share/nginx/html\n"

async () => {
  await state.replaceInFile("/Dockerfile", "^FROM node:\\d+(-\\w+)?", "FROM node:22$1", { regex: true });
  await state.replaceInFile("/Dockerfile", "nginx:1.24", "nginx:1.27");
  const text = await state.readFile("/Dockerfile");
  const stages = [...text.matchAll(/^FROM\s+(\S+)(?:\s+AS\s+(\w+))?/gim)].map(([, image, name]) => ({ image, name }));
  const ports = text.match(/^EXPOSE (.*)$/m)[1].split(" ").map(Number);
  const joined = text.replace(/\\\n\s*/g, "").split("\n").filter((l) => l.startsWith("RUN"));
  return { stages, ports, joined };
}
//= result: {
//=   stages: [{ image: "node:22-alpine", name: "build" }, { image: "nginx:1.27", name: undefined }],
//=   ports: [80, 443],
//=   joined: ["RUN npm ci && npm run build"],
//= }
//= changed: /Dockerfile (166 -> 166)
