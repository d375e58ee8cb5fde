import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { stateText } from '#lib/state-text';
import { useFilters } from '#lib/use-filters';

interface StateChoiceProps {
  states: readonly string[];
}

/** A filter by state, in the address. */
export function StateChoice({ states }: StateChoiceProps) {
  const filters = useFilters();
  return (
    <div className="toolbar">
      <select
        className="select"
        aria-label={t`State`}
        value={filters.get('state') ?? ''}
        onChange={(event) => filters.set('state', event.target.value)}
      >
        <option value="">
          <Trans>All states</Trans>
        </option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateText(state)}
          </option>
        ))}
      </select>
    </div>
  );
}
