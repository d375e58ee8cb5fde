import { useQuery } from '@tanstack/react-query';
import type { Discussion } from '#api/types';
import { positionOf, type ThreadPlace } from '#components/discussion/diff-discussions';
import { commitKeys, listCommitComments } from '#data/commits';
import { useProject } from '#data/project-context';

/**
 * Returns the places of threads of a commit. The API reports the lines of comments that were not
 * started as threads only in the list of comments, whose entries have no ids.
 */
export function useCommentPlaces(sha: string): (discussion: Discussion) => ThreadPlace | null {
  const { id } = useProject();
  const { data: comments = [] } = useQuery({
    queryKey: commitKeys.comments(id, sha),
    queryFn: () => listCommitComments(id, sha, { per_page: 100 }),
  });
  return (discussion) => {
    const position = positionOf(discussion);
    if (position) return position;
    const note = discussion.notes[0];
    const comment = comments.find(
      (entry) => entry.created_at === note?.created_at && entry.note === note.body && entry.path !== null,
    );
    if (!comment || comment.line === null) return null;
    const isOld = comment.line_type === 'old';
    return {
      old_path: comment.path,
      new_path: comment.path,
      old_line: isOld ? comment.line : null,
      new_line: isOld ? null : comment.line,
    };
  };
}
