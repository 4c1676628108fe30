type Labels = Readonly<Record<string, string>>;

interface Family {
  readonly help: string;
  readonly kind: "counter" | "gauge";
  /** By the values of the labels, which a family always names in the same order. */
  readonly counts: Map<string, Count>;
}

interface Count {
  readonly labels: Labels;
  value: number;
}

/** Counters and gauges in Prometheus text format 0.0.4. Label values must come from small fixed sets. */
export class Metrics {
  readonly #families = new Map<string, Family>();
  readonly #gauges = new Map<string, () => number>();

  counter(name: string, help: string): (labels?: Labels, by?: number) => void {
    const counts = new Map<string, Count>();
    this.#families.set(name, { help, kind: "counter", counts });
    return (labels = {}, by = 1) => {
      const key = Object.values(labels).join("\n");
      const count = counts.get(key);
      if (count === undefined) counts.set(key, { labels, value: by });
      else count.value += by;
    };
  }

  /** Adds a gauge, whose value is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    this.#families.set(name, { help, kind: "gauge", counts: new Map() });
    this.#gauges.set(name, read);
  }

  render(): string {
    let text = "";
    for (const [name, { help, kind, counts }] of this.#families) {
      text += `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`;
      const gauge = this.#gauges.get(name);
      if (gauge) text += `${name} ${gauge()}\n`;
      for (const { labels, value } of counts.values()) text += `${name}${renderLabels(labels)} ${value}\n`;
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
