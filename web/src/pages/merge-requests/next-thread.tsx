/** A button that leads from one unresolved thread to the next. */
import { ArrowDown } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Discussion } from '#api/types';
import { isOpenThread } from '#components/discussion/thread';
import { countText } from '#lib/format';

interface NextThreadProps {
  threads: readonly Discussion[];
}

/** Shows the button; nothing if all threads are resolved. */
export function NextThread({ threads }: NextThreadProps) {
  const navigate = useNavigate();
  const open = threads.filter(isOpenThread);
  if (open.length === 0) return null;
  const go = (): void => {
    const ids = open.flatMap(({ notes }) => (notes[0] ? [`note_${notes[0].id}`] : []));
    const shown = ids.flatMap((id) => {
      const element = document.getElementById(id);
      return element ? [{ id, top: element.getBoundingClientRect().top }] : [];
    });
    const inOrder = shown.toSorted((one, other) => one.top - other.top);
    // A thread that a link led to is below the header of the page.
    const next = inOrder.find(({ top }) => top > window.innerHeight / 2 + 1) ?? inOrder[0];
    if (!next) return;
    void navigate(`#${next.id}`, { preventScrollReset: true, replace: true });
    document.getElementById(next.id)?.scrollIntoView({ block: 'center' });
  };
  return (
    <button
      type="button"
      className="button button-small"
      onClick={go}
      title={countText(open.length, 'unresolved thread')}
    >
      <ArrowDown size={14} aria-hidden="true" />
      Next unresolved thread
    </button>
  );
}
