import { useEffect } from 'react';

const SUFFIX = 'Forgemesh';

/** Sets the title of the document: the parts from special to general. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = [...parts.filter((part) => part), SUFFIX].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
