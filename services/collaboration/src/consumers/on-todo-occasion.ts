import type { EventConsumer, ForgeEvent } from '@forgemesh/kit';
import type { Collaboration } from '../service';
import { targetOf, targetTypes, todosOfChangedItem, todosOfNewItem, todosOfNote } from '../todos/event-todos';

/** Makes the todos that follow from what happens to items and notes, and resolves those of whoever acted. One consumer, so that both stay in order. */
export const onTodoOccasion: EventConsumer<Collaboration> = {
  name: 'collaboration-todos',
  events: [
    ...['issue', 'epic'].flatMap((kind) =>
      ['created', 'updated', 'closed', 'reopened'].map((verb) => `collaboration.${kind}.${verb}`),
    ),
    'collaboration.note.created',
    'collaboration.note.updated',
  ],
  from: 'new',
  async handle(event, deps) {
    const [, kind = '', verb] = event.type.split('.');
    const type = targetTypes[kind];
    if (!type) return handleNote(event, deps);
    const item = await itemOf(deps, type, Number(event.subject));
    if (!item) return;
    const target = targetOf(type, item);
    if (verb === 'created') await todosOfNewItem(deps, event, target, item);
    else await todosOfChangedItem(deps, event, target);
  },
};

function itemOf({ issues, epics }: Collaboration, type: 'Issue' | 'Epic', id: number) {
  return type === 'Issue' ? issues.find(id) : epics.find(id);
}

/** Notes of the system are no news, and those on snippets wait for nobody. */
async function handleNote(event: ForgeEvent, deps: Collaboration): Promise<void> {
  const note = await deps.notes.find(Number(event.subject));
  if (!note || note.system) return;
  const type = note.noteable_type;
  if (type !== 'Issue' && type !== 'Epic') return;
  const item = await itemOf(deps, type, note.noteable_id);
  if (item) await todosOfNote(deps, event, targetOf(type, item), note);
}
