import { t } from '@lingui/core/macro';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { showError } from '#lib/messages';

const SHOWN_MS = 1500;

/** A button that copies a text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), SHOWN_MS);
    } catch {
      showError(t`The text could not be copied. Select it and copy it with the keyboard.`);
    }
  };
  return (
    <button
      type="button"
      className="button button-plain button-icon button-small"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
    </button>
  );
}
