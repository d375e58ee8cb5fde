/** A button that leads from one unresolved thread to the next. */
import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { DiffEntry, Discussion } from '#api/types';
import { diffAnchor } from '#components/diff/diff-file';
import { positionOf } from '#components/discussion/diff-discussions';
import { isOpenThread } from '#components/discussion/thread';

interface NextThreadProps {
  /** The files in their order. */
  files: readonly DiffEntry[];
  /** The threads at their lines. */
  threads: readonly Discussion[];
}

/** Shows the button; nothing if all threads are resolved. */
export function NextThread({ files, threads }: NextThreadProps) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const open = inOrder(files, threads.filter(isOpenThread));
  if (open.length === 0) return null;
  const go = (): void => {
    const at = open.findIndex(({ anchor }) => `#${anchor}` === hash);
    const next = open[(at + 1) % open.length];
    if (!next) return;
    // Lines far away are rendered when they come near.
    if (!document.getElementById(next.anchor)) document.getElementById(diffAnchor(next.path))?.scrollIntoView();
    void navigate(`#${next.anchor}`, { replace: true });
  };
  return (
    <button
      type="button"
      className="button button-small"
      title={plural(open.length, { one: '# unresolved thread', other: '# unresolved threads' })}
      onClick={go}
    >
      <ArrowDown size={14} aria-hidden="true" />
      <Trans>Next unresolved thread</Trans>
    </button>
  );
}

function inOrder(files: readonly DiffEntry[], threads: readonly Discussion[]) {
  const indexes = new Map(files.map(({ new_path: path }, index) => [path, index]));
  return threads
    .map((thread) => {
      const position = positionOf(thread);
      return {
        anchor: `note_${thread.notes[0]?.id}`,
        path: position?.new_path ?? '',
        file: indexes.get(position?.new_path ?? '') ?? files.length,
        line: position?.new_line ?? position?.old_line ?? 0,
      };
    })
    .sort((one, other) => one.file - other.file || one.line - other.line);
}
