type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly help: string;
  readonly kind: "counter" | "gauge";
  readonly values: Map<string, number>;
}

/** Counters and gauges in Prometheus text format 0.0.4. Label values must come from small fixed sets. */
export class Metrics {
  readonly #families = new Map<string, Family>();
  readonly #gauges = new Map<string, () => number>();

  counter(name: string, help: string): (labels?: Labels, by?: number) => void {
    const family: Family = { help, kind: "counter", values: new Map() };
    this.#families.set(name, family);
    return (labels = {}, by = 1) => {
      const key = renderLabels(labels);
      family.values.set(key, (family.values.get(key) ?? 0) + by);
    };
  }

  /** Adds a gauge, whose value is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, kind: "gauge", values: new Map() });
    this.#gauges.set(name, read);
  }

  render(): string {
    let text = "";
    for (const [name, { help, kind, values }] of this.#families) {
      text += `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`;
      const gauge = this.#gauges.get(name);
      if (gauge) text += `${name} ${gauge()}\n`;
      for (const [labels, value] of values) text += `${name}${labels} ${value}\n`;
    }
    return text;
  }
}

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
