/** Tabs with the commits and pipelines of a merge request. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { MergeRequest } from '#api/types';
import { CopyButton } from '#components/copy-button';
import { Pagination, usePageNumber } from '#components/pagination';
import { PipelineList } from '#components/pipeline-list';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { mergeRequestKeys, listMergeRequestCommits, listMergeRequestPipelines } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import styles from '#components/items/items.module.css';

/** The commits. */
export function RequestCommits({ request }: { request: MergeRequest }) {
  const project = useProject();
  const page = usePageNumber();
  const query = useQuery({
    queryKey: mergeRequestKeys.commits(project.id, request.iid, page),
    queryFn: () => listMergeRequestCommits(project.id, request.iid, { page, per_page: 50 }),
  });
  return (
    <Loaded query={query}>
      {(commits) =>
        commits.items.length === 0 ? (
          <Empty title={t`No commits`} />
        ) : (
          <>
            <ul className="card list">
              {commits.items.map((commit) => (
                <li key={commit.id}>
                  <div className={`${styles.itemListRow} grow`}>
                    <Link
                      className={styles.itemListTitle}
                      to={projectPath(project.path_with_namespace, 'commit', commit.id)}
                    >
                      {commit.title}
                    </Link>
                    <span className="muted small">
                      <Trans>
                        {commit.author_name} committed <RelativeTime time={commit.committed_date} />
                      </Trans>
                    </span>
                  </div>
                  <span className="mono">{commit.short_id}</span>
                  <CopyButton text={commit.id} label={t`Copy the hash`} />
                </li>
              ))}
            </ul>
            <Pagination page={commits} />
          </>
        )
      }
    </Loaded>
  );
}

/** The pipelines. */
export function RequestPipelines({ request }: { request: MergeRequest }) {
  const project = useProject();
  const query = useQuery({
    queryKey: mergeRequestKeys.pipelines(project.id, request.iid),
    queryFn: () => listMergeRequestPipelines(project.id, request.iid),
  });
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title={t`No pipelines`}>
            <p>
              <Trans>Pipelines appear when a CI system reports statuses for the commits.</Trans>
            </p>
          </Empty>
        ) : (
          <PipelineList pipelines={items} />
        )
      }
    </Loaded>
  );
}
