import type { ReactNode } from 'react';
import { FilterBar, type FilterBarProps } from './filter-bar';
import styles from './filters.module.css';

interface FilterRowProps extends FilterBarProps {
  /** Controls beside the filters. */
  children: ReactNode;
}

/** Filters and other controls of a list in one line. */
export function FilterRow({ children, ...bar }: FilterRowProps) {
  return (
    <search className={styles.filterRow}>
      <FilterBar {...bar} />
      <div className="row">{children}</div>
    </search>
  );
}
