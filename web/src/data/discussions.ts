/** Discussions of issues, merge requests, epics, snippets and commits behind one interface. */
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { Discussion, LabelEvent } from '#api/types';
import { ApiError } from '#lib/api-error';
import type { EditorSubject } from '#lib/editor-subject';
import { showDone } from '#lib/messages';
import { reactionSource, type AwardableSubject, type ReactionSource } from './award-emoji';
import { commitKeys } from './commits';
import type { DraftOwner } from './draft-notes';
import { epicKeys } from './epics';
import { issueKeys } from './issues';
import { mergeRequestKeys } from './merge-requests';
import { snippetKeys } from './snippets';

/** A place in a diff, as the API takes it. */
export interface Position {
  base_sha: string;
  start_sha: string;
  head_sha: string;
  position_type: 'text';
  old_path: string;
  new_path: string;
  old_line?: number;
  new_line?: number;
  /** First and last line of a comment on several lines. */
  line_range?: { start: RangeEnd; end: RangeEnd };
}

/** The first or last line of a range. */
export interface RangeEnd {
  type?: 'old' | 'new';
  old_line?: number;
  new_line?: number;
}

/** Reads and changes the discussions of one item. */
export interface DiscussionSource {
  /** Key of the query. */
  key: readonly unknown[];
  /** Key of the item, whose queries a comment may change, too. */
  itemKey: readonly unknown[];
  subject: EditorSubject;
  /** Project of references and uploads. */
  project?: ProjectRef;
  /** Group of references, if the item belongs to no project. */
  group?: { id: number };
  /** Reactions to the item and its comments; absent for what has none. */
  reactions?: ReactionSource;
  /** Topic whose changes are reported. */
  topic?: string;
  load: () => Promise<Discussion[]>;
  /** Lists the changes of labels, which are no notes; absent for what has no labels. */
  loadLabelEvents?: () => Promise<LabelEvent[]>;
  /** Adds a comment that is not a thread, as far as the API has such comments. */
  comment: (body: string) => Promise<unknown>;
  start: (body: string, position?: Position) => Promise<unknown>;
  reply: (discussion: string, body: string) => Promise<unknown>;
  edit: (discussion: string, note: number, body: string) => Promise<unknown>;
  remove: (discussion: string, note: number) => Promise<unknown>;
  /** Returns the present text of a comment. */
  read: (discussion: string, note: number) => Promise<string>;
  resolve?: (discussion: string, resolved: boolean) => Promise<unknown>;
  /** Comments of the visitor's review; absent for what cannot be reviewed. */
  drafts?: DraftOwner;
}

interface ProjectRef {
  id: number;
  path_with_namespace: string;
  namespace?: { id: number; kind: string } | null;
}

const PER_PAGE = 100;

/** A new comment, or the thread that it starts. */
interface Created {
  /** A sentence for each quick action of the text. */
  summary?: string[];
  notes?: { summary?: string[] }[];
}

/**
 * Shows what the quick actions of a new text did. The API refuses to store a text that only
 * consists of them, after it ran them.
 */
async function commented<Data>(request: Parameters<typeof unwrap<Data>>[0]): Promise<void> {
  try {
    const { summary, notes } = (await unwrap(request)) as Created;
    showSummary(summary ?? notes?.[0]?.summary ?? []);
  } catch (error) {
    if (!(error instanceof ApiError) || error.summary.length === 0) throw error;
    showSummary(error.summary);
  }
}

function showSummary(sentences: readonly string[]): void {
  if (sentences.length > 0) showDone(sentences.join(' '));
}

const bases = {
  issue: '/api/v4/projects/{id}/issues/{issue_iid}/discussions',
  merge_request: '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/discussions',
  epic: '/api/v4/groups/{id}/epics/{epic_id}/discussions',
  snippet: '/api/v4/projects/{id}/snippets/{snippet_id}/discussions',
  commit: '/api/v4/projects/{id}/repository/commits/{commit_id}/discussions',
} as const;

type Subject = keyof typeof bases;

function isAwardable(subject: Subject): subject is AwardableSubject {
  return subject === 'issue' || subject === 'merge_request' || subject === 'snippet';
}

/** Changes of labels. */
const labelEventBases = {
  issue: '/api/v4/projects/{id}/issues/{issue_iid}/resource_label_events',
  merge_request: '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/resource_label_events',
  epic: '/api/v4/groups/{id}/epics/{epic_id}/resource_label_events',
} as const;

/** Comments that are not threads. Those of commits always are. */
const noteBases = {
  issue: '/api/v4/projects/{id}/issues/{issue_iid}/notes',
  merge_request: '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/notes',
  epic: '/api/v4/groups/{id}/epics/{epic_id}/notes',
  snippet: '/api/v4/projects/{id}/snippets/{snippet_id}/notes',
  commit: bases.commit,
} as const;

