/** Labels of issues, merge requests and epics. */
import type { LabelDetails } from '#data/item-labels';
import { LabelChip } from '../label-chip';

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
