/** The changes of a merge request with threads at their lines. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allPages } from '../../api/all-pages';
import { api, unwrapPage } from '../../api/client';
import type { DiffEntry, Discussion, MergeRequest } from '../../api/types';
import { Diff } from '../../components/diff/diff';
import type { DiffPlace } from '../../components/diff/diff-rows';
import { CommentForm } from '../../components/discussion/comment-form';
import { useDiscussions } from '../../components/discussion/discussion-list';
import type { DiscussionSource, Position } from '../../components/discussion/source';
import { Thread } from '../../components/discussion/thread';
import { Loaded } from '../../components/states';
import { useProject } from '../../layout/project-area';
import { useAction } from '../../lib/use-action';
import { useIsSignedIn } from '../../session/use-session';

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
    queryKey: ['merge-request', project.id, request.iid, 'diffs', request.sha],
    queryFn: () =>
      allPages<DiffEntry>((page) =>
        unwrapPage(
          api.GET('/api/v4/projects/{id}/merge_requests/{merge_request_iid}/diffs', {
            params: {
              path: { id: String(project.id), merge_request_iid: request.iid },
              query: { page, per_page: 100 },
            },
          }),
        ),
      ),
  });
  const discussions = useDiscussions(source);
  const { run } = useAction(['merge-request', project.id, request.iid]);
  const [places, setPlaces] = useState<DiffPlace[]>([]);
  const close = (place: DiffPlace): void => setPlaces((before) => before.filter((entry) => !isSame(entry, place)));
  const threads = discussions.data?.filter((discussion) => positionOf(discussion) !== null) ?? [];
  const outdated = threads.filter((discussion) => isOutdated(discussion, request));
  const current = threads.filter((discussion) => !isOutdated(discussion, request));
  const below = (place: DiffPlace) => {
    const here = current.filter((discussion) => isAt(discussion, place));
    const isWriting = places.some((entry) => isSame(entry, place));
    if (here.length === 0 && !isWriting) return null;
    return (
      <>
        {here.map((discussion) => (
          <Thread key={discussion.id} {...{ discussion, source, canModerate }} />
        ))}
        {isWriting && (
          <CommentForm
            label={`Comment on line ${place.newLine ?? place.oldLine} of ${place.newPath}`}
            draftKey={`line-${request.id}-${place.newPath}-${place.oldLine}-${place.newLine}`}
            submitText="Start thread"
            subject="merge_request"
            project={project}
            isFocused
            cancel={() => close(place)}
            save={async (body) => {
              const isSaved = await run(() => source.start(body, toPosition(place, request)));
              if (isSaved) close(place);
              return isSaved;
            }}
          />
        )}
      </>
    );
  };
  const canComment = isSignedIn && !project.archived && request.diff_refs !== null;
  return (
    <>
      <Loaded query={query} lines={14}>
        {(files) => (
          <Diff
            files={files}
            below={below}
            {...(canComment && {
              onComment: (place: DiffPlace) =>
                setPlaces((before) => [...before.filter((e) => !isSame(e, place)), place]),
            })}
          />
        )}
      </Loaded>
      {outdated.length > 0 && (
        <section className="stack item-section" aria-labelledby="outdated-title">
          <h2 id="outdated-title">Threads on earlier versions</h2>
          {outdated.map((discussion) => (
            <Thread
              key={discussion.id}
              {...{ discussion, source, canModerate }}
              title={titleOfThread(discussion)}
              isOutdated
            />
          ))}
        </section>
      )}
    </>
  );
}

function positionOf({ notes }: Discussion) {
  return notes[0]?.position ?? null;
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
  return position !== null && refs !== null && position.head_sha !== refs.head_sha;
}

function isAt(discussion: Discussion, place: DiffPlace): boolean {
  const position = positionOf(discussion);
  if (!position || (position.new_path !== place.newPath && position.old_path !== place.oldPath)) return false;
  if (position.new_line !== null) return position.new_line === place.newLine;
  return position.old_line === place.oldLine && place.newLine === undefined;
}

function isSame(one: DiffPlace, other: DiffPlace): boolean {
  return one.newPath === other.newPath && one.newLine === other.newLine && one.oldLine === other.oldLine;
}

function toPosition(place: DiffPlace, { diff_refs: refs }: MergeRequest): Position {
  return {
    base_sha: refs?.base_sha ?? '',
    start_sha: refs?.start_sha ?? '',
    head_sha: refs?.head_sha ?? '',
    position_type: 'text',
    old_path: place.oldPath,
    new_path: place.newPath,
    ...(place.oldLine !== undefined && { old_line: place.oldLine }),
    ...(place.newLine !== undefined && { new_line: place.newLine }),
  };
}
