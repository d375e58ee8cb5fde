/** Presents epics in the API. */
import type { EventEntity } from '@forgemesh/events';
import { REPORTER } from '@forgemesh/access';
import { assignFields } from '@forgemesh/data';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Epic } from '@forgemesh/proto/collaboration/v1/epic';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import type { GroupProfile } from '@forgemesh/proto/projects/v1/project_directory';
import { presentUser } from '#clients';
import { type LabelDocument, loadCachedLabels, presentItemLabels } from '#planning/labels';
import { readInheritedDates } from './epic-dates';
import type { EpicDocument, InheritedDates } from '#items/model';
import type { EpicViewDeps } from './deps';
import type { ReferencesDeps } from '#items/references';

/** Options for presenting epics. */
export interface EpicView {
  /** The group of the request, which references are relative to. */
  group_id?: number;
  /** The reader's level by group: editors see additional fields. */
  levels: ReadonlyMap<number, number>;
  /** Details of labels instead of their titles. */
  labelDetails?: boolean;
  /** Whether the caller is subscribed; set for single reads. */
  subscribed?: boolean;
}

interface Associations {
  users: ReadonlyMap<number, UserProfile>;
  groups: ReadonlyMap<number, GroupProfile>;
  labels: ReadonlyMap<number, LabelDocument>;
  dates: ReadonlyMap<number, InheritedDates>;
}

/** Presents epics with one read for each kind of association. */
export async function presentEpics(
  deps: EpicViewDeps,
  epics: readonly EpicDocument[],
  view: EpicView,
): Promise<ResponseOf<Epic>[]> {
  const [users, groups, labels, dates] = await Promise.all([
    deps.display.users.find(epics.map(({ author_id: id }) => id)),
    deps.display.groups.find(epics.map(({ group_id: id }) => id)),
    loadCachedLabels(
      deps,
      epics.flatMap(({ label_ids: ids }) => ids),
    ),
    readInheritedDates(
      deps,
      epics.map(({ _id: id }) => id),
    ),
  ]);
  return epics.map((epic) => presentOne(deps, epic, { users, groups, labels, dates }, view));
}

/** Presents one epic. */
export async function presentEpic(deps: EpicViewDeps, epic: EpicDocument, view: EpicView): Promise<ResponseOf<Epic>> {
  return (await presentEpics(deps, [epic], view))[0] as ResponseOf<Epic>;
}

/** An epic in its events. */
export function presentEpicEvent(
  deps: EpicViewDeps,
  epic: EpicDocument,
): Promise<EventEntity<'collaboration.epic.updated'>> {
  return presentEpic(deps, epic, { levels: new Map([[epic.group_id, REPORTER]]) });
}

function presentOne(
  deps: Pick<ReferencesDeps, 'instance'>,
  epic: EpicDocument,
  associations: Associations,
  view: EpicView,
): ResponseOf<Epic> {
  const group = associations.groups.get(epic.group_id);
  const self = `/groups/${epic.group_id}/epics/${epic.iid}`;
  const short = `&${epic.iid}`;
  const full = `${group?.full_path ?? ''}${short}`;
  const canEdit = (view.levels.get(epic.group_id) ?? 0) >= REPORTER;
  const shown = {
    id: epic._id,
    iid: epic.iid,
    group_id: epic.group_id,
    parent_id: epic.parent_id,
    title: epic.title,
    description: epic.description,
    state: epic.state,
    web_url: `${group?.web_url ?? ''}/-/epics/${epic.iid}`,
    reference: short,
    references: { short, relative: view.group_id === epic.group_id ? short : full, full },
    author: presentUser(associations.users.get(epic.author_id)),
    created_at: epic.created_at.toISOString(),
    updated_at: epic.updated_at.toISOString(),
    closed_at: epic.closed_at?.toISOString() ?? null,
    labels: presentItemLabels(epic.label_ids, associations.labels, { details: view.labelDetails ?? false }),
    upvotes: epic.upvotes,
    downvotes: epic.downvotes,
    user_notes_count: epic.user_notes_count,
    _links: {
      self: deps.instance.urls.api(self),
      epic_issues: deps.instance.urls.api(`${self}/issues`),
      group: deps.instance.urls.api(`/groups/${epic.group_id}`),
    },
    subscribed: view.subscribed,
  };
  return assignFields(shown, presentDates(epic, associations.dates.get(epic._id), canEdit));
}

function presentDates(
  epic: EpicDocument,
  { start_date: start, due_date: due }: InheritedDates = { start_date: null, due_date: null },
  canEdit: boolean,
): Partial<ResponseOf<Epic>> {
  const startDate = epic.start_date_is_fixed ? epic.start_date_fixed : start;
  const dueDate = epic.due_date_is_fixed ? epic.due_date_fixed : due;
  return {
    start_date: startDate,
    end_date: dueDate,
    due_date: dueDate,
    start_date_is_fixed: canEdit ? epic.start_date_is_fixed : undefined,
    start_date_fixed: canEdit ? epic.start_date_fixed : undefined,
    start_date_from_inherited_source: canEdit ? start : undefined,
    start_date_from_milestones: canEdit ? start : undefined,
    due_date_is_fixed: canEdit ? epic.due_date_is_fixed : undefined,
    due_date_fixed: canEdit ? epic.due_date_fixed : undefined,
    due_date_from_inherited_source: canEdit ? due : undefined,
    due_date_from_milestones: canEdit ? due : undefined,
  };
}
