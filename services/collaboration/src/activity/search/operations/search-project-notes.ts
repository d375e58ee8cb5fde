import { type Call, operation } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { NoteSearchServiceDefinition } from '@forgemesh/proto/collaboration/v1/note_search';
import { allOf, type Condition } from '#queries';
import { listedNote, presentNotesOfMany } from '#discussion/notes';
import { readableNotes } from '../readable-notes';
import type { SearchDeps } from '../deps';

/** Searches the notes of a project. */
export const searchProjectNotes = operation(
  NoteSearchServiceDefinition.searchProjectNotes,
  async (request, call: Call<SearchDeps>) => {
    const {
      lists: { notes: kept },
    } = call.deps;
    const filter = allOf([
      { project_id: call.resource('id').id },
      (await call.deps.notes.searchFilter(request.search)) as Condition,
      await readableNotes(call),
    ]);
    const sort = { _id: -1 } as const;
    const notes = await listPage(call, {
      model: kept.model,
      filter,
      sort,
      request,
      projection: listedNote,
      caches: kept,
    });
    return { notes: await presentNotesOfMany(call.deps, notes) };
  },
);
