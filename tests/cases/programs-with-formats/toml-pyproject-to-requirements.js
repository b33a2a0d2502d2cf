//! about = "Dependencies of a Python project become files of requirements, one for each group."
//! [files]
//! "/pyproject.toml" = '''
//! [build-system]
//! requires = ["hatchling"]
//! build-backend = "hatchling.build"
//!
//! [project]
//! name = "shop-api"
//! version = "1.2.0"
//! description = """\
//!   An API \
//!   for shops."""
//! requires-python = ">=3.10"
//! dependencies = [
//!   "fastapi[all]>=0.110,<1",   # web
//!   'uvicorn ; python_version < "3.13"',
//!   "SQLAlchemy~=2.0",
//! ]
//!
//! [project.optional-dependencies]
//! dev = ["pytest>=8", "ruff==0.3.4"]
//! docs = ["mkdocs"]
//!
//! [tool.ruff]
//! line-length = 1_00
//! [tool.ruff.lint]
//! select = ["E", "F"]
//! [tool.pytest.ini_options]
//! addopts = '-q --strict-markers -W "error::DeprecationWarning"'
//! '''

import fs from "fs";
import { parse } from "smol-toml";

const { project, tool } = parse(fs.readFileSync("/pyproject.toml", "utf-8"));
const groups = { "": project.dependencies, ...project["optional-dependencies"] };
for (const [group, list] of Object.entries(groups)) {
  const lines = list.map((d) => d.replace(/\s+;/, ";")).sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()));
  if (group) lines.unshift("-r requirements.txt");
  fs.writeFileSync(`/requirements${group && "-" + group}.txt`, lines.join("\n") + "\n");
}
for (const name of fs.readdirSync("/").filter((n) => n.startsWith("requirements"))) {
  console.log(`--- ${name}\n${fs.readFileSync("/" + name, "utf8")}`);
}
console.log(project.description, tool.ruff["line-length"], tool.pytest.ini_options.addopts);
//= result: undefined
//= console.log: "--- requirements-dev.txt\n-r requirements.txt\npytest>=8\nruff==0.3.4\n"
//= console.log: "--- requirements-docs.txt\n-r requirements.txt\nmkdocs\n"
//= console.log: "--- requirements.txt\nfastapi[all]>=0.110,<1\nSQLAlchemy~=2.0\nuvicorn; python_version < \"3.13\"\n"
//= console.log: An API for shops. 100 -q --strict-markers -W "error::DeprecationWarning"
//= created: /requirements-dev.txt (- -> 42)
//= created: /requirements-docs.txt (- -> 27)
//= created: /requirements.txt (- -> 72)
