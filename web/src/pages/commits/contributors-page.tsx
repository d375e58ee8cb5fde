/** `/-/graphs/<branch>`: who wrote how many commits of the default branch. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '#components/avatar';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { Empty, Loaded } from '#components/states';
import { contributorKeys, listContributors } from '#data/contributors';
import { useProject } from '#data/project-context';
import { useTitle } from '#lib/use-title';
import { CommitTabs } from './commit-tabs';
import styles from './commits.module.css';

const PER_PAGE = 50;

/** Shows the contributors. */
export function ContributorsPage() {
  const project = useProject();
  const page = usePageNumber();
  const branch = project.default_branch ?? '';
  useTitle(t`Contributors`, project.name_with_namespace);
  const query = useQuery({
    queryKey: contributorKeys.list(project.id, page),
    queryFn: () => listContributors(project.id, { order_by: 'commits', sort: 'desc', page, per_page: PER_PAGE }),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Contributors` }]}>
      <h1>
        <Trans>Contributors</Trans>
      </h1>
      <CommitTabs project={project} branch={branch} current="graphs" />
      <p className="muted">
        <Trans>Commits of {branch}, without merge commits.</Trans>
      </p>
      <Loaded query={query} lines={10}>
        {(contributors) => {
          const most = Math.max(1, ...contributors.items.map(({ commits }) => commits));
          return contributors.items.length === 0 ? (
            <Empty title={t`No contributors`} />
          ) : (
            <>
              <ul className="card list">
                {contributors.items.map(({ name, email, commits }) => (
                  <li key={`${name} ${email}`}>
                    <Avatar name={name} url={null} size={32} />
                    <div className="grow">
                      <strong>{name}</strong> <span className="muted small">{email}</span>
                      <progress
                        className={styles.contributed}
                        max={most}
                        value={commits}
                        aria-label={t`Share of ${name}`}
                      />
                    </div>
                    <span className="nowrap">{plural(commits, { one: '# commit', other: '# commits' })}</span>
                  </li>
                ))}
              </ul>
              <Pagination page={contributors} />
            </>
          );
        }}
      </Loaded>
    </Main>
  );
}
