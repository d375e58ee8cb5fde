/** Labels of issues, merge requests and epics. */
import type { Label } from '#api/types';
import { LabelChip } from '../label-chip';

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
export type LabelDetails = Pick<Label, 'name' | 'color' | 'description'>;

interface LabelsProps {
  names: string[];
  labels?: readonly LabelDetails[] | undefined;
  /** Address of the list of items with a label. */
  to?: (name: string) => string;
}

/** Shows labels in their colours. */
export function Labels({ names, labels, to }: LabelsProps) {
  return (
    <>
      {names.map((name) => {
        const label = labels?.find((entry) => entry.name === name);
        return (
          <LabelChip
            key={name}
            name={name}
            {...(label && { color: label.color, description: label.description })}
            {...(to && { to: to(name) })}
          />
        );
      })}
    </>
  );
}
