//! about = "Dependencies of a Maven project are listed with their versions, which properties may name; those without one are told."
//! [files]
//! "/pom.xml" = """
//! <?xml version="1.0" encoding="UTF-8"?>
//! <project xmlns="http://maven.apache.org/POM/4.0.0"
//!          xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
//!          xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
//!   <modelVersion>4.0.0</modelVersion>
//!   <groupId>com.example</groupId>
//!   <artifactId>shop</artifactId>
//!   <version>1.10</version>
//!   <properties>
//!     <java.version>21</java.version>
//!     <jackson.version>2.17.0</jackson.version>
//!     <kafka.version>3.70</kafka.version>
//!   </properties>
//!   <dependencies>
//!     <dependency>
//!       <groupId>com.fasterxml.jackson.core</groupId>
//!       <artifactId>jackson-databind</artifactId>
//!       <version>${jackson.version}</version>
//!       <exclusions>
//!         <exclusion><groupId>*</groupId><artifactId>snakeyaml</artifactId></exclusion>
//!       </exclusions>
//!     </dependency>
//!     <dependency>
//!       <groupId>org.apache.kafka</groupId>
//!       <artifactId>kafka-clients</artifactId>
//!       <version>${kafka.version}</version>
//!     </dependency>
//!     <dependency>
//!       <groupId>org.junit.jupiter</groupId>
//!       <artifactId>junit-jupiter</artifactId>
//!       <scope>test</scope>
//!     </dependency>
//!   </dependencies>
//!   <build>
//!     <plugins>
//!       <plugin><artifactId>maven-compiler-plugin</artifactId></plugin>
//!     </plugins>
//!   </build>
//! </project>
//! """

const fs = require("fs");
const { XMLParser } = require("fast-xml-parser");

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => ["dependency", "plugin", "exclusion"].includes(name) });
const { project } = parser.parse(fs.readFileSync("/pom.xml", "utf8"));
const resolve = (text) => text?.replace(/\$\{([^}]+)\}/g, (all, name) => project.properties[name] ?? all);
const list = project.dependencies.dependency.map(({ groupId, artifactId, version, scope = "compile", exclusions }) => ({
  id: `${groupId}:${artifactId}`,
  version: resolve(version) ?? "managed",
  scope,
  without: exclusions?.exclusion.map((e) => e.artifactId),
}));
console.log(`${project.groupId}:${project.artifactId}:${project.version}`);
for (const { id, version, scope, without } of list) console.log(`  ${id}:${version} (${scope})${without ? ` without ${without}` : ""}`);
console.log(project.build.plugins.plugin.length, "plugin");
//= result: undefined
//= console.log: com.example:shop:1.10
//= console.log: "  com.fasterxml.jackson.core:jackson-databind:2.17.0 (compile) without snakeyaml"
//= console.log: "  org.apache.kafka:kafka-clients:3.70 (compile)"
//= console.log: "  org.junit.jupiter:junit-jupiter:managed (test)"
//= console.log: 1 plugin
