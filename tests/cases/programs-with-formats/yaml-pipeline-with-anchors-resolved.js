//! about = "A pipeline with anchors and merged keys is written out in full, to see what each job really does."
//! [files]
//! "/.gitlab-ci.yml" = """
//! stages: [test, deploy]
//!
//! .retry: &retry
//!   retry: 2
//!   tags: [docker]
//!
//! .node: &node
//!   <<: *retry
//!   image: node:20
//!   variables: &vars
//!     CI: "true"
//!     NODE_OPTIONS: --max-old-space-size=2048
//!
//! unit:
//!   <<: *node
//!   stage: test
//!   script: [npm ci, npm test]
//!
//! e2e:
//!   <<: [*node, { image: "cypress/base:20", timeout: 1h }]
//!   stage: test
//!   retry: 0
//!   variables:
//!     <<: *vars
//!     CYPRESS_CACHE: .cache
//!   script:
//!     - npm run e2e
//!
//! deploy:
//!   <<: *retry
//!   stage: deploy
//!   script: &deploy
//!     - ./deploy.sh
//!   only: [main]
//! """

const pipeline = await state.readYaml("/.gitlab-ci.yml");
for (const name of Object.keys(pipeline)) {
  if (name.startsWith(".") || !pipeline[name].script) delete pipeline[name];
}
await state.writeYaml("/resolved.yml", pipeline);
return await state.readFile("/resolved.yml");
//= result: "unit:\n  retry: 2\n  tags:\n    - docker\n  image: node:20\n  variables:\n    CI: \"true\"\n    NODE_OPTIONS: --max-old-space-size=2048\n  stage: test\n  script:\n    - npm ci\n    - npm test\ne2e:\n  retry: 0\n  tags:\n    - docker\n  image: node:20\n  variables:\n    CI: \"true\"\n    NODE_OPTIONS: --max-old-space-size=2048\n    CYPRESS_CACHE: .cache\n  timeout: 1h\n  stage: test\n  script:\n    - npm run e2e\ndeploy:\n  retry: 2\n  tags:\n    - docker\n  stage: deploy\n  script:\n    - ./deploy.sh\n  only:\n    - main\n"
//= created: /resolved.yml (- -> 490)
