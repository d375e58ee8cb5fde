/** A commit: message, facts, statuses, changes and comments. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { allPages } from '#api/all-pages';
import type { Commit } from '#api/types';
import { Avatar } from '#components/avatar';
import { CopyButton } from '#components/copy-button';
import { DiffDiscussions, positionOf } from '#components/discussion/diff-discussions';
import { useVersionFiles } from '#components/diff/use-version-files';
import { DiscussionList, useDiscussions } from '#components/discussion/discussion-list';
import { Menu } from '#components/menu';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RelativeTime } from '#components/relative-time';
import { ReplayButtons } from '#components/replay/replay-buttons';
import { Failure, Loaded, Loading } from '#components/states';
import { StatusBadge } from '#components/status-badge';
import { StatusList } from '#components/status-list';
import { useProjectLevel } from '#data/access';
import {
  commitKeys,
  getCommit,
  getCommitSignature,
  listCommitDiff,
  listCommitMergeRequests,
  listCommitRefs,
  listCommitStatuses,
} from '#data/commits';
import { commitDiscussions } from '#data/discussions';
import { useProject } from '#data/project-context';
import { numberText } from '#lib/format';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { useLive, usePolling } from '#live/use-live';
import { useIsSignedIn } from '#session/use-session';
import styles from './commits.module.css';

/** Branches and tags that are shown at first; the API lists the default branch first. */
const MAX_REFS = 6;
/** The parent of a first commit. */
const NO_COMMIT = '0'.repeat(40);

/** The results of the verification of a signature. */
const signatureTexts: Readonly<Record<string, string>> = {
  verified: t`verified`,
  unverified: t`not verified`,
  unverified_key: t`key not verified`,
  unknown_key: t`unknown key`,
  same_user_different_email: t`another address of the committer`,
  other_user: t`key of another user`,
};

/** Shows the commit of the address. */
export function CommitPage() {
  const { sha = '' } = useParams();
  const project = useProject();
  const query = useQuery({
    queryKey: commitKeys.one(project.id, sha),
    queryFn: () => getCommit(project.id, sha),
    staleTime: 30_000,
  });
  useTitle(query.data?.title ?? sha.slice(0, 8), t`Commit`, project.name_with_namespace);
  return (
    <Main
      crumbs={[
        ...projectCrumbs(project),
        { text: t`Commits`, to: projectPath(project.path_with_namespace, 'commits', project.default_branch ?? '') },
        { text: sha.slice(0, 8) },
      ]}
    >
      <Loaded query={query} lines={10}>
        {(commit) => (
          <div className="stack">
            <Facts commit={commit} />
            <Statuses commit={commit} />
            <Changes commit={commit} />
          </div>
        )}
      </Loaded>
    </Main>
  );
}

function Facts({ commit }: { commit: Commit }) {
  const { id, path_with_namespace: project } = useProject();
  const body = commit.message.slice(commit.title.length).trim();
  const { data: refs } = useQuery({
    queryKey: commitKeys.refs(id, commit.id),
    queryFn: () => listCommitRefs(id, commit.id, { per_page: MAX_REFS }),
  });
  const { data: requests } = useQuery({
    queryKey: commitKeys.mergeRequests(id, commit.id),
    queryFn: () => listCommitMergeRequests(id, commit.id),
  });
  const { data: signature } = useQuery({
    queryKey: commitKeys.signature(id, commit.id),
    queryFn: () => getCommitSignature(id, commit.id),
    enabled: commit.has_signature === true,
  });
  return (
    <header>
      <div className="page-header">
        <div className="row grow">
          <Avatar name={commit.author_name} size={32} />
          <div className="grow">
            <h1>{commit.title}</h1>
            <span className="muted">
              <Trans>
                {commit.author_name} wrote this <RelativeTime time={commit.authored_date} />
              </Trans>
              {commit.committer_name !== commit.author_name && ` · ${t`committed by ${commit.committer_name}`}`}
            </span>
          </div>
        </div>
        <div className="row row-wrap">
          <ReplayButtons commit={{ sha: commit.id, title: commit.title }} />
          <Link className="button" to={projectPath(project, 'tree', commit.id)}>
            <Trans>Browse files</Trans>
          </Link>
        </div>
      </div>
      {body !== '' && <pre className={styles.commitMessage}>{body}</pre>}
      <div className={styles.commitFacts}>
        <span className="row">
          <Trans>
            Commit <span className="mono">{commit.short_id}</span>
          </Trans>
          <CopyButton text={commit.id} label={t`Copy the id of the commit`} />
        </span>
        <span className="row">
          {commit.parent_ids.length === 1 ? t`Parent` : t`Parents`}
          {commit.parent_ids.map((parent) => (
            <Link key={parent} className="mono" to={projectPath(project, 'commit', parent)}>
              {parent.slice(0, 8)}
            </Link>
          ))}
        </span>
        {signature && (
          <span className={`badge badge-${signature.verification_status === 'verified' ? 'green' : 'amber'}`}>
            {signatureTexts[signature.verification_status] ?? signature.verification_status}
          </span>
        )}
        {refs?.items.map(({ type, name }) => (
          <Link
            key={`${type} ${name}`}
            className="badge badge-blue"
            to={projectPath(project, type === 'tag' ? 'tags' : 'tree', name)}
          >
            {name}
          </Link>
        ))}
        {refs?.total !== undefined && refs.total > refs.items.length && (
          <AllRefs sha={commit.id} more={refs.total - refs.items.length} />
        )}
        {requests?.map(({ iid, title }) => (
          <Link key={iid} to={projectPath(project, 'merge_requests', String(iid))} title={title}>
            !{iid}
          </Link>
        ))}
      </div>
    </header>
  );
}

