/** The changes of a merge request with threads at their lines. */
import { useQuery } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages';
import { api, unwrapPage } from '../../api/client';
import type { DiffEntry, Discussion, MergeRequest } from '../../api/types';
import { DiffDiscussions, positionOf } from '../../components/discussion/diff-discussions';
import { useDiscussions } from '../../components/discussion/discussion-list';
import type { DiscussionSource } from '../../components/discussion/source';
import { Thread } from '../../components/discussion/thread';
import { Loaded } from '../../components/states';
import { useProject } from '../../layout/project-area';
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
  const threads = discussions.data?.filter((discussion) => positionOf(discussion) !== null) ?? [];
  const outdated = threads.filter((discussion) => isOutdated(discussion, request));
  const current = threads.filter((discussion) => !isOutdated(discussion, request));
  const canComment = isSignedIn && !project.archived && request.diff_refs !== null;
  return (
    <>
      <Loaded query={query} lines={14}>
        {(files) => (
          <DiffDiscussions
            files={files}
            threads={current}
            {...{ source, canModerate, canComment }}
            refs={request.diff_refs ?? { base_sha: '', start_sha: '', head_sha: '' }}
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
