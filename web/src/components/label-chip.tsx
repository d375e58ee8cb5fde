import { Link } from 'react-router';
import { labelScope } from '#data/item-labels';

interface LabelChipProps {
  name: string;
  color?: string;
  description?: string | null;
  /** Address of what has this label. */
  to?: string;
}

/**
 * A label. Its colour is a dot, not the background, so that any colour leaves the name readable.
 */
export function LabelChip({ name, color, description, to }: LabelChipProps) {
  const { scope, value } = labelScope(name);
  const content = (
    <>
      {color && (
        <svg width="9" height="9" viewBox="0 0 10 10" aria-hidden="true">
          <circle cx="5" cy="5" r="5" fill={color} />
        </svg>
      )}
      {scope === undefined ? (
        name
      ) : (
        <>
          <span className="label-scope">{scope}</span>
          <span>{value}</span>
        </>
      )}
    </>
  );
  const title = description ?? undefined;
  return to === undefined ? (
    <span className="label-chip" title={title}>
      {content}
    </span>
  ) : (
    <Link className="label-chip" title={title} to={to}>
      {content}
    </Link>
  );
}
