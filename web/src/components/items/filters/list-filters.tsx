import { useIsSignedIn } from '#session/use-session';
import { CsvButton } from './csv-button';
import type { FilterBarProps } from './filter-bar';
import { FilterRow } from './filter-row';
import { OrderMenu } from './order-menu';
import { SavedFilters } from './saved-filters';

interface ListFiltersProps extends FilterBarProps {
  /** Orders: value and text. */
  orders: readonly (readonly [string, string])[];
}

/** Filters and order of a list of issues or merge requests. */
export function ListFilters({ orders, ...bar }: ListFiltersProps) {
  const isSignedIn = useIsSignedIn();
  const { filters, scope, list } = bar;
  return (
    <FilterRow {...bar}>
      <OrderMenu filters={filters} orders={orders} />
      {isSignedIn && <SavedFilters list={list} />}
      {isSignedIn && scope.kind !== 'all' && <CsvButton filters={filters} owner={scope} list={list} />}
    </FilterRow>
  );
}
