/** A button that leads from one unresolved thread to the next. */
import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowDown } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import type { Discussion } from '#api/types';
import { isOpenThread } from './thread';

interface NextThreadProps {
  /** The threads in the order in which the page shows them. */
  threads: readonly Discussion[];
  /** Scrolls near to a thread that is not rendered yet. */
  approach?: (thread: Discussion) => void;
}

/** Shows the button; nothing if all threads are resolved. */
export function NextThread({ threads, approach }: NextThreadProps) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const open = threads.filter(isOpenThread);
  if (open.length === 0) return null;
  const go = (): void => {
    const at = open.findIndex((thread) => `#${anchorOf(thread)}` === hash);
    const next = open[(at + 1) % open.length];
    if (!next) return;
    if (!document.getElementById(anchorOf(next))) approach?.(next);
    void navigate(`#${anchorOf(next)}`, { replace: true });
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

function anchorOf({ notes: [first] }: Discussion): string {
  return `note_${first?.id}`;
}
