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
        aria-label="State"
        value={filters.get('state') ?? ''}
        onChange={(event) => filters.set('state', event.target.value)}
      >
        <option value="">All states</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {state}
          </option>
        ))}
      </select>
    </div>
  );
}
