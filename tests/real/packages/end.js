  return JSON.stringify(await $use.default(), (key, value) => {
    if (Object.is(value, -0)) return "number -0";
    if (typeof value === "number" && !Number.isFinite(value)) return "number " + value;
    if (typeof value === "bigint" || value === undefined) return typeof value + " " + value;
    if (typeof value === "function") return "function " + value.name;
    if (value instanceof Map || value instanceof Set) return [...value];
    return value;
  });
}
