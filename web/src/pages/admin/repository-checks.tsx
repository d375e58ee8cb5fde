import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { adminKeys } from '#data/admin';
import {
  repositoryCheckKeys,
  clearRepositoryChecks,
  listRepositoryChecks,
  runRepositoryCheck,
} from '#data/repository-checks';
import { useAction } from '#lib/use-action';
import { useFilters } from '#lib/use-filters';
import { Table } from './admin-table';
import { StateChoice } from './state-choice';

const states = ['failed', 'passed'] as const;

/** The results of the checks of repositories. */
export function RepositoryChecks() {
  const page = usePageNumber();
  const filters = useFilters();
  const state = states.find((one) => one === filters.get('state'));
  const query = useQuery({
    queryKey: repositoryCheckKeys.list(page, state),
    queryFn: () => listRepositoryChecks({ page, ...(state && { state }) }),
  });
  const { run, isBusy } = useAction(adminKeys.all);
  return (
    <>
      <StateChoice states={states} />
      <Loaded query={query}>
        {(list) =>
          list.items.length === 0 ? (
            <Empty title={t`No repository checks`}>
              <p>
                <Trans>Each repository is checked within 30 days.</Trans>
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label={t`Repository checks`}
                heads={[t`Project`, t`Repository`, t`Result`, t`Checked`, t`Actions`]}
              >
                {list.items.map((check) => (
                  <tr key={`${check.project_id} ${check.repository}`}>
                    <td>{check.project_id}</td>
                    <td>
                      <Trans>
                        {check.repository} on {check.storage}
                      </Trans>
                    </td>
                    <td>{check.last_repository_check_failed ? t`failed: ${check.error ?? ''}` : t`passed`}</td>
                    <td>
                      <RelativeTime time={check.last_repository_check_at} />
                    </td>
                    <td className="nowrap">
                      <button
                        type="button"
                        className="button button-small"
                        disabled={isBusy}
                        onClick={() => {
                          void run(() => runRepositoryCheck(check.project_id), t`The check runs soon.`);
                        }}
                      >
                        <Trans>Check again</Trans>
                      </button>
                    </td>
                  </tr>
                ))}
              </Table>
              <Pagination page={list} />
              <div>
                <button
                  type="button"
                  className="button button-danger"
                  disabled={isBusy}
                  onClick={() => {
                    if (window.confirm(t`Clear the results of all repository checks?`))
                      void run(() => clearRepositoryChecks(), t`The results were cleared.`);
                  }}
                >
                  <Trans>Clear all results</Trans>
                </button>
              </div>
            </>
          )
        }
      </Loaded>
    </>
  );
}
