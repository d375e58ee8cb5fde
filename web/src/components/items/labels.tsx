/** Labels of issues, merge requests and epics. */
import type { Label } from '#api/types';
import { LabelChip } from '../label-chip';

/** Returns the names of an item's labels, which the API sends as texts or with details. */
export function labelNames(labels: readonly unknown[]): string[] {
  return labels.map((label) =>
    typeof label === 'object' && label !== null && 'name' in label ? String(label.name) : String(label),
  );
}

interface LabelsProps {
  names: string[];
  labels?: readonly Label[] | undefined;
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
