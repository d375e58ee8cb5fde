import { useEffect, useState } from 'react';

/** Requests wait this long for the next letter. */
const TYPING_MS = 150;

/** The text as it was when the visitor last paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
