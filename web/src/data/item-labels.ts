/** Labels of issues, merge requests and epics as the API sends them. */

/** Returns the names of an item's labels, which the API sends as texts or with details. */
export function labelNames(labels: readonly unknown[]): string[] {
  return labels.map((label) =>
    typeof label === 'object' && label !== null && 'name' in label ? String(label.name) : String(label),
  );
}

/** Returns the labels of an item, if the API sent them with details. */
export function labelDetails(labels: readonly unknown[]): readonly LabelDetails[] | undefined {
  const isDetailed = (label: unknown): label is LabelDetails =>
    typeof label === 'object' && label !== null && 'name' in label && 'color' in label;
  return labels.length > 0 && labels.every(isDetailed) ? labels : undefined;
}

/** What is shown of a label. */
export interface LabelDetails {
  name: string;
  color: string;
  description: string | null;
}

/** Splits the name of a label: `priority::high` is the value `high` of the scope `priority`. */
export function labelScope(name: string): { scope: string | undefined; value: string } {
  const [, scope, value = name] = /^(.+)::(.+)$/.exec(name) ?? [];
  return { scope, value };
}
