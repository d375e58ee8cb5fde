/** Contribution events in the API, with current titles, notes and names. */
import { canReadSnippet, OWNER } from '@forgemesh/access';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { ContributionEvent } from '@forgemesh/proto/collaboration/v1/contribution_event';
import type { Note } from '@forgemesh/proto/collaboration/v1/note';
import type { SnippetVisibility } from '@forgemesh/proto/projects/v1/snippet_directory';
import { presentUser } from '#clients';
import type { IssueDocument } from '#items/model';
import { canReadIssue } from '#access';
import { listedNote, type NoteDocument, presentNotesOfMany } from '#discussion/notes';
import type { ContributionEventDocument, PushSummary } from './contribution-event.model';
import { loadSnippetVisibilities } from './snippet-contributions';
import { NOTE_TARGETS } from './store-contributions';
import { canReadArea, type VisibleContributions } from './visible-contributions';
import type { ContributionEventsDeps } from './deps';

type Row = ContributionEventDocument;

/** The number and title of an item. */
interface Titled {
  _id: number;
  iid: number;
  title: string;
}

type GuardedTitle = Titled & Pick<IssueDocument, 'author_id' | 'assignee_ids' | 'confidential'>;

interface Targets {
  issues: ReadonlyMap<number, GuardedTitle>;
  requests: ReadonlyMap<number, Titled>;
  milestones: ReadonlyMap<number, Titled>;
  snippets: ReadonlyMap<number, SnippetVisibility>;
  notes: ReadonlyMap<number, ResponseOf<Note>>;
}

/**
 * Presents events with one read of each kind of target. Events that the caller may no longer read
 * are left out: the stored confidentiality of issues and visibility of snippets follow with a
 * delay.
 */
export async function presentContributions(
  call: Call<ContributionEventsDeps>,
  rows: readonly Row[],
  { rights }: Pick<VisibleContributions, 'rights'>,
): Promise<ResponseOf<ContributionEvent>[]> {
  const [targets, users, levels] = await Promise.all([
    readTargets(call, rows),
    call.deps.display.users.find(rows.map(({ author_id: id }) => id)),
    rights(rows.map(({ project_id: id }) => id)),
  ]);
  const isReadable = (row: Row): boolean => {
    const project = levels?.get(row.project_id);
    if (levels && (!project || !canReadArea(project, row.area))) return false;
    const level = project?.level ?? OWNER;
    if (row.subject_type === 'Snippet') {
      const snippet = targets.snippets.get(row.subject_id ?? 0);
      return snippet !== undefined && canReadSnippet({ user: call.user, level }, snippet);
    }
    if (row.subject_type !== 'Issue') return true;
    const issue = targets.issues.get(row.subject_id ?? 0);
    return issue !== undefined && canReadIssue(issue, level, call.user);
  };
  return rows
    .filter((row) => isReadable(row) && targetExists(row, targets))
    .map((row) => {
      const author = presentUser(users.get(row.author_id));
      return {
        id: row._id,
        title: null,
        project_id: row.project_id,
        action_name: actionName(row),
        ...presentTarget(row, targets),
        author_id: row.author_id,
        created_at: row.created_at.toISOString(),
        note: NOTE_TARGETS.includes(row.target_type ?? '') ? targets.notes.get(row.target_id ?? 0) : undefined,
        author: author ?? undefined,
        push_data: row.push,
        author_username: author?.username,
      };
    });
}

/** Whether the target of an event still exists. Events outlive milestones and wiki pages. */
function targetExists({ target_type: type, target_id: id, subject_type, subject_id }: Row, targets: Targets): boolean {
  if (subject_type === 'MergeRequest' && !targets.requests.has(subject_id ?? 0)) return false;
  return !NOTE_TARGETS.includes(type ?? '') || targets.notes.has(id ?? 0);
}

type PresentedTarget = Pick<ResponseOf<ContributionEvent>, 'target_id' | 'target_iid' | 'target_type' | 'target_title'>;

function presentTarget(row: Row, { issues, requests, milestones }: Targets): PresentedTarget {
  const { target_type: type, target_id: id, title = null } = row;
  const kinds: Partial<Record<string, ReadonlyMap<number, Titled>>> = {
    Issue: issues,
    MergeRequest: requests,
    Milestone: milestones,
  };
  const target = kinds[type ?? '']?.get(id ?? 0);
  const isNote = NOTE_TARGETS.includes(type ?? '');
  return {
    target_id: id,
    target_iid: isNote ? id : (target?.iid ?? null),
    target_type: type,
    target_title: target?.title ?? title,
  };
}

const pushNames: Record<PushSummary['action'], string> = {
  created: 'pushed new',
  pushed: 'pushed to',
  removed: 'deleted',
};
const actionNames: Partial<Record<Row['action'], string>> = {
  closed: 'closed',
  merged: 'accepted',
  joined: 'joined',
  left: 'left',
  expired: 'removed due to membership expiration from',
  destroyed: 'destroyed',
  commented: 'commented on',
  approved: 'approved',
};

function actionName({ action, area, push }: Row): string {
  if (push) return pushNames[push.action];
  if ((area === 'wiki' && action !== 'destroyed') || (area === 'project' && action === 'created')) return action;
  return actionNames[action] ?? 'opened';
}

async function readTargets({ deps }: Call<ContributionEventsDeps>, rows: readonly Row[]): Promise<Targets> {
  const subjects = (type: Row['subject_type']): number[] =>
    rows.flatMap((row) => (row.subject_type === type ? (row.subject_id ?? []) : []));
  const noteIds = rows.flatMap(({ target_type, target_id }) =>
    NOTE_TARGETS.includes(target_type ?? '') ? (target_id ?? []) : [],
  );
  const titled = { iid: 1, title: 1 } as const;
  const guarded = { ...titled, author_id: 1, assignee_ids: 1, confidential: 1 } as const;
  const [issues, requests, milestones, snippets, notes] = await Promise.all([
    readAll<GuardedTitle>(deps.items.issues.model, subjects('Issue'), guarded),
    readAll<Titled>(deps.items.mergeRequests.model, subjects('MergeRequest'), titled),
    readAll<Titled>(deps.planning.milestones.model, subjects('Milestone'), titled),
    loadSnippetVisibilities(deps, subjects('Snippet')),
    readAll<NoteDocument>(deps.notes.model, noteIds, listedNote),
  ]);
  const presented = await presentNotesOfMany(deps, [...notes.values()]);
  return {
    issues,
    requests,
    milestones,
    snippets: snippets ?? new Map(),
    notes: new Map(presented.map((note) => [note.id, note])),
  };
}

/** Any model of the service. */
interface ReadableModel {
  find(filter: object, projection: object): { lean(): PromiseLike<unknown> };
}

async function readAll<T extends { _id: number }>(
  model: object,
  ids: readonly number[],
  projection: object,
): Promise<ReadonlyMap<number, T>> {
  if (ids.length === 0) return new Map();
  const rows = (await (model as ReadableModel).find({ _id: { $in: [...new Set(ids)] } }, projection).lean()) as T[];
  return new Map(rows.map((row) => [row._id, row]));
}
