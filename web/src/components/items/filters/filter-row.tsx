import type { Filters } from '#lib/use-filters';
import type { ItemScope } from '../item-scope';
import { FilterBar } from './filter-bar';
import type { ListKind } from './filter-kinds';
import { OrderMenu } from './order-menu';
import styles from './filters.module.css';

interface FilterRowProps {
  filters: Filters;
  scope: ItemScope;
  list: ListKind;
  /** For the colours of chosen labels. */
  labels?: readonly { name: string; color: string }[] | undefined;
  /** Orders: value and text. */
  orders: readonly (readonly [string, string])[];
}

/** Filters and order of a list in one line. */
export function FilterRow({ filters, scope, list, labels, orders }: FilterRowProps) {
  return (
    <search className={styles.filterRow}>
      <FilterBar filters={filters} scope={scope} list={list} labels={labels} />
      <OrderMenu filters={filters} orders={orders} />
    </search>
  );
}
