/** A commit: message, facts, statuses, changes and comments. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type FormEvent } from 'react';
import { Link, useParams } from 'react-router';
import { api, unwrap, unwrapPage } from '../../api/client';
import type { Commit, DiffEntry, Entity } from '../../api/types';
import { Avatar } from '../../components/avatar';
import { CopyButton } from '../../components/copy-button';
import { Diff } from '../../components/diff/diff';
import type { DiffPlace } from '../../components/diff/diff-rows';
import { FormError, TextArea } from '../../components/form';
import { Markdown } from '../../components/markdown';
import { RelativeTime } from '../../components/relative-time';
import { Failure, Loaded, Loading } from '../../components/states';
import { StatusBadge } from '../../components/status-badge';
import { UserLink } from '../../components/user-link';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { projectPath } from '../../lib/paths';
import { useLive, usePolling } from '../../lib/use-live';
import { useTitle } from '../../lib/use-title';
import { useIsSignedIn } from '../../session/use-session';
import './commits.css';

type Comment = Entity<'collaboration.CommitComment'>;

/** Shows the commit of the address. */
export function CommitPage() {
  const { sha = '' } = useParams();
  const project = useProject();
  const query = useQuery({
    queryKey: ['commit', project.id, sha],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}/repository/commits/{sha}', {
          params: { path: { id: String(project.id), sha } },
        }),
      ),
    staleTime: 30_000,
  });
  useTitle(query.data?.title ?? sha.slice(0, 8), 'Commit', project.name_with_namespace);
  return (
    <Main
      crumbs={[
        ...projectCrumbs(project),
        { text: 'Commits', to: projectPath(project.path_with_namespace, 'commits', project.default_branch ?? '') },
        { text: sha.slice(0, 8) },
      ]}
    >
      <Loaded query={query} lines={10}>
        {(commit) => (
          <div className="stack">
            <Facts commit={commit} />
            <Statuses sha={commit.id} />
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
  const params = { path: { id: String(id), sha: commit.id } };
  const { data: refs } = useQuery({
    queryKey: ['commit-refs', id, commit.id],
    queryFn: () => unwrap(api.GET('/api/v4/projects/{id}/repository/commits/{sha}/refs', { params })),
  });
  const { data: requests } = useQuery({
    queryKey: ['commit-merge-requests', id, commit.id],
    queryFn: () => unwrap(api.GET('/api/v4/projects/{id}/repository/commits/{sha}/merge_requests', { params })),
  });
  const { data: signature } = useQuery({
    queryKey: ['commit-signature', id, commit.id],
    queryFn: () => unwrap(api.GET('/api/v4/projects/{id}/repository/commits/{sha}/signature', { params })),
    retry: false,
  });
  return (
    <header>
      <div className="page-header">
        <div className="row grow">
          <Avatar name={commit.author_name} size={32} />
          <div className="grow">
            <h1>{commit.title}</h1>
            <span className="muted">
              {commit.author_name} wrote this <RelativeTime time={commit.authored_date} />
              {commit.committer_name !== commit.author_name && `, committed by ${commit.committer_name}`}
            </span>
          </div>
        </div>
        <Link className="button" to={projectPath(project, 'tree', commit.id)}>
          Browse files
        </Link>
      </div>
      {body !== '' && <pre className="commit-message">{body}</pre>}
      <div className="commit-facts">
        <span className="row">
          Commit <span className="mono">{commit.short_id}</span>
          <CopyButton text={commit.id} label="Copy the id of the commit" />
        </span>
        <span className="row">
          {commit.parent_ids.length === 1 ? 'Parent' : 'Parents'}
          {commit.parent_ids.map((parent) => (
            <Link key={parent} className="mono" to={projectPath(project, 'commit', parent)}>
              {parent.slice(0, 8)}
            </Link>
          ))}
        </span>
        {signature && (
          <span className={`badge badge-${signature.verification_status === 'verified' ? 'green' : 'amber'}`}>
            {signature.verification_status.replaceAll('_', ' ')}
          </span>
        )}
        {refs?.map(({ type, name }) => (
          <Link
            key={`${type} ${name}`}
            className="badge badge-blue"
            to={projectPath(project, type === 'tag' ? 'tags' : 'tree', name)}
          >
            {name}
          </Link>
        ))}
        {requests?.map(({ iid, title }) => (
          <Link key={iid} to={projectPath(project, 'merge_requests', String(iid))} title={title}>
            !{iid}
          </Link>
        ))}
      </div>
    </header>
  );
}

function Statuses({ sha }: { sha: string }) {
  const { id } = useProject();
  const topic = `projects/${id}/pipelines`;
  useLive(topic, ['statuses', id, sha]);
  const { data } = useQuery({
    queryKey: ['statuses', id, sha],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}/repository/commits/{sha}/statuses', {
          params: { path: { id: String(id), sha }, query: { per_page: 100 } },
        }),
      ),
    refetchInterval: usePolling(topic, 15_000),
  });
  if (!data || data.length === 0) return null;
  return (
    <section className="card" aria-label="Statuses">
      <ul className="list">
        {data.map((status) => (
          <li key={status.id}>
            <StatusBadge status={status.status} />
            <span className="grow truncate">
              {status.target_url ? (
                <a href={safeUrl(status.target_url)} rel="noreferrer noopener" target="_blank">
                  {status.name}
                </a>
              ) : (
                status.name
              )}
              {status.description && <span className="muted"> · {status.description}</span>}
            </span>
            <span className="muted small">
              <RelativeTime time={status.finished_at ?? status.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** External systems set these addresses: only web addresses become links. */
function safeUrl(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined;
}

function useDiff(sha: string) {
  const { id } = useProject();
  return useInfiniteQuery({
    queryKey: ['commit-diff', id, sha],
    queryFn: ({ pageParam }) =>
      unwrapPage(
        api.GET('/api/v4/projects/{id}/repository/commits/{sha}/diff', {
          params: { path: { id: String(id), sha }, query: { per_page: 100, page: pageParam } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ nextPage }) => nextPage,
    staleTime: Infinity,
  });
}

function Changes({ commit }: { commit: Commit }) {
  const { id, path_with_namespace: project } = useProject();
  const isSignedIn = useIsSignedIn();
  const [draft, setDraft] = useState<DiffPlace>();
  const query = useDiff(commit.id);
  const files = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const { data: comments = [] } = useQuery({
    queryKey: ['commit-comments', id, commit.id],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}/repository/commits/{sha}/comments', {
          params: { path: { id: String(id), sha: commit.id }, query: { per_page: 100 } },
        }),
      ),
  });
  const below = useCallback(
    (place: DiffPlace) => {
      const here = comments.filter((comment) => isAt(comment, place));
      const isDraft = draft !== undefined && keyOf(draft) === keyOf(place);
      if (here.length === 0 && !isDraft) return null;
      return (
        <div className="stack">
          {here.map((comment) => (
            <CommentView key={`${comment.created_at} ${comment.note}`} comment={comment} />
          ))}
          {isDraft && <CommentForm sha={commit.id} place={place} close={() => setDraft(undefined)} />}
        </div>
      );
    },
    [comments, draft, commit.id],
  );
  if (!query.data)
    return query.error ? <Failure error={query.error} retry={() => void query.refetch()} /> : <Loading lines={12} />;
  const general = comments.filter(({ path }) => !path);
  return (
    <>
      <Diff
        files={files}
        below={below}
        {...(isSignedIn && { onComment: setDraft })}
        actionsOf={(file: DiffEntry) =>
          file.deleted_file ? null : (
            <Link className="button button-small wide-only" to={projectPath(project, 'blob', commit.id, file.new_path)}>
              View
            </Link>
          )
        }
      />
      {query.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more files
        </button>
      )}
      <section className="stack" aria-label="Comments">
        {general.map((comment) => (
          <div key={`${comment.created_at} ${comment.note}`} className="card card-body">
            <CommentView comment={comment} />
          </div>
        ))}
        {isSignedIn && <CommentForm sha={commit.id} />}
      </section>
    </>
  );
}

function keyOf({ oldPath, newPath, oldLine, newLine }: DiffPlace): string {
  return [oldPath, newPath, oldLine, newLine].join('\0');
}

function isAt({ path, line, line_type: type }: Comment, { oldPath, newPath, oldLine, newLine }: DiffPlace): boolean {
  return type === 'old' ? path === oldPath && line === oldLine : path === newPath && line !== null && line === newLine;
}

function CommentView({ comment }: { comment: Comment }) {
  const { path_with_namespace: project } = useProject();
  return (
    <article>
      <div className="row small">
        <UserLink user={comment.author} />
        <span className="muted">
          <RelativeTime time={comment.created_at} />
        </span>
      </div>
      <Markdown text={comment.note} project={project} />
    </article>
  );
}

function CommentForm({ sha, place, close }: { sha: string; place?: DiffPlace; close?: () => void }) {
  const { id } = useProject();
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const mutation = useMutation({
    mutationFn: () => {
      const isOld = place?.newLine === undefined;
      const at = place && {
        path: isOld ? place.oldPath : place.newPath,
        line: (isOld ? place.oldLine : place.newLine) ?? 0,
        line_type: isOld ? ('old' as const) : ('new' as const),
      };
      return unwrap(
        api.POST('/api/v4/projects/{id}/repository/commits/{sha}/comments', {
          params: { path: { id: String(id), sha } },
          body: { note, ...at },
        }),
      );
    },
    onSuccess: async () => {
      setNote('');
      await client.invalidateQueries({ queryKey: ['commit-comments', id, sha] });
      close?.();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <form className="stack-small" onSubmit={submit}>
      <FormError error={mutation.error} />
      <TextArea label="Comment" rows={3} required value={note} onChange={(event) => setNote(event.target.value)} />
      <div className="row">
        <button type="submit" className="button button-primary" disabled={mutation.isPending || note.trim() === ''}>
          Comment
        </button>
        {close && (
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
