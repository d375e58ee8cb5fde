/** The lines that a thread is on, above its comments on the overview. */
import { useQuery } from '@tanstack/react-query';
import type { Discussion, MergeRequest } from '#api/types';
import { placeKey, placeOfRow } from '#components/diff/diff-place';
import { LineExcerpt } from '#components/diff/line-excerpt';
import { parseFile, type DiffRow } from '#components/diff/parse-diff';
import { positionOf } from '#components/discussion/diff-discussions';
import { threadKey } from '#components/discussion/line-store';
import { versionQuery } from './version-changes';

/** Lines before the one of the thread. */
const LINES_BEFORE = 3;
/** Of a thread on many lines, the last ones are shown. */
const MAX_LINES = 12;

interface ThreadLinesProps {
  request: MergeRequest;
  discussion: Discussion;
}

/** Shows the lines of the version on which the thread was started; nothing for other threads. */
export function ThreadLines({ request, discussion }: ThreadLinesProps) {
  const position = positionOf(discussion);
  const { data } = useQuery({
    ...versionQuery(request, { head: position?.head_sha, start: undefined }),
    enabled: position !== null,
  });
  const file = data?.files.find(
    ({ new_path: path, old_path: old }) => path === position?.new_path || old === position?.old_path,
  );
  if (!position || !file) return null;
  const key = threadKey(position);
  const parsed = parseFile(file);
  const last = parsed.rows.findIndex(
    (row) => row.type !== 'hunk' && row.type !== 'note' && placeKey(placeOfRow(parsed, row)) === key,
  );
  if (last < 0) return null;
  const first = position.line_range?.start?.new_line ?? position.new_line;
  const more = position.new_line === null || first === null ? 0 : position.new_line - first;
  const start = Math.max(0, last - Math.min(more + LINES_BEFORE, MAX_LINES - 1));
  return <LineExcerpt rows={withoutOtherHunks(parsed.rows.slice(start, last + 1))} />;
}

function withoutOtherHunks(rows: readonly DiffRow[]): DiffRow[] {
  return rows.slice(rows.findLastIndex(({ type }) => type === 'hunk') + 1);
}
