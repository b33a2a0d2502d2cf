//! about = "Percentiles of latencies, and a histogram as text."
//! [files]
//! "/lat.txt" = "0\n37\n74\n10\n47\n84\n20\n57\n94\n30\n67\n3\n40\n77\n13\n50\n87\n23\n60\n97\n33\n70\n6\n43\n80\n16\n53\n90\n26\n63\n100\n36\n73\n9\n46\n83\n19\n56\n93\n29\n66\n2\n39\n76\n12\n49\n86\n22\n59\n96\n32\n69\n5\n42\n79\n15\n52\n89\n25\n62\n99\n35\n72\n8\n45\n82\n18\n55\n92\n28\n65\n1\n38\n75\n11\n48\n85\n21\n58\n95\n31\n68\n4\n41\n78\n14\n51\n88\n24\n61\n98\n34\n71\n7\n44\n81\n17\n54\n91\n27\n"

const percentile = (sorted, p) => sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)];

async () => {
  const values = (await state.readFile("/lat.txt")).trim().split(/\s+/).map(Number).sort((a, b) => a - b);
  const stats = { count: values.length, mean: +(values.reduce((a, b) => a + b, 0) / values.length).toFixed(2), ...Object.fromEntries([50, 90, 99].map((p) => [`p${p}`, percentile(values, p)])) };
  const buckets = Array.from({ length: 5 }, (_, i) => values.filter((v) => v >= i * 20 && v < (i + 1) * 20).length);
  const chart = buckets.map((n, i) => `${String(i * 20).padStart(3)} ${"#".repeat(n)}`).join("\n");
  await state.writeFile("/report/latency.txt", chart + "\n");
  return { stats, chart };
}
//= result: {
//=   stats: { count: 100, mean: 49.86, p50: 49, p90: 90, p99: 99 },
//=   chart: "  0 ####################\n 20 ####################\n 40 ####################\n 60 ###################\n 80 ####################",
//= }
//= created: /report (- -> 0)
//= created: /report/latency.txt (- -> 124)