/**
 * The parameters of the address of an item: its owner and one of the others. The type has them all,
 * so that it fits each of the addresses.
 */
interface ItemPath {
  id: string;
  issue_iid: number;
  merge_request_iid: number;
  epic_id: number;
  snippet_id: number;
  commit_id: string;
}

type PathOf<Name extends keyof ItemPath> = Pick<ItemPath, 'id' | Name>;

/** The operations, which all kinds of items have in the same form. */
function sourceOf(
  subject: Subject,
  own:
    PathOf<'issue_iid'> | PathOf<'merge_request_iid'> | PathOf<'epic_id'> | PathOf<'snippet_id'> | PathOf<'commit_id'>,
  more: Pick<DiscussionSource, 'key' | 'itemKey' | 'project' | 'group' | 'topic'>,
): DiscussionSource {
  const base = bases[subject];
  const path = own as ItemPath;
  const ofNote = (discussion_id: string, note_id: number) => ({ path: { ...path, discussion_id, note_id } });
  return {
    ...more,
    subject,
    load: () =>
      allPages((page) => unwrapPage(api.GET(base, { params: { path, query: { page, per_page: PER_PAGE } } }))),
    ...(isAwardable(subject) && { reactions: reactionSource(subject, path, more.itemKey) }),
    ...(subject in labelEventBases && {
      loadLabelEvents: () =>
        allPages((page) =>
          unwrapPage(
            api.GET(labelEventBases[subject as keyof typeof labelEventBases], {
              params: { path, query: { page, per_page: PER_PAGE } },
            }),
          ),
        ),
    }),
    comment: (body) => commented(api.POST(noteBases[subject], { params: { path }, body: { body } })),
    start: (body, position) =>
      commented(api.POST(base, { params: { path }, body: { body, ...(position && { position }) } })),
    reply: (discussion_id, body) =>
      commented(
        api.POST(`${base}/{discussion_id}/notes`, { params: { path: { ...path, discussion_id } }, body: { body } }),
      ),
    edit: (discussion, note, body) =>
      unwrap(api.PUT(`${base}/{discussion_id}/notes/{note_id}`, { params: ofNote(discussion, note), body: { body } })),
    read: async (discussion, note) =>
      (await unwrap(api.GET(`${base}/{discussion_id}/notes/{note_id}`, { params: ofNote(discussion, note) }))).body,
    remove: (discussion, note) =>
      unwrap(api.DELETE(`${base}/{discussion_id}/notes/{note_id}`, { params: ofNote(discussion, note) })),
  };
}

/** Discussions of an issue. */
export function issueDiscussions(project: ProjectRef, iid: number): DiscussionSource {
  return sourceOf(
    'issue',
    { id: String(project.id), issue_iid: iid },
    {
      key: issueKeys.discussions(project.id, iid),
      itemKey: issueKeys.one(project.id, iid),
      project,
      topic: `projects/${project.id}/issues/${iid}`,
    },
  );
}

/** Discussions of a merge request, which have places in its diff and can be resolved. */
export function requestDiscussions(project: ProjectRef, iid: number): DiscussionSource {
  const path = { id: String(project.id), merge_request_iid: iid };
  const source = sourceOf('merge_request', path, {
    key: mergeRequestKeys.discussions(project.id, iid),
    itemKey: mergeRequestKeys.one(project.id, iid),
    project,
    topic: `projects/${project.id}/merge_requests/${iid}`,
  });
  return {
    ...source,
    drafts: { projectId: project.id, iid },
    resolve: (discussion_id, resolved) =>
      unwrap(
        api.PUT(`${bases.merge_request}/{discussion_id}`, {
          params: { path: { ...path, discussion_id } },
          body: { resolved },
        }),
      ),
  };
}

/** Discussions of an epic. Its notes are addressed by the epic's id, not by its number. */
export function epicDiscussions(group: number, epic: { id: number; iid: number }): DiscussionSource {
  const path = { id: String(group), epic_id: epic.id };
  return sourceOf('epic', path, {
    key: epicKeys.discussions(group, epic.iid),
    itemKey: epicKeys.one(group, epic.iid),
    group: { id: group },
    topic: `groups/${group}/epics/${epic.iid}`,
  });
}

/** Discussions of a snippet of a project. */
export function snippetDiscussions(project: ProjectRef, snippet: number): DiscussionSource {
  const path = { id: String(project.id), snippet_id: snippet };
  return sourceOf('snippet', path, {
    key: snippetKeys.discussions(project.id, snippet),
    itemKey: snippetKeys.ofProject(project.id, snippet),
    project,
  });
}

/** Discussions of a commit, which have places in its diff. */
export function commitDiscussions(project: ProjectRef, sha: string): DiscussionSource {
  const path = { id: String(project.id), commit_id: sha };
  return sourceOf('commit', path, {
    key: commitKeys.discussions(project.id, sha),
    itemKey: commitKeys.one(project.id, sha),
    project,
  });
}
