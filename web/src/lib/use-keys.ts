/** Keyboard shortcuts of a page or component. They do nothing while a text is written. */
import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

/** Handlers by keys, in the order in which they are pressed: `g f`. */
export type KeyHandlers = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Handles keys while the component is shown. The keys themselves must not change. */
export function useKeys(handlers: KeyHandlers): void {
  const current = useRef(handlers);
  useEffect(() => {
    current.current = handlers;
  });
  const keys = Object.keys(handlers).join('\n');
  useEffect(
    () =>
      tinykeys(
        window,
        Object.fromEntries(
          keys.split('\n').map((key) => [key, (event: KeyboardEvent): void => current.current[key]?.(event)]),
        ),
      ),
    [keys],
  );
}
