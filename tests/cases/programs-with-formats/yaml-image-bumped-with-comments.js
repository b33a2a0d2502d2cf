//! about = "The version of an image and the number of replicas are raised; comments and layout stay."
//! [files]
//! "/k8s/deployment.yaml" = """
//! # Managed by hand, see docs/deploy.md
//! apiVersion: apps/v1
//! kind: Deployment
//! metadata:
//!   name: shop
//!   labels: {app: shop, team: "web"}
//! spec:
//!   replicas: 2   # raised before sales
//!   selector:
//!     matchLabels:
//!       app: shop
//!   template:
//!     metadata:
//!       labels:
//!         app: shop
//!     spec:
//!       containers:
//!         # the application
//!         - name: shop
//!           image: registry.example.com/shop:1.4.2 # keep in step with the chart
//!           ports:
//!             - containerPort: 8080
//!           env:
//!             - {name: LOG_LEVEL, value: 'info'}
//!
//!         # sends metrics
//!         - name: exporter
//!           image: "prom/statsd-exporter:v0.26.0"
//! """

async () => {
  const path = "/k8s/deployment.yaml";
  const containers = await state.queryJson(path, "spec.template.spec.containers");
  const index = containers.findIndex((c) => c.name === "shop");
  const [image, tag] = containers[index].image.split(":");
  const next = tag.replace(/\d+$/, (n) => Number(n) + 1);
  const { diff } = await state.updateJson(path, [
    { op: "set", path: `spec.template.spec.containers[${index}].image`, value: `${image}:${next}` },
    { op: "set", path: "spec.replicas", value: 4 },
  ]);
  return diff.split("\n").filter((line) => /^[+-] /.test(line));
}
//= result: [
//=   "-  replicas: 2   # raised before sales",
//=   "+  replicas: 4   # raised before sales",
//=   "-          image: registry.example.com/shop:1.4.2 # keep in step with the chart",
//=   "+          image: registry.example.com/shop:1.4.3 # keep in step with the chart",
//= ]
//= changed: /k8s/deployment.yaml (645 -> 645)
