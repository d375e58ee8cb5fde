import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { closeMessage, useMessages, type Message } from '#lib/messages';

const VISIBLE_MS = 6000;

/** The messages. Errors stay until they are closed. */
export function Toasts() {
  const messages = useMessages();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </div>
  );
}

function Toast({ message: { id, kind, text } }: { message: Message }) {
  const [isHovered, setIsHovered] = useState(false);
  useEffect(() => {
    if (kind === 'error' || isHovered) return;
    const timer = setTimeout(() => closeMessage(id), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [id, kind, isHovered]);
  return (
    <div
      className={`toast${kind === 'error' ? ' toast-error' : ''}`}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      <span className="grow">{text}</span>
      <button
        type="button"
        className="button button-plain button-icon button-small"
        aria-label={t`Close`}
        onClick={() => closeMessage(id)}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  );
}
