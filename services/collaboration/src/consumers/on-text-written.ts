import type { EventConsumer } from '@forgemesh/events';
import { itemStore } from '#items/model';
import { addCrossReferences, hasReferences, type NoteDocument, type NotesDeps } from '#discussion/notes';
import type { Mentioner } from '#items/shared';

const types: Record<string, 'Issue' | 'MergeRequest' | 'Epic'> = {
  issue: 'Issue',
  merge_request: 'MergeRequest',
  epic: 'Epic',
};
const signs = { Issue: '#', MergeRequest: '!', Epic: '&' } as const;

/** The parts of an item that cross-references use. */
interface MentionSource {
  iid: number;
  title: string;
  description: string | null;
  project_id?: number;
  group_id?: number;
}

const events = [
  'collaboration.issue.created',
  'collaboration.issue.updated',
  'collaboration.merge_request.created',
  'collaboration.merge_request.updated',
  'collaboration.epic.created',
  'collaboration.epic.updated',
  'collaboration.note.created',
  'collaboration.note.updated',
] as const;

/** Adds cross-reference notes to the items that a title, a description or a note mentions. */
export const onTextWritten: EventConsumer<(typeof events)[number], NotesDeps> = {
  name: 'collaboration-cross-references',
  events,
  from: 'new',
  async handle({ type: eventType, subject, actor, time, data }, deps) {
    const [, kind = '', verb] = eventType.split('.');
    const context = { actor, at: new Date(time) };
    const type = types[kind];
    if (type && verb === 'updated' && !('title' in data.changes) && !('description' in data.changes)) return;
    if (!hasReferences(deps, textsIn(data.entity))) return;
    if (!type) return addReferencesOfNote(deps, Number(subject), context);
    await addReferencesOfItem(deps, { type, id: Number(subject) }, context, ({ title, description }) => [
      title,
      description,
    ]);
  },
};

interface Texts {
  title?: string;
  description?: string | null;
  body?: string;
}

/** The texts of an item or note in an event. Texts written later have events of their own. */
function textsIn({ title, description, body }: Texts): (string | null)[] {
  return [title, description, body].map((text) => text ?? null);
}

type WriteContext = { actor: number | null; at: Date };

async function addReferencesOfNote(deps: NotesDeps, id: number, context: WriteContext): Promise<void> {
  const note = await deps.notes.find(id);
  if (!note || note.system || note.noteable_type === 'Snippet') return;
  const { noteable_type: type, body } = note;
  if (type !== 'Commit') return addReferencesOfItem(deps, { type, id: note.noteable_id }, context, () => [body]);
  await addCrossReferences(deps, { ...context, ...commitOf(note), texts: [body] });
}

function commitOf({ project_id, commit_id }: NoteDocument): { mentioner: Mentioner; reference: string } {
  return { mentioner: { type: 'Commit', id: 0, project_id, group_id: null }, reference: commit_id ?? '' };
}

async function addReferencesOfItem(
  deps: NotesDeps,
  { type, id }: { type: 'Issue' | 'MergeRequest' | 'Epic'; id: number },
  context: WriteContext,
  textsOf: (item: MentionSource) => (string | null)[],
): Promise<void> {
  const item = (await itemStore(deps, type)?.find(id)) as MentionSource | null | undefined;
  if (!item) return;
  const mentioner = { type, id, project_id: item.project_id ?? null, group_id: item.group_id ?? null };
  const reference = `${signs[type]}${item.iid}`;
  await addCrossReferences(deps, { ...context, mentioner, reference, texts: textsOf(item) });
}