/** The other branches and tags that contain a commit, which are loaded when the list is opened. */
function AllRefs({ sha, more }: { sha: string; more: number }) {
  const { id, path_with_namespace: project } = useProject();
  const [isOpened, setIsOpened] = useState(false);
  const { data } = useQuery({
    queryKey: commitKeys.allRefs(id, sha),
    queryFn: () => allPages((page) => listCommitRefs(id, sha, { per_page: 100, page })),
    enabled: isOpened,
  });
  return (
    <Menu
      label={`+${plural(more, { one: '# more branch or tag', other: '# more branches and tags' })}`}
      className="badge"
      onOpen={() => setIsOpened(true)}
      button={`+${numberText(more)}`}
    >
      {data ? (
        data.map(({ type, name }) => (
          <Link key={`${type} ${name}`} to={projectPath(project, type === 'tag' ? 'tags' : 'tree', name)}>
            {name}
          </Link>
        ))
      ) : (
        <Loading lines={4} />
      )}
    </Menu>
  );
}

function Statuses({ commit: { id: sha, last_pipeline: pipeline } }: { commit: Commit }) {
  const { id, path_with_namespace: path } = useProject();
  const topic = `projects/${id}/pipelines`;
  useLive(topic, commitKeys.statuses(id, sha), commitKeys.one(id, sha));
  const { data } = useQuery({
    queryKey: commitKeys.statuses(id, sha),
    queryFn: () => listCommitStatuses(id, sha, { per_page: 100 }),
    refetchInterval: usePolling(topic, 15_000),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <section className="card" aria-label={t`Statuses`}>
      {pipeline && (
        <div className="card-header">
          <h2>
            <Link to={projectPath(path, 'pipelines', String(pipeline.id))}>
              <Trans>Pipeline {pipeline.id}</Trans>
            </Link>
          </h2>
          <StatusBadge status={pipeline.status} />
        </div>
      )}
      <StatusList statuses={data.items} />
    </section>
  );
}

function useDiff(sha: string) {
  const { id } = useProject();
  return useInfiniteQuery({
    queryKey: commitKeys.diff(id, sha),
    queryFn: ({ pageParam }) => listCommitDiff(id, sha, { per_page: 100, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
    staleTime: Infinity,
  });
}

function Changes({ commit }: { commit: Commit }) {
  const project = useProject();
  const isSignedIn = useIsSignedIn();
  const level = useProjectLevel(project);
  const source = useMemo(() => commitDiscussions(project, commit.id), [project, commit.id]);
  const query = useDiff(commit.id);
  const files = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const { data: discussions } = useDiscussions(source);
  const threads = useMemo(
    () => discussions?.filter((discussion) => positionOf(discussion) !== null) ?? [],
    [discussions],
  );
  const parent = commit.parent_ids[0] ?? NO_COMMIT;
  const { loadLines, pictures, actionsOf } = useVersionFiles(project, { base: parent, head: commit.id });
  if (!query.data)
    return query.error ? <Failure error={query.error} retry={() => void query.refetch()} /> : <Loading lines={12} />;
  const canModerate = level >= Level.maintainer;
  return (
    <>
      <DiffDiscussions
        files={files}
        threads={threads}
        source={source}
        canModerate={canModerate}
        loadLines={loadLines}
        refs={{ base_sha: parent, start_sha: parent, head_sha: commit.id }}
        canComment={isSignedIn && !project.archived}
        actionsOf={actionsOf}
        pictures={pictures}
      />
      {query.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Show more files</Trans>
        </button>
      )}
      <DiscussionList
        source={source}
        canModerate={canModerate}
        canComment={!project.archived}
        isShown={(discussion) => positionOf(discussion) === null}
      />
    </>
  );
}
