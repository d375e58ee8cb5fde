/** Filters that the visitor saved: they lead to the same list with the filters and the order. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router';
import { deleteSavedFilter, listSavedFilters, savedFilterKeys, saveFilter } from '#data/saved-filters';
import { useAction } from '#lib/use-action';
import { Menu } from '../../menu';
import type { ListKind } from './filter-kinds';
import styles from './filters.module.css';

/** Shows the menu of the filters. */
export function SavedFilters({ list }: { list: ListKind }) {
  const { pathname, search } = useLocation();
  const [isWanted, setIsWanted] = useState(false);
  const saved = useQuery({
    queryKey: savedFilterKeys.of(list),
    queryFn: () => listSavedFilters(list),
    enabled: isWanted,
  });
  const { run, isBusy } = useAction(savedFilterKeys.of(list));
  const [name, setName] = useState('');
  const query = queryToSave(search);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await run(() => saveFilter(list, name.trim(), query), t`Filter saved.`)) setName('');
  };
  return (
    <Menu
      label={t`Saved filters`}
      className="button"
      onOpen={() => setIsWanted(true)}
      button={
        <>
          <Bookmark size={15} aria-hidden="true" />
          <Trans>Saved</Trans>
        </>
      }
    >
      {saved.data?.length === 0 && (
        <p className="menu-heading">
          <Trans>You have not saved a filter yet.</Trans>
        </p>
      )}
      <ul>
        {saved.data?.map((filter) => (
          <li key={filter.name} className={styles.savedFilter}>
            <Link to={`${pathname}?${filter.query}`}>{filter.name}</Link>
            <button
              type="button"
              aria-label={t`Delete the filter ${filter.name}`}
              disabled={isBusy}
              onClick={() => void run(() => deleteSavedFilter(list, filter.name))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {query !== '' && (
        <form className={styles.saveFilter} onSubmit={(event) => void save(event)}>
          <input
            className="input"
            aria-label={t`Name of the filter`}
            placeholder={t`Name`}
            required
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <button type="submit" className="button" disabled={isBusy || name.trim() === ''}>
            <Trans>Save this filter</Trans>
          </button>
        </form>
      )}
    </Menu>
  );
}

/** The filters and the order in an address, without the page. */
function queryToSave(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  return params.toString();
}
