/** A list of issues or merge requests, of which several can be chosen and changed together. */
import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import type { Failure } from '#lib/run-for-each';
import type { ListKind } from '../filters/filter-kinds';
import type { OwnerScope } from '../item-scope';
import type { BulkItem } from './bulk-change';
import { BulkFailures } from './bulk-failures';
import { BulkForm } from './bulk-form';
import { useSelection } from './use-selection';
import styles from './bulk.module.css';

interface ItemSelectionProps<Item extends BulkItem> {
  items: readonly Item[];
  list: ListKind;
  /** The project or group of the list; absent if its items cannot be changed together. */
  owner: OwnerScope | undefined;
  /** Shows an item. `check` is its box. */
  row: (item: Item, check: ReactNode) => ReactNode;
  /** What is shown without items. */
  empty: ReactNode;
}

/** Shows the items, and a form that changes those that are chosen. */
export function ItemSelection<Item extends BulkItem>({ items, list, owner, row, empty }: ItemSelectionProps<Item>) {
  const selection = useSelection(items);
  // An item that could not be changed may not be in the list any more.
  const [failures, setFailures] = useState<Failure<Item>[]>([]);
  const failed = <BulkFailures failures={failures} close={() => setFailures([])} />;
  if (items.length === 0) {
    return (
      <>
        {failed}
        {empty}
      </>
    );
  }
  if (!owner) return <ul className="card list">{items.map((item) => row(item, null))}</ul>;
  const { chosen } = selection;
  const areAllChosen = chosen.length === items.length;
  return (
    <>
      {failed}
      <div className="card">
        <div className={`card-header ${styles.bulkHeader}`}>
          <label className="row">
            <input
              type="checkbox"
              checked={areAllChosen}
              ref={(box) => {
                if (box) box.indeterminate = chosen.length > 0 && !areAllChosen;
              }}
              onChange={() => selection.choose(areAllChosen ? [] : items)}
            />
            {chosen.length === 0
              ? t`Select all on this page`
              : plural(chosen.length, { one: '# item selected', other: '# items selected' })}
          </label>
        </div>
        {chosen.length > 0 && (
          <BulkForm
            items={chosen}
            list={list}
            owner={owner}
            onFinish={(failed) => {
              setFailures(failed);
              selection.choose(failed.map(({ item }) => item));
            }}
            cancel={() => selection.choose([])}
          />
        )}
        <ul className="list">
          {items.map((item) =>
            row(
              item,
              <input
                type="checkbox"
                aria-label={t`Select ${item.title}`}
                checked={selection.has(item)}
                onChange={() => selection.toggle(item)}
              />,
            ),
          )}
        </ul>
      </div>
    </>
  );
}
