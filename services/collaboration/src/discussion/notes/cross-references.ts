/** Records on items that a text elsewhere mentions them: `mentioned in #1`. */
import { subjectOfUser } from '#access';
import { addSystemNote } from './system-notes';
import { proseOf, referencesIn } from '#texts';
import { type ReferencedItem, resolveItems } from '#items/references';
import type { Mentioner, NoteTarget } from '#items/shared';
import type { NotesDeps } from './deps';

/** Texts that may mention items. */
export interface MentionSource {
  mentioner: Mentioner;
  /**
   * The reference to the mentioner within its project or group: `#1`, `!2`, `&3`, or a commit id.
   */
  reference: string;
  texts: readonly (string | null)[];
  /** The author of the texts; items that the author may not read are not mentioned. */
  actor: number | null;
  at: Date;
}

/** Further items get no note. */
const MAX_TARGETS = 100;

/** Whether texts contain any references; those without need no further work. */
export function hasReferences({ instance: { urls } }: NotesDeps, texts: readonly (string | null)[]): boolean {
  return texts.some((text) => referencesIn(proseOf(text), urls.base).length > 0);
}

/** Writes the notes. Idempotent: each item gets one note per mentioner. */
export async function addCrossReferences(deps: NotesDeps, source: MentionSource): Promise<void> {
  const { mentioner, actor, at } = source;
  const references = source.texts.flatMap((text) => referencesIn(proseOf(text), deps.instance.urls.base));
  const subject = references.length > 0 ? await subjectOfUser(deps, actor) : null;
  if (!subject || actor === null) return;
  const items = await resolveItems(deps, references, { scope: mentioner, subject });
  const others = items.filter(({ type, item }) => type !== mentioner.type || item._id !== mentioner.id);
  const path = others.length > 0 ? await fullPath(deps, mentioner) : '';
  for (const named of others.slice(0, MAX_TARGETS)) {
    const target = targetOf(named);
    await addSystemNote(deps, target, {
      effect_key: `mention/${keyOf(source)}/${target.type}/${target.id}`,
      author_id: actor,
      at,
      mentioner,
      body: `mentioned in ${hasSameOwner(mentioner, target) ? '' : path}${source.reference}`,
    });
  }
}

function targetOf({ type, item }: ReferencedItem): NoteTarget {
  return type === 'Epic'
    ? { type, id: item._id, project_id: null, group_id: item.group_id }
    : { type, id: item._id, project_id: item.project_id, group_id: null };
}

function keyOf({ mentioner, reference }: MentionSource): string {
  const { type, id, project_id } = mentioner;
  return type === 'Commit' ? `Commit/${project_id ?? 0}/${reference}` : `${type}/${id}`;
}

function hasSameOwner(mentioner: Mentioner, target: NoteTarget): boolean {
  return mentioner.project_id === target.project_id && mentioner.group_id === target.group_id;
}

async function fullPath({ display }: NotesDeps, { type, project_id, group_id }: Mentioner): Promise<string> {
  if (project_id === null) return (await display.groups.get(group_id ?? 0))?.full_path ?? '';
  const path = (await display.projects.get(project_id))?.path_with_namespace ?? '';
  return type === 'Commit' ? `${path}@` : path;
}
