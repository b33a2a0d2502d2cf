//! about = "Services of a compose file are listed with image, ports and order of start; two that want one port are told."
//! [files]
//! "/docker-compose.yml" = """
//! # Local development
//! version: "3.9"
//!
//! x-defaults: &defaults
//!   restart: unless-stopped
//!   logging: { driver: json-file, options: { max-size: "10m" } }
//!
//! services:
//!   web:
//!     <<: *defaults
//!     image: nginx:1.25-alpine
//!     ports:
//!       - "8080:80"
//!       - "127.0.0.1:8443:443/tcp"
//!     depends_on: [api]
//!   api:
//!     <<: *defaults
//!     build:
//!       context: ./api
//!       args: { NODE_ENV: development }
//!     ports: ["3000:3000"]
//!     environment:
//!       DATABASE_URL: postgres://app:secret@db:5432/app
//!       FEATURE_BETA: "yes"
//!       RETRIES: 3
//!     depends_on:
//!       db: { condition: service_healthy }
//!   admin:
//!     image: adminer
//!     ports:
//!       - 8080:8080
//!     depends_on:
//!       - db
//!   db:
//!     <<: *defaults
//!     image: postgres:16
//!     volumes: [data:/var/lib/postgresql/data]
//!
//! volumes:
//!   data:
//! """

async () => {
  const { services } = await state.readYaml("/docker-compose.yml");
  const order = [];
  const visit = (name) => {
    const needs = services[name].depends_on ?? [];
    (Array.isArray(needs) ? needs : Object.keys(needs)).forEach(visit);
    if (!order.includes(name)) order.push(name);
  };
  Object.keys(services).forEach(visit);
  const ports = Object.entries(services).flatMap(([name, s]) => (s.ports ?? []).map((p) => ({ name, host: String(p).split(":").at(-2) })));
  const taken = Object.entries(Object.groupBy(ports, (p) => p.host)).filter(([, users]) => users.length > 1);
  return {
    images: Object.entries(services).map(([name, s]) => `${name}: ${s.image ?? "built from " + s.build.context} (${s.restart ?? "no restart"})`),
    order,
    conflicts: taken.map(([port, users]) => `${port}: ${users.map((u) => u.name).join(", ")}`),
  };
}
//= result: {
//=   images: [
//=     "web: nginx:1.25-alpine (unless-stopped)",
//=     "api: built from ./api (unless-stopped)",
//=     "admin: adminer (no restart)",
//=     "db: postgres:16 (unless-stopped)",
//=   ],
//=   order: ["db", "api", "web", "admin"],
//=   conflicts: ["8080: web, admin"],
//= }
