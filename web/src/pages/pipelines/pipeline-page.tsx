/** A pipeline: its status, commit, and the statuses that it combines. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { allPages } from '#api/all-pages';
import type { Entity } from '#api/types';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { StatusBadge } from '#components/status-badge';
import { StatusList } from '#components/status-list';
import { UserLink } from '#components/user-link';
import { commitKeys, getCommit, listCommitStatuses } from '#data/commits';
import { getPipeline, pipelineKeys } from '#data/pipelines';
import { useProject } from '#data/project-context';
import { durationText } from '#lib/format';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { useLive, usePolling } from '#live/use-live';
import styles from './pipelines.module.css';

type Pipeline = Entity<'repository.Pipeline'>;

const PER_PAGE = 100;

/** Shows the pipeline of the address. */
export function PipelinePage() {
  const project = useProject();
  const { pipelineId = '' } = useParams();
  const id = Number(pipelineId);
  const topic = `projects/${project.id}/pipelines`;
  useTitle(t`Pipeline ${pipelineId}`, project.name_with_namespace);
  useLive(topic, pipelineKeys.ofProject(project.id));
  const query = useQuery({
    queryKey: pipelineKeys.one(project.id, id),
    queryFn: () => getPipeline(project.id, id),
    refetchInterval: usePolling(topic, 15_000),
  });
  const list = { text: t`Pipelines`, to: projectPath(project.path_with_namespace, 'pipelines') };
  return (
    <Main crumbs={[...projectCrumbs(project), list, { text: pipelineId }]}>
      <Loaded query={query}>
        {(pipeline) => (
          <div className="stack">
            <Facts pipeline={pipeline} />
            <Statuses pipeline={pipeline} />
          </div>
        )}
      </Loaded>
    </Main>
  );
}

function Facts({ pipeline }: { pipeline: Pipeline }) {
  const { id: projectId, path_with_namespace: project } = useProject();
  const { id, status, ref, sha, tag, user, created_at: createdAt, duration, coverage } = pipeline;
  const { data: commit } = useQuery({
    queryKey: commitKeys.one(projectId, sha),
    queryFn: () => getCommit(projectId, sha),
    staleTime: 30_000,
  });
  return (
    <header className="stack">
      <div className="row row-wrap">
        <h1>
          <Trans>Pipeline {id}</Trans>
        </h1>
        <StatusBadge status={status} />
      </div>
      <dl className={styles.pipelineFacts}>
        <dt>{tag ? t`Tag` : t`Branch`}</dt>
        <dd className="row row-wrap">
          <Link to={projectPath(project, tag ? 'tags' : 'tree', ref)}>{ref}</Link>
          <Link className="small" to={`${projectPath(project, 'pipelines')}?ref=${encodeURIComponent(ref)}`}>
            <Trans>All of its pipelines</Trans>
          </Link>
        </dd>
        <dt>
          <Trans>Commit</Trans>
        </dt>
        <dd>
          <Link className="mono" to={projectPath(project, 'commit', sha)}>
            {sha.slice(0, 8)}
          </Link>{' '}
          {commit?.title}
        </dd>
        <dt>
          <Trans>Started by</Trans>
        </dt>
        <dd>
          <UserLink user={user} />
        </dd>
        <dt>
          <Trans>Created</Trans>
        </dt>
        <dd>
          <RelativeTime time={createdAt} />
        </dd>
        {duration !== null && (
          <>
            <dt>
              <Trans>Duration</Trans>
            </dt>
            <dd>{durationText(duration)}</dd>
          </>
        )}
        {coverage !== null && (
          <>
            <dt>
              <Trans>Coverage</Trans>
            </dt>
            <dd>{coverage} %</dd>
          </>
        )}
      </dl>
    </header>
  );
}

function Statuses({ pipeline: { id, sha, ref } }: { pipeline: Pipeline }) {
  const { id: projectId } = useProject();
  const query = useQuery({
    queryKey: pipelineKeys.statuses(projectId, id),
    queryFn: () => allPages((page) => listCommitStatuses(projectId, sha, { ref, page, per_page: PER_PAGE })),
  });
  return (
    <section className="card" aria-labelledby="statuses-title">
      <div className="card-header">
        <h2 id="statuses-title">
          <Trans>Statuses</Trans>
        </h2>
      </div>
      <Loaded query={query}>
        {(statuses) => (statuses.length === 0 ? <Empty title={t`No statuses`} /> : <StatusList statuses={statuses} />)}
      </Loaded>
    </section>
  );
}
