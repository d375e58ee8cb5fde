/** The commits and changes between two refs. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { Diff } from '#components/diff/diff';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RefMenu } from '#components/ref-menu';
import { Empty, Loaded } from '#components/states';
import { listProjectMergeRequests, mergeRequestKeys } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { repositoryKeys, compareRevisions } from '#data/repository';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { CommitList } from './commit-list';
import styles from './commits.module.css';

/** Shows the comparison of the address: `/-/compare/main...feature`. */
export function ComparePage() {
  const { '*': splat = '' } = useParams();
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const isStraight = /(^|[^.])\.\.([^.]|$)/.test(splat);
  const [from = '', to = ''] = splat.split(isStraight ? '..' : '...');
  useTitle(t`Compare`, splat, project.name_with_namespace);
  const query = useQuery({
    queryKey: repositoryKeys.comparison(project.id, from, to, isStraight),
    queryFn: () => compareRevisions(project.id, { from, to, straight: isStraight }),
    enabled: from !== '' && to !== '',
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Compare` }]}>
      <div className="page-header">
        <h1>
          <Trans>Compare</Trans>
        </h1>
        {from !== '' && to !== '' && <RequestLink from={from} to={to} />}
      </div>
      <CompareForm key={splat} from={from || (project.default_branch ?? '')} to={to} />
      {from !== '' && to !== '' && (
        <Loaded query={query} lines={12}>
          {({ commits, diffs, compare_same_ref: isSame }) =>
            isSame || (commits.length === 0 && diffs.length === 0) ? (
              <Empty title={t`Nothing to compare`}>
                <p>{isSame ? t`Both sides are the same ref.` : t`${from} has everything that ${to} has.`}</p>
              </Empty>
            ) : (
              <div className="stack">
                <h2>{plural(commits.length, { one: '# commit', other: '# commits' })}</h2>
                <CommitList commits={[...commits].reverse()} project={fullPath} />
                <Diff files={diffs} />
              </div>
            )
          }
        </Loaded>
      )}
    </Main>
  );
}

/** Chooses both sides; a choice opens the comparison. */
function CompareForm({ from, to }: { from: string; to: string }) {
  const { id, path_with_namespace: project } = useProject();
  const addressOf = (left: string, right: string): string => projectPath(project, 'compare', `${left}...${right}`);
  return (
    <div className={styles.compareForm} role="group" aria-label={t`Compared refs`}>
      <RefMenu label={t`From`} projectId={id} current={from} to={(name) => addressOf(name, to)} />
      <ArrowRight size={16} aria-hidden="true" />
      <RefMenu label={t`To`} projectId={id} current={to} to={(name) => addressOf(from, name)} />
      {to !== '' && (
        <Link className="button" to={addressOf(to, from)} title={t`Compare in the other direction`}>
          <Trans>Swap</Trans>
        </Link>
      )}
    </div>
  );
}

/** Opens the merge request of both branches; a new one if there is none. */
function RequestLink({ from, to }: { from: string; to: string }) {
  const { id, path_with_namespace: project, merge_requests_enabled: isEnabled } = useProject();
  const filter = { source_branch: to, target_branch: from, state: 'opened', per_page: 1 } as const;
  const { data } = useQuery({
    queryKey: mergeRequestKeys.ofBranches(id, to, from),
    queryFn: () => listProjectMergeRequests(id, filter),
    enabled: isEnabled === true,
  });
  const open = data?.items[0];
  if (!data) return null;
  if (open)
    return (
      <Link className="button" to={projectPath(project, 'merge_requests', String(open.iid))}>
        <Trans>View merge request !{open.iid}</Trans>
      </Link>
    );
  const query = new URLSearchParams({
    'merge_request[source_branch]': to,
    'merge_request[target_branch]': from,
  });
  return (
    <Link className="button button-primary" to={`${projectPath(project, 'merge_requests', 'new')}?${query.toString()}`}>
      <Trans>New merge request</Trans>
    </Link>
  );
}
