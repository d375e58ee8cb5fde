import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { Filters } from '#lib/use-filters';
import { LabelChip } from '../../label-chip';
import type { FilterKind } from './filter-kinds';
import { addressNameOf } from './filter-suggestions';
import styles from './filters.module.css';

/** A value of a filter in the address. */
interface ShownFilter {
  kind: FilterKind;
  isExcluded: boolean;
  /** Name in the address. */
  name: string;
  value: string;
  /** The other values of the filter. */
  others: string[];
}

/** Returns the filters of the address. */
export function shownFilters(filters: Filters, kinds: readonly FilterKind[]): ShownFilter[] {
  return kinds.flatMap((kind) =>
    [false, true]
      .filter((isExcluded) => !isExcluded || kind.canExclude)
      .flatMap((isExcluded) => {
        const name = addressNameOf({ kind, isExcluded });
        const values = filters.all(name);
        return values.map((value) => ({
          kind,
          isExcluded,
          name,
          value,
          others: values.filter((other) => other !== value),
        }));
      }),
  );
}

interface FilterChipsProps {
  filters: Filters;
  kinds: readonly FilterKind[];
  labels?: readonly { name: string; color: string }[] | undefined;
}

/** Shows the filters of the address; each can be turned round and removed. */
export function FilterChips({ filters, kinds, labels }: FilterChipsProps) {
  return shownFilters(filters, kinds).map((shown) => {
    const { kind, isExcluded, name, value, others } = shown;
    const word = kind.words.find(([entry]) => entry === value)?.[1];
    const text = word ?? value;
    const turnRound = (): void => {
      const opposite = addressNameOf({ kind, isExcluded: !isExcluded });
      filters.change({ [name]: others, [opposite]: kind.isRepeated ? [...filters.all(opposite), value] : [value] });
    };
    return (
      <span key={`${name} ${value}`} className={styles.filterChip}>
        <span>{kind.text}</span>
        {kind.canExclude && word === undefined ? (
          <button
            type="button"
            className={styles.filterSense}
            aria-label={isExcluded ? t`${kind.text} is not ${text}` : t`${kind.text} is ${text}`}
            title={isExcluded ? t`Show only items with it` : t`Show only items without it`}
            onClick={turnRound}
          >
            {isExcluded ? t`is not` : t`is`}
          </button>
        ) : (
          <span className="muted">
            <Trans>is</Trans>
          </span>
        )}
        {kind.source === 'labels' && word === undefined ? (
          <LabelChip name={value} color={labels?.find((label) => label.name === value)?.color ?? 'currentColor'} />
        ) : (
          <span className={styles.filterValue}>{text}</span>
        )}
        <button
          type="button"
          className={styles.filterRemove}
          aria-label={t`Remove the filter ${kind.text}: ${text}`}
          onClick={() => filters.set(name, others)}
        >
          <X size={13} aria-hidden="true" />
        </button>
      </span>
    );
  });
}
