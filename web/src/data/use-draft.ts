import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'forgemesh.draft.';

/** A text that survives a reload of the tab until it is discarded. */
export function useDraft(key: string, initial = '') {
  const name = `${PREFIX}${key}`;
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? initial);
  useEffect(() => {
    if (text === initial) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  }, [name, text, initial]);
  const discard = useCallback(() => {
    sessionStorage.removeItem(name);
    setText(initial);
  }, [name, initial]);
  return { text, setText, discard };
}
