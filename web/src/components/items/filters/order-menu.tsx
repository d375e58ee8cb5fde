import { t } from '@lingui/core/macro';
import { ArrowDownNarrowWide, ArrowUpNarrowWide } from 'lucide-react';
import type { Filters } from '#lib/use-filters';
import styles from './filters.module.css';

interface OrderMenuProps {
  filters: Filters;
  /** Orders: value and text. */
  orders: readonly (readonly [string, string])[];
}

/** The order of a list, and its direction. */
export function OrderMenu({ filters, orders }: OrderMenuProps) {
  const isAscending = filters.get('sort') === 'asc';
  const Icon = isAscending ? ArrowUpNarrowWide : ArrowDownNarrowWide;
  return (
    <div className={styles.filterOrder}>
      <select
        className="select"
        aria-label={t`Order`}
        value={filters.get('order') ?? ''}
        onChange={(event) => filters.set('order', event.target.value)}
      >
        {orders.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="button button-icon"
        aria-pressed={isAscending}
        aria-label={t`Ascending order`}
        title={isAscending ? t`Ascending` : t`Descending`}
        onClick={() => filters.set('sort', isAscending ? undefined : 'asc')}
      >
        <Icon size={15} aria-hidden="true" />
      </button>
    </div>
  );
}
