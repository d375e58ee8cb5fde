import { t } from '@lingui/core/macro';
import { Link, useLocation } from 'react-router';
import { numberText } from '#lib/format';
import type { Filters } from '#lib/use-filters';

interface StateTabsProps {
  filters: Filters;
  tabs: readonly { state: string; text: string; count?: number | undefined }[];
  /** State without one in the address. */
  initial?: string;
}

/** States of a list as tabs with their counts. */
export function StateTabs({ filters, tabs, initial = 'opened' }: StateTabsProps) {
  const present = filters.get('state') ?? initial;
  const { pathname } = useLocation();
  return (
    <nav className="tabs" aria-label={t`States`}>
      {tabs.map(({ state, text, count }) => (
        <Link
          key={state}
          to={`${pathname}${filters.link('state', state === initial ? undefined : state)}`}
          aria-current={present === state ? 'page' : undefined}
        >
          {text}
          {count !== undefined && <span className="badge">{numberText(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
