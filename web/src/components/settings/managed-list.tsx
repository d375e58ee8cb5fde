import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '#api/page';
import { useAction, type Action } from '#lib/use-action';
import { Loaded } from '../states';
import { Section } from './section';
import styles from './settings.module.css';

interface ManagedListProps<Item> {
  title: string;
  description?: ReactNode;
  /** Key of the query; it is loaded again after a removal. */
  queryKey: readonly unknown[];
  load: (page: number) => Promise<Page<Item>>;
  keyOf: (item: Item) => string | number;
  /** Shown for a list without entries. */
  empty: string;
  /** The name of an entry, for its buttons and questions. */
  nameOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Buttons before that of the removal. */
  actions?: (item: Item, action: Action) => ReactNode;
  /** The form that changes an entry; undefined for one that the visitor may not change. */
  edit?: (item: Item) => ReactNode;
  remove?: (item: Item) => Promise<unknown>;
  /** Whether the visitor may remove an entry. */
  isRemovable?: (item: Item) => boolean;
  /** The word on the button of the removal. */
  removal?: string;
  /** The form that adds an entry, with its title. */
  add?: { title: string; form: ReactNode };
  /** Shown above the list, such as a new secret. */
  notice?: ReactNode;
}

/** A list whose entries can be added and removed. */
export function ManagedList<Item>(props: ManagedListProps<Item>) {
  const { title, description, queryKey, load, keyOf, empty, nameOf, children, actions, edit, remove, add, notice } =
    props;
  const { isRemovable = () => true, removal = t`Remove` } = props;
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last) => last.nextPage,
  });
  const action = useAction(queryKey);
  const ask = (item: Item): void => {
    if (remove && window.confirm(t`${removal} ${nameOf(item)}?`)) void action.run(() => remove(item));
  };
  return (
    <Section title={title} description={description}>
      {notice}
      <Loaded query={query} lines={2}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p className="muted">{empty}</p>;
          return (
            <ul className={`list ${styles.settingsList}`}>
              {items.map((item) => (
                <li key={keyOf(item)}>
                  <div className="grow">{children(item)}</div>
                  <div className={`row row-wrap ${styles.settingsActions}`}>
                    {actions?.(item, action)}
                    {remove && isRemovable(item) && (
                      <button
                        type="button"
                        className="button button-small button-danger"
                        aria-label={t`${removal} ${nameOf(item)}`}
                        disabled={action.isBusy}
                        onClick={() => ask(item)}
                      >
                        {removal}
                      </button>
                    )}
                  </div>
                  <EditForm name={nameOf(item)} form={edit?.(item)} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <div>
          <button
            type="button"
            className="button button-small"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </button>
        </div>
      )}
      {add && (
        <details className={styles.settingsAdd}>
          <summary>{add.title}</summary>
          {add.form}
        </details>
      )}
    </Section>
  );
}

function EditForm({ name, form }: { name: string; form: ReactNode }) {
  if (form === undefined) return null;
  return (
    <details className={`${styles.settingsAdd} ${styles.settingsEdit}`}>
      <summary aria-label={t`Edit ${name}`}>
        <Trans>Edit</Trans>
      </summary>
      {form}
    </details>
  );
}
