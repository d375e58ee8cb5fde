/** Resolves references to items that a user may read, with a constant number of queries. */
import {
  ReferenceKind as PlaceKind,
  type AuthorizedResource,
  type Reference as PlaceReference,
  type Subject,
} from '@forgemesh/proto/projects/v1/access';
import type { Model } from 'mongoose';
import { rightsOn } from '../../access/authorize';
import type { EpicDocument } from '../../items/epics/epic.model';
import type { IssueDocument } from '../../items/issues/issue.model';
import type { MergeRequestDocument } from '../../items/merge-requests/merge-request.model';
import { mayReadFeature, mayReadIssue } from '../../access/policy';
import type { Collaboration } from '../../deps';
import type { Reference, TextPlace } from './reference';
import { placeReferences } from './place-references';

/** A referenced item. */
export type NamedItem = { reference: Reference; place: AuthorizedResource } & (
  | { type: 'Issue'; item: IssueDocument }
  | { type: 'MergeRequest'; item: MergeRequestDocument }
  | { type: 'Epic'; item: EpicDocument }
);

type Placed = [reference: Reference, place: AuthorizedResource];

/** The fields needed to show an item and to decide who may read it. */
const fields = {
  ...{ iid: 1, title: 1, state: 1, author_id: 1, assignee_ids: 1, confidential: 1, project_id: 1, group_id: 1 },
  ...{ label_ids: 1, milestone_id: 1 },
} as const;

/**
 * The context of references: the project or group of the texts, and the subject whose rights apply.
 */
export interface Looking {
  place: TextPlace;
  subject: Subject;
}

/** The referenced items in order of first reference, each once. */
export async function resolveItems(
  deps: Collaboration,
  references: readonly Reference[],
  looking: Looking,
): Promise<NamedItem[]> {
  const named = await findNamed(deps, references, looking);
  const first = new Map([...named].reverse().map((one) => [`${one.type} ${one.item._id}`, one]));
  return named.filter((one) => first.get(`${one.type} ${one.item._id}`) === one);
}

/** The references that resolve to an item, with the item. */
export async function findNamed(
  deps: Collaboration,
  references: readonly Reference[],
  looking: Looking,
): Promise<NamedItem[]> {
  const { subject } = looking;
  const placed = await locate(deps, references, looking);
  const of = (kind: Reference['kind']): Placed[] => placed.filter(([reference]) => reference.kind === kind);
  const [issues, requests, epics] = await Promise.all([
    findItems(deps.issues.model, 'project_id', of('issue')),
    findItems(deps.mergeRequests.model, 'project_id', of('merge_request')),
    findItems(deps.epics.model, 'group_id', of('epic')),
  ]);
  const reader = subject.user_id === undefined ? null : { id: subject.user_id, admin: subject.admin };
  return placed.flatMap(([reference, place]): NamedItem[] => {
    const key = `${reference.kind} ${place.id} ${Number(reference.name)}`;
    const [issue, request, epic] = [issues.get(key), requests.get(key), epics.get(key)];
    if (issue && mayReadFeature(place, 'issues') && mayReadIssue(issue, place.level, reader))
      return [{ reference, place, type: 'Issue', item: issue }];
    if (request && mayReadFeature(place, 'merge_requests'))
      return [{ reference, place, type: 'MergeRequest', item: request }];
    return epic ? [{ reference, place, type: 'Epic', item: epic }] : [];
  });
}

/** The projects and groups of references, with the subject's rights on them. */
async function locate(
  deps: Collaboration,
  references: readonly Reference[],
  { place, subject }: Looking,
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

/** Items by kind of reference, project or group, and number, with one query. */
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
