/** The changes of a merge request with threads at their lines. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import type { DiffEntry, Discussion, MergeRequest } from '#api/types';
import { diffAnchor } from '#components/diff/diff-file';
import { useVersionFiles } from '#components/diff/use-version-files';
import { DiffDiscussions, positionOf } from '#components/discussion/diff-discussions';
import { useDiscussions } from '#components/discussion/discussion-list';
import { linesOfThread } from '#components/discussion/line-text';
import { NextThread } from '#components/discussion/next-thread';
import { Thread } from '#components/discussion/thread';
import { isOtherVersion, sortThreads } from '#components/discussion/thread-version';
import { Loaded } from '#components/states';
import type { DiscussionSource } from '#data/discussions';
import { useProject } from '#data/project-context';
import { useViewedFiles } from '#data/viewed-files';
import { useIsSignedIn } from '#session/use-session';
import { versionQuery } from './version-changes';
import { useChosenVersions, VersionMenu } from './version-menu';
import styles from '#components/items/items.module.css';

interface RequestChangesProps {
  request: MergeRequest;
  source: DiscussionSource;
  canModerate: boolean;
  /** Opens the form that finishes the review; absent for visitors who cannot review. */
  review?: (() => void) | undefined;
}

const NO_FILES: DiffEntry[] = [];
const NO_REFS = { base_sha: '', start_sha: '', head_sha: '' };

/** Shows the changes of the version that the address names, by default the newest one. */
export function RequestChanges({ request, source, canModerate, review }: RequestChangesProps) {
  const project = useProject();
  const isSignedIn = useIsSignedIn();
  const query = useQuery(versionQuery(request, useChosenVersions()));
  const refs = query.data?.refs ?? request.diff_refs ?? NO_REFS;
  const discussions = useDiscussions(source);
  const files = query.data?.files ?? NO_FILES;
  const threads = useMemo(() => sortThreads(discussions.data ?? [], refs, files), [discussions.data, refs, files]);
  const isComparison = query.data?.isComparison === true;
  const canComment = isSignedIn && !project.archived && Boolean(request.diff_refs) && !isComparison;
  const viewed = useViewedFiles(project.id, request.iid, isComparison ? null : (refs.head_sha ?? null));
  const version = useVersionFiles(project, { base: refs.base_sha ?? '', head: refs.head_sha ?? '' });
  return (
    <Loaded query={query} lines={14}>
      {() => {
        const shared = { source, canModerate };
        return (
          <>
            <DiffDiscussions
              files={files}
              threads={threads.shown}
              {...shared}
              {...version}
              canComment={canComment}
              refs={refs}
              viewed={viewed}
              toolbar={
                <>
                  <VersionMenu request={request} />
                  <NextThread threads={inOrder(files, threads.shown)} approach={scrollToFile} />
                  {review && (
                    <button type="button" className="button button-small" onClick={review}>
                      <Trans>Review changes</Trans>
                    </button>
                  )}
                </>
              }
            />
            <MoreThreads title={t`Threads on lines that are not shown`} threads={threads.elsewhere} {...shared} />
            <MoreThreads title={t`Threads on other versions`} threads={threads.outdated} {...shared} isOutdated />
          </>
        );
      }}
    </Loaded>
  );
}

/** Sorts threads by file and line. */
function inOrder(files: readonly DiffEntry[], threads: readonly Discussion[]): Discussion[] {
  const indexes = new Map(files.map(({ new_path: path }, index) => [path, index]));
  const placeOf = (thread: Discussion): [file: number, line: number] => {
    const position = positionOf(thread);
    const file = indexes.get(position?.new_path ?? '') ?? files.length;
    return [file, position?.new_line ?? position?.old_line ?? 0];
  };
  return [...threads].sort((one, other) => {
    const [file, line] = placeOf(one);
    const [otherFile, otherLine] = placeOf(other);
    return file - otherFile || line - otherLine;
  });
}

/** The lines of a file are rendered when they come near. */
function scrollToFile(thread: Discussion): void {
  document.getElementById(diffAnchor(positionOf(thread)?.new_path ?? ''))?.scrollIntoView();
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
          discussion={discussion}
          source={source}
          canModerate={canModerate}
          isOutdated={isOutdated}
          title={titleOfThread(discussion)}
        />
      ))}
    </section>
  );
}

/** Returns the file and lines of a thread. */
export function titleOfThread(discussion: Discussion): string | undefined {
  const position = positionOf(discussion);
  if (!position) return undefined;
  const path = position.new_path ?? position.old_path ?? '';
  if (position.line_range) return `${path}: ${linesOfThread(position)}`;
  return `${path}:${position.new_line ?? position.old_line ?? ''}`;
}

/** Whether a thread was started on another version of the changes. */
export function isOutdated(discussion: Discussion, { diff_refs: refs }: MergeRequest): boolean {
  const position = positionOf(discussion);
  return position !== null && refs ? isOtherVersion(position, refs) : false;
}
