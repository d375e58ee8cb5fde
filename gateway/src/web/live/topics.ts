/**
 * What pages can be told changes of. A topic is the path of the operation that reads it, relative
 * to the API, so that the rights of the topic are those of the operation.
 */

/** Subjects of the events that concern a topic. */
export const topicSubjects = [
  'collaboration.issue.*',
  'collaboration.merge_request.*',
  'collaboration.epic.*',
  'collaboration.note.*',
  'collaboration.todo.created',
  'approvals.merge_request.*',
  'repository.push.received',
  'repository.pipeline.updated',
];

const topicPattern = new RegExp(
  '^(?:projects/\\d{1,15}/(?:(?:issues|merge_requests)(?:/\\d{1,15})?|repository/branches|pipelines)' +
    '|groups/\\d{1,15}/(?:issues|merge_requests|epics(?:/\\d{1,15})?)|todos)$',
);
const groupList = /^groups\/\d+\/(issues|merge_requests|epics)$/;

/** Whether a text is a topic. */
export function isTopic(text: string): boolean {
  return topicPattern.test(text);
}

/**
 * Returns the topic of the changes in the lists of all groups, if a topic is the list of a group.
 * Events have no ids of groups, so the listener finds its group by the path.
 */
export function groupTopicOf(name: string): string | undefined {
  const [, list] = groupList.exec(name) ?? [];
  return list && `groups/*/${list}`;
}

/** Returns the path of the operation that reads a topic. */
export function readPathOf(name: string): string {
  return `/api/v4/${name}`;
}

/** A topic that changed. */
export interface Change {
  topic: string;
  /** Whether it only changed for callers who may see confidential entries of the list. */
  isConfidential: boolean;
  /** The user whom it concerns. Absent: all who may read the topic. */
  userId?: number;
  /** For the lists of groups: where the change is. It is in the lists of all groups above. */
  below?: { path: string; topic: string };
}

/** The fields of events that say what they concern. */
export interface ChangedEntity {
  project_id?: number | null;
  group_id?: number | null;
  iid?: number | null;
  confidential?: boolean | null;
  noteable_type?: string;
  noteable_iid?: number | null;
  repository?: string;
  user_id?: number | null;
  references?: { full?: string | null } | null;
}

const noteableLists: Record<string, 'issues' | 'merge_requests' | 'epics'> = {
  Issue: 'issues',
  MergeRequest: 'merge_requests',
  Epic: 'epics',
};

/** Returns the topics that an event concerns. */
export function changesOf(type: string, entity: ChangedEntity): Change[] {
  const [service, resource] = type.split('.');
  switch (`${service}.${resource}`) {
    case 'collaboration.issue':
      return changesOfItem('issues', entity, entity.iid, true);
    case 'collaboration.merge_request':
      return changesOfItem('merge_requests', entity, entity.iid, true);
    case 'approvals.merge_request':
      return changesOfItem('merge_requests', entity, entity.iid, false);
    case 'collaboration.epic':
      return changesOfItem('epics', entity, entity.iid, true);
    case 'collaboration.note': {
      const list = noteableLists[entity.noteable_type ?? ''];
      return list ? changesOfItem(list, entity, entity.noteable_iid, false) : [];
    }
    case 'collaboration.todo':
      return entity.user_id ? [{ topic: 'todos', isConfidential: false, userId: entity.user_id }] : [];
    case 'repository.push':
      return entity.repository === 'project' ? changesOfList('repository/branches', entity) : [];
    case 'repository.pipeline':
      return changesOfList('pipelines', entity);
    default:
      return [];
  }
}

function changesOfItem(
  list: 'issues' | 'merge_requests' | 'epics',
  entity: ChangedEntity,
  iid: number | null | undefined,
  isInList: boolean,
): Change[] {
  const owner = list === 'epics' ? ownerPath('groups', entity.group_id) : ownerPath('projects', entity.project_id);
  if (owner === undefined) return [];
  const topic = `${owner}/${list}`;
  const isConfidential = entity.confidential === true;
  const path = entity.references?.full?.replace(/[#!&]\d+$/, '');
  return [
    ...(isInList ? [{ topic, isConfidential }] : []),
    ...(isInList && path ? [{ topic: `groups/*/${list}`, isConfidential, below: { path, topic } }] : []),
    ...(iid ? [{ topic: `${owner}/${list}/${iid}`, isConfidential: false }] : []),
  ];
}

function changesOfList(list: string, { project_id: id }: ChangedEntity): Change[] {
  const owner = ownerPath('projects', id);
  return owner === undefined ? [] : [{ topic: `${owner}/${list}`, isConfidential: false }];
}

function ownerPath(kind: 'projects' | 'groups', id: number | null | undefined): string | undefined {
  return id ? `${kind}/${id}` : undefined;
}
