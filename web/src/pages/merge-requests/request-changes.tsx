/** The changes of a merge request with threads at their lines. */
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { allPages } from '#api/all-pages';
import type { DiffEntry, Discussion, MergeRequest } from '#api/types';
import { DiffDiscussions, positionOf } from '#components/discussion/diff-discussions';
import { useDiscussions } from '#components/discussion/discussion-list';
import { Thread } from '#components/discussion/thread';
import { isOtherVersion, sortThreads } from '#components/discussion/thread-version';
import { Loaded } from '#components/states';
import type { DiscussionSource } from '#data/discussions';
import { mergeRequestKeys, listMergeRequestDiffs } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { useIsSignedIn } from '#session/use-session';
import styles from '#components/items/items.module.css';

interface RequestChangesProps {
  request: MergeRequest;
  source: DiscussionSource;
  canModerate: boolean;
}

/** Shows the changes. */
export function RequestChanges({ request, source, canModerate }: RequestChangesProps) {
  const project = useProject();
  const isSignedIn = useIsSignedIn();
  const query = useQuery({
    queryKey: mergeRequestKeys.diffs(project.id, request.iid, request.sha),
    queryFn: () =>
      allPages<DiffEntry>((page) => listMergeRequestDiffs(project.id, request.iid, { page, per_page: 100 })),
  });
  const discussions = useDiscussions(source);
  const { data: changes } = query;
  const threads = useMemo(
    () => sortThreads(discussions.data ?? [], request.diff_refs ?? null, changes ?? []),
    [discussions.data, request.diff_refs, changes],
  );
  const canComment = isSignedIn && !project.archived && Boolean(request.diff_refs);
  return (
    <Loaded query={query} lines={14}>
      {(files) => {
        const shared = { source, canModerate };
        return (
          <>
            <DiffDiscussions
              files={files}
              threads={threads.shown}
              {...shared}
              canComment={canComment}
              refs={request.diff_refs ?? { base_sha: '', start_sha: '', head_sha: '' }}
            />
            <MoreThreads title="Threads on lines that are not shown" threads={threads.elsewhere} {...shared} />
            <MoreThreads title="Threads on earlier versions" threads={threads.outdated} {...shared} isOutdated />
          </>
        );
      }}
    </Loaded>
  );
}

interface MoreThreadsProps extends Omit<RequestChangesProps, 'request'> {
  title: string;
  threads: Discussion[];
  isOutdated?: boolean;
}

/** Threads whose lines the changes do not show. */
function MoreThreads({ title, threads, source, canModerate, isOutdated = false }: MoreThreadsProps) {
  const id = useId();
  if (threads.length === 0) return null;
  return (
    <section className={`stack ${styles.itemSection}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {threads.map((discussion) => (
        <Thread
          key={discussion.id}
          {...{ discussion, source, canModerate, isOutdated }}
          title={titleOfThread(discussion)}
        />
      ))}
    </section>
  );
}

/** Returns the file and line of a thread. */
export function titleOfThread(discussion: Discussion): string | undefined {
  const position = positionOf(discussion);
  if (!position) return undefined;
  return `${position.new_path ?? position.old_path ?? ''}:${position.new_line ?? position.old_line ?? ''}`;
}

/** Whether a thread was started on another version of the changes. */
export function isOutdated(discussion: Discussion, { diff_refs: refs }: MergeRequest): boolean {
  const position = positionOf(discussion);
  return position !== null && refs ? isOtherVersion(position, refs) : false;
}
