//! about = "A file of several manifests becomes one file for each, and what the containers ask for is added up."
//! [files]
//! "/all.yaml" = """
//! # everything in one file
//! ---
//! apiVersion: v1
//! kind: Namespace
//! metadata:
//!   name: shop
//! ---
//! apiVersion: apps/v1
//! kind: Deployment
//! metadata: { name: api, namespace: shop }
//! spec:
//!   replicas: 3
//!   template:
//!     spec:
//!       containers:
//!         - name: api
//!           image: shop/api:2.0
//!           resources:
//!             requests: { cpu: 250m, memory: 256Mi }
//!         - name: sidecar
//!           image: envoy:v1.29
//!           resources: { requests: { cpu: "0.1", memory: 64Mi } }
//! ---
//! ---
//! apiVersion: apps/v1
//! kind: Deployment
//! metadata: { name: worker, namespace: shop }
//! spec:
//!   template:
//!     spec:
//!       containers:
//!         - { name: worker, image: "shop/worker:2.0", resources: { requests: { cpu: 1, memory: 1Gi } } }
//! ---
//! apiVersion: v1
//! kind: ConfigMap
//! metadata: { name: settings, namespace: shop }
//! data:
//!   app.properties: |
//!     color=blue
//!     ---
//!     retries=3
//! """

async () => {
  const documents = YAML.parseAll(await state.readFile("/all.yaml")).filter((d) => d !== null);
  const cpu = (text) => (String(text).endsWith("m") ? parseInt(text) : Number(text) * 1000);
  const memory = (text) => parseInt(text) * (text.endsWith("Gi") ? 1024 : 1);
  const total = { milliCpu: 0, MiB: 0 };
  for (const { kind, metadata, spec, ...rest } of documents) {
    await state.writeYaml(`/manifests/${kind.toLowerCase()}-${metadata.name}.yaml`, { kind, metadata, spec, ...rest });
    for (const { resources } of spec?.template?.spec.containers ?? []) {
      total.milliCpu += (spec.replicas ?? 1) * cpu(resources.requests.cpu);
      total.MiB += (spec.replicas ?? 1) * memory(resources.requests.memory);
    }
  }
  return { total, files: await state.glob("/manifests/*"), settings: await state.readFile("/manifests/configmap-settings.yaml") };
}
//= result: {
//=   total: { milliCpu: 2050, MiB: 1984 },
//=   files: [
//=     "/manifests/configmap-settings.yaml",
//=     "/manifests/deployment-api.yaml",
//=     "/manifests/deployment-worker.yaml",
//=     "/manifests/namespace-shop.yaml",
//=   ],
//=   settings: "kind: ConfigMap\nmetadata:\n  name: settings\n  namespace: shop\napiVersion: v1\ndata:\n  app.properties: |\n    color=blue\n    ---\n    retries=3\n",
//= }
//= created: /manifests (- -> 0)
//= created: /manifests/configmap-settings.yaml (- -> 139)
//= created: /manifests/deployment-api.yaml (- -> 430)
//= created: /manifests/deployment-worker.yaml (- -> 272)
//= created: /manifests/namespace-shop.yaml (- -> 54)
