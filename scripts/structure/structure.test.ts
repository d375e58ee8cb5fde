import { areaOf, findCycles, topFolderOf } from './areas.ts';
import { countWideParameters, dependencyInterfaces } from './dependencies.ts';
import { parse, type Sources } from './sources.ts';

function sourcesOf(files: Record<string, string>): Sources {
  return new Map(Object.entries(files).map(([path, text]) => [path, parse(path, text)]));
}

describe('the areas of a service', () => {
  it('form a cycle if they import one another, types included', () => {
    const sources = sourcesOf({
      'items/issues/issue.ts': `import type { Note } from '#discussion/notes/note';`,
      'items/epics/epic.ts': `import { issue } from '../issues/issue';`,
      'discussion/notes/note.ts': `export { epic } from '#items/epics/epic';`,
      'discussion/threads/thread.ts': `import { note } from '#discussion/notes/note';`,
    });
    expect(findCycles(sources, areaOf)).toEqual([['discussion/notes', 'items/epics', 'items/issues']]);
    expect(findCycles(sources, topFolderOf)).toEqual([['discussion', 'items']]);
  });

  it('form none through the files that connect them, other packages, and their own files', () => {
    const sources = sourcesOf({
      'items/issues/index.ts': `import { all } from '#deps'; import { z } from '@forgemesh/data'; import './issue';`,
      'items/issues/issue.ts': `import { list } from '.';`,
      'deps.ts': `import { issue } from './items/issues';`,
    });
    expect(findCycles(sources, areaOf)).toEqual([]);
  });
});

describe('the dependencies of a service', () => {
  const sources = sourcesOf({
    'compose.ts': `export function createAll(): All { return {}; }`,
    'deps.ts': `export interface All extends IssuesDeps { log: Logger }`,
    'operation.ts': `export type AllCall = Call<All>; export const { operation } = bindOperations<All>();`,
    'items/deps.ts': `
      export interface IssuesDeps extends BaseDeps, Pick<NotesDeps, 'notes'>, Omit<NotesDeps, 'notes' | 'counts'> { own: 1 }
      interface BaseDeps { base: 1 }
      interface NotesDeps { notes: 1; counts: 1; lists: 1 }
    `,
    'items/get.ts': `
      export const get = operation(Definition.get, async (request, call) => find(call));
      function find(call: AllCall) { return read(call.deps); }
      function read({ log }: All, pick: Pick<All, 'log'>) {}
    `,
  });

  it('are counted with the inherited fields', () => {
    expect(dependencyInterfaces(sources)).toEqual([
      { name: 'All', fields: 5 },
      { name: 'IssuesDeps', fields: 4 },
      { name: 'NotesDeps', fields: 3 },
      { name: 'BaseDeps', fields: 1 },
    ]);
  });

  it('are taken as a whole by parameters of that type and by handlers', () => {
    expect(countWideParameters(sources)).toBe(3);
  });
});
