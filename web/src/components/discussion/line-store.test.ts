import type { Discussion } from '#api/types';
import { placeKey } from '../diff/diff-place';
import { LineStore, threadKey } from './line-store';

const place = { oldPath: 'a', newPath: 'b', oldLine: undefined, newLine: 3 };
const other = { ...place, newLine: 4 };
const thread = { id: 't' } as Discussion;

describe('LineStore', () => {
  it('reports changes of a line only', () => {
    const store = new LineStore();
    const heard: string[] = [];
    store.subscribe(placeKey(place), () => heard.push('line 3'));
    const stop = store.subscribe(placeKey(other), () => heard.push('line 4'));
    store.open({ place, start: place });
    expect(heard).toEqual(['line 3']);
    expect(store.get(placeKey(place))).toEqual({ threads: [], drafts: [], form: { place, start: place } });
    const notes = new Map([[placeKey(other), { threads: [thread], drafts: [] }]]);
    store.setNotes(notes);
    store.setNotes(new Map(notes));
    expect(heard).toEqual(['line 3', 'line 4']);
    store.close(place);
    expect(store.get(placeKey(place))).toBeUndefined();
    stop();
    store.setNotes(new Map());
    expect(heard).toEqual(['line 3', 'line 4', 'line 3']);
  });
});

describe('threadKey', () => {
  it.each([
    [{ old_path: 'a', new_path: 'b', old_line: null, new_line: 3 }, placeKey(place)],
    [{ old_path: 'a', new_path: 'b', old_line: 2, new_line: 3 }, placeKey(place)],
    [
      { old_path: 'a', new_path: null, old_line: 2, new_line: null },
      placeKey({ ...place, oldLine: 2, newLine: undefined }),
    ],
    [{ old_path: 'a', new_path: 'a', old_line: null, new_line: null }, undefined],
  ])('finds the line of %j', (position, key) => {
    expect(threadKey(position)).toBe(key);
  });
});
