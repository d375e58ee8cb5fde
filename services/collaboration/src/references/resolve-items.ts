/** Which items references name: so far as somebody may read them, in a constant number of questions. */
import {
  ReferenceKind as PlaceKind,
  type AuthorizedResource,
  type Reference as PlaceReference,
  type Subject,
} from '@forgemesh/proto/projects/v1/access';
import type { Model } from 'mongoose';
import { rightsOn } from '../authorize';
import type { EpicDocument } from '../epics/epic.model';
import type { IssueDocument } from '../issues/issue.model';
import type { MergeRequestDocument } from '../merge-requests/merge-request.model';
import { mayReadFeature, mayReadIssue } from '../policy';
import type { Collaboration } from '../service';
import type { Reference } from './parse-references';
import { placeReferences } from './place-references';

/** Where a text stands. */
export interface TextPlace {
  project_id: number | null;
  group_id: number | null;
}

/** An item that a reference names. */
export type NamedItem = { reference: Reference; place: AuthorizedResource } & (
  | { type: 'Issue'; item: IssueDocument }
  | { type: 'MergeRequest'; item: MergeRequestDocument }
  | { type: 'Epic'; item: EpicDocument }
);

type Placed = [reference: Reference, place: AuthorizedResource];

/** Enough to show an item and to decide who may read it. */
const fields = {
  ...{ iid: 1, title: 1, state: 1, author_id: 1, assignee_ids: 1, confidential: 1, project_id: 1, group_id: 1 },
  ...{ label_ids: 1, milestone_id: 1 },
} as const;

/** The items in the order in which they are named first, each once. */
export async function resolveItems(
  deps: Collaboration,
  references: readonly Reference[],
  { place, subject }: { place: TextPlace; subject: Subject },
): Promise<NamedItem[]> {
  const placed = await locate(deps, references, { place, subject });
  const of = (kind: Reference['kind']): Placed[] => placed.filter(([reference]) => reference.kind === kind);
  const [issues, requests, epics] = await Promise.all([
    findItems(deps.issues.model, 'project_id', of('issue')),
    findItems(deps.mergeRequests.model, 'project_id', of('merge_request')),
    findItems(deps.epics.model, 'group_id', of('epic')),
  ]);
  const reader = subject.user_id === undefined ? null : { id: subject.user_id, admin: subject.admin };
  const found = new Map<string, NamedItem>();
  for (const [reference, at] of placed) {
    const key = `${reference.kind} ${at.id} ${Number(reference.name)}`;
    if (found.has(key)) continue;
    const [issue, request, epic] = [issues.get(key), requests.get(key), epics.get(key)];
    if (issue && mayReadFeature(at, 'issues') && mayReadIssue(issue, at.level, reader))
      found.set(key, { reference, place: at, type: 'Issue', item: issue });
    else if (request && mayReadFeature(at, 'merge_requests'))
      found.set(key, { reference, place: at, type: 'MergeRequest', item: request });
    else if (epic) found.set(key, { reference, place: at, type: 'Epic', item: epic });
  }
  return [...found.values()];
}

/** The projects and groups of references, with the subject's rights on them. */
async function locate(
  deps: Collaboration,
  references: readonly Reference[],
  { place, subject }: { place: TextPlace; subject: Subject },
): Promise<Placed[]> {
  const items = references.filter(({ kind }) => ['issue', 'merge_request', 'epic'].includes(kind));
  if (items.length === 0) return [];
  const places = await placeReferences(deps, items, place);
  const rights = await rightsOn(deps, subject, [...new Set(places.values())]);
  return items.flatMap((reference) => {
    const asked = places.get(reference);
    const at = asked && rights.get(asked);
    return at && isOfKind(asked, at) ? [[reference, at]] : [];
  });
}

function isOfKind({ kind }: PlaceReference, at: AuthorizedResource): boolean {
  return kind === PlaceKind.REFERENCE_KIND_GROUP || at.kind === PlaceKind.REFERENCE_KIND_PROJECT;
}

/** Items by kind of reference, place and number, in one command. */
async function findItems<T extends IssueDocument | MergeRequestDocument | EpicDocument>(
  model: Model<T>,
  field: 'project_id' | 'group_id',
  placed: readonly Placed[],
): Promise<ReadonlyMap<string, T>> {
  if (placed.length === 0) return new Map();
  const numbers = new Map<number, number[]>();
  for (const [{ name }, { id }] of placed) numbers.set(id, [...(numbers.get(id) ?? []), Number(name)]);
  const wanted = [...numbers].map(([id, iids]) => ({ [field]: id, iid: { $in: iids } }));
  const items = (await model.find({ $or: wanted } as never, fields).lean()) as unknown as T[];
  const kind = placed[0]?.[0].kind ?? '';
  return new Map(items.map((item) => [`${kind} ${(item as never)[field] as number} ${item.iid}`, item]));
}
