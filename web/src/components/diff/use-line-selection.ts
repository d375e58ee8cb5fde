/**
 * Chooses lines of a diff by their buttons, by dragging over the numbers, or by a click on a number
 * and another one with the Shift key. The chosen rows are marked in the document, so that no row is
 * rendered again.
 */
import { useMemo, useRef, type MouseEvent, type PointerEvent } from 'react';
import type { DiffPlace } from './diff-place';

/** The side of a diff that has two columns of code; without them, either. */
export type LineSide = 'old' | 'new';

/** A row and the side on which it was chosen. */
interface Anchor {
  row: number;
  side: LineSide;
}

const MARK = 'data-selected';

/** The handlers of the element around the lines; none if lines cannot be chosen. */
export function useLineSelection(
  placeAt: (row: number, side: LineSide) => DiffPlace | undefined,
  onSelect: ((place: DiffPlace, start: DiffPlace) => void) | undefined,
) {
  /** Where the visitor began: for dragging, and for a later click with the Shift key. */
  const anchor = useRef<Anchor>(undefined);
  return useMemo(() => {
    if (!onSelect) return {};
    const select = (container: Element, from: Anchor, to: Anchor): void => {
      mark(container, from.row, to.row);
      const [first, last] = from.row <= to.row ? [from, to] : [to, from];
      const place = nearest(placeAt, last.row, first.row, from.side);
      // One line has one place.
      const start = first.row === last.row ? place : nearest(placeAt, first.row, last.row, from.side);
      if (start && place) onSelect(place, start);
    };
    return {
      onClick(event: MouseEvent<HTMLElement>): void {
        const button = (event.target as Element).closest('[data-comment]');
        const chosen = button && anchorOf(event.currentTarget, button);
        if (!chosen) return;
        select(event.currentTarget, event.shiftKey ? (anchor.current ?? chosen) : chosen, chosen);
        anchor.current = chosen;
      },
      onPointerDown(event: PointerEvent<HTMLElement>): void {
        const container = event.currentTarget;
        const chosen = anchorOf(container, event.target as Element);
        // A finger scrolls.
        if (!chosen || event.button !== 0 || event.pointerType === 'touch') return;
        const isButton = (event.target as Element).closest('[data-comment]') !== null;
        if (event.shiftKey && !isButton) {
          event.preventDefault();
          select(container, anchor.current ?? chosen, chosen);
          return;
        }
        if (!event.shiftKey) anchor.current = chosen;
        follow(container, chosen, (end) => {
          if (end.row !== chosen.row) select(container, chosen, end);
          else if (!isButton && !event.shiftKey) mark(container, chosen.row, chosen.row);
        });
      },
    };
  }, [placeAt, onSelect]);
}

/** Removes the marks of chosen lines around an element. */
export function clearSelection(element: Element | null): void {
  const lines = element?.closest('[data-lines]') ?? document;
  for (const row of lines.querySelectorAll(`tr[${MARK}]`)) row.removeAttribute(MARK);
}

/** Marks the rows under the pointer until its button is released. */
function follow(container: Element, from: Anchor, done: (end: Anchor) => void): void {
  let end = from;
  const move = (event: globalThis.PointerEvent): void => {
    const row = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('tr[data-row]');
    if (!row || !container.contains(row)) return;
    const next = Number(row.dataset['row']);
    if (next === end.row) return;
    end = { row: next, side: from.side };
    mark(container, from.row, end.row);
  };
  const stop = (): void => {
    document.removeEventListener('pointermove', move);
    document.removeEventListener('pointerup', stop);
    document.removeEventListener('pointercancel', stop);
    done(end);
  };
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', stop);
  document.addEventListener('pointercancel', stop);
}

function anchorOf(container: Element, target: Element): Anchor | undefined {
  const cell = target.closest<HTMLElement>('td[data-side]');
  const row = cell?.closest<HTMLElement>('tr[data-row]');
  if (!cell || !row || !container.contains(row)) return undefined;
  return { row: Number(row.dataset['row']), side: cell.dataset['side'] === 'new' ? 'new' : 'old' };
}

/** The place of a row, or of the next one towards another row that has a line. */
function nearest(
  placeAt: (row: number, side: LineSide) => DiffPlace | undefined,
  row: number,
  towards: number,
  side: LineSide,
): DiffPlace | undefined {
  const step = row <= towards ? 1 : -1;
  for (let index = row; step > 0 ? index <= towards : index >= towards; index += step) {
    const place = placeAt(index, side);
    if (place) return place;
  }
  return undefined;
}

function mark(container: Element, from: number, to: number): void {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  for (const row of container.querySelectorAll<HTMLElement>('tr[data-row]')) {
    const index = Number(row.dataset['row']);
    row.toggleAttribute(MARK, index >= first && index <= last);
  }
}
