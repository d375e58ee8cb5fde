/** Resolves references to items that a user may read, with a constant number of queries. */
import { canReadFeature } from '@forgemesh/access';
import {
  ReferenceKind as ResourceKind,
  type AuthorizedResource,
  type Reference as ResourceReference,
  type Subject,
} from '@forgemesh/proto/projects/v1/access';
import type { Model } from 'mongoose';
import { canReadIssue, rightsOn } from '#access';
import type { EpicDocument, IssueDocument, MergeRequestDocument } from '#items/model';
import type { Reference, TextScope } from '#texts';
import { locateReferences } from './locate-references';
import type { ReferencesDeps } from './deps';

/** A referenced item. */
export type ReferencedItem = { reference: Reference; resource: AuthorizedResource } & (
  | { type: 'Issue'; item: IssueDocument }
  | { type: 'MergeRequest'; item: MergeRequestDocument }
  | { type: 'Epic'; item: EpicDocument }
);

type LocatedReference = [reference: Reference, resource: AuthorizedResource];

/** The fields needed to show an item and to decide who may read it. */
const fields = {
  iid: 1,
  title: 1,
  state: 1,
  author_id: 1,
  assignee_ids: 1,
  confidential: 1,
  project_id: 1,
  group_id: 1,
  label_ids: 1,
  milestone_id: 1,
} as const;

/**
 * The context of references: the project or group of the texts, and the subject whose rights apply.
 */
export interface ReferenceLookup {
  scope: TextScope;
  subject: Subject;
}

/** The referenced items in order of first reference, each once. */
export async function resolveItems(
  deps: ReferencesDeps,
  references: readonly Reference[],
  lookup: ReferenceLookup,
): Promise<ReferencedItem[]> {
  const named = await findReferenced(deps, references, lookup);
  const first = new Map([...named].reverse().map((one) => [`${one.type} ${one.item._id}`, one]));
  return named.filter((one) => first.get(`${one.type} ${one.item._id}`) === one);
}

/** The references that resolve to an item, with the item. */
export async function findReferenced(
  deps: ReferencesDeps,
  references: readonly Reference[],
  lookup: ReferenceLookup,
): Promise<ReferencedItem[]> {
  const { subject } = lookup;
  const located = await locate(deps, references, lookup);
  const of = (kind: Reference['kind']): LocatedReference[] => located.filter(([reference]) => reference.kind === kind);
  const [issues, requests, epics] = await Promise.all([
    findItems(deps.items.issues.model, 'project_id', of('issue')),
    findItems(deps.items.mergeRequests.model, 'project_id', of('merge_request')),
    findItems(deps.items.epics.model, 'group_id', of('epic')),
  ]);
  const reader = subject.user_id === undefined ? null : { id: subject.user_id, admin: subject.admin };
  return located.flatMap(([reference, resource]): ReferencedItem[] => {
    const key = `${reference.kind} ${resource.id} ${Number(reference.name)}`;
    const [issue, request, epic] = [issues.get(key), requests.get(key), epics.get(key)];
    if (issue && canReadFeature(resource, 'issues') && canReadIssue(issue, resource.level, reader))
      return [{ reference, resource, type: 'Issue', item: issue }];
    if (request && canReadFeature(resource, 'merge_requests'))
      return [{ reference, resource, type: 'MergeRequest', item: request }];
    return epic ? [{ reference, resource, type: 'Epic', item: epic }] : [];
  });
}

/** The projects and groups of references, with the subject's rights on them. */
async function locate(
  deps: ReferencesDeps,
  references: readonly Reference[],
  { scope, subject }: ReferenceLookup,
): Promise<LocatedReference[]> {
  const items = references.filter(({ kind }) => ['issue', 'merge_request', 'epic'].includes(kind));
  if (items.length === 0) return [];
  const resources = await locateReferences(deps, items, scope);
  const rights = await rightsOn(deps, subject, [...new Set(resources.values())]);
  return items.flatMap((reference) => {
    const requested = resources.get(reference);
    const at = requested && rights.get(requested);
    return at && isOfKind(requested, at) ? [[reference, at]] : [];
  });
}

function isOfKind({ kind }: ResourceReference, at: AuthorizedResource): boolean {
  return kind === ResourceKind.REFERENCE_KIND_GROUP || at.kind === ResourceKind.REFERENCE_KIND_PROJECT;
}

/** Items by kind of reference, project or group, and number, with one query. */
async function findItems<T extends IssueDocument | MergeRequestDocument | EpicDocument>(
  model: Model<T>,
  field: 'project_id' | 'group_id',
  located: readonly LocatedReference[],
): Promise<ReadonlyMap<string, T>> {
  if (located.length === 0) return new Map();
  const numbers = new Map<number, number[]>();
  for (const [{ name }, { id }] of located) numbers.set(id, [...(numbers.get(id) ?? []), Number(name)]);
  const conditions = [...numbers].map(([id, iids]) => ({ [field]: id, iid: { $in: iids } }));
  const items = (await model.find({ $or: conditions } as never, fields).lean()) as unknown as T[];
  const kind = located[0]?.[0].kind ?? '';
  return new Map(items.map((item) => [`${kind} ${(item as never)[field] as number} ${item.iid}`, item]));
}
