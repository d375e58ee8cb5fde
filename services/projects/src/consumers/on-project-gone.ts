import type { EntityDocument, EntityStore, EventConsumer } from '@forgemesh/kit';
import type { Projects } from '../service';
import { removeSnippet } from '../snippets/delete-snippet';
import type { SnippetDocument } from '../snippets/snippet.model';
import { removeUploads } from '../uploads/remove-uploads';

const BATCH = 100;

/** Removes what a project that is gone has kept here. */
export const onProjectGone: EventConsumer<Projects> = {
  name: 'projects-belongings-of-removed',
  events: ['projects.project.deleted'],
  from: 'all',
  async handle({ subject, actor }, deps) {
    const id = Number(subject);
    await removeSnippets(deps, { project_id: id }, actor);
    await removeUploads(deps, id);
    await removeAll(deps.hooks, { project_id: id }, 'projects.hook.deleted', actor);
    await removeAll(deps.pushRules, { project_id: id }, 'projects.push_rule.deleted', actor);
    await removeAll(deps.stars, { project_id: id }, 'projects.star.deleted', actor);
    await removeAll(deps.remoteMirrors, { project_id: id }, 'projects.remote_mirror.deleted', actor);
  },
};

/** Removes snippets with their texts, one after the other. */
export async function removeSnippets(deps: Projects, filter: object, actor: number | null): Promise<void> {
  for (;;) {
    const rows = await deps.snippets.model.find(filter).limit(BATCH).lean<SnippetDocument[]>();
    for (const row of rows) await removeSnippet(deps, row, actor);
    if (rows.length < BATCH) return;
  }
}

/** Removes documents with their events, one after the other. */
export async function removeAll<T extends EntityDocument>(
  store: EntityStore<T>,
  filter: object,
  type: string,
  actor: number | null,
): Promise<void> {
  for (;;) {
    const rows = (await store.model.find(filter).limit(BATCH).lean()) as T[];
    for (const row of rows) await store.remove(row, { type, actor });
    if (rows.length < BATCH) return;
  }
}
