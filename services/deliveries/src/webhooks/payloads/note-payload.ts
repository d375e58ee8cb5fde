/** Hook payloads of notes. */
import { createHash } from 'node:crypto';
import { isForgeError } from '@forgemesh/errors';
import type { ResponseOf } from '@forgemesh/rpc';
import { EventResource } from '@forgemesh/proto/collaboration/v1/event_entity';
import type { SnippetEntity } from '@forgemesh/proto/projects/v1/event_entity';
import type { Project } from '@forgemesh/proto/projects/v1/project';
import { commitBlock, findCommit } from './commit-block';
import {
  findHookProject,
  projectBlock,
  repositoryBlock,
  userBlock,
  visibilityLevel,
  withAbsolutePictures,
} from './common-blocks';
import type { IssueEntity, MergeRequestEntity, NoteEntity } from './entities';
import { issueAttributes } from './issue-payload';
import { pickLabels, readLabels } from './item-changes';
import { mergeRequestAttributes } from './merge-request-payload';
import type { PayloadsDeps } from './deps';

/** The object of a note: its part of the payload and the URL of its page. */
interface Target {
  /** Key in the payload. */
  key: 'commit' | 'issue' | 'merge_request' | 'snippet';
  block: object;
  url: string;
}

/** Whether a note is on a confidential issue. */
export async function isConfidentialNote(deps: PayloadsDeps, note: NoteEntity): Promise<boolean> {
  if (note.noteable_type !== 'Issue') return false;
  // If the issue was deleted, the note is treated as confidential.
  return (await findIssue(deps, note))?.confidential ?? true;
}

/** Payload of `Note Hook` and `Confidential Note Hook`. */
export async function notePayload(
  deps: PayloadsDeps,
  note: NoteEntity,
  { isConfidential }: { isConfidential: boolean },
): Promise<object | null> {
  const project = note.project_id === null ? null : await findHookProject(deps, note.project_id);
  const target = project && (await findTarget(deps, note, project));
  if (!target) return null;
  return {
    object_kind: 'note',
    event_type: isConfidential ? 'confidential_note' : 'note',
    user: await userBlock(deps, note.author?.id ?? null),
    project_id: project.id,
    project: projectBlock(project),
    object_attributes: noteAttributes(note, project, `${target.url}#note_${note.id}`),
    repository: repositoryBlock(project),
    [target.key]: target.block,
  };
}

function noteAttributes(note: NoteEntity, project: ResponseOf<Project>, url: string): object {
  return {
    id: note.id,
    note: withAbsolutePictures(note.body, project),
    noteable_type: note.noteable_type,
    author_id: note.author?.id ?? null,
    created_at: note.created_at,
    updated_at: note.updated_at,
    project_id: project.id,
    attachment: note.attachment ?? null,
    line_code: lineCodeOf(note),
    commit_id: note.commit_id ?? null,
    noteable_id: note.noteable_id ?? null,
    system: note.system,
    st_diff: null,
    url,
    type: note.type ?? null,
    position: note.position ?? null,
  };
}

/** Identifies a line of a diff: digest of the file path, and its old and new line numbers. */
function lineCodeOf({ position, commit_line: at }: NoteEntity): string | null {
  if (at) return lineCode(at.path, at.line_type === 'old' ? { old: at.line } : { new: at.line });
  const path = position?.new_path ?? position?.old_path;
  return position && path ? lineCode(path, { old: position.old_line, new: position.new_line }) : null;
}

function lineCode(path: string, lines: { old?: number | null; new?: number | null }): string {
  const digest = createHash('sha1').update(path).digest('hex');
  return `${digest}_${lines.old ?? 0}_${lines.new ?? 0}`;
}

async function findTarget(deps: PayloadsDeps, note: NoteEntity, project: ResponseOf<Project>): Promise<Target | null> {
  switch (note.noteable_type) {
    case 'Issue':
      return issueTarget(deps, note, project);
    case 'MergeRequest':
      return mergeRequestTarget(deps, note, project);
    case 'Commit':
      return commitTarget(deps, note, project);
    case 'Snippet':
      return snippetTarget(deps, note, project);
    default:
      return null;
  }
}

async function findEntity<T>(
  deps: PayloadsDeps,
  resource: EventResource,
  id: number | null | undefined,
): Promise<T | null> {
  if (!id) return null;
  const { entities } = await deps.clients.eventEntities.listEventEntities({ resource, ids: [id] });
  return entities[0] === undefined ? null : (JSON.parse(entities[0]) as T);
}

function findIssue(deps: PayloadsDeps, note: NoteEntity): Promise<IssueEntity | null> {
  return findEntity<IssueEntity>(deps, EventResource.EVENT_RESOURCE_ISSUE, note.noteable_id);
}

async function issueTarget(deps: PayloadsDeps, note: NoteEntity, project: ResponseOf<Project>): Promise<Target | null> {
  const issue = await findIssue(deps, note);
  if (!issue) return null;
  const labels = pickLabels(await readLabels(deps, issue.label_ids, {}), issue.label_ids);
  return { key: 'issue', block: issueAttributes(issue, project, labels), url: issue.web_url };
}

async function mergeRequestTarget(
  deps: PayloadsDeps,
  note: NoteEntity,
  project: ResponseOf<Project>,
): Promise<Target | null> {
  const resource = EventResource.EVENT_RESOURCE_MERGE_REQUEST;
  const request = await findEntity<MergeRequestEntity>(deps, resource, note.noteable_id);
  if (!request) return null;
  return { key: 'merge_request', block: await mergeRequestAttributes(deps, request, project), url: request.web_url };
}

async function commitTarget(
  deps: PayloadsDeps,
  note: NoteEntity,
  project: ResponseOf<Project>,
): Promise<Target | null> {
  const commit = note.commit_id ? await findCommit(deps, project.id, note.commit_id) : null;
  return (
    commit && { key: 'commit', block: commitBlock(commit, project), url: `${project.web_url}/-/commit/${commit.id}` }
  );
}

async function snippetTarget(
  deps: PayloadsDeps,
  note: NoteEntity,
  project: ResponseOf<Project>,
): Promise<Target | null> {
  const snippet = await findSnippet(deps, note.noteable_id ?? 0);
  if (!snippet) return null;
  const block = {
    id: snippet.id,
    title: snippet.title,
    content: snippet.content,
    author_id: snippet.author_id,
    project_id: snippet.project_id ?? null,
    file_name: snippet.file_name,
    created_at: snippet.created_at,
    updated_at: snippet.updated_at,
    expires_at: null,
    type: 'ProjectSnippet',
    visibility_level: visibilityLevel(snippet),
  };
  return { key: 'snippet', block, url: `${project.web_url}/snippets/${snippet.id}` };
}

async function findSnippet({ clients }: PayloadsDeps, snippet_id: number): Promise<SnippetEntity | null> {
  try {
    return await clients.projectEntities.getSnippetEntity({ snippet_id });
  } catch (error) {
    if (isForgeError(error) && error.reason === 'not_found') return null;
    throw error;
  }
}
