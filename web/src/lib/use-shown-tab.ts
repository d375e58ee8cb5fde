import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Scrolls tabs that are wider than the page to the current one. Returns their reference. */
export function useShownTab(current: string): RefObject<HTMLElement | null> {
  const tabs = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current: element } = tabs;
    const tab = element?.querySelector<HTMLElement>('[aria-current]');
    if (element && tab) element.scrollLeft = tab.offsetLeft - (element.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return tabs;
}
