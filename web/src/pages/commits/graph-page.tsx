/** `/-/network/<branch>`: the commits of all branches, or of one, with lines to their parents. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Commit } from '#api/types';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RefMenu } from '#components/ref-menu';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { commitKeys, listCommits } from '#data/commits';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { useFileAddress } from '#pages/files/use-file-address';
import { CommitTabs } from './commit-tabs';
import { graphRows, laneCount, type GraphRow } from './graph-layout';
import styles from './commits.module.css';

const PER_PAGE = 100;
const LANE_WIDTH = 14;
const ROW_HEIGHT = 32;
const MAX_LANES = 16;
const LANES = [
  styles.graphLane0,
  styles.graphLane1,
  styles.graphLane2,
  styles.graphLane3,
  styles.graphLane4,
  styles.graphLane5,
];

/** Shows the graph. */
export function GraphPage() {
  const project = useProject();
  const address = useFileAddress();
  const page = usePageNumber();
  const [params] = useSearchParams();
  const isOfAll = params.get('all') === 'true';
  useTitle(t`Graph`, project.name_with_namespace);
  const ref = address?.ref || (project.default_branch ?? '');
  const path = project.path_with_namespace;
  const query = useQuery({
    queryKey: commitKeys.graph(project.id, isOfAll ? undefined : ref, page),
    queryFn: () =>
      listCommits(project.id, { ...(isOfAll ? { all: true } : { ref_name: ref }), page, per_page: PER_PAGE }),
    enabled: address !== undefined,
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Graph` }]}>
      <h1>
        <Trans>Graph</Trans>
      </h1>
      <CommitTabs project={project} branch={ref} current="network" />
      <div className="toolbar">
        <RefMenu projectId={project.id} current={ref} to={(name) => projectPath(path, 'network', name)} />
        <Link className="button" aria-current={isOfAll ? 'true' : undefined} to={isOfAll ? '?' : '?all=true'}>
          <Trans>All branches</Trans>
        </Link>
      </div>
      <Loaded query={query} lines={12}>
        {(commits) =>
          commits.items.length === 0 ? (
            <Empty title={t`No commits`} />
          ) : (
            <>
              <Graph commits={commits.items} project={path} />
              <Pagination page={commits} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function Graph({ commits, project }: { commits: readonly Commit[]; project: string }) {
  const rows = graphRows(commits);
  const width = Math.min(laneCount(rows), MAX_LANES) * LANE_WIDTH;
  return (
    <ol className={`card ${styles.graph}`} aria-label={t`Commits`}>
      {commits.map((commit, index) => (
        <li key={commit.id}>
          <Lines row={rows[index] as GraphRow} width={width} />
          <Link className="mono small" to={projectPath(project, 'commit', commit.id)}>
            {commit.short_id}
          </Link>
          <span className="truncate grow">{commit.title}</span>
          <span className="muted small wide-only truncate">{commit.author_name}</span>
          <span className="muted small nowrap">
            <RelativeTime time={commit.committed_date} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The lines beside a commit. The list says the rest. */
function Lines({ row: { lane, passing, from, to }, width }: { row: GraphRow; width: number }) {
  const middle = ROW_HEIGHT / 2;
  return (
    <svg className={styles.graphLines} width={width} height={ROW_HEIGHT} aria-hidden="true">
      {passing.map((other) => (
        <path key={`pass ${other}`} className={colorOf(other)} d={`M ${xOf(other)} 0 V ${ROW_HEIGHT}`} />
      ))}
      {from.map((other) => (
        <path key={`from ${other}`} className={colorOf(other)} d={curve([xOf(other), 0], [xOf(lane), middle])} />
      ))}
      {to.map((other) => (
        <path key={`to ${other}`} className={colorOf(other)} d={curve([xOf(lane), middle], [xOf(other), ROW_HEIGHT])} />
      ))}
      <circle className={colorOf(lane)} cx={xOf(lane)} cy={middle} r={4} />
    </svg>
  );
}

function curve([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  const middle = (y1 + y2) / 2;
  const d = `M ${x1} ${y1} C ${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
  return d;
}

function xOf(lane: number): number {
  return lane * LANE_WIDTH + LANE_WIDTH / 2;
}

function colorOf(lane: number): string | undefined {
  return LANES[lane % LANES.length];
}
