/** Epics of a group. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { stateNames } from '#components/item-states';
import { Labels } from '#components/items/labels';
import { StateTabs } from '#components/items/state-tabs';
import { groupCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { StateBadge } from '#components/state-badge';
import { Empty, Loaded } from '#components/states';
import { useGroupLevel } from '#data/access';
import { epicKeys, createEpic, listEpics } from '#data/epics';
import { useGroup } from '#data/group-context';
import { useGroupLabels } from '#data/labels';
import { Level } from '#lib/levels';
import { showError } from '#lib/messages';
import { pathOf } from '#lib/paths';
import { oneOf, useFilters } from '#lib/use-filters';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';
import styles from '#components/items/items.module.css';
import { labelNames } from '#data/item-labels';

/** Shows the epics. */
export function EpicsPage() {
  const group = useGroup();
  const filters = useFilters();
  const page = usePageNumber();
  const canEdit = useGroupLevel(group) >= Level.reporter;
  useLive(`groups/${group.id}/epics`, epicKeys.ofGroup(group.id));
  const labels = useGroupLabels(group.id);
  const state = oneOf(filters.get('state'), ['closed', 'all']) ?? ('opened' as const);
  const search = filters.get('search');
  const query = useQuery({
    queryKey: epicKeys.list(group.id, state, search, page),
    queryFn: () => listEpics(group.id, { state, page, ...(search !== undefined && { search }) }),
  });
  useTitle(t`Epics`, group.full_name);
  return (
    <Main crumbs={[...groupCrumbs(group), { text: t`Epics` }]}>
      <div className="page-header">
        <h1>
          <Trans>Epics</Trans>
        </h1>
        {canEdit && <NewEpic />}
      </div>
      <StateTabs
        filters={filters}
        tabs={[
          { state: 'opened', text: stateNames.epic.opened },
          { state: 'closed', text: stateNames.epic.closed },
          { state: 'all', text: t`All` },
        ]}
      />
      <div className={styles.itemSection}>
        <SearchField label={t`Search epics`} />
      </div>
      <Loaded query={query}>
        {(epics) =>
          epics.items.length === 0 ? (
            <Empty title={t`No epics`}>
              <p>
                <Trans>An epic groups issues of several projects.</Trans>
              </p>
            </Empty>
          ) : (
            <>
              <ul className="card list">
                {epics.items.map((epic) => (
                  <li key={epic.id} className="row-wrap">
                    <StateBadge kind="epic" state={epic.state} />
                    <Link className="grow" to={pathOf(epic.web_url)}>
                      <strong>{epic.title}</strong>{' '}
                      <span className="muted">
                        <Trans>&amp;{epic.iid}</Trans>
                      </span>
                    </Link>
                    <Labels names={labelNames(epic.labels)} labels={labels.data} />
                    <span className="muted small">
                      <RelativeTime time={epic.updated_at} />
                    </span>
                  </li>
                ))}
              </ul>
              <Pagination page={epics} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function NewEpic() {
  const group = useGroup();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const create = async (): Promise<void> => {
    try {
      const epic = await createEpic(group.id, { title });
      await navigate(pathOf(epic.web_url));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form
      className="row"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void create();
      }}
    >
      <input
        className="input"
        aria-label={t`Title of the new epic`}
        placeholder={t`New epic`}
        required
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <button type="submit" className="button button-primary">
        <Trans>Create</Trans>
      </button>
    </form>
  );
}
